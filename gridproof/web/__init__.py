"""Pages: a board as SVG, an answer as one file, and the page that `serve` shows. Knows no puzzle by name."""

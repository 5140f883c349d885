"""Pages: a board as SVG, a solution that can be stepped through, and the parts that every page shares."""

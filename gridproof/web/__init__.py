"""The web page: levels to play, edit, solve and step through, on this machine alone. Knows no puzzle by name."""

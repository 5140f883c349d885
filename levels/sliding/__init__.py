"""Sliding blocks (Klotski, Rush Hour): rules, text formats, drawing, certificates."""

from gridproof.levels.sliding.certificates import check, explain
from gridproof.levels.sliding.compact import read_literal, write_layout, write_rows, write_rush
from gridproof.levels.sliding.draw import draw
from gridproof.levels.sliding.format import read, write
from gridproof.levels.sliding.level import Sliding

WRITERS = {"text": write, "rush": write_rush, "layout": write_layout, "rows": write_rows}

__all__ = ["WRITERS", "Sliding", "check", "draw", "explain", "read", "read_literal"]

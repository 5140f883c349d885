"""Sokoban: rules, text formats, drawing, certificates."""

from gridproof.levels.sokoban.certificates import check, explain
from gridproof.levels.sokoban.draw import draw, draw_reach
from gridproof.levels.sokoban.format import read, write, write_rle
from gridproof.levels.sokoban.level import Sokoban

WRITERS = {"text": write, "xsb": write, "rle": write_rle}

__all__ = ["WRITERS", "Sokoban", "check", "draw", "draw_reach", "explain", "read"]

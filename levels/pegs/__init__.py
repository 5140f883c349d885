"""Peg solitaire: rules, text format, drawing, certificates."""

from gridproof.levels.pegs.certificates import check, explain
from gridproof.levels.pegs.draw import draw
from gridproof.levels.pegs.format import read, write
from gridproof.levels.pegs.level import Pegs

WRITERS = {"text": write}

__all__ = ["WRITERS", "Pegs", "check", "draw", "explain", "read"]

"""The (m×n−1)-puzzle: rules, text format, drawing, certificates."""

from gridproof.levels.npuzzle.certificates import check, explain
from gridproof.levels.npuzzle.draw import draw
from gridproof.levels.npuzzle.format import read, write
from gridproof.levels.npuzzle.level import NPuzzle

WRITERS = {"text": write}

__all__ = ["WRITERS", "NPuzzle", "check", "draw", "explain", "read"]

"""Lights Out: rules, text format, drawing, certificates."""

from gridproof.levels.lights_out.certificates import check, explain
from gridproof.levels.lights_out.draw import draw
from gridproof.levels.lights_out.format import read, write
from gridproof.levels.lights_out.level import LightsOut

WRITERS = {"text": write}

__all__ = ["WRITERS", "LightsOut", "check", "draw", "explain", "read"]

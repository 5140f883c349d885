"""Editing a Sokoban level square by square."""

from __future__ import annotations

import re

from gridproof.errors import LevelError
from gridproof.levels.editing import first_level, no_brush, no_square, plain_text
from gridproof.levels.sokoban.format import read
from gridproof.levels.sokoban.level import Sokoban
from gridproof.levels.text import from_text
from gridproof.scene import Address, Brush

ROW = re.compile(r"[#@+$*. _\-]*[#@+$*._\-][#@+$*. _\-]*$")
FLOORS = str.maketrans("-_", "  ")
GOAL_OF = {" ": ".", "$": "*", "@": "+", "#": "."}
BARE_OF = {".": " ", "*": "$", "+": "@"}
BRUSHES = (
    Brush("wall", "wall", "wall"),
    Brush("floor", "floor", "floor"),
    Brush("goal", "goal", "goal"),
    Brush("box", "box", "box"),
    Brush("player", "player", "player"),
)


def brushes(level: Sokoban) -> tuple[Brush, ...]:
    return BRUSHES


def draft(text: str) -> Sokoban:
    try:
        return first_level(read, text)
    except LevelError:
        _, rows, _ = _board(text)
        return Sokoban(tuple(row.translate(FLOORS).rstrip() for row in rows))


def edit(text: str, cell: Address, brush: str) -> str:
    """Goals and boxes come and go with their brushes; there is one player."""
    text = plain_text(read, text)
    before, rows, after = _board(text)
    width = max(len(row) for row in rows)
    row, column = cell
    if not (0 <= row < len(rows) and 0 <= column < width):
        raise no_square(cell)
    if brush not in {known.name for known in BRUSHES}:
        raise no_brush(brush)
    grid = [list(line.translate(FLOORS).ljust(width)) for line in rows]
    if brush == "player":
        grid = [[" " if c == "@" else "." if c == "+" else c for c in line] for line in grid]
    grid[row][column] = _painted(grid[row][column], brush)
    lines = ["".join(line) for line in grid]
    # a row without a wall is read as a row when its blanks are written out
    lines = [line.rstrip() if "#" in line else line.replace(" ", "-") for line in lines]
    return plain_text(read, "\n".join([*before, *lines, *after]) + "\n")


def _painted(here: str, brush: str) -> str:
    """The symbol of a square after one touch."""
    on_goal = here in BARE_OF
    if brush == "goal":
        return BARE_OF[here] if on_goal else GOAL_OF[here]
    if brush == "box":
        bare = " " if here in "$*" else "$"
    else:
        bare = {"wall": "#", "floor": " ", "player": "@"}[brush]
    return GOAL_OF[bare] if on_goal and brush in ("box", "player") else bare


def _board(text: str) -> tuple[list[str], list[str], list[str]]:
    """The lines before the board, its rows, and the lines after it."""
    lines = [*from_text(text).lines]
    start = next((i for i, line in enumerate(lines) if ROW.match(line)), None)
    if start is None:
        raise LevelError("no board: expected rows of # @ + $ * . and blanks", "<text>", 1)
    stop = next((i for i in range(start, len(lines)) if not ROW.match(lines[i])), len(lines))
    return lines[:start], lines[start:stop], lines[stop:]

"""Editing a Sokoban level square by square."""

from __future__ import annotations

import re
from dataclasses import replace

from gridproof.errors import LevelError
from gridproof.levels.editing import first_level, no_brush, no_square, resized_text
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
    """The board as it stands in the text, with the empty rows and columns around it that reading a level cuts off."""
    text = _plain(text)
    rows = tuple(row.translate(FLOORS) for row in _board(text)[1])
    width = max(len(row) for row in rows)
    try:
        level = first_level(read, text)
    except LevelError:
        return Sokoban(tuple(row.ljust(width) for row in rows))
    cut = len(level.rows) == len(rows) and level.stride - 2 == width
    return level if cut else replace(level, rows=tuple(row.ljust(width) for row in rows))


def edit(text: str, cell: Address, brush: str) -> str:
    """Goals and boxes come and go with their brushes; there is one player. The board keeps its size."""
    text = _plain(text)
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
    return _written(before, ["".join(line) for line in grid], after)


def resize(text: str, edge: str, by: int) -> str:
    """A new row or column is wall."""
    before, rows, after = _board(_plain(text))
    width = max(len(row) for row in rows)
    grid = [line.translate(FLOORS).ljust(width) for line in rows]
    return _written(before, resized_text(grid, edge, by, lambda line: "#" * len(line)), after)


def _written(before: list[str], grid: list[str], after: list[str]) -> str:
    """Blanks are written out, so that the board keeps its size and a row without a wall is read as one."""
    return "\n".join([*before, *(line.replace(" ", "-") for line in grid), *after]) + "\n"


def _plain(text: str) -> str:
    """The text with its first board, run-length coded or in XML, in plain rows."""
    try:
        level = first_level(read, text)
    except LevelError:
        return text
    try:
        _, rows, _ = _board(text)
    except LevelError:
        return level.to_text()
    told = [row.translate(FLOORS).strip() for row in rows]
    return text if [row for row in told if row] == [row.strip() for row in level.rows if row] else level.to_text()


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

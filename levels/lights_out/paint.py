"""Editing a Lights Out board square by square."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gridproof.errors import LevelError
from gridproof.levels.editing import (
    document_of,
    first_level,
    no_brush,
    no_square,
    plain_text,
    resized_text,
    with_block,
    with_rows,
)
from gridproof.levels.lights_out.format import read
from gridproof.levels.lights_out.level import PRIMES, SHAPES, Grid, LightsOut, Mask
from gridproof.levels.text import Document
from gridproof.scene import Address, Brush

HEADERS, BLOCKS = ("neighbours", "wrap", "states"), ("target", "presses")
ABSENT = "x"


def brushes(level: LightsOut) -> list[Brush]:
    looks = ("off", "on") if level.states == 2 else [f"state-{state}" for state in range(level.states)]
    words = ("dark", "lit") if level.states == 2 else [f"state {state}" for state in range(level.states)]
    found = [Brush(str(state), word, look) for state, (word, look) in enumerate(zip(words, looks, strict=True))]
    found.append(Brush(ABSENT, "no cell", "void"))
    return found + [
        Brush(f"target {state}", f"goal: {word}", look)
        for state, (word, look) in enumerate(zip(words, looks, strict=True))
    ]


def draft(text: str) -> LightsOut:
    try:
        return first_level(read, text)
    except LevelError:
        doc = document_of(text, HEADERS, BLOCKS)
    states = next((prime for prime in PRIMES if str(prime) == doc.headers.get("states")), 2)
    start, cells = _states(_board(doc), states)
    target = np.zeros_like(start)
    if "target" in doc.blocks:
        wanted = _states(_padded(doc.blocks["target"].lines, cells.shape), states)[0]
        target = (wanted * cells).astype(np.uint8)
    shape = doc.headers.get("neighbours", "plus")
    return LightsOut(
        start,
        target,
        cells,
        states=states,
        neighbours=shape if shape in SHAPES else "plus",
        torus=doc.headers.get("wrap") == "torus",
        title=doc.title,
    )


def edit(text: str, cell: Address, brush: str) -> str:
    text = plain_text(read, text)
    doc = document_of(text, HEADERS, BLOCKS)
    board = _board(doc)
    shape = len(board), len(board[0])
    row, column = cell
    if not (0 <= row < shape[0] and 0 <= column < shape[1]):
        raise no_square(cell)
    if brush not in {known.name for known in brushes(draft(text))}:
        raise no_brush(brush)
    state = brush.removeprefix("target ")
    has_target = "target" in doc.blocks
    target = _padded(doc.blocks["target"].lines, shape) if has_target else _zeros(board)
    if brush != state and board[row][column] == ABSENT:
        return text  # a goal where there is no cell means nothing
    if brush != state or has_target:
        goal = state if brush != state else ABSENT if brush == ABSENT else _present(target[row][column])
        text = with_block(doc, "target", _put(target, row, column, goal))
        doc = document_of(text, HEADERS, BLOCKS)
    if brush == state:
        text = with_rows(doc.board, _put(board, row, column, brush))
    return plain_text(read, text)


def resize(text: str, edge: str, by: int) -> str:
    """New cells are dark, and dark in the goal."""
    text = plain_text(read, text)
    doc = document_of(text, HEADERS, BLOCKS)
    if "presses" in doc.blocks:
        raise LevelError("the buttons of this level list their lights by row and column: change its size in the text")
    board = _board(doc)
    if "target" in doc.blocks:
        target = _padded(doc.blocks["target"].lines, (len(board), len(board[0])))
        text = with_block(doc, "target", resized_text(target, edge, by, _dark))
        doc = document_of(text, HEADERS, BLOCKS)
    return plain_text(read, with_rows(doc.board, resized_text(board, edge, by, _dark)))


def _dark(line: Sequence[str]) -> str:
    return "0" * len(line)


def _board(doc: Document) -> list[str]:
    lines = [line.rstrip() for line in doc.board.lines]
    return _padded(lines, (len(lines), max(len(line) for line in lines)))


def _padded(lines: Sequence[str], shape: tuple[int, int]) -> list[str]:
    """Rows of one length, `x` for whatever is no digit."""
    rows = [*lines][: shape[0]]
    rows += [""] * (shape[0] - len(rows))
    return ["".join(c if "0" <= c <= "9" else ABSENT for c in row[: shape[1]].ljust(shape[1])) for row in rows]


def _states(rows: list[str], states: int) -> tuple[Grid, Mask]:
    cells = np.array([[c != ABSENT for c in row] for row in rows], dtype=np.bool_)
    digits = [[0 if c == ABSENT else int(c) % states for c in row] for row in rows]
    return np.array(digits, dtype=np.uint8), cells


def _zeros(board: list[str]) -> list[str]:
    return ["".join(c if c == ABSENT else "0" for c in row) for row in board]


def _present(character: str) -> str:
    return "0" if character == ABSENT else character


def _put(rows: list[str], row: int, column: int, character: str) -> list[str]:
    line = rows[row]
    return [*rows[:row], line[:column] + character + line[column + 1 :], *rows[row + 1 :]]

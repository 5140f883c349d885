"""Editing a peg solitaire level hole by hole."""

from __future__ import annotations

from collections.abc import Sequence

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
from gridproof.levels.pegs.format import read
from gridproof.levels.pegs.level import DIRECTIONS, Pegs
from gridproof.levels.text import Document, Rows
from gridproof.scene import Address, Brush

HEADERS, BLOCKS = ("jumps",), ("goal",)
NONE = " "
BRUSHES = (
    Brush("peg", "peg", "peg"),
    Brush("hole", "hole", "hole"),
    Brush("none", "no hole", "void"),
    Brush("goal peg", "goal: peg", "hole-goal"),
    Brush("goal hole", "goal: empty", "hole"),
    Brush("goal either", "goal: either", "hole-free"),
)
MARKS = {"peg": "o", "hole": ".", "none": NONE, "goal peg": "o", "goal hole": ".", "goal either": "?"}


def brushes(level: Pegs) -> tuple[Brush, ...]:
    return BRUSHES


def draft(text: str) -> Pegs:
    try:
        return first_level(read, text)
    except LevelError:
        doc = document_of(text, HEADERS, BLOCKS)
    board = _grid(doc.board, "o.")
    goal = _goal(doc, board)
    holes = [(r, c) for r, row in enumerate(board) for c, mark in enumerate(row) if mark != NONE]
    jumps = doc.headers.get("jumps", "orthogonal")

    def pegs(rows: list[str], mark: str) -> int:
        return sum(1 << number for number, (r, c) in enumerate(holes) if rows[r][c] == mark)

    return Pegs(
        holes=tuple(holes),
        start=pegs(board, "o"),
        must=pegs(goal, "o") if goal else 0,
        free=pegs(goal, "?") if goal else 0,
        anywhere=not goal,
        neighbours=jumps if jumps in DIRECTIONS else "orthogonal",
        title=doc.title,
    )


def edit(text: str, cell: Address, brush: str) -> str:
    """The first goal brush gives a level whose goal was one peg anywhere a goal of its own, empty elsewhere."""
    text = plain_text(read, text)
    doc = document_of(text, HEADERS, BLOCKS)
    board = _grid(doc.board, "o.")
    goal = _goal(doc, board)
    row, column = cell
    if not (0 <= row < len(board) and 0 <= column < len(board[0])):
        raise no_square(cell)
    if brush not in MARKS:
        raise no_brush(brush)
    if not brush.startswith("goal "):
        was = board[row][column]
        board = _put(board, row, column, MARKS[brush])
        if goal and (MARKS[brush] == NONE) != (was == NONE):
            goal = _put(goal, row, column, NONE if brush == "none" else ".")
    elif board[row][column] != NONE:
        empty = [line.replace("o", ".") for line in board]
        goal = _put(goal or empty, row, column, MARKS[brush])
    if goal:
        text = with_block(doc, "goal", _lines(goal))
    return plain_text(read, with_rows(document_of(text, HEADERS, BLOCKS).board, _lines(board)))


def resize(text: str, edge: str, by: int) -> str:
    """A new row or column has empty holes where the one beside it has holes."""
    text = plain_text(read, text)
    doc = document_of(text, HEADERS, BLOCKS)
    board = _grid(doc.board, "o.")
    if goal := _goal(doc, board):
        text = with_block(doc, "goal", _lines(resized_text(goal, edge, by, _holes)))
        doc = document_of(text, HEADERS, BLOCKS)
    return plain_text(read, with_rows(doc.board, _lines(resized_text(board, edge, by, _holes))))


def _holes(line: Sequence[str]) -> str:
    return "".join(NONE if mark == NONE else "." for mark in line)


def _grid(rows: Rows, known: str) -> list[str]:
    """Rows of one length; whatever is no mark is no hole."""
    width = max(len(line.rstrip()) for line in rows.lines)
    return ["".join(c if c in known else NONE for c in line[:width].ljust(width)) for line in rows.lines]


def _goal(doc: Document, board: list[str]) -> list[str]:
    """The goal's marks on the holes of the board; empty when there is no goal block."""
    if "goal" not in doc.blocks or not doc.blocks["goal"].lines:
        return []
    lines = [*_grid(doc.blocks["goal"], "o.?"), *[""] * len(board)]
    return [
        "".join(NONE if here == NONE else "." if mark == NONE else mark for here, mark in zip(row, line, strict=True))
        for row, line in ((row, line[: len(row)].ljust(len(row))) for row, line in zip(board, lines, strict=False))
    ]


def _put(rows: list[str], row: int, column: int, mark: str) -> list[str]:
    line = rows[row]
    return [*rows[:row], line[:column] + mark + line[column + 1 :], *rows[row + 1 :]]


def _lines(rows: list[str]) -> list[str]:
    return [row.rstrip() or "#" for row in rows]

"""Editing a sliding-block level square by square."""

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
from gridproof.levels.sliding.compact import LETTERS
from gridproof.levels.sliding.format import EMPTY, GATE, WALL, read
from gridproof.levels.sliding.level import Piece, Sliding
from gridproof.levels.text import Document
from gridproof.scene import Address, Brush

HEADERS, BLOCKS = ("axis", "same", "linked"), ("goal",)


def brushes(level: Sliding) -> list[Brush]:
    names = sorted(piece.name for piece in level.pieces)
    named = {piece.name for piece in level.goal}
    found = [Brush(EMPTY, "empty", "floor"), Brush(WALL, "wall", "wall"), Brush(GATE, "gate", "gate")]
    found += [Brush(name, f"piece {name}", "block-named" if name in named else "block") for name in names]
    fresh = next((letter for letter in LETTERS if letter not in names), None)
    if fresh is not None:
        found.append(Brush(fresh, f"new piece {fresh}", "block"))
    found.append(Brush(f"goal {EMPTY}", "goal: none here", "floor"))
    return found + [Brush(f"goal {name}", f"goal: {name}", "target") for name in names]


def draft(text: str) -> Sliding:
    try:
        return first_level(read, text)
    except LevelError:
        doc = document_of(text, HEADERS, BLOCKS)
    board = _board(doc)
    goal = _goal(doc, board)
    places = {EMPTY: set[int](), WALL: set[int](), GATE: set[int]()}
    for cell, character in enumerate("".join(board)):
        places.setdefault(character, set()).add(cell)
    return Sliding(
        shape=(len(board), len(board[0])),
        walls=frozenset(places[WALL]),
        gates=frozenset(places[GATE]),
        pieces=_pieces("".join(board)),
        goal=_pieces("".join(goal)),
        axis_long=doc.headers.get("axis") == "long",
        title=doc.title,
    )


def _pieces(cells: str) -> tuple[Piece, ...]:
    """The pieces of a board in order of their first cells, connected or not."""
    names = dict.fromkeys(c for c in cells if c not in (EMPTY, WALL, GATE))
    return tuple(Piece(name, tuple(i for i, c in enumerate(cells) if c == name)) for name in names)


def edit(text: str, cell: Address, brush: str) -> str:
    text = plain_text(read, text)
    doc = document_of(text, HEADERS, BLOCKS)
    board = _board(doc)
    goal = _goal(doc, board)
    row, column = cell
    if not (0 <= row < len(board) and 0 <= column < len(board[0])):
        raise no_square(cell)
    name = brush.removeprefix("goal ")
    if len(name) != 1 or not (name.isalnum() or name == EMPTY or (name in WALL + GATE and name == brush)):
        raise no_brush(brush)
    if name != brush:
        goal[row] = goal[row][:column] + name + goal[row][column + 1 :]
    else:
        board[row] = board[row][:column] + name + board[row][column + 1 :]
        if name == WALL:
            goal[row] = goal[row][:column] + EMPTY + goal[row][column + 1 :]
    return _written(doc, board, goal)


def resize(text: str, edge: str, by: int) -> str:
    """A new row or column is empty, a wall beside one that is all wall."""
    text = plain_text(read, text)
    doc = document_of(text, HEADERS, BLOCKS)
    board = _board(doc)
    goal = resized_text(_goal(doc, board), edge, by, lambda line: EMPTY * len(line))
    return _written(doc, resized_text(board, edge, by, _beside), goal)


def _beside(line: Sequence[str]) -> str:
    return (WALL if all(mark == WALL for mark in line) else EMPTY) * len(line)


def _written(doc: Document, board: list[str], goal: list[str]) -> str:
    """The text with another board and goal."""
    if any(line == GATE * 3 for line in board):  # such a row would end the level: put a wall beside it
        board, goal = [line + WALL for line in board], [line + EMPTY for line in goal]
    text = with_block(doc, "goal", goal)
    return plain_text(read, with_rows(document_of(text, HEADERS, BLOCKS).board, board))


def _board(doc: Document) -> list[str]:
    """The rows, filled up to one length with walls; what is no cell becomes an empty one."""
    lines = [line.rstrip() for line in doc.board.lines]
    width = max(len(line) for line in lines)
    return [
        "".join(c if c in WALL + GATE or c.isalnum() else EMPTY for c in line.ljust(width, WALL)) for line in lines
    ]


def _goal(doc: Document, board: list[str]) -> list[str]:
    """The goal block, filled up to the size of the board, letters only."""
    lines = [*doc.blocks["goal"].lines] if "goal" in doc.blocks else []
    lines += [""] * (len(board) - len(lines))
    width = len(board[0])
    return ["".join(c if c.isalnum() else EMPTY for c in line[:width].ljust(width)) for line in lines[: len(board)]]

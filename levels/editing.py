"""What the stages of the puzzles share: finding a board in a text that is being edited, and putting it back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from gridproof.errors import LevelError
from gridproof.levels.base import Level
from gridproof.levels.text import Document, Rows, Source, document, from_text, split

L = TypeVar("L", bound=Level)
T = TypeVar("T")
EDGES = ("top", "right", "bottom", "left")


def first_level(read: Callable[[Source], Sequence[L]], text: str) -> L:
    """The first level of a text. Raises LevelError when there is none."""
    levels = read(from_text(text))
    if not levels:
        raise LevelError("an empty text: expected a level")
    return levels[0]


def plain_text(read: Callable[[Source], Sequence[Level]], text: str) -> str:
    """The canonical text of the first level of a text; a text that is no level stays as it is."""
    try:
        return first_level(read, text).to_text()
    except LevelError:
        return text


def document_of(text: str, headers: Sequence[str], blocks: Sequence[str]) -> Document:
    """The first document of a text in the common format. Raises LevelError where no board can be made out."""
    source = from_text(text)
    first = next(split(source), None)
    if first is None:
        raise source.error("an empty text: expected a level")
    return document(first, headers, blocks)


def with_rows(rows: Rows, lines: Sequence[str]) -> str:
    """The text around a board or block, with other lines in its place."""
    before, after = rows.source.lines[: rows.start], rows.source.lines[rows.start + len(rows.lines) :]
    return "\n".join([*before, *lines, *after]) + "\n"


def with_block(doc: Document, name: str, lines: Sequence[str]) -> str:
    """The text with a block in place of the one of that name, or behind the board where there was none."""
    if name in doc.blocks:
        return with_rows(doc.blocks[name], lines)
    return with_rows(doc.board, [*doc.board.lines, f"{name}:", *lines])


def resized(
    rows: Sequence[Sequence[T]], edge: str, by: int, fresh: Callable[[Sequence[T]], Sequence[T]]
) -> list[list[T]]:
    """A rectangle with one line more (`by` 1) or less (-1) at an edge.

    `fresh` makes the new row or column out of the one that has been at that edge. Raises LevelError for what is no
    edge, no such change, or would leave nothing.
    """
    if edge not in EDGES or by not in (1, -1):
        raise LevelError(f"expected one of {', '.join(EDGES)}, and 1 or -1, not {edge[:20]!r} and {by}")
    sideways, behind = edge in ("left", "right"), edge in ("bottom", "right")
    lines = [list(line) for line in (zip(*rows, strict=True) if sideways else rows)]
    if by > 0:
        new = list(fresh(lines[-1 if behind else 0]))
        lines = [*lines, new] if behind else [new, *lines]
    elif len(lines) == 1:
        raise LevelError(f"the last {'column' if sideways else 'row'} cannot be removed")
    else:
        lines = lines[:-1] if behind else lines[1:]
    return [list(line) for line in zip(*lines, strict=True)] if sideways else lines


def resized_text(rows: Sequence[str], edge: str, by: int, fresh: Callable[[Sequence[str]], str]) -> list[str]:
    """The same for rows of characters of one length."""
    return ["".join(row) for row in resized(rows, edge, by, fresh)]


def no_square(cell: tuple[int, int]) -> LevelError:
    return LevelError(f"there is no square {list(cell)} on the board")


def no_brush(brush: str) -> LevelError:
    return LevelError(f"no brush {brush[:40]!r} for this level")

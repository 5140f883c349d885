"""What the stages of the puzzles share: finding a board in a text that is being edited, and putting it back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from gridproof.errors import LevelError
from gridproof.levels.base import Level
from gridproof.levels.text import Document, Rows, Source, document, from_text, split

L = TypeVar("L", bound=Level)


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


def no_square(cell: tuple[int, int]) -> LevelError:
    return LevelError(f"there is no square {list(cell)} on the board")


def no_brush(brush: str) -> LevelError:
    return LevelError(f"no brush {brush[:40]!r} for this level")

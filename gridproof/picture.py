"""A board as people see it: rows of short texts, each with the name of a style. Knows no terminal and no page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

# wall, floor: the board; on: a lit cell, a peg, a box; goal; press: a cell to act on; mark: evidence; dim: the rest
STYLES = ("wall", "floor", "on", "goal", "press", "mark", "dim")


@dataclass(frozen=True, slots=True)
class Picture:
    """Rows of (text, style) pieces; `legend` lines say what the marks mean."""

    rows: tuple[tuple[tuple[str, str], ...], ...]
    legend: tuple[str, ...] = ()

    @classmethod
    def of(cls, rows: Iterable[Iterable[tuple[str, str]]], legend: Sequence[str] = ()) -> Picture:
        return cls(tuple(tuple(row) for row in rows), tuple(legend))

    def plain(self) -> str:
        """The picture without styles, trailing blanks cut."""
        lines = ["".join(text for text, _ in row).rstrip() for row in self.rows]
        return "\n".join([*lines, *self.legend])

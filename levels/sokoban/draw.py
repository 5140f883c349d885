"""A Sokoban board for people: the rows as they are written, and beside them the evidence or below them the walk."""

from __future__ import annotations

import textwrap

from gridproof.answer import Certificate
from gridproof.levels.sokoban.level import Sokoban
from gridproof.picture import Picture

STYLE = {"#": "wall", " ": "floor", ".": "goal", "$": "on", "*": "goal", "@": "press", "+": "press"}
LONGEST_SHOWN = 2_000  # letters of a solution


def draw(level: Sokoban, solution: str | None = None, certificate: Certificate | None = None) -> Picture:
    """The board; with a certificate its squares are marked `X` on a second board; a solution stands below."""
    width = max(len(row) for row in level.rows)
    rows = [[(cell, STYLE[cell]) for cell in row] for row in level.rows]
    squares = certificate.data.get("squares") if certificate is not None else None
    legend: list[str] = []
    if isinstance(squares, list) and squares:
        marked = {tuple(place) for place in squares}
        for r, row in enumerate(level.rows):
            rows[r] += [(" " * (width - len(row) + 4), "floor")]
            rows[r] += [("X", "mark") if (r, c) in marked else (cell, STYLE[cell]) for c, cell in enumerate(row)]
        legend.append("X = a box of the proof")
    if solution:
        shown = solution if len(solution) <= LONGEST_SHOWN else solution[:LONGEST_SHOWN] + "..."
        legend += ["", *textwrap.wrap(shown, 78), "lower case = walk, upper case = push"]
    return Picture.of(rows, legend)

"""A Sokoban board for people: the rows as they are written, and beside them the evidence or below them the walk."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from gridproof.answer import Certificate
from gridproof.levels.sokoban.level import Sokoban
from gridproof.picture import Picture

STYLE = {"#": "wall", " ": "floor", ".": "goal", "$": "on", "*": "goal", "@": "press", "+": "press"}
LONGEST_SHOWN = 2_000  # letters of a solution
WIDEST = 110  # characters of a board with numbers


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


def draw_reach(
    level: Sokoban, cell: tuple[int, int], reached: Mapping[tuple[int, int], int], to: tuple[int, int] | None = None
) -> Picture:
    """The board with the pushes that bring the box on `cell` to each square, in front of what the square holds.

    Where that would be too wide, a square has the last digit of its number only.
    """
    digits = max(len(str(count)) for count in reached.values())
    narrow = (digits + 1) * (level.stride - 2) > WIDEST
    rows = []
    for r, row in enumerate(level.rows):
        pieces = []
        for c, sign in enumerate(row):
            count = reached.get((r, c))
            shown = "" if count is None else str(count)
            style = "press" if (r, c) in (cell, to) else "mark" if shown else STYLE[sign]
            if narrow:
                pieces.append((shown[-1:] if count else sign, style))
            elif sign == "#":
                pieces.append(("#" * (digits + 1), style))
            else:
                pieces.append((shown.rjust(digits) + sign, style))
        rows.append(pieces)
    what = "the last digit of the fewest pushes" if narrow else "fewest pushes"
    return Picture.of(rows, [f"a number = {what} that bring the box there" + ("" if narrow else "; 0 = the box")])

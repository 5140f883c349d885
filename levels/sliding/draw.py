"""A sliding-block board for people: the start, beside it the end, and the moves in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from gridproof.answer import Certificate
from gridproof.levels.sliding.format import board_rows
from gridproof.levels.sliding.level import Piece, Sliding, Solution
from gridproof.picture import Picture

ARROWS = {"u": "↑", "d": "↓", "l": "←", "r": "→"}
PER_LINE = 100  # characters
STYLE = {".": "floor", "#": "wall", "-": "dim"}


def draw(level: Sliding, solution: Solution | None = None, certificate: Certificate | None = None) -> Picture:
    """The board; with a solution also the final board and the list of moves; with a proof the pieces it names."""
    start = board_rows(level, level.pieces)
    goal = {piece.name for piece in level.goal}
    marked = set(certificate.data.get("pieces", ())) if certificate is not None else set()
    left = [_styled(row, goal, marked) for row in start]
    if solution is None:
        return Picture.of(left)
    last = level.initial()
    for state in level.play(solution):
        last = state
    right = [_styled(row, goal, marked) for row in board_rows(level, lying(level, last.anchors))]
    gap = [[("  →  " if r == len(left) // 2 else "     ", "dim")] for r in range(len(left))]
    rows = [a + g + b for a, g, b in zip(left, gap, right, strict=True)]
    return Picture.of(rows, _wrapped([phrase(entry) for entry in solution]))


def lying(level: Sliding, anchors: Sequence[int]) -> list[Piece]:
    """The pieces where their anchors say."""
    pieces = []
    for piece, kind, anchor in zip(level.pieces, level.kind_of, anchors, strict=True):
        mask = kind.masks[anchor]
        pieces.append(Piece(piece.name, tuple(i for i in range(mask.bit_length()) if mask >> i & 1)))
    return pieces


def phrase(entry: Sequence[str]) -> str:
    """`["A", "rrd"]` -> `A→2↓`."""
    runs = ((step, len(list(group))) for step, group in groupby(entry[1]))
    return entry[0] + "".join(ARROWS[step] + (str(count) if count > 1 else "") for step, count in runs)


def _styled(row: str, goal: set[str], marked: set[str]) -> list[tuple[str, str]]:
    def style(character: str) -> str:
        if character in marked:
            return "mark"
        return "goal" if character in goal else STYLE.get(character, "on")

    return [(character, style(character)) for character in row]


def _wrapped(phrases: list[str]) -> list[str]:
    lines: list[str] = []
    for text in phrases:
        if lines and len(lines[-1]) + 2 + len(text) <= PER_LINE:
            lines[-1] += "  " + text
        else:
            lines.append(text)
    return lines

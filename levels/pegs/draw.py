"""A peg solitaire board for people: pegs, holes, the end beside the start, and the moves below."""

from __future__ import annotations

import itertools
from typing import Any

from gridproof.answer import Certificate
from gridproof.levels.pegs.certificates import read_cells, read_weights
from gridproof.levels.pegs.level import Chain, Pegs, join
from gridproof.picture import Picture

Piece = tuple[str, str]
LINE = 100  # characters of moves on a line


def draw(level: Pegs, solution: list[Chain] | None = None, certificate: Certificate | None = None) -> Picture:
    """The start; with a solution the end beside it and the moves; with a certificate its sets or weights."""
    boards = [_board(level, level.start, level.start ^ level.everything, 0)]
    legend: list[str] = []
    if solution is not None:
        boards.append(_board(level, end := play(level, solution), end ^ level.everything, 0))
        legend = _moves(solution)
    elif certificate is not None and certificate.kind in ("class", "pagoda", "counts"):
        boards += _proof(level, certificate)
        if len(boards) > 1:
            legend = ["left: the start; right: the proof, * = in the set, digits = weights"]
    elif not level.anywhere:
        boards.append(_board(level, level.must, level.everything & ~level.must & ~level.free, level.free))
        legend = ["left: the start; right: the goal" + (", ? = either" if level.free else "")]
    rows = []
    for parts in zip(*boards, strict=True):
        row: list[Piece] = []
        for part in parts:
            row += [("     ", "floor"), *part] if row else part
        rows.append(row)
    return Picture.of(rows, legend)


def play(level: Pegs, solution: list[Chain]) -> int:
    """The position at the end of a solution that the rules accept."""
    position = level.start
    for chain in solution:
        for (r, c), (s, d) in itertools.pairwise(chain):
            over = level.index[(r + s) // 2, (c + d) // 2]
            position ^= 1 << level.index[r, c] | 1 << over | 1 << level.index[s, d]
    return position


def _board(level: Pegs, pegs: int, empty: int, either: int) -> list[list[Piece]]:
    marks: list[Piece] = []
    for number in range(level.size):
        if pegs >> number & 1:
            marks.append(("o", "on"))
        else:
            marks.append(("?", "goal") if either >> number & 1 else (".", "floor"))
    return _set_out(level, marks)


def _set_out(level: Pegs, marks: list[Piece]) -> list[list[Piece]]:
    """Marks of equal width, each in its place; triangular boards with every row half a place to the side."""
    height, columns = level.holes[-1][0] + 1, range(max(c for _, c in level.holes) + 1)
    width = max(len(text) for text, _ in marks)
    places = dict(zip(level.holes, marks, strict=True))
    rows = []
    for r in range(height):
        row: list[Piece] = []
        if level.neighbours == "hex":
            row.append((" " * ((height - 1 - r) * (width + 1) // 2), "floor"))
        for c in columns:
            text, style = places.get((r, c), ("", "wall"))
            row.append((text.rjust(width) + " ", style))
        if level.neighbours == "hex":
            row.append((" " * (r * (width + 1) // 2), "floor"))
        rows.append(row)
    return rows


def _moves(solution: list[Chain]) -> list[str]:
    """The moves, numbered, several to a line: `1. 3,1-3,3`."""
    if not solution:
        return ["nothing to do: the start meets the goal"]
    texts = [
        f"{number}. " + "-".join(f"{row},{column}" for row, column in chain)
        for number, chain in enumerate(join(solution), 1)
    ]
    lines, line = ["left: the start; right: the end; moves (row,column):"], ""
    for text in texts:
        if line and len(line) + len(text) > LINE:
            lines.append(line)
            line = ""
        line += ("  " if line else "") + text
    return [*lines, line]


def _proof(level: Pegs, certificate: Certificate) -> list[list[list[Piece]]]:
    """Up to two sets and one weight function of a certificate, set out as boards."""
    data: Any = certificate.data
    boards = []
    for entry in data.get("sets", [])[:2]:
        cells = read_cells(level, entry)
        boards.append(_set_out(level, [("*", "mark") if cells >> i & 1 else ("-", "dim") for i in range(level.size)]))
    for entry in data.get("weights", [])[:1]:
        weights = read_weights(level, entry)
        boards.append(_set_out(level, [(str(w), "mark") if w else ("0", "dim") for w in weights]))
    return boards

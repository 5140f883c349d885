"""Editing a board of the (m×n−1)-puzzle: a number that is put somewhere changes places with what stood there."""

from __future__ import annotations

from gridproof.errors import LevelError
from gridproof.levels.editing import document_of, first_level, no_brush, no_square, plain_text, with_rows
from gridproof.levels.npuzzle.format import WORD, read
from gridproof.levels.npuzzle.level import BLANK, NPuzzle, default_goal
from gridproof.levels.text import Rows
from gridproof.scene import Address, Brush

HEADERS, BLOCKS = ("size",), ("goal",)
MOST_BRUSHES = 100  # numbers on offer; on a larger board the blank alone, which can take any tile anywhere


def brushes(level: NPuzzle) -> list[Brush]:
    numbers = sorted({*level.start, BLANK}) if level.cells <= MOST_BRUSHES else [BLANK]
    return [Brush(str(n), "blank" if n == BLANK else str(n), "floor" if n == BLANK else "tile") for n in numbers]


def draft(text: str) -> NPuzzle:
    try:
        return first_level(read, text)
    except LevelError:
        doc = document_of(text, HEADERS, BLOCKS)
    rows = _numbers(doc.board)
    shape = len(rows), len(rows[0])
    start = tuple(number for row in rows for number in row)
    goal = default_goal(*shape)
    if "goal" in doc.blocks:
        wanted = tuple(number for row in _numbers(doc.blocks["goal"]) for number in row)
        goal = wanted if len(wanted) == len(start) else start
    return NPuzzle(*shape, start, goal, doc.title)


def edit(text: str, cell: Address, brush: str) -> str:
    text = plain_text(read, text)
    doc = document_of(text, HEADERS, BLOCKS)
    rows = _numbers(doc.board)
    row, column = cell
    if not (0 <= row < len(rows) and 0 <= column < len(rows[0])):
        raise no_square(cell)
    if brush not in {known.name for known in brushes(draft(text))}:
        raise no_brush(brush)
    number, old = int(brush), rows[row][column]
    if number != old:
        places = [(r, c) for r, line in enumerate(rows) for c, held in enumerate(line) if held == number]
        if places:
            r, c = min(places, key=lambda place: abs(place[0] - row) + abs(place[1] - column))
            rows[r][c] = old
        rows[row][column] = number
    return plain_text(read, with_rows(doc.board, _lines(rows)))


def _numbers(rows: Rows) -> list[list[int]]:
    """Rows of numbers of one length; raises LevelError at the first word that is none, or a row too short."""
    found: list[list[int]] = []
    for index, line in enumerate(rows.lines):
        numbers = []
        for word in WORD.finditer(line):
            if word[0] != "_" and not (word[0].isascii() and word[0].isdecimal() and len(word[0]) < 9):
                raise rows.error(f"{word[0][:20]!r}: expected a number, or 0 or _ for the blank", index, word.start())
            numbers.append(BLANK if word[0] == "_" else int(word[0]))
        if found and len(numbers) != len(found[0]):
            raise rows.error(f"{len(numbers)} numbers in this row: expected {len(found[0])} as in the first", index)
        found.append(numbers)
    return found


def _lines(rows: list[list[int]]) -> list[str]:
    width = max(len(str(number)) for row in rows for number in row)
    return [" ".join(str(number).rjust(width) for number in row) for row in rows]

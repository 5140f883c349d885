"""Editing a board of the (m×n−1)-puzzle: a number that is put somewhere changes places with what stood there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gridproof.errors import LevelError
from gridproof.levels.editing import (
    document_of,
    first_level,
    no_brush,
    no_square,
    plain_text,
    resized,
    with_block,
    with_rows,
)
from gridproof.levels.npuzzle.format import WORD, read
from gridproof.levels.npuzzle.level import BLANK, NPuzzle, default_goal
from gridproof.levels.text import Document, Rows
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


def resize(text: str, edge: str, by: int) -> str:
    """New cells get the next numbers, in the goal too. What is left of a smaller board is numbered anew in its order;
    where the text has a goal of its own, the goal takes what is left instead. One blank stays."""
    text = plain_text(read, text)
    doc = document_of(text, HEADERS, BLOCKS)
    rows, following = _numbers(doc.board), max(map(max, _numbers(doc.board))) + 1

    def fresh(line: Sequence[int]) -> range:
        return range(following, following + len(line))

    board = resized(rows, edge, by, fresh)
    if not any(BLANK in row for row in board):
        last = max(map(max, board))
        board = [[BLANK if number == last else number for number in row] for row in board]
    if "goal" in doc.blocks:
        goal = _refilled(resized(_numbers(doc.blocks["goal"]), edge, by, fresh), board)
        text = with_block(doc, "goal", _lines(goal))
        doc = document_of(text, HEADERS, BLOCKS)
    elif by < 0:
        rank = {number: i for i, number in enumerate(sorted({BLANK, *(n for row in board for n in row)}))}
        board = [[rank[number] for number in row] for row in board]
    return plain_text(read, _sized(doc, board))


def _sized(doc: Document, board: list[list[int]]) -> str:
    """The text with another board, and its size in a header where that is needed: a single row may be a square."""
    lines = with_rows(doc.board, _lines(board)).split("\n")
    if "size" in doc.headers:
        del lines[doc.header_lines["size"]]
    if "size" in doc.headers or len(board) == 1:
        at = doc.header_lines.get("size", doc.board.start)
        lines.insert(at, f"size: {len(board)}x{len(board[0])}")
    return "\n".join(lines)


def _refilled(goal: list[list[int]], board: list[list[int]]) -> list[list[int]]:
    """The goal with the numbers of the board: what the board has no more gives way to what the goal lacks."""
    missing = Counter(number for row in board for number in row)
    missing.subtract(number for row in goal for number in row)
    spare = {number: -count for number, count in missing.items() if count < 0}
    lacking = sorted(missing.elements())
    found = [list(row) for row in goal]
    for row in found:
        for column, number in enumerate(row):
            if spare.get(number, 0) > 0 and lacking:
                spare[number] -= 1
                row[column] = lacking.pop(0)
    return found


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

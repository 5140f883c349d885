"""The text format of (m×n−1)-puzzles, read and written."""

from __future__ import annotations

import math
import re
from collections import Counter

from gridproof.levels.npuzzle.level import BLANK, NPuzzle, State, default_goal
from gridproof.levels.text import Document, Rows, Source, document, split

LARGEST = 100  # rows or columns
LARGEST_NUMBER = 99_999
WORD = re.compile(r"[^\s,]+")
Shape = tuple[int, int]


def read(source: Source) -> list[NPuzzle]:
    """Every level of a source. Raises LevelError with line and column of the first fault."""
    return [_level(document(part, ("size",), ("goal",))) for part in split(source)]


def write(level: NPuzzle) -> str:
    """The canonical text of a level; `read` gives the level back."""
    lines = ["puzzle: npuzzle"]
    if level.title:
        lines.append(f"title: {level.title}")
    if level.rows == 1:
        lines.append(f"size: 1x{level.columns}")  # a single row would be read as a list where the count is a square
    lines += _lines(level, level.start)
    if level.goal != default_goal(level.rows, level.columns):
        lines += ["goal:", *_lines(level, level.goal)]
    return "\n".join(lines) + "\n"


def _lines(level: NPuzzle, state: State) -> list[str]:
    width = len(str(max(state)))
    rows = (state[r * level.columns : (r + 1) * level.columns] for r in range(level.rows))
    return [" ".join(str(number).rjust(width) for number in row) for row in rows]


def _level(doc: Document) -> NPuzzle:
    size = _size(doc)
    shape, start, places = _numbers(doc.board, size)
    rows, columns = shape
    if rows * columns < 2:
        raise doc.board.error("a board of one cell: expected at least 1x2", 0)
    if BLANK not in start:
        raise doc.board.error("no blank: expected a 0 or _", 0)
    if "goal" not in doc.blocks:
        _expect_classic(doc.board, start, places)
        return NPuzzle(rows, columns, start, default_goal(rows, columns), doc.title)
    block = doc.blocks["goal"]
    if not block.lines:
        raise doc.source.error("an empty goal: block: expected rows of numbers", len(doc.source.lines) - 1)
    goal_shape, goal, goal_places = _numbers(block, shape)
    if goal_shape != shape:
        raise block.error(f"goal: {_by(goal_shape)} numbers: expected {_by(shape)} as on the board", 0)
    _expect_same(block, start, goal, goal_places)
    return NPuzzle(rows, columns, start, goal, doc.title)


def _size(doc: Document) -> Shape | None:
    text = doc.headers.get("size")
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,6})\s*[x×X]\s*(\d{1,6})", text)
    if not match or not int(match[1]) or not int(match[2]):
        raise doc.header_error("size", "rows x columns, such as 4x4")
    if max(int(match[1]), int(match[2])) > LARGEST:
        raise doc.header_error("size", f"at most {LARGEST} rows and columns")
    return int(match[1]), int(match[2])


def _numbers(rows: Rows, size: Shape | None) -> tuple[Shape, State, list[tuple[int, int]]]:
    """Shape, numbers and their (row, column) places in the text. One row may be a list of the whole board."""
    lines = [list(WORD.finditer(line)) for line in rows.lines]
    numbers: list[int] = []
    places: list[tuple[int, int]] = []
    for index, words in enumerate(lines):
        for word in words:
            places.append((index, word.start()))
            if word[0] != "_" and not (word[0].isascii() and word[0].isdigit() and len(word[0]) <= 9):
                raise rows.error(f"{word[0]!r}: expected a number, or 0 or _ for the blank", index, word.start())
            numbers.append(BLANK if word[0] == "_" else int(word[0]))
            if numbers[-1] > LARGEST_NUMBER:
                raise rows.error(f"{word[0]}: expected a number up to {LARGEST_NUMBER}", index, word.start())
    shape = (len(lines), len(lines[0]))
    if len(lines) == 1:
        shape = _shape_of_list(rows, len(numbers), size)
    for index, words in enumerate(lines):
        if len(lines) > 1 and len(words) != shape[1]:
            raise rows.error(
                f"{len(words)} numbers in this row: expected {shape[1]} as in the first",
                index,
                len(rows.lines[index]),
            )
    if size is not None and shape != size:
        raise rows.error(f"{_by(shape)} numbers: expected {_by(size)}", 0)
    if max(shape) > LARGEST:
        raise rows.error(f"a board of {_by(shape)}: expected at most {LARGEST} rows and columns", 0)
    return shape, tuple(numbers), places


def _shape_of_list(rows: Rows, count: int, size: Shape | None) -> Shape:
    """The shape of numbers on one line: as `size` says, a square if the count is one, a single row otherwise."""
    if size is not None:
        if size[0] * size[1] != count:
            raise rows.error(f"{count} numbers: expected {size[0] * size[1]} for {_by(size)}", 0, len(rows.lines[0]))
        return size
    side = math.isqrt(count)
    return (side, side) if side * side == count else (1, count)


def _expect_classic(rows: Rows, start: State, places: list[tuple[int, int]]) -> None:
    """Without a goal block, the board holds each of 0..mn−1 once."""
    first: dict[int, int] = {}
    for index, number in enumerate(start):
        row, column = places[index]
        if number >= len(start):
            raise rows.error(f"{number}: expected 0 to {len(start) - 1}, or a goal: block", row, column)
        if number in first:
            missing = next(n for n in range(len(start)) if n not in start)
            what = "a second blank" if number == BLANK else f"a second {number}"
            raise rows.error(
                f"{what}, and {missing} is missing: expected each number once, or a goal: block", row, column
            )
        first[number] = index


def _expect_same(block: Rows, start: State, goal: State, places: list[tuple[int, int]]) -> None:
    """Start and goal hold the same collection of numbers."""
    left = Counter(start)
    for index, number in enumerate(goal):
        left[number] -= 1
        if left[number] < 0:
            count = start.count(number)
            what = "blank" if number == BLANK else f"tile {number}"
            held = f"no {what}" if not count else f"{count} of {what}"
            raise block.error(f"goal: the board holds {held}: expected the same numbers in both", *places[index])


def _by(shape: Shape) -> str:
    return f"{shape[0]}x{shape[1]}"

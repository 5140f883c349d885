"""The text format of peg solitaire, read and written: `o` peg, `.` hole, `?` either (goal), else no hole."""

from __future__ import annotations

from gridproof.levels.pegs.level import DIRECTIONS, Hole, Pegs
from gridproof.levels.text import Document, Rows, Source, document, split

LARGEST = 100  # rows and columns
NO_HOLE = " #"


def read(source: Source) -> list[Pegs]:
    """Every level of a source. Raises LevelError with line and column of the first fault."""
    return [_level(document(part, ("jumps",), ("goal",))) for part in split(source)]


def _level(doc: Document) -> Pegs:
    board = _marks(doc.board, "o.", "o or . (space or # where there is no hole)")
    if not board:
        raise doc.board.error("a board without a hole", 0)
    holes = tuple(sorted(board))
    index = {hole: number for number, hole in enumerate(holes)}
    start = sum(1 << index[hole] for hole, mark in board.items() if mark == "o")
    if not start:
        raise doc.board.error("a board without a peg", 0)
    must = free = 0
    if "goal" in doc.blocks:
        must, free = _goal(doc.blocks["goal"], index)
    return Pegs(
        holes=holes,
        start=start,
        must=must,
        free=free,
        anywhere="goal" not in doc.blocks,
        neighbours=doc.choice("jumps", tuple(DIRECTIONS), "orthogonal"),
        title=doc.title,
    )


def _goal(rows: Rows, index: dict[Hole, int]) -> tuple[int, int]:
    if not rows.lines:
        raise rows.error("an empty goal: block: expected rows like those of the board", -1)
    marks = _marks(rows, "o.?", "o, . or ? (space or # where there is no hole)")
    for row, column in sorted(marks.keys() ^ index.keys()):
        what = "a hole where the board has none" if (row, column) in marks else "no hole where the board has one"
        inside = row < len(rows.lines)
        raise rows.error(f"goal: {what} (row {row}, column {column})", row if inside else len(rows.lines) - 1, column)
    must = sum(1 << index[hole] for hole, mark in marks.items() if mark == "o")
    return must, sum(1 << index[hole] for hole, mark in marks.items() if mark == "?")


def _marks(rows: Rows, known: str, expected: str) -> dict[Hole, str]:
    """The marks of a block by place, without the places that have no hole."""
    marks = {}
    if len(rows.lines) > LARGEST:
        raise rows.error(f"a board of {len(rows.lines)} rows: expected at most {LARGEST}", LARGEST)
    for row, line in enumerate(rows.lines):
        if len(line.rstrip()) > LARGEST:
            raise rows.error(f"a row of {len(line.rstrip())} places: expected at most {LARGEST}", row, LARGEST)
        for column, mark in enumerate(line.rstrip()):
            if mark in known:
                marks[row, column] = mark
            elif mark not in NO_HOLE:
                raise rows.error(f"unknown character {mark!r}: expected {expected}", row, column)
    return marks


def write(level: Pegs) -> str:
    """The canonical text of a level; `read` gives the level back."""
    lines = ["puzzle: pegs"]
    if level.title:
        lines.append(f"title: {level.title}")
    if level.neighbours != "orthogonal":
        lines.append(f"jumps: {level.neighbours}")
    lines += board_lines(level, ["o" if level.start >> i & 1 else "." for i in range(level.size)])
    if not level.anywhere:
        marks = ["o" if level.must >> i & 1 else "?" if level.free >> i & 1 else "." for i in range(level.size)]
        lines += ["goal:", *board_lines(level, marks)]
    return "\n".join(lines) + "\n"


def board_lines(level: Pegs, marks: list[str]) -> list[str]:
    """One mark for each hole, set out as the board is; a row without holes is `#`."""
    height, width = level.holes[-1][0] + 1, max(column for _, column in level.holes) + 1
    grid = [[" "] * width for _ in range(height)]
    for (row, column), mark in zip(level.holes, marks, strict=True):
        grid[row][column] = mark
    return ["".join(row).rstrip() or "#" for row in grid]

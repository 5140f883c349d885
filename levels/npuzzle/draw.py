"""A board of the (m×n−1)-puzzle for people: the numbers, the goal beside them, the moves below."""

from __future__ import annotations

from gridproof.answer import Certificate
from gridproof.levels.npuzzle.level import BLANK, NPuzzle, Solution, State, default_goal
from gridproof.picture import Picture

Pieces = list[tuple[str, str]]
LINE = 60  # moves in a line
LONGEST = 1_200  # moves; more are left to --json


def draw(level: NPuzzle, solution: Solution | None = None, certificate: Certificate | None = None) -> Picture:
    """The start, beside it the goal unless it is the usual one; with a solution, the moves below."""
    width = len(str(max(level.start)))
    boards = [level.start]
    if level.goal != default_goal(level.rows, level.columns):
        boards.append(level.goal)
    rows: list[Pieces] = []
    for r in range(level.rows):
        row: Pieces = []
        for k, state in enumerate(boards):
            row += [("   →   " if r == level.rows // 2 else "       ", "dim")] if k else []
            row += _row(level, state, r, width)
        rows.append(row)
    return Picture.of(rows, [] if solution is None else _legend(level, solution))


def _row(level: NPuzzle, state: State, r: int, width: int) -> Pieces:
    row: Pieces = []
    for c in range(level.columns):
        number = state[r * level.columns + c]
        gap = " " if c else ""
        if number == BLANK:
            row.append((gap + "_".rjust(width), "dim"))
        else:
            home = level.goal[r * level.columns + c] == number
            row.append((gap + str(number).rjust(width), "goal" if home else "on"))
    return row


def _legend(level: NPuzzle, solution: Solution) -> list[str]:
    if not len(solution):
        return []
    if len(solution) > LONGEST:
        return [f"({len(solution):,} moves: --json and --output hold them)"]
    head = "tiles move " if level.blanks == 1 else "tiles (row, column) move "
    words = list(solution) if level.blanks == 1 else [f"({r},{c}){d} " for r, c, d in solution]
    per_line = LINE if level.blanks == 1 else LINE // 7
    lines = ["".join(words[i : i + per_line]).rstrip() for i in range(0, len(words), per_line)]
    return [head + lines[0], *(" " * len(head) + line for line in lines[1:])]

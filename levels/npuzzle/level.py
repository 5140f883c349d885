"""The (m×n−1)-puzzle: a tile next to a blank moves into it; every tile has to reach a place of its number.

Boards of any shape from 1×2 on, the blank anywhere in the start and in the goal. Equal tiles and several blanks
are allowed: then any tile of the right number will do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from gridproof.errors import IllegalMove
from gridproof.levels.base import Level

BLANK = 0
OFFSETS: dict[str, tuple[int, int]] = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}
NAMES = {"u": "up", "d": "down", "l": "left", "r": "right"}

State = tuple[int, ...]  # numbers in row-major order, 0 a blank
Solution = Any  # a string over `udlr`, or with several blanks a list of [row, column, "u"]


@dataclass(frozen=True, slots=False)
class NPuzzle(Level):
    """`start` and `goal` hold the same numbers, in row-major order, 0 for a blank.

    A solution is a string over `udlr`, the direction in which a tile moves. On a board with several blanks that
    would not say which tile, so there it is a list of `[row, column, direction]`, the place the tile moves from.
    """

    puzzle: ClassVar[str] = "npuzzle"
    metrics: ClassVar[tuple[str, ...]] = ("moves",)

    rows: int
    columns: int
    start: State
    goal: State
    title: str | None = None

    @property
    def cells(self) -> int:
        return self.rows * self.columns

    @property
    def line(self) -> bool:
        """Whether the board is a single row or column, where no tile can pass another."""
        return min(self.rows, self.columns) == 1

    @cached_property
    def blanks(self) -> int:
        return self.start.count(BLANK)

    @cached_property
    def distinct(self) -> bool:
        """Whether no two tiles are equal and there is one blank: the classic puzzle."""
        return len(set(self.start)) == self.cells

    def replay(self, solution: Solution) -> None:
        state = list(self.start)
        for index, entry in enumerate(solution):
            self._play(state, entry, index)
        if tuple(state) != self.goal:
            place = next(i for i in range(self.cells) if state[i] != self.goal[i])
            row, column = divmod(place, self.columns)
            found, wanted = _name(state[place]), _name(self.goal[place])
            raise IllegalMove(f"the solution ends with {found} at [{row}, {column}], where {wanted} belongs")

    def cost(self, solution: Solution, metric: str) -> int:
        return len(solution)

    def initial(self) -> State:
        return self.start

    def successors(self, state: State, metric: str) -> Iterator[tuple[Any, State]]:
        for blank in (cell for cell, number in enumerate(state) if number == BLANK):
            row, column = divmod(blank, self.columns)
            for direction, (dr, dc) in OFFSETS.items():
                r, c = row - dr, column - dc
                if 0 <= r < self.rows and 0 <= c < self.columns and state[r * self.columns + c] != BLANK:
                    after = list(state)
                    after[blank], after[r * self.columns + c] = state[r * self.columns + c], BLANK
                    yield direction if self.blanks == 1 else [r, c, direction], tuple(after)

    def is_goal(self, state: State) -> bool:
        return state == self.goal

    def read_solution(self, raw: Any) -> Solution:
        if self.blanks == 1:
            if not isinstance(raw, str):
                raise IllegalMove("expected a string over u, d, l, r: the direction in which each tile moves")
            for index, letter in enumerate(raw):
                if letter not in OFFSETS:
                    raise IllegalMove(f"expected u, d, l or r, not {letter!r}", index)
            return raw
        if not isinstance(raw, list):
            raise IllegalMove("expected a list of [row, column, direction], since there are several blanks")
        for index, entry in enumerate(raw):
            if not (
                isinstance(entry, list)
                and len(entry) == 3
                and type(entry[0]) is int
                and type(entry[1]) is int
                and entry[2] in OFFSETS
            ):
                raise IllegalMove(f'expected [row, column, "u" | "d" | "l" | "r"], not {entry!r}', index)
        return raw

    def to_text(self) -> str:
        from gridproof.levels.npuzzle.format import write  # the writer needs this class, too

        return write(self)

    def _play(self, state: list[int], entry: Any, index: int) -> None:
        """Make one move in place. Raises IllegalMove."""
        if self.blanks == 1:
            direction = entry
            dr, dc = OFFSETS[direction]
            row, column = divmod(state.index(BLANK), self.columns)
            row, column = row - dr, column - dc
        else:
            row, column, direction = entry
            dr, dc = OFFSETS[direction]
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise IllegalMove(f"no tile can move {NAMES[direction]}: it would come from outside the board", index)
        r, c = row + dr, column + dc
        here = row * self.columns + column
        if state[here] == BLANK:
            raise IllegalMove(f"there is no tile at [{row}, {column}]", index)
        if not (0 <= r < self.rows and 0 <= c < self.columns) or state[r * self.columns + c] != BLANK:
            raise IllegalMove(f"tile {state[here]} at [{row}, {column}] cannot move {NAMES[direction]}", index)
        state[r * self.columns + c], state[here] = state[here], BLANK


def default_goal(rows: int, columns: int) -> State:
    """1, 2, …, the blank last."""
    return (*range(1, rows * columns), BLANK)


def _name(number: int) -> str:
    return "a blank" if number == BLANK else f"tile {number}"

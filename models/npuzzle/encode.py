"""A board and a horizon as CNF: is there a solution of exactly k moves?

Variables, numbered as they are needed:
  at[t, c, v]    number v stands on cell c after t moves, 0 <= t <= k; 0 is a blank
  move[t, a, b]  move t takes a tile from cell a to the neighbouring cell b, 1 <= t <= k
Clauses:
  exactly one v on each cell at each time                       (given by the start and carried on by the moves)
  exactly one move at each t
  move[t, a, b] → at[t-1, b, 0], ¬at[t-1, a, 0], at[t, a, 0]
  move[t, a, b] ∧ at[t-1, a, v] → at[t, b, v]
  at[t-1, c, v] → at[t, c, v] unless a move at t begins or ends on c
  ¬move[t, a, b] ∨ ¬move[t+1, b, a]                             no move is taken back at once
  at[t, c, v] only where c is at most t steps from a start of v and at most k - t steps from a place of v
Size: about k·cells·numbers variables, k·cells·numbers·4 clauses. A planning graph in the manner of Kautz & Selman
(1992), "Planning as satisfiability".
"""

from __future__ import annotations

from collections.abc import Iterator

from gridproof.levels.npuzzle.level import BLANK, OFFSETS, NPuzzle

Clause = list[int]
Move = tuple[int, int, str]  # from cell, to cell, direction


class Encoding:
    """The CNF of one horizon; `decode` reads a solution from a model."""

    def __init__(self, level: NPuzzle, horizon: int):
        self.level, self.horizon = level, horizon
        self.moves = list(moves_of(level))
        self._at: dict[tuple[int, int, int], int] = {}
        self._move: dict[tuple[int, int, int], int] = {}
        self.variables = 0
        self._declare()

    def at(self, time: int, cell: int, number: int) -> int | None:
        """The variable, None where the number cannot be."""
        return self._at.get((time, cell, number))

    def clauses(self) -> Iterator[Clause]:
        level, k = self.level, self.horizon
        for cell in range(level.cells):
            for time, state in ((0, level.start), (k, level.goal)):
                there = self.at(time, cell, state[cell])
                yield [there] if there else []
        for time in range(k + 1):
            for cell in range(level.cells):
                yield from exactly_one([v for n in self._numbers if (v := self.at(time, cell, n))])
        for time in range(1, k + 1):
            yield from exactly_one([self._move[time, a, b] for a, b, _ in self.moves])
            for a, b, _ in self.moves:
                yield from self._effects(time, a, b)
            for cell in range(level.cells):
                yield from self._frame(time, cell)
            if time < k:
                for a, b, _ in self.moves:
                    yield [-self._move[time, a, b], -self._move[time + 1, b, a]]

    def decode(self, model: set[int]) -> str | list[list[object]]:
        """The solution in the form of the level, from the true variables."""
        steps = []
        for time in range(1, self.horizon + 1):
            a, direction = next((a, d) for a, b, d in self.moves if self._move[time, a, b] in model)
            steps.append((a, direction))
        if self.level.blanks == 1:
            return "".join(direction for _, direction in steps)
        return [[*divmod(a, self.level.columns), direction] for a, direction in steps]

    def _declare(self) -> None:
        level, k = self.level, self.horizon
        self._numbers = sorted(set(level.start))
        for number in self._numbers:
            starts = [c for c in range(level.cells) if level.start[c] == number]
            homes = [c for c in range(level.cells) if level.goal[c] == number]
            for cell in range(level.cells):
                since = min(self._distance(c, cell) for c in starts)
                until = min(self._distance(c, cell) for c in homes)
                for time in range(since, k - until + 1):
                    self._at[time, cell, number] = self._fresh()
        for time in range(1, k + 1):
            for a, b, _ in self.moves:
                self._move[time, a, b] = self._fresh()

    def _fresh(self) -> int:
        self.variables += 1
        return self.variables

    def _effects(self, time: int, a: int, b: int) -> Iterator[Clause]:
        move = self._move[time, a, b]
        for needed in (self.at(time - 1, b, BLANK), self.at(time, a, BLANK)):
            yield [-move, needed] if needed else [-move]
        if blank := self.at(time - 1, a, BLANK):
            yield [-move, -blank]
        for number in self._numbers:
            if number != BLANK and (before := self.at(time - 1, a, number)):
                after = self.at(time, b, number)
                yield [-move, -before, after] if after else [-move, -before]

    def _frame(self, time: int, cell: int) -> Iterator[Clause]:
        touching = [self._move[time, a, b] for a, b, _ in self.moves if cell in (a, b)]
        for number in self._numbers:
            if before := self.at(time - 1, cell, number):
                after = self.at(time, cell, number)
                yield [-before, *([after] if after else []), *touching]

    def _distance(self, a: int, b: int) -> int:
        columns = self.level.columns
        return abs(a // columns - b // columns) + abs(a % columns - b % columns)


def moves_of(level: NPuzzle) -> Iterator[Move]:
    """Every pair of neighbouring cells, with the direction from the first to the second."""
    for cell in range(level.cells):
        r, c = divmod(cell, level.columns)
        for direction, (dr, dc) in OFFSETS.items():
            if 0 <= r + dr < level.rows and 0 <= c + dc < level.columns:
                yield cell, (r + dr) * level.columns + c + dc, direction


def exactly_one(literals: list[int]) -> Iterator[Clause]:
    """At least one, and no two: pairwise, since the groups are small."""
    yield literals
    for i, literal in enumerate(literals):
        for other in literals[i + 1 :]:
            yield [-literal, -other]

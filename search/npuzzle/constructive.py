"""A solution for boards of any size, by hand's method: line after line, then a small rest.

The blank's home is in the upper left quarter of a standard board, so the bottom rows and right columns can be
filled in turn until at most 3×3 cells are left. Each tile is brought home by a best-first search over its own
place and the blank's, the last two of a line together.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass

from gridproof.levels.npuzzle.facts import odd_permutation
from gridproof.levels.npuzzle.level import BLANK, NPuzzle
from gridproof.limits import Budget
from gridproof.search.npuzzle.board import Board, board_of, neighbours
from gridproof.search.npuzzle.tables import distance

REST = 3  # rows and columns that are left for the exact search
GREED = 4  # weight of the tiles' distances


@dataclass(frozen=True, slots=True)
class Assigned:
    """A board whose equal tiles were told apart and whose blanks but one were made tiles.

    `level` is that classic level; numbers in `phantoms` are blanks, whose moves are none.
    """

    level: NPuzzle
    phantoms: frozenset[int]


def assign(level: NPuzzle) -> Assigned:
    """Give each tile a place of its own, near ones first, so that the outcome is solvable by parity."""
    homes: dict[int, list[int]] = {}
    for cell, number in enumerate(level.goal):
        homes.setdefault(number, []).append(cell)
    place: dict[int, int] = {}  # start cell -> goal cell
    for number, cells in homes.items():
        sources = [cell for cell in range(level.cells) if level.start[cell] == number]
        pairs = sorted((distance(level.columns, a, b), a, b) for a in sources for b in cells)
        taken: set[int] = set()
        for _, a, b in pairs:
            if a not in place and b not in taken:
                place[a] = b
                taken.add(b)
    blank = level.start.index(BLANK)
    for attempt in range(2):
        name = {b: i + 1 for i, b in enumerate(b for a, b in sorted(place.items()) if a != blank)}
        start = tuple(BLANK if a == blank else name[place[a]] for a in range(level.cells))
        goal = tuple(BLANK if b == place[blank] else name[b] for b in range(level.cells))
        classic = NPuzzle(level.rows, level.columns, start, goal)
        odd_way = distance(level.columns, blank, place[blank]) % 2 == 1
        if odd_permutation(classic) == odd_way:
            phantoms = frozenset(start[a] for a in range(level.cells) if a != blank and level.start[a] == BLANK)
            return Assigned(classic, phantoms)
        assert attempt == 0, "the board has no solution"
        swap = next(
            ([a for a in place if level.start[a] == number and (number != BLANK or a != blank)])
            for number in homes
            if len([a for a in place if level.start[a] == number and (number != BLANK or a != blank)]) > 1
        ) if _has_twins(level, blank) else [blank, next(a for a in place if level.start[a] == BLANK and a != blank)]
        first, second = swap[:2]
        place[first], place[second] = place[second], place[first]
    raise AssertionError("unreachable")


def _has_twins(level: NPuzzle, blank: int) -> bool:
    """Whether two tiles other than the chosen blank are equal."""
    others = [number for cell, number in enumerate(level.start) if cell != blank]
    return len(set(others)) < len(others)


def construct(level: NPuzzle, budget: Budget) -> str:
    """A solution of a solvable level with distinct tiles, one blank and both sides of at least 2."""
    board = board_of(level)
    return board.solution(_Construction(board, budget).run())


class _Construction:
    """A board being solved: `tiles` by cell, `moves` so far, `fixed` cells that are done."""

    def __init__(self, board: Board, budget: Budget):
        self.board, self.budget = board, budget
        self.tiles = list(board.start)
        self.blank = self.tiles.index(board.blank_home)
        self.around = neighbours(board.rows, board.columns)
        self.fixed = [False] * board.cells
        self.moves: list[int] = []

    def run(self) -> list[int]:
        rows, columns = self.board.rows, self.board.columns
        while rows > REST or columns > REST:
            if rows >= columns:
                rows -= 1
                line = [rows * self.board.columns + c for c in range(columns)]
            else:
                columns -= 1
                line = [r * self.board.columns + columns for r in range(rows)]
            groups = [[cell] for cell in line[:-2]] + [line[-2:]]
            for group in groups:
                self.budget.check()
                self._bring(group)
                for cell in group:
                    self.fixed[cell] = True
        self._finish(rows, columns)
        return self.moves

    def _bring(self, group: list[int]) -> None:
        """Bring the tiles of these cells home, over cells that are not fixed."""
        width = self.board.columns
        start = (self.blank, *(self.tiles.index(tile) for tile in group))

        def ahead(state: tuple[int, ...]) -> int:
            away = [distance(width, cell, home) for cell, home in zip(state[1:], group, strict=True)]
            near = min((distance(width, state[0], c) for c, a in zip(state[1:], away, strict=True) if a), default=0)
            return GREED * sum(away) + near

        came: dict[tuple[int, ...], tuple[tuple[int, ...], int] | None] = {start: None}
        heap = [(ahead(start), 0, start)]
        while heap:
            _, g, state = heapq.heappop(heap)
            if list(state[1:]) == group:
                break
            blank = state[0]
            for direction, cell in enumerate(self.around[blank]):
                if cell < 0 or self.fixed[cell]:
                    continue
                after = (cell, *(blank if place == cell else place for place in state[1:]))
                if after not in came:
                    came[after] = (state, direction)
                    heapq.heappush(heap, (g + 1 + ahead(after), g + 1, after))
        else:
            raise AssertionError("a line cannot be filled: the board has no solution")
        directions = []
        while (step := came[state]) is not None:
            state, direction = step
            directions.append(direction)
        for direction in reversed(directions):
            self._move(direction)

    def _move(self, direction: int) -> None:
        cell = self.around[self.blank][direction]
        self.tiles[self.blank], self.tiles[cell] = self.tiles[cell], self.tiles[self.blank]
        self.blank = cell
        self.moves.append(direction)

    def _finish(self, rows: int, columns: int) -> None:
        """The rest in the upper left corner, by an exact search."""
        from gridproof.search.npuzzle.windows import shortest

        cells = [r * self.board.columns + c for r in range(rows) for c in range(columns)]
        number = {cell: i for i, cell in enumerate(cells)}
        start = tuple(number[self.tiles[cell]] for cell in cells)
        rest = Board(rows, columns, start, number[self.board.blank_home], "udlr")
        directions, _ = shortest(rest, 10_000, 1 << 40, self.budget)
        assert directions is not None
        for direction in directions:
            self._move(direction)

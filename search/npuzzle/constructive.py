"""A solution for boards of any size, by hand's method: line after line, then a small rest.

The blank's home is in the upper left quarter of a standard board, so the bottom rows and right columns can be
filled in turn until at most 3×3 cells are left. Each tile is brought home by a best-first search over its own
place and the blank's, the last two of a line together.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass

from gridproof.levels.npuzzle.facts import solvable
from gridproof.levels.npuzzle.level import BLANK, NPuzzle
from gridproof.limits import Budget
from gridproof.search.npuzzle.board import LETTERS, Board, board_of, neighbours
from gridproof.search.npuzzle.tables import distance

REST = 3  # rows and columns that are left for the exact search
GREED = 4  # weight of the tiles' distances


@dataclass(frozen=True, slots=True)
class Assigned:
    """A board whose equal tiles were told apart and whose blanks but one were made tiles.

    `level` is that classic level; numbers in `phantoms` are blanks, whose moves are none. `prelude` holds moves to
    make before, in the form of the level with several blanks.
    """

    level: NPuzzle
    phantoms: frozenset[int]
    prelude: tuple[list[object], ...] = ()


def assign(level: NPuzzle) -> Assigned:
    """Give each tile a place of its own, near ones first, so that the outcome is solvable by parity.

    Where parity is wrong, two equal tiles, or two blanks besides the one that is kept, swap places. Two blanks
    and distinct tiles may offer no such pair; then a tile moves into the other blank first, which the
    classic board sees as a swap of two tiles.
    """
    start = list(level.start)
    place = _match(level)
    blank = start.index(BLANK)
    assigned = _classic(level, start, place, blank)
    if solvable(assigned.level):
        return assigned
    pair = _twins(start, blank)
    prelude: tuple[list[object], ...] = ()
    if pair is None:
        other = start.index(BLANK, blank + 1)
        steps = enumerate(neighbours(level.rows, level.columns)[other])
        direction, cell = next((d, c) for d, c in steps if c >= 0 and c != blank)
        pair = other, cell
        start[other], start[cell] = start[cell], BLANK
        prelude = ([*divmod(cell, level.columns), LETTERS[direction]],)
    a, b = pair
    place[a], place[b] = place[b], place[a]
    assigned = _classic(level, start, place, blank)
    return Assigned(assigned.level, assigned.phantoms, prelude)


def _match(level: NPuzzle) -> dict[int, int]:
    """A goal cell for each start cell, of the same number."""
    homes: dict[int, list[int]] = {}
    for cell, number in enumerate(level.goal):
        homes.setdefault(number, []).append(cell)
    place: dict[int, int] = {}
    taken: set[int] = set()
    for number, cells in homes.items():
        sources = [cell for cell in range(level.cells) if level.start[cell] == number]
        for _, a, b in sorted((distance(level.columns, a, b), a, b) for a in sources for b in cells):
            if a not in place and b not in taken:
                place[a] = b
                taken.add(b)
    return place


def _classic(level: NPuzzle, numbers: list[int], place: dict[int, int], blank: int) -> Assigned:
    """The board with a number of its own for each tile, and `blank` the only blank."""
    name = {cell: 0 if cell == blank else cell + (cell < blank) for cell in range(level.cells)}
    start = tuple(name[cell] for cell in range(level.cells))
    goal = [0] * level.cells
    for cell, home in place.items():
        goal[home] = name[cell]
    phantoms = frozenset(name[c] for c in range(level.cells) if c != blank and numbers[c] == BLANK)
    return Assigned(NPuzzle(level.rows, level.columns, start, tuple(goal)), phantoms)


def _twins(numbers: list[int], blank: int) -> tuple[int, int] | None:
    """Two cells with equal numbers, neither of them the chosen blank."""
    first: dict[int, int] = {}
    for cell, number in enumerate(numbers):
        if cell != blank:
            if number in first:
                return first[number], cell
            first[number] = cell
    return None


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

"""Where a box can be pushed while all others stand still, and the way: fewest pushes, then fewest moves.

With the other boxes as walls and this one taken away, the free squares are a graph. While the box stands on x the
player is in one component of the graph without x, and all that matters is in which of the four sides of x. Two sides
a and b of x are joined without x if and only if the edges xa and xb lie in the same block (biconnected component):

- a path from a to b that avoids x closes a cycle with xa and xb, and the edges of a cycle are in one block;
- two edges of a block lie on a common cycle, and what is left of it without x joins a and b.

So one depth-first search that names the block of every edge (J. Hopcroft, R. Tarjan: Algorithm 447: efficient
algorithms for graph manipulation, Communications of the ACM 16(6), 1973) answers "can the player walk from this side
of the box to that one" for every square at once, each in constant time; x is an articulation square when its edges
lie in several blocks. The fewest pushes follow by breadth-first search over (square, block): linear in the number of
free squares, since a square has four edges.

For the moves it matters on which side of x the last push left the player. A push that ends on side s of y came from
the box on the neighbour x there, and the player from the side of x beyond: so its fewest pushes are known, and of all
ways with so few pushes only those count that came to x with the fewest for the player's block. Over these the fewest
moves add up from push to push. Walks between two sides of x never leave the block, and mostly end after a few
squares; they are found for those pushes only from which the way asked for can come. Moves thus take a time of their
own: linear on usual boards, quadratic at worst, when every push needs a long way round.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from gridproof.errors import UsageError
from gridproof.levels.sokoban.level import LETTERS, Sokoban, State
from gridproof.limits import Budget

Cell = tuple[int, int]  # row, column from 0
WORK = 5_000_000  # squares flooded in one slice: about 50 ms
_SYMBOLS = np.frombuffer((LETTERS + LETTERS.upper()).encode(), dtype=np.uint8)


def reach(level: Sokoban, state: State | None, cell: Cell) -> dict[Cell, int]:
    """Every square that the box on `cell` can be pushed to, its own too, with the fewest pushes.

    `state` None stands for the start. Raises UsageError where there is no box, LevelError without a player.
    """
    return Pushes.of(level, state, cell).by_cell()


def costs(level: Sokoban, state: State | None, cell: Cell, budget: Budget | None = None) -> dict[Cell, Cell]:
    """The same with (fewest pushes, fewest moves with so few pushes). Raises LimitReached when the budget ends."""
    pushes = Pushes.of(level, state, cell)
    moves = Moves.of(pushes, None, budget)
    return {cell: (count, moves.fewest(level.square(*cell))) for cell, count in pushes.by_cell().items()}


def way(level: Sokoban, state: State | None, cell: Cell, to: Cell, budget: Budget | None = None) -> str | None:
    """The box's way from `cell` to `to` as LURD: fewest pushes, then fewest moves. None where there is no way.

    Raises UsageError where there is no box or `to` is not on the board, LimitReached when the budget ends.
    """
    pushes = Pushes.of(level, state, cell)
    square = _square(level, to)
    if square == pushes.box:
        return ""
    if pushes.fewest[square] < 0:
        return None
    return Moves.of(pushes, square, budget).way(square)


def _square(level: Sokoban, cell: Cell) -> int:
    row, column = cell
    rows, columns = len(level.rows), level.stride - 2
    if not (0 <= row < rows and 0 <= column < columns):
        expected = f"rows 0 to {rows - 1}, columns 0 to {columns - 1}"
        raise UsageError(f"row {row}, column {column} is not on the board: expected {expected}")
    return level.square(row, column)


@dataclass(frozen=True, slots=True)
class Pushes:
    """The linear part: blocks and fewest pushes. See `reach_kernel.py` for the arrays.

    block   (squares, 4) the block of the edge from a square in each direction, -1 for none
    least   (squares, 4) fewest pushes until the box is there and the player can walk to that side, -1 for never
    fewest  (squares,) fewest pushes until the box is there
    entries (pushes that count,) the stands they end in, by number of pushes
    """

    level: Sokoban
    box: int
    player: int
    free: npt.NDArray[np.uint8]
    steps: npt.NDArray[np.uint64]
    block: npt.NDArray[np.int32]
    least: npt.NDArray[np.int32]
    fewest: npt.NDArray[np.int32]
    entries: npt.NDArray[np.uint32]

    @classmethod
    def of(cls, level: Sokoban, state: State | None, cell: Cell) -> Pushes:
        boxes, player = (level.boxes, level.player) if state is None else (state.boxes, state.player)
        box = _square(level, cell)
        if box not in boxes:
            raise UsageError(f"there is no box at row {cell[0]}, column {cell[1]}")
        free = (np.frombuffer(level.cells.encode(), dtype=np.uint8) != ord("#")).astype(np.uint8)
        free[[other for other in boxes if other != box]] = 0
        steps, squares = np.array(level.steps, dtype=np.int64).astype(np.uint64), len(free)
        block, least, fewest = (np.full(shape, -1, dtype=np.int32) for shape in ((squares, 4), (squares, 4), squares))
        entries = np.empty(4 * squares, dtype=np.uint32)
        found = cls(level, box, player, free, steps, block, least, fewest, entries)
        return replace(found, entries=entries[: found.run()])

    def run(self) -> int:
        """Fill block, least, fewest and entries from the rest; returns how many entries there are."""
        from gridproof.search.sokoban.reach_kernel import find_blocks, spread

        squares = len(self.free)
        pre = np.full(squares, -1, dtype=np.int32)
        low, order = np.empty(squares, dtype=np.int32), np.empty(squares, dtype=np.uint32)
        up, turn = np.empty(squares, dtype=np.uint8), np.empty(squares, dtype=np.uint8)
        find_blocks(self.free, self.steps, self.box, pre, low, up, turn, order, self.block)
        tables = self.block, self.least, self.fewest, self.entries
        return int(spread(self.steps, self.box, self.player, pre, up, *tables))

    def by_cell(self) -> dict[Cell, int]:
        """Fewest pushes to each cell that the box can come to, by rows and columns."""
        squares = np.flatnonzero(self.fewest >= 0)
        rows, columns = np.divmod(squares, self.level.stride)
        cells = zip((rows - 1).tolist(), (columns - 1).tolist(), strict=True)
        return dict(zip(cells, self.fewest[squares].tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class Moves:
    """The fewest moves to stands of fewest pushes: to all, or to those from which a way to one square can come."""

    pushes: Pushes
    moves: npt.NDArray[np.int32]  # (4 * squares,)
    came: npt.NDArray[np.uint8]  # (4 * squares,)
    depth: npt.NDArray[np.int64]
    queue: npt.NDArray[np.uint32]
    flooded: npt.NDArray[np.int64]

    @classmethod
    def of(cls, pushes: Pushes, square: int | None, budget: Budget | None) -> Moves:
        from gridproof.search.sokoban.reach_kernel import fewest_moves, mark_needed

        budget = budget or Budget()
        p, squares = pushes, len(pushes.free)
        needed = np.full(4 * squares, square is None, dtype=np.uint8)
        found = cls(
            pushes,
            np.full(4 * squares, -1, dtype=np.int32),
            np.empty(4 * squares, dtype=np.uint8),
            np.zeros(squares, dtype=np.int64),
            np.empty(squares, dtype=np.uint32),
            np.zeros(3, dtype=np.int64),
        )
        if square is not None:
            needed[found.last(square)] = 1
            mark_needed(p.steps, p.block, p.least, p.entries, needed)
        at = 0
        while at < len(p.entries):
            budget.check()
            at = fewest_moves(
                p.free, p.steps, p.box, p.player, p.block, p.least, p.entries, at, WORK,
                needed, found.moves, found.came, found.depth, found.queue, found.flooded,
            )  # fmt: skip
        return found

    def last(self, square: int) -> list[int]:
        """The stands at which ways of fewest pushes to a square can end."""
        p = self.pushes
        before = [int(p.least[square + step, side]) for side, step in enumerate(p.level.steps)]
        return [4 * square + side for side in range(4) if before[side] >= 0 and before[side] == p.fewest[square] - 1]

    def fewest(self, square: int) -> int:
        if square == self.pushes.box:
            return 0
        return min(int(self.moves[stand]) for stand in self.last(square))

    def way(self, square: int) -> str:
        from gridproof.search.sokoban.reach_kernel import trace

        stand = min(self.last(square), key=lambda stand: int(self.moves[stand]))
        letters = np.empty(self.moves[stand], dtype=np.uint8)
        p = self.pushes
        trace(p.free, p.steps, p.player, stand, self.came, self.depth, self.queue, self.flooded, letters)
        return _SYMBOLS[letters].tobytes().decode()

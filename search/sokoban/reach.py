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

from dataclasses import dataclass

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
    pushes = Pushes.of(level, state, cell)
    return {pushes.cell(square): count for square, count in pushes.squares().items()}


def costs(level: Sokoban, state: State | None, cell: Cell, budget: Budget | None = None) -> dict[Cell, Cell]:
    """The same with (fewest pushes, fewest moves with so few pushes). Raises LimitReached when the budget ends."""
    pushes = Pushes.of(level, state, cell)
    squares = pushes.squares()
    moves = Moves.of(pushes, None, budget)
    return {pushes.cell(square): (count, moves.fewest(square)) for square, count in squares.items()}


def way(level: Sokoban, state: State | None, cell: Cell, to: Cell, budget: Budget | None = None) -> str | None:
    """The box's way from `cell` to `to` as LURD: fewest pushes, then fewest moves. None where there is no way.

    Raises UsageError where there is no box or `to` is not on the board, LimitReached when the budget ends.
    """
    pushes = Pushes.of(level, state, cell)
    square = _square(level, to)
    if square == pushes.box:
        return ""
    if not (pushes.least[square] >= 0).any():
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
    stands  (pushes that count,) box and side after each, by number of pushes
    """

    level: Sokoban
    box: int
    player: int
    free: npt.NDArray[np.uint8]
    steps: npt.NDArray[np.int64]
    block: npt.NDArray[np.int32]
    least: npt.NDArray[np.int32]
    stands: npt.NDArray[np.int32]

    @classmethod
    def of(cls, level: Sokoban, state: State | None, cell: Cell) -> Pushes:
        boxes, player = (level.boxes, level.player) if state is None else (state.boxes, state.player)
        box = _square(level, cell)
        if box not in boxes:
            raise UsageError(f"there is no box at row {cell[0]}, column {cell[1]}")
        free = (np.frombuffer(level.cells.encode(), dtype=np.uint8) != ord("#")).astype(np.uint8)
        free[[other for other in boxes if other != box]] = 0
        return cls(level, box, player, free, *_push(free, np.array(level.steps, dtype=np.int64), box, player))

    def squares(self) -> dict[int, int]:
        """Fewest pushes to each square of the level, those of the box's own first."""
        least = np.where(self.least < 0, np.iinfo(np.int32).max, self.least).min(axis=1)
        reached = np.flatnonzero(self.least.max(axis=1) >= 0)
        return {self.box: 0} | dict(zip(reached.tolist(), least[reached].tolist(), strict=True))

    def cell(self, square: int) -> Cell:
        row, column = self.level.place_of(square)
        return row, column


def _push(
    free: npt.NDArray[np.uint8], steps: npt.NDArray[np.int64], box: int, player: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Runs the kernels: (steps, block, least, stands)."""
    from gridproof.search.sokoban.reach_kernel import find_blocks, spread

    squares = len(free)
    pre, block, least = (np.full(shape, -1, dtype=np.int32) for shape in (squares, (squares, 4), (squares, 4)))
    low, order, stands = (np.empty(size, dtype=np.int32) for size in (squares, squares, 4 * squares))
    up, turn = np.empty(squares, dtype=np.int8), np.empty(squares, dtype=np.int8)
    find_blocks(free, steps, box, pre, low, up, turn, order, block)
    count = spread(steps, box, player, pre, up, block, least, stands)
    return steps, block, least, stands[:count]


@dataclass(frozen=True, slots=True)
class Moves:
    """The fewest moves to stands of fewest pushes: to all, or to those from which a way to one square can come."""

    pushes: Pushes
    moves: npt.NDArray[np.int32]  # (4 * squares,)
    came: npt.NDArray[np.int8]  # (4 * squares,)
    depth: npt.NDArray[np.int64]
    queue: npt.NDArray[np.int32]
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
            np.full(4 * squares, -1, dtype=np.int8),
            np.zeros(squares, dtype=np.int64),
            np.empty(squares, dtype=np.int32),
            np.zeros(3, dtype=np.int64),
        )
        if square is not None:
            needed[found.last(square)] = 1
            mark_needed(p.steps, p.box, p.block, p.least, p.stands, len(p.stands), needed)
        at = 0
        while at < len(p.stands):
            budget.check()
            at = fewest_moves(
                p.free, p.steps, p.box, p.player, p.block, p.least, p.stands, at, len(p.stands), WORK,
                needed, found.moves, found.came, found.depth, found.queue, found.flooded,
            )  # fmt: skip
        return found

    def last(self, square: int) -> list[int]:
        """The stands at which ways of fewest pushes to a square can end."""
        least = self.pushes.least[square]
        fewest = least[least >= 0].min()
        return [4 * square + side for side in range(4) if self._ends(square, side) and least[side] == fewest]

    def _ends(self, square: int, side: int) -> bool:
        """Whether a push of fewest pushes for the player's block ends with the player on that side."""
        least, before = self.pushes.least, square + int(self.pushes.steps[side])
        return bool(least[square, side] > 0 and least[before, side] == least[square, side] - 1)

    def fewest(self, square: int) -> int:
        if square == self.pushes.box:
            return 0
        return min(int(self.moves[stand]) for stand in self.last(square))

    def way(self, square: int) -> str:
        from gridproof.search.sokoban.reach_kernel import trace

        stand = min(self.last(square), key=lambda stand: int(self.moves[stand]))
        letters = np.empty(self.moves[stand], dtype=np.int8)
        p = self.pushes
        trace(p.free, p.steps, p.player, stand, self.moves, self.came, self.depth, self.queue, self.flooded, letters)
        return _SYMBOLS[letters].tobytes().decode()

"""The whole state space of a small board by breadth-first search: every distance from one position."""

from __future__ import annotations

import math
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from gridproof.limits import Budget
from gridproof.search.npuzzle.board import neighbours
from gridproof.search.npuzzle.geometry import rank_of_order

MOST_CELLS = 12  # 479 million arrangements, half of them within reach
CHUNK = 1 << 17  # ranks
Masks = npt.NDArray[np.uint16]
Tiles = tuple[int, ...]


class Space:
    """Layers from `root`, a board's tiles by cell with -1 for the blank, the tiles numbered 0..cells-2."""

    def __init__(self, rows: int, columns: int, root: Tiles, budget: Budget):
        self.rows, self.columns, self.root = rows, columns, root
        self.cells = rows * columns
        self.ranks = math.factorial(self.cells - 1)
        self.workers = budget.workers if self.cells > 9 else 1
        budget.reserve(2 * self.ranks * (3 + self.workers))
        self.seen, self.second_bit, self.frontier = (np.zeros(self.ranks, dtype=np.uint16) for _ in range(3))
        self.parts = np.zeros((self.workers, self.ranks), dtype=np.uint16)
        self.budget = budget
        rank, blank = self.number(root)
        self.seen[rank] = self.frontier[rank] = 1 << blank
        self.sizes = [1]
        self.nodes = 1

    def number(self, tiles: Tiles) -> tuple[int, int]:
        """Rank of the order of the tiles, and the blank's cell."""
        return rank_of_order([tile for tile in tiles if tile >= 0]), tiles.index(-1)

    def reached(self, tiles: Tiles) -> bool:
        rank, blank = self.number(tiles)
        return bool(self.seen[rank] >> blank & 1)

    def advance(self) -> int:
        """Make the next layer; returns its size, 0 when all is reached (`frontier` then keeps the last layer)."""
        from gridproof.search.npuzzle.space_kernel import expand, settle

        depth = len(self.sizes)
        starts = range(0, self.ranks, CHUNK)

        def expand_part(worker: int) -> None:
            for begin in starts[worker :: self.workers]:
                self.budget.check()
                end = min(begin + CHUNK, self.ranks)
                expand(self.frontier, self.parts[worker], begin, end, self.rows, self.columns)

        def settle_part(begin: int) -> int:
            end = min(begin + CHUNK, self.ranks)
            return int(settle(self.parts, self.seen, self.second_bit, following, depth, begin, end))

        following = np.zeros_like(self.frontier)
        with ThreadPoolExecutor(self.workers) as pool:
            list(pool.map(expand_part, range(self.workers)))
            size = sum(pool.map(settle_part, starts))
        if size:
            self.frontier = following
            self.sizes.append(size)
            self.nodes += size
        return size

    def last_layer(self, most: int) -> list[Tiles]:
        """Up to `most` positions of the layer made last."""
        found: list[Tiles] = []
        for rank in np.flatnonzero(self.frontier).tolist():
            mask = int(self.frontier[rank])
            for blank in range(self.cells):
                if mask >> blank & 1:
                    found.append(self._position(rank, blank))
                    if len(found) == most:
                        return found
        return found

    def way_back(self, tiles: Tiles, depth: int) -> list[int]:
        """Directions from the root to a position at `depth`: back from it, each time to the layer before.

        Of two neighbouring layers' depths, one apart from a known one on either side, bit 1 tells which.
        """
        around = neighbours(self.rows, self.columns)
        state, directions = list(tiles), []
        for d in range(depth, 0, -1):
            for direction, after in self._neighbours(state, around):
                rank, blank = self.number(tuple(after))
                bit = int(self.second_bit[rank]) >> blank & 1
                if self.seen[rank] >> blank & 1 and bit == (d - 1) >> 1 & 1:
                    directions.append(direction ^ 1)  # the tile went the other way: 0/1 up/down, 2/3 left/right
                    state = after
                    break
            else:
                raise AssertionError("no neighbour in the layer before")
        return directions[::-1]

    @staticmethod
    def _neighbours(state: list[int], around: list[list[int]]) -> Iterator[tuple[int, list[int]]]:
        blank = state.index(-1)
        for direction, cell in enumerate(around[blank]):
            if cell >= 0:
                after = list(state)
                after[blank], after[cell] = state[cell], -1
                yield direction, after

    def _position(self, rank: int, blank: int) -> Tiles:
        left = list(range(self.cells - 1))
        order = []
        for i in range(self.cells - 1):
            digit, rank = divmod(rank, math.factorial(self.cells - 2 - i))
            order.append(left.pop(digit))
        order.insert(blank, -1)
        return tuple(order)

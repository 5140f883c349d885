"""How the positions of k pattern tiles on a board are numbered.

A state of a pattern is: which cells its tiles occupy, in which order they stand there, and in which of the
regions that they leave free the blank is (the blank moves within a region without moving a pattern tile).

number = order * regions + region     order: rank of the permutation of the tiles, read in the order of cells
                                      region: over all sets of cells and the regions each of them leaves

So moves along a row, or down a column past no other tile of the pattern, stay within one order: a slab of some
hundred thousand bits that fits in a cache. Indexing by set, region and order is due to Clausecker & Reinefeld
(2019), "Zero-aware pattern databases with 1-bit compression for sliding tile puzzles".
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from gridproof.search.npuzzle.board import neighbours

MOST_CELLS = 36  # a set of cells shares a word with a number of up to 28 bits
Words = npt.NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class Geometry:
    """Tables for k tiles on rows×columns cells; rank of a set S: high[S >> half] + low[S & (2^half - 1)]."""

    rows: int
    columns: int
    tiles: int
    half: int
    high: npt.NDArray[np.uint32]
    low: npt.NDArray[np.uint32]
    info: Words
    members: Words
    sets_of: Words
    shifts: npt.NDArray[np.uint16]
    around: Words

    @property
    def regions(self) -> int:
        return len(self.members)

    @property
    def states(self) -> int:
        return self.regions * math.factorial(self.tiles)

    def rank(self, occupied: int) -> int:
        """The number of a set of cells."""
        return int(self.high[occupied >> self.half]) + int(self.low[occupied & (1 << self.half) - 1])

    def region(self, occupied: int, cell: int) -> int:
        """The number of the region that holds a free cell."""
        word = int(self.info[self.rank(occupied)])
        region = word >> 36
        if word >> cell & 1:
            region += 1
            while not int(self.members[region]) >> cell & 1:
                region += 1
        return region

    def number(self, tiles: list[int], blank: int) -> int:
        """The number of a state: the cell of each pattern tile, in the order of their homes, and the blank's."""
        order = sorted(range(self.tiles), key=tiles.__getitem__)
        region = self.region(sum(1 << cell for cell in tiles), blank)
        return rank_of_order(order) * self.regions + region


def rank_of_order(order: list[int]) -> int:
    """Lexicographic rank of a permutation."""
    rank = 0
    for i, value in enumerate(order):
        rank = rank * (len(order) - i) + sum(later < value for later in order[i + 1 :])
    return rank


@lru_cache(maxsize=8)
def geometry(rows: int, columns: int, tiles: int) -> Geometry:
    """The numbering for a shape and a number of tiles: a fraction of a second for 8 tiles on 25 cells."""
    from gridproof.search.npuzzle.pattern_kernel import regions

    cells = rows * columns
    around = np.array(
        [sum(1 << cell for cell in entry if cell >= 0) for entry in neighbours(rows, columns)],
        dtype=np.uint64,
    )
    half = (cells + 1) // 2
    sets, high, low = _ranking(cells, half, tiles)
    info = np.zeros(len(sets), dtype=np.uint64)
    nothing = np.zeros(0, dtype=np.uint64)
    board = np.uint64((1 << cells) - 1)
    count = regions(sets, board, around, info, nothing, nothing)
    members, sets_of = np.zeros(count, dtype=np.uint64), np.zeros(count, dtype=np.uint64)
    regions(sets, board, around, info, members, sets_of)
    return Geometry(rows, columns, tiles, half, high, low, info, members, sets_of, _shifts(tiles), around)


def _ranking(cells: int, half: int, tiles: int) -> tuple[Words, npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """All sets of so many cells, as words in ascending order, and the two tables that rank them.

    So the rank of cells c_0 < c_1 < ... is C(c_0, 1) + C(c_1, 2) + ... (the combinatorial number system).
    """
    by_count: list[list[int]] = [[] for _ in range(tiles + 1)]
    low = np.zeros(1 << half, dtype=np.uint32)
    for count in range(min(tiles, half) + 1):
        chosen = sorted(
            sum(1 << c for c in combination) for combination in itertools.combinations(range(half), count)
        )
        by_count[count] = chosen
        low[chosen] = np.arange(len(chosen))
    lows = [np.array(chosen, dtype=np.uint64) for chosen in by_count]
    high = np.zeros(1 << (cells - half), dtype=np.uint32)
    parts = []
    total = 0
    for upper in range(1 << (cells - half)):
        if (count := upper.bit_count()) <= tiles:
            high[upper] = total
            part = lows[tiles - count]
            total += len(part)
            parts.append(part | np.uint64(upper << half))
    return np.concatenate(parts), high, low


def _shifts(tiles: int) -> npt.NDArray[np.uint16]:
    """uint16[(order * k + i) * k + j]: the order after the tile at place i is taken out and put in at place j."""
    orders = np.array(list(itertools.permutations(range(tiles))), dtype=np.int8).reshape(-1, tiles)
    table = np.zeros((len(orders), tiles, tiles), dtype=np.uint16)
    for i in range(tiles):
        for j in range(tiles):
            moved = np.insert(np.delete(orders, i, axis=1), j, orders[:, i], axis=1)
            rank = np.zeros(len(orders), dtype=np.int64)
            for place in range(tiles):
                smaller = (moved[:, place + 1 :] < moved[:, place : place + 1]).sum(axis=1)
                rank = rank * (tiles - place) + smaller
            table[:, i, j] = rank
    return table.ravel()

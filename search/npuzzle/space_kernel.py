# Signatures here are numba's.
# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""Breadth-first layers over all positions of a small board.

A position is the order of the tiles in reading order, the blank left out, and the blank's cell. A horizontal move
leaves the order as it is. So a layer is an array over the ranks of orders, with a bit for each cell of the blank.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from gridproof.search.bits import popcount


@njit
def _unrank(rank, tiles, order):
    """The permutation of 0..tiles-1 with a lexicographic rank, into `order`."""
    for i in range(tiles - 1, -1, -1):
        digits = np.uint64(tiles - i)
        order[i] = np.uint8(rank % digits)
        rank //= digits
        for j in range(i + 1, tiles):
            if order[j] >= order[i]:
                order[j] += np.uint8(1)


@njit
def _rank(order, tiles):
    rank = np.uint64(0)
    left = (np.uint64(1) << np.uint64(tiles)) - np.uint64(1)
    one = np.uint64(1)
    for i in range(tiles):
        bit = one << np.uint64(order[i])
        rank = rank * np.uint64(tiles - i) + popcount(left & (bit - one))
        left &= ~bit
    return rank


@njit("void(uint16[::1],uint16[::1],int64,int64,int64,int64)", cache=True, nogil=True)
def expand(frontier, following, begin, end, rows, columns):
    """Set in `following` the neighbours of all positions of `frontier` whose order has a rank in begin..end.

    Both are uint16[(cells - 1)!], bit c = the blank on cell c; the same rank may be written from one thread only.
    """
    cells = rows * columns
    tiles = cells - 1
    order = np.zeros(16, dtype=np.uint8)
    shifted = np.zeros(16, dtype=np.uint8)
    not_first, not_last = np.uint16(0), np.uint16(0)
    for cell in range(cells):
        if cell % columns:
            not_first |= np.uint16(1 << cell)
        if cell % columns != columns - 1:
            not_last |= np.uint16(1 << cell)
    for rank in range(np.uint64(begin), np.uint64(end)):
        blanks = frontier[rank]
        if not blanks:
            continue
        following[rank] |= np.uint16((blanks & not_last) << 1) | np.uint16((blanks & not_first) >> 1)
        _unrank(rank, tiles, order)
        for blank in range(cells):
            if not (blanks >> blank) & 1:
                continue
            if blank + columns < cells:
                # the tile below comes up, before the columns - 1 tiles that stood between
                for i in range(tiles):
                    shifted[i] = order[i]
                for i in range(blank + columns - 1, blank, -1):
                    shifted[i] = order[i - 1]
                shifted[blank] = order[blank + columns - 1]
                following[_rank(shifted, tiles)] |= np.uint16(1 << (blank + columns))
            if blank >= columns:
                for i in range(tiles):
                    shifted[i] = order[i]
                for i in range(blank - columns, blank - 1):
                    shifted[i] = order[i + 1]
                shifted[blank - 1] = order[blank - columns]
                following[_rank(shifted, tiles)] |= np.uint16(1 << (blank - columns))


@njit("int64(uint16[:,::1],uint16[::1],uint16[::1],uint16[::1],int64,int64,int64)", cache=True, nogil=True)
def settle(parts, seen, second_bit, frontier, depth, begin, end):
    """Make the next frontier of what the workers found and nobody had seen; returns its number of positions.

    parts       uint16[workers, ranks], cleared on the way
    second_bit  bit 1 of each position's depth
    """
    count = np.int64(0)
    for rank in range(np.uint64(begin), np.uint64(end)):
        found = np.uint16(0)
        for worker in range(parts.shape[0]):
            found |= parts[worker, rank]
            parts[worker, rank] = 0
        new = found & ~seen[rank]
        frontier[rank] = new
        if new:
            seen[rank] |= new
            if depth & 2:
                second_bit[rank] |= new
            count += np.int64(popcount(np.uint64(new)))
    return count

"""The least image of a state under the symmetries of its board; see `symmetry.py`."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from __future__ import annotations

import numpy as np
from numba import njit

from gridproof.search.bits import trailing_zeros


@njit(nogil=True)
def lowest_images(nb, occ, start, mark, stamp, queue, images, low):
    """For each symmetry the lowest square of the image of the player's region: its name on that side."""
    mark[start] = stamp
    queue[0] = start
    tail = 1
    for g in range(images.shape[0]):
        low[g] = images[g, start]
    while tail > 0:
        tail -= 1
        x = queue[tail]
        for d in range(4):
            y = nb[x, d]
            if occ[y] == 0 and mark[y] != stamp:
                mark[y] = stamp
                queue[tail] = y
                tail += 1
                for g in range(images.shape[0]):
                    low[g] = min(low[g], images[g, y])


@njit(nogil=True)
def least_image(word, bits, low, best, other):
    """Fill `best` (words,) with the least image of the boxes `word`, ties by the player `low`; returns the symmetry.

    bits (symmetries, L): image of each live square. The order is that of the words, then of the player's square.
    """
    one = np.uint64(1)
    words = word.shape[0]
    for w in range(words):
        best[w] = word[w]
    chosen = 0
    for g in range(1, bits.shape[0]):
        for w in range(words):
            other[w] = np.uint64(0)
        for w in range(words):
            left = word[w]
            while left != np.uint64(0):
                bit = bits[g, 64 * w + np.int64(trailing_zeros(left))]
                other[bit >> 6] |= one << np.uint64(bit & 63)
                left &= left - one
        less, equal = False, True
        for w in range(words):
            if other[w] != best[w]:
                less, equal = other[w] < best[w], False
                break
        if less or (equal and low[g] < low[chosen]):
            chosen = g
            for w in range(words):
                best[w] = other[w]
    return chosen


@njit(nogil=True)
def hash_of(word, zobrist):
    """Zobrist hash of a set of boxes."""
    one = np.uint64(1)
    hash_ = np.uint64(0)
    for w in range(word.shape[0]):
        left = word[w]
        while left != np.uint64(0):
            hash_ ^= zobrist[64 * w + np.int64(trailing_zeros(left))]
            left &= left - one
    return hash_

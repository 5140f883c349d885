"""The least image of a state under the symmetries of its board; see `symmetry.py`."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="assignment, operator, arg-type, call-overload"
# (what numpy's scalars are to the type checker differs from version to version)

from __future__ import annotations

import numpy as np
from numba import njit

from gridproof.search.bits import trailing_zeros


@njit(nogil=True)
def turn_all(word, bits, zobrist, turned, hashes):
    """Fill turned (symmetries, words) with the images of the boxes `word`, and their Zobrist hashes.

    bits (symmetries, L): image of each live square.
    """
    one = np.uint64(1)
    turned[:] = np.uint64(0)
    hashes[:] = np.uint64(0)
    for w in range(word.shape[0]):
        left = word[w]
        while left != np.uint64(0):
            at = 64 * w + np.int64(trailing_zeros(left))
            for g in range(bits.shape[0]):
                bit = bits[g, at]
                turned[g, bit >> 6] |= one << np.uint64(bit & 63)
                hashes[g] ^= zobrist[bit]
            left &= left - one


@njit(nogil=True)
def lowest_image(back, g, reach, stamp, lost, mark, new_stamp):
    """The lowest square of the image of the player's region under symmetry g: its name on that side.

    The region: squares with `stamp` on `reach`, less `lost`, and those with `new_stamp` on `mark`. back
    (symmetries, n + 1): the square that each symmetry maps to each square.
    """
    for x in range(back.shape[1] - 1):
        y = back[g, x]
        if mark[y] == new_stamp or (reach[y] == stamp and y != lost):
            return x
    return -1


@njit(nogil=True)
def least_image(turned, bits, old, new, back, reach, stamp, lost, mark, new_stamp, best, other):
    """The least image of a state after a push; returns (symmetry, player) and fills best (words,) with its boxes.

    turned: images of the boxes before, see `turn_all`; old, new: live squares of the pushed box. The order is that
    of the words, then of the player's square. The region: see `lowest_image`.
    """
    one = np.uint64(1)
    words = best.shape[0]
    chosen, named = 0, -1  # the player's square is looked for only where the boxes do not decide
    for g in range(bits.shape[0]):
        for w in range(words):
            other[w] = turned[g, w]
        other[bits[g, old] >> 6] ^= one << np.uint64(bits[g, old] & 63)
        other[bits[g, new] >> 6] ^= one << np.uint64(bits[g, new] & 63)
        less, equal = g == 0, g > 0
        for w in range(words):
            if equal and other[w] != best[w]:
                less, equal = other[w] < best[w], False
        if equal:
            if named < 0:
                named = lowest_image(back, chosen, reach, stamp, lost, mark, new_stamp)
            at = lowest_image(back, g, reach, stamp, lost, mark, new_stamp)
            if at < named:
                chosen, named = g, at
        elif less:
            chosen, named = g, -1
            for w in range(words):
                best[w] = other[w]
    if named < 0:
        named = lowest_image(back, chosen, reach, stamp, lost, mark, new_stamp)
    return chosen, named

"""Kernels that try every member of a coset `start + span(basis)` and keep the lightest; see `coset.py`."""

# Signatures here are numba's; coset.py holds the typed functions.
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from __future__ import annotations

import numpy as np
from numba import njit

from gridproof.search.bits import popcount, trailing_zeros

LANES = 64  # members tried side by side: all combinations of the LANE_BITS lowest basis vectors
LANE_BITS = 6
UNROLLED = 4  # words taken together; the number of words is a multiple of it


@njit(
    "void(uint64[::1], uint64[:, ::1], uint64[:, ::1], uint64, uint64, uint64[::1], uint64[::1])",
    cache=True,
    nogil=True,
)
def lightest_bits(start, high, table, begin, end, weights, best):
    """Members number begin <= t < end in Gray order over `high`, each with all LANES combinations of `table`.

    start (words,), high (dimensions, words), table (words, LANES): packed bits. best = [weight, t, lane] is
    improved in place; `weights` (LANES,) is scratch.
    """
    words = np.uint64(start.shape[0])
    one, four = np.uint64(1), np.uint64(UNROLLED)
    current = start.copy()
    gray = begin ^ (begin >> one)
    for i in range(high.shape[0]):
        if gray >> np.uint64(i) & one:
            for w in range(words):
                current[w] ^= high[i, w]
    t = begin
    while t < end:
        weights[:] = 0
        for w in range(np.uint64(0), words, four):
            c0, c1, c2, c3 = (
                current[w],
                current[w + one],
                current[w + np.uint64(2)],
                current[w + np.uint64(3)],
            )
            for j in range(LANES):
                weights[j] += (
                    popcount(c0 ^ table[w, j])
                    + popcount(c1 ^ table[w + one, j])
                    + popcount(c2 ^ table[w + np.uint64(2), j])
                    + popcount(c3 ^ table[w + np.uint64(3), j])
                )
        least = weights[0]
        for j in range(1, LANES):
            least = min(least, weights[j])
        if least < best[0]:
            best[0], best[1] = least, t
            for j in range(LANES):
                if weights[j] == least:
                    best[2] = np.uint64(j)
        t += one
        if t < end:
            i = trailing_zeros(t)
            for w in range(words):
                current[w] ^= high[i, w]


@njit("void(uint8[::1], uint8[:, ::1], int64, boolean, int64, int64, int64[::1])", cache=True, nogil=True)
def lightest_digits(start, basis, q, hamming, begin, end, best):
    """The same modulo q, in modular Gray order: step t adds the basis vector of its number of trailing zeros.

    Weight is the sum of the entries, or with `hamming` the number of those that are not 0.
    best = [weight, t] is improved in place.
    """
    length = start.shape[0]
    current = start.copy()
    t = begin
    for i in range(basis.shape[0]):  # digit i of Gray code t is (t_i - t_{i+1}) mod q
        digit = (t % q - t // q % q + q) % q
        t //= q
        for k in range(length):
            current[k] = (current[k] + digit * basis[i, k]) % q
    modulus = np.uint8(q)
    for t in range(begin, end):
        weight = np.int64(0)
        if hamming:
            for k in range(length):
                weight += current[k] != 0
        else:
            for k in range(length):
                weight += current[k]
        if weight < best[0]:
            best[0], best[1] = weight, t
        following, i = t + 1, 0
        if following < end:
            while following % q == 0:
                following //= q
                i += 1
            for k in range(length):
                total = np.uint8(current[k] + basis[i, k])
                current[k] = total - modulus if total >= modulus else total

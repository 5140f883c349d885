"""Nullities of all square plus-boards at once: deg gcd(f_n(x + 1), f_n(x)) over GF(2) (Sutner 1989)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def nullities(largest: int) -> npt.NDArray[np.int64]:
    """Entry n is the nullity of the full n x n board, 1 <= n <= `largest`; entry 0 is 0."""
    from gridproof.search.lights_out import nullity_kernel as kernel

    words = largest // 64 + 2
    pairs = [(np.zeros(words, dtype=np.uint64), np.zeros(words, dtype=np.uint64)) for _ in range(2)]
    found = np.zeros(largest + 1, dtype=np.int64)
    for _, now in pairs:
        now[0] = 1
    for n in range(1, largest + 1):
        for shifted, (before, now) in enumerate(pairs):
            kernel.next_fibonacci(before, now, bool(shifted))
        found[n] = kernel.gcd_degree(pairs[0][1].copy(), pairs[1][1].copy())
    return found

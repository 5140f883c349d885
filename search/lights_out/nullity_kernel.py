"""Kernel for nullities of full boards: gcd of packed polynomials over GF(2); see `nullity.py`."""

# Signatures here are numba's; nullity.py holds the typed functions.
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from __future__ import annotations

import numpy as np
from numba import njit

from gridproof.search.bits import popcount


@njit
def _degree(polynomial, top):
    """Degree of a packed polynomial whose words above `top` are 0; -1 for the zero polynomial."""
    for word in range(top, -1, -1):
        bits = polynomial[word]
        if bits:
            for shift in (1, 2, 4, 8, 16, 32):
                bits |= bits >> np.uint64(shift)
            return np.int64(word) * 64 + np.int64(popcount(bits)) - 1
    return np.int64(-1)


@njit
def _subtract_shifted(a, b, shift, degree):
    """a += x^shift b, where b has this degree."""
    words, bits = shift >> 6, np.uint64(shift & 63)
    if bits == 0:
        for k in range((degree >> 6) + 1):
            a[k + words] ^= b[k]
        return
    carry = np.uint64(0)
    for k in range((degree >> 6) + 1):
        a[k + words] ^= (b[k] << bits) | carry
        carry = b[k] >> (np.uint64(64) - bits)
    if carry:
        a[(degree >> 6) + 1 + words] ^= carry


@njit("int64(uint64[::1], uint64[::1])", cache=True, nogil=True)
def gcd_degree(a, b):
    """Degree of the gcd of two packed polynomials of the same length; both are used up."""
    degree_a, degree_b = _degree(a, a.shape[0] - 1), _degree(b, b.shape[0] - 1)
    while True:
        if degree_a < degree_b:
            a, b = b, a
            degree_a, degree_b = degree_b, degree_a
        if degree_b < 0:
            return degree_a
        while degree_a >= degree_b:
            _subtract_shifted(a, b, degree_a - degree_b, degree_b)
            degree_a = _degree(a, degree_a >> 6)


@njit("void(uint64[::1], uint64[::1], boolean)", cache=True, nogil=True)
def next_fibonacci(before, now, shifted):
    """(f_{k-1}, f_k) becomes (f_k, f_{k+1}) in place; in x, or `shifted` in x + 1."""
    carry = np.uint64(0)
    for k in range(now.shape[0]):
        word = now[k]
        following = (word << np.uint64(1)) | carry
        carry = word >> np.uint64(63)
        if shifted:
            following ^= word
        now[k] = following ^ before[k]
        before[k] = word

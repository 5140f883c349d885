"""Bit helpers for kernels: popcount, trailing zeros, and a Python fallback for NUMBA_DISABLE_JIT=1.

Every kernel file that uses them recompiles when this file changes, so it hardly ever should.
"""

# Signatures here are numba's.
# mypy: allow-untyped-defs, allow-untyped-decorators

from __future__ import annotations

import os

if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):

    def popcount(word):
        """Number of set bits of a uint64."""
        return int(word).bit_count()

    def trailing_zeros(word):
        """Index of the lowest set bit of a uint64; 64 for 0."""
        word = int(word)
        return 64 if word == 0 else (word & -word).bit_length() - 1

else:
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def popcount(_typing, word):
        """Number of set bits of a uint64."""

        def build(_context, builder, _signature, args):
            return builder.ctpop(args[0])

        return types.uint64(types.uint64), build

    @intrinsic
    def trailing_zeros(_typing, word):
        """Index of the lowest set bit of a uint64; 64 for 0."""

        def build(context, builder, _signature, args):
            defined_at_zero = context.get_constant(types.boolean, False)
            return builder.cttz(args[0], defined_at_zero)

        return types.uint64(types.uint64), build

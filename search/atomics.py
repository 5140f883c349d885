"""Compare-and-swap on arrays, so that several threads can fill one hash table; with a fallback without numba.

Every kernel file that uses it recompiles when this file changes, so it hardly ever should.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"
# (numba has no types to check against)

from __future__ import annotations

import os

if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):

    def compare_and_swap(array, index, expected, value):
        """Write `value` at `index` if `expected` stands there; the word that stood there before."""
        before = array[index]
        if before == expected:
            array[index] = value
        return before

else:
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic
    from numba.np import arrayobj

    @intrinsic
    def compare_and_swap(_typing, array, index, expected, value):
        """Write `value` at `index` if `expected` stands there, in one step; the word that stood there before.

        `array` is a contiguous uint64 array of one dimension, the other arguments are uint64.
        """

        def build(context, builder, signature, arguments):
            kind = signature.args[0]
            struct = arrayobj.make_array(kind)(context, builder, arguments[0])
            pointer = cgutils.get_item_pointer(context, builder, kind, struct, [arguments[1]], wraparound=False)
            pair = builder.cmpxchg(pointer, arguments[2], arguments[3], "monotonic", "monotonic")
            return builder.extract_value(pair, 0)

        return types.uint64(array, types.uint64, types.uint64, types.uint64), build

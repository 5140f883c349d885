"""Which goals a box can still be pushed to while other goals are filled; see `order.py`."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from __future__ import annotations

from numba import njit


@njit(
    "boolean(int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64, uint8[::1], uint8[::1],"
    "uint8[::1], int64[::1])",
    cache=True,
    nogil=True,
)
def can_be_filled(first, back_first, back_state, back_stand, square_of, goal, wall, wanted, seen, queue):
    """Whether a box alone can come from a wanted single-box state to `goal` with walls where `wall` (n + 1,) is 1.

    wanted (S,); seen (S,) and queue (S,) are scratch. The other arrays are those of `board.py`.
    """
    seen[:] = 0
    head, tail = 0, 0
    for state in range(first[goal], first[goal + 1]):
        seen[state] = 1
        queue[tail] = state
        tail += 1
    while head < tail:
        state = queue[head]
        head += 1
        if wanted[state] == 1:
            return True
        for e in range(back_first[state], back_first[state + 1]):
            before = back_state[e]
            if seen[before] == 0 and wall[square_of[before]] == 0 and wall[back_stand[e]] == 0:
                seen[before] = 1
                queue[tail] = before
                tail += 1
    return False

"""Pairs of boxes as deadlocks; the table is that of `groups_kernel.py`."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from __future__ import annotations

from numba import njit

from gridproof.search.sokoban.board import DEAD as DEAD


@njit(nogil=True)
def pair_of(a, b):
    """Number of the pair of live squares a and b, in either order."""
    return a * (a - 1) // 2 + b if a > b else b * (b - 1) // 2 + a


@njit(nogil=True)
def dead_pair(pairs, live, square, k, skip, to, player):
    """Whether the box on `to` and some box other than number `skip` are a dead pair with the player on `player`."""
    a = live[to]
    for j in range(k):  # noqa: SIM110  # numba has no any()
        if j != skip and pairs[pair_of(a, live[square[j]]), player] == DEAD:
            return True
    return False

"""Pairs of boxes as deadlocks, and how far frozen boxes excuse a surplus; the table is that of `groups_kernel.py`."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from __future__ import annotations

from numba import njit

from gridproof.search.sokoban.board import INFINITE

DEAD = 255


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


@njit(nogil=True)
def slack_of(dist, walled, held, row, m):
    """How much more than on the free board a single box may need for a goal that no frozen box holds.

    dist, walled: push distances without and with the frozen boxes as walls. held (m,): 1 where a frozen box stands.
    INFINITE when the walls take a goal away.
    """
    most = 0
    for j in range(m):
        if held[j] == 0 and dist[row, j] < INFINITE:
            most = max(most, walled[row, j] - dist[row, j])
    return min(most, INFINITE)

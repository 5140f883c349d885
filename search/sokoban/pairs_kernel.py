"""Pairs of boxes: pushes that two boxes need beyond what each needs alone, and pairs that are deadlocks.

Key: a pair is two live squares; its state is the pair and the square of the player. d(x, g): pushes of the single
box x to goal g (`board.py`); D(x y, g h): pushes of the two boxes alone on the board to the two goals, in either
order.

The excess of a pair state is the least of D(x y, g h) - min(d(x, g) + d(y, h), d(x, h) + d(y, g)) over all pairs of
goals. In any solution the boxes of a state go to some goals, at no less than the sum of d over all boxes; two boxes
need at least their excess more, in the better order of their two goals, since leaving the other boxes out only gives
the pair and the player more room. Pushes of disjoint pairs are different pushes, so the excesses of disjoint pairs
may be added to the minimum matching. A pair without any way to two goals is dead, and so is a state that holds it.

(Linear conflicts, Junghanns and Schaeffer 2001, are the excesses of neighbours on a wall; pattern databases of two
boxes for deadlocks and bounds: Pereira, Ritt and Buriol 2015.)
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from __future__ import annotations

import numpy as np
from numba import njit

from gridproof.search.sokoban.board import INFINITE

DEAD = 255
FAR = 32_000  # of distances that are not known


@njit(nogil=True)
def pair_of(a, b):
    """Number of the pair of live squares a and b, in either order."""
    return a * (a - 1) // 2 + b if a > b else b * (b - 1) // 2 + a


@njit(nogil=True)
def spread(nb, row, one, two, player, pushes, n, stack):
    """Enter the player's region beside boxes on squares `one` and `two`, as so many pushes away."""
    row[player] = pushes
    stack[0] = player
    top = 1
    while top > 0:
        top -= 1
        x = stack[top]
        for d in range(4):
            y = nb[x, d]
            if y != n and y != one and y != two and row[y] == FAR:
                row[y] = pushes
                stack[top] = y
                top += 1


@njit(
    "int64(int64[:, ::1], int64[::1], int64[::1], int64[:, ::1], int16[:, ::1], int32[:, ::1], int64[:, ::1])",
    cache=True,
    nogil=True,
)
def distances(nb, live, lives, ends, table, queue, scratch):
    """Fill `table` (pairs of live squares, n) with pushes to the nearest of the pairs `ends` (e, 2) of squares.

    FAR where there is no way, and on the squares of the pair itself. queue (3, 8 pairs + 8): two boxes cut the floor
    into eight regions at most. scratch (2, n + 1). Returns the number of regions met.
    """
    n = nb.shape[0] - 1
    seen, stack = scratch[0], scratch[1]
    for i in range(table.shape[0]):
        for x in range(n):
            table[i, x] = FAR
    seen[:] = 0
    stamp = 0
    head, tail = 0, 0
    for i in range(ends.shape[0]):
        one, two = ends[i, 0], ends[i, 1]
        row = table[pair_of(live[one], live[two])]
        for player in range(n):
            if player != one and player != two and row[player] == FAR:
                spread(nb, row, one, two, player, 0, n, stack)
                queue[0, tail], queue[1, tail], queue[2, tail] = live[one], live[two], player
                tail += 1
    while head < tail:
        a, b, player = queue[0, head], queue[1, head], queue[2, head]
        head += 1
        one, two = lives[a], lives[b]
        pushes = table[pair_of(a, b), player] + 1
        stamp += 1
        seen[player] = stamp
        stack[0] = player
        top = 1
        while top > 0:
            top -= 1
            x = stack[top]
            for d in range(4):
                y = nb[x, d]
                if y != n and y != one and y != two and seen[y] != stamp:
                    seen[y] = stamp
                    stack[top] = y
                    top += 1
        for which in range(2):
            box, other = (one, two) if which == 0 else (two, one)
            for d in range(4):  # pull: the player goes from `to` to `behind`, the box comes to `to`
                to = nb[box, d]
                behind = nb[to, d]
                if to == n or behind in (n, other) or seen[to] != stamp or live[to] < 0:
                    continue
                row = table[pair_of(live[to], live[other])]
                if row[behind] == FAR:
                    spread(nb, row, to, other, behind, min(pushes, FAR - 1), n, stack)
                    queue[0, tail], queue[1, tail], queue[2, tail] = live[to], live[other], behind
                    tail += 1
    return tail


@njit(
    "void(int16[:, ::1], int64[::1], int64[:, ::1], int32[:, ::1], int64, int64, uint8[:, ::1])",
    cache=True,
    nogil=True,
)
def fold(table, lives, single, dist, g, h, excess):
    """Lower `excess` (pairs, n) to what the pair of goals of columns g and h of `dist` leaves, where that is less."""
    n = single.shape[1]
    for a in range(lives.shape[0]):
        for b in range(a):
            pair = pair_of(a, b)
            for x in range(n):
                if table[pair, x] == FAR or excess[pair, x] == 0:
                    continue
                one, two = single[a, x], single[b, x]
                alone = min(dist[one, g] + dist[two, h], dist[one, h] + dist[two, g])
                more = min(max(table[pair, x] - alone, 0), DEAD - 1)
                if more < excess[pair, x]:
                    excess[pair, x] = more


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


@njit(nogil=True)
def all_excess(pairs, live, square, k, player, slack, degree, edges):
    """Excess of disjoint pairs among the boxes square[:k]; INFINITE when a pair is dead.

    Pairs are taken greedily, those of greatest excess first and among them those whose boxes are in the fewest
    others; any disjoint pairs make a lower bound. degree (k,) and edges are scratch; what edges cannot hold is left
    out.

    The excess is one over the distances on the free board. Where the matching is over distances with walls, a pair
    counts for its excess less the slack of its two boxes (`slack_of`): the goals g, h of the pair in a solution hold
    no frozen box, and for either order of them the pair needs d + d + excess at least, which is no less than the
    walled distances of that order, if finite, + excess - slack. A frozen box counts in no pair (slack INFINITE).
    """
    count, most = 0, edges.shape[0] // 3
    for i in range(k):
        degree[i] = 0
        a = live[square[i]]
        for j in range(i):
            excess = np.int64(pairs[pair_of(a, live[square[j]]), player])
            if excess == 0:
                continue
            if excess == DEAD:
                return INFINITE
            excess -= slack[i] + slack[j]
            if excess > 0 and count < most:
                edges[3 * count], edges[3 * count + 1], edges[3 * count + 2] = excess, i, j
                count += 1
                degree[i] += 1
                degree[j] += 1
    total = 0
    while count > 0:
        best = 0
        for e in range(1, count):
            more = edges[3 * e] - edges[3 * best]
            if more > 0 or (
                more == 0
                and degree[edges[3 * e + 1]] + degree[edges[3 * e + 2]]
                < degree[edges[3 * best + 1]] + degree[edges[3 * best + 2]]
            ):
                best = e
        total += edges[3 * best]
        i, j = edges[3 * best + 1], edges[3 * best + 2]
        left = 0
        for e in range(count):
            x, y = edges[3 * e + 1], edges[3 * e + 2]
            if x in (i, j) or y in (i, j):
                degree[x] -= 1
                degree[y] -= 1
            else:
                edges[3 * left], edges[3 * left + 1], edges[3 * left + 2] = edges[3 * e], x, y
                left += 1
        count = left
    return total

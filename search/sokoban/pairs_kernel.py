"""Deadlocks of two boxes: which pairs of boxes, alone on the board with the player somewhere, can both reach goals.

Taking the other boxes away only gives the player and the pair more room, so a state that holds a dead pair has no
solution. The table is filled backward, by pulls from every pair of goals.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from __future__ import annotations

from numba import njit


@njit(nogil=True)
def pair_of(a, b):
    """Number of the pair of live squares a and b, in either order."""
    return a * (a - 1) // 2 + b if a > b else b * (b - 1) // 2 + a


@njit(nogil=True)
def spread(nb, table, pair, one, two, player, n, stack):
    """Enter the player's region beside boxes on squares `one` and `two` as solvable."""
    row = table[pair]
    row[player] = 1
    stack[0] = player
    top = 1
    while top > 0:
        top -= 1
        x = stack[top]
        for d in range(4):
            y = nb[x, d]
            if y != n and y != one and y != two and row[y] == 0:
                row[y] = 1
                stack[top] = y
                top += 1


@njit(
    "int64(int64[:, ::1], int64[::1], int64[::1], int64[::1], uint8[:, ::1], int32[:, ::1], int64[::1])",
    cache=True,
    nogil=True,
)
def fill(nb, live, lives, goals, table, queue, stack):
    """Fill `table` (pairs of live squares, n): 1 where the pair can be solved with the player on that square.

    queue (2, size): pairs with a region to be played backward; returns how many there were, or -1 when the queue
    was too small. stack (n,) is scratch.
    """
    n = nb.shape[0] - 1
    head, tail = 0, 0
    for i in range(goals.shape[0]):
        for j in range(i):
            one, two = goals[i], goals[j]
            pair = pair_of(live[one], live[two])
            for player in range(n):
                if player != one and player != two and table[pair, player] == 0:
                    spread(nb, table, pair, one, two, player, n, stack)
                    queue[0, tail], queue[1, tail] = live[one], live[two]
                    tail += 1
                    if tail == queue.shape[1]:
                        return -1
    while head < tail:
        a, b = queue[0, head], queue[1, head]
        head += 1
        # from all solvable regions of the pair: those of other entries are played again there, which is harmless
        pair = pair_of(a, b)
        for which in range(2):
            box, other = (lives[a], lives[b]) if which == 0 else (lives[b], lives[a])
            for d in range(4):
                to, behind = nb[box, d], nb[nb[box, d], d]
                if to in (n, other) or behind in (n, other) or live[to] < 0:
                    continue
                if table[pair, to] == 0:
                    continue  # nobody who can solve the pair stands there
                after = pair_of(live[to], live[other])
                if table[after, behind] == 0:
                    spread(nb, table, after, to, other, behind, n, stack)
                    queue[0, tail], queue[1, tail] = live[to], live[other]
                    tail += 1
                    if tail == queue.shape[1]:
                        return -1
    return tail


@njit(nogil=True)
def dead_pair(table, live, square, k, skip, to, player):
    """Whether the box on `to` and some box other than number `skip` are a dead pair with the player on `player`."""
    a = live[to]
    for j in range(k):  # noqa: SIM110  # numba has no any()
        if j != skip and table[pair_of(a, live[square[j]]), player] == 0:
            return True
    return False

"""Groups of boxes: pushes that two, three or four boxes lose together, and groups that are deadlocks.

Key: d(s, g): pushes of a single box from state s to goal g (`board.py`). A push of one box from s to t *loses* for g
what it costs beyond getting nearer: 1 + d(t, g) - d(s, g), never less than 0 and always even, since a push changes
the colour of the box's square as on a chessboard. Its *loss* is the least of that over all goals.

A box that ends on g has been pushed d(s, g) times and, beyond that, as often as its pushes lost for g. So in any
solution each box i needs d(s_i, g_i) plus a surplus x_i, at least the sum of the losses of its pushes. What a group
of boxes must lose, alone on the board, until all of them stand on goals is a shortest path over the states of the
group with losses as lengths; taking the other boxes away only gives more room. The table holds these lengths e(S):
the surpluses of the boxes in S add up to e(S) or more, in every solution of every state that contains the group. A
group that has no way is a deadlock, and so is a state that holds it. `cover_kernel.py` puts the groups of a state
together.

(Linear conflicts, Junghanns and Schaeffer 2001, are the pairs of neighbours on a wall; their penalty patterns are
groups found one by one during the search. Pattern databases: Pereira, Ritt and Buriol 2015.)

Groups are numbered by their live squares c[0] < c[1] < ...: the sum of the binomials (c[i] over i + 1).
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="assignment, operator, arg-type, call-overload"
# (what numpy's scalars are to the type checker differs from version to version)

from __future__ import annotations

import numpy as np
from numba import njit

from gridproof.search.sokoban.board import DEAD as DEAD
from gridproof.search.sokoban.board import INFINITE

MOST = 4  # boxes of a group: with the player they are packed into one word, twelve bits each
# state[...] of a table that is being filled
LEVEL, TOP, RANK, MET, STAMP, CHOSEN = range(6)  # from CHOSEN on: the group of row RANK
MORE, DONE, CROWDED = range(3)


@njit("int64[:, ::1](int64[:, ::1], int64[::1], int64[::1], int64[:, ::1], int32[:, ::1])", cache=True, nogil=True)
def losses(nb, live, lives, single, dist):
    """loss[l, d]: the least loss of pushing a box on live square l in direction d; DEAD when it is in no solution."""
    n = nb.shape[0] - 1
    loss = np.full((lives.shape[0], 4), DEAD, dtype=np.int64)
    for box in range(lives.shape[0]):
        for d in range(4):
            stand, to = nb[lives[box], d ^ 2], nb[lives[box], d]
            if stand == n or to == n or live[to] < 0:
                continue
            before, after = single[box, stand], single[live[to], lives[box]]
            for goal in range(dist.shape[1]):
                if dist[before, goal] < INFINITE and dist[after, goal] < INFINITE:
                    loss[box, d] = min(loss[box, d], 1 + dist[after, goal] - dist[before, goal])
    return loss


@njit("int64[:, ::1](int64)", cache=True, nogil=True)
def binomials(size):
    """over[a, k]: a over k."""
    over = np.zeros((size + 2, MOST + 1), dtype=np.int64)
    for a in range(size + 2):
        over[a, 0] = 1
        for k in range(1, MOST + 1):
            over[a, k] = 0 if a == 0 else over[a - 1, k] + over[a - 1, k - 1]
    return over


@njit(nogil=True)
def number_of(group, k, over):
    """Number of the group of live squares group[:k], ascending."""
    number = 0
    for i in range(k):
        number += over[group[i], i + 1]
    return number


@njit(nogil=True)
def next_group(group, k):
    """Change group[:k] into the group of the next number."""
    i = 0
    while i < k - 1 and group[i] + 1 == group[i + 1]:
        group[i] = i
        i += 1
    group[i] += 1


@njit(nogil=True)
def lower(nb, row, occ, start, value, stack):
    """Lower the player's region around `start` to `value`."""
    row[start] = value
    stack[0] = start
    top = 1
    while top > 0:
        top -= 1
        x = stack[top]
        for d in range(4):
            y = nb[x, d]
            if occ[y] == 0 and row[y] > value:
                row[y] = value
                stack[top] = y
                top += 1


@njit(nogil=True)
def flood(nb, occ, start, seen, stamp, stack):
    """Mark the player's region around `start`."""
    seen[start] = stamp
    stack[0] = start
    top = 1
    while top > 0:
        top -= 1
        x = stack[top]
        for d in range(4):
            y = nb[x, d]
            if occ[y] == 0 and seen[y] != stamp:
                seen[y] = stamp
                stack[top] = y
                top += 1


@njit("void(int64[::1], int64[::1], int64[::1], int64[:, ::1], int64, uint8[:, ::1])", cache=True, nogil=True)
def finish(live, lives, goals, over, k, table):
    """Give every group of k goals the value 0, wherever the player is."""
    m = goals.shape[0]
    chosen = np.arange(k)
    group = np.zeros(k, dtype=np.int64)
    while chosen[k - 1] < m:
        for i in range(k):
            group[i] = live[goals[chosen[i]]]
        group.sort()
        row = table[number_of(group, k, over)]
        row[:] = 0
        for i in range(k):
            row[lives[group[i]]] = DEAD
        next_group(chosen, k)


@njit(
    "int64(int64[:, ::1], int64[::1], int64[::1], int64[:, ::1], int64[:, ::1], int64, int64, int64, uint8[:, ::1],"
    "uint64[::1], int64[::1], int64[:, ::1], uint8[::1])",
    cache=True,
    nogil=True,
)
def fill(nb, live, lives, loss, over, k, cap, budget, table, waiting, state, scratch, occ):
    """One slice of filling `table` (groups of k, n), which `finish` began, by pulling boxes: MORE, DONE or CROWDED.

    Values go up by levels: at each, first the rows are scanned for regions of that value, then these are left by all
    pulls, as far as they lose nothing; others lower what is entered for a later level. More than `cap` counts as
    `cap`. waiting: regions to be left, packed. scratch (4, n + 1); occ (n + 1,) is 0 but 2 for the wall.
    """
    n = nb.shape[0] - 1
    seen, stack, group, other = scratch[0], scratch[1], scratch[2], scratch[3]
    low = np.uint64(4095)
    spent = 0
    while state[LEVEL] <= cap:
        level = state[LEVEL]
        while state[RANK] < table.shape[0]:
            if spent >= budget:
                return MORE
            row = table[state[RANK]]
            found = False
            for x in range(n):
                if row[x] == level:
                    found = True
                    break
            spent += 1
            if found:
                packed = np.uint64(0)
                for i in range(k):
                    occ[lives[state[CHOSEN + i]]] = 1
                    packed = packed << np.uint64(12) | np.uint64(state[CHOSEN + i])
                state[STAMP] += 1
                for x in range(n):
                    if row[x] == level and seen[x] != state[STAMP]:
                        if state[TOP] == waiting.shape[0]:
                            return CROWDED
                        waiting[state[TOP]] = packed << np.uint64(12) | np.uint64(x)
                        state[TOP] += 1
                        flood(nb, occ, x, seen, state[STAMP], stack)
                for i in range(k):
                    occ[lives[state[CHOSEN + i]]] = 0
            next_group(state[CHOSEN:], k)
            state[RANK] += 1
        while state[TOP] > 0:
            if spent >= budget:
                return MORE
            spent += 4
            state[TOP] -= 1
            packed = waiting[state[TOP]]
            player = np.int64(packed & low)
            for i in range(k - 1, -1, -1):
                packed >>= np.uint64(12)
                group[i] = np.int64(packed & low)
                occ[lives[group[i]]] = 1
            state[MET] += 1
            state[STAMP] += 1
            flood(nb, occ, player, seen, state[STAMP], stack)
            for i in range(k):
                box = lives[group[i]]
                for d in range(4):  # pull: the player goes from `to` to `behind`, the box comes to `to`
                    to = nb[box, d]
                    behind = nb[to, d]
                    if occ[to] != 0 or occ[behind] != 0 or seen[to] != state[STAMP] or live[to] < 0:
                        continue
                    more = loss[live[to], d ^ 2]
                    if more == DEAD:
                        continue
                    value = min(level + more, cap)
                    at = 0
                    for j in range(k):
                        if j != i and group[j] < live[to]:
                            other[at] = group[j]
                            at += 1
                    other[at] = live[to]
                    at += 1
                    for j in range(k):
                        if j != i and group[j] > live[to]:
                            other[at] = group[j]
                            at += 1
                    row = table[number_of(other, k, over)]
                    if row[behind] > value:
                        occ[box], occ[to] = 0, 1
                        lower(nb, row, occ, behind, value, stack)
                        occ[box], occ[to] = 1, 0
                        if value == level:
                            if state[TOP] == waiting.shape[0]:
                                return CROWDED
                            packed = np.uint64(0)
                            for j in range(k):
                                packed = packed << np.uint64(12) | np.uint64(other[j])
                            waiting[state[TOP]] = packed << np.uint64(12) | np.uint64(behind)
                            state[TOP] += 1
            for i in range(k):
                occ[lives[group[i]]] = 0
        state[LEVEL] += 2
        state[RANK] = 0
        for i in range(k):
            state[CHOSEN + i] = i
    return DONE


@njit(
    "int64(int64, int64[:, ::1], uint8[:, ::1], uint8[:, ::1], uint8[:, ::1], int64[::1], int64, int64)",
    cache=True,
    nogil=True,
)
def thin(k, over, pairs, triples, table, group, begin, end):
    """Zero what smaller groups tell already in rows begin to end; returns in how many of them anything is left.

    group: that of row `begin`, and of row `end` afterwards.

    Three surpluses with sums p, q, r by pairs add up to the greatest of these, and to half of p + q + r, at least;
    four to the sums of two disjoint pairs, a third of the sum over all pairs or over all triples, and so on.
    triples is not read for k = 3.
    """
    part = np.zeros(3, dtype=np.int64)
    twos, threes = np.zeros(6, dtype=np.int64), np.zeros(4, dtype=np.int64)
    left = 0
    for number in range(begin, end):
        at = 0
        for j in range(1, k):
            for i in range(j):
                twos[at] = group[j] * (group[j] - 1) // 2 + group[i]  # 01 02 12 03 13 23
                at += 1
        if k == 4:
            for out in range(4):
                at = 0
                for i in range(4):
                    if i != out:
                        part[at] = group[i]
                        at += 1
                threes[out] = number_of(part, 3, over)
        some = False
        for x in range(table.shape[1]):
            value = np.int64(table[number, x])
            if value == 0:
                continue
            p, q, r = np.int64(pairs[twos[0], x]), np.int64(pairs[twos[1], x]), np.int64(pairs[twos[2], x])
            known = max(p, q, r, (p + q + r + 2) // 4 * 2)
            dead = max(p, q, r) == DEAD
            if k == 4:
                s, t, u = np.int64(pairs[twos[3], x]), np.int64(pairs[twos[4], x]), np.int64(pairs[twos[5], x])
                known = max(p + u, q + t, r + s, (p + q + r + s + t + u + 5) // 6 * 2)
                dead = dead or max(s, t, u) == DEAD
                total = 0
                for out in range(4):
                    three = np.int64(triples[threes[out], x])
                    dead = dead or three == DEAD
                    known = max(known, three)
                    total += three
                known = max(known, (total + 5) // 6 * 2)
            if dead or (value != DEAD and value <= known):
                table[number, x] = 0
            else:
                some = True
        left += some
        next_group(group, k)
    return left


@njit(
    "int64(int64, int64[:, ::1], uint8[:, ::1], int32[::1], uint8[:, ::1], uint64[:, ::1], int64[::1], int64, int64,"
    "int64)",
    cache=True,
    nogil=True,
)
def gather(k, over, table, index, rows, masks, group, begin, end, count):
    """Move the rows from begin to end that hold anything to rows[count:]; returns the count then.

    index[number] becomes their place there, -1 for the others. group: that of row `begin`, and of `end` afterwards.
    masks (groups of k - 1, words): for each the live squares that make it up to a group with a row.
    """
    part = np.zeros(k, dtype=np.int64)
    for number in range(begin, end):
        index[number] = -1
        for x in range(table.shape[1]):
            if table[number, x] != 0:
                index[number] = count
                break
        if index[number] >= 0:
            rows[count] = table[number]
            count += 1
            for out in range(k):
                at = 0
                for i in range(k):
                    if i != out:
                        part[at] = group[i]
                        at += 1
                masks[number_of(part, k - 1, over), group[out] >> 6] |= np.uint64(1) << np.uint64(group[out] & 63)
        next_group(group, k)
    return count


@njit("void(int64[:, ::1], uint64[:, ::1], uint64[:, ::1])", cache=True, nogil=True)
def spread(over, near4, near3):
    """Let near3 tell, too, which pairs and third squares belong to some group of four."""
    group = np.arange(3)
    part = np.zeros(2, dtype=np.int64)
    for number in range(near4.shape[0]):
        some = False
        for w in range(near4.shape[1]):
            some = some or near4[number, w] != np.uint64(0)
        if some:
            for out in range(3):
                at = 0
                for i in range(3):
                    if i != out:
                        part[at] = group[i]
                        at += 1
                near3[number_of(part, 2, over), group[out] >> 6] |= np.uint64(1) << np.uint64(group[out] & 63)
        next_group(group, 3)

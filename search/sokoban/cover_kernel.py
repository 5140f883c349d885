"""The groups of a state, put together: the least surplus that all of them allow. See `groups_kernel.py`.

Each box i needs d(s_i, g_i) pushes for the goal it ends on and a surplus x_i beyond; the surpluses are even, none is
negative, and those of a group S of boxes add up to e(S) or more. The first parts add up to no less than the minimum
matching. So the matching plus the least sum of x_i that satisfies all groups of the state (a weighted covering
problem; for pairs alone a vertex cover) is a lower bound. Groups may overlap here, as nothing is counted twice.

A push changes the group values of the pushed box only: for groups of others the player stays in the region where it
was beside them. So a state needs its groups once, and each push those of one box.

Where the matching is over distances w(s, g) with frozen boxes as walls, its potentials u, v tell what a box pays for
a goal that is not its best: the pushes of a solution are the matching and, for each box i, z_i more, where

    z_i = p_i - u_i - v_g,  p_i the pushes of i and g the goal that it comes to;

z_i is not negative, since p_i >= w(s_i, g) >= u_i + v_g. As p_i = d(s_i, g) + x_i, z_i is x_i less the *slack*
u_i + v_g - d(s_i, g). A box can have as much slack as for any goal that it can still come to, so a group counts for
e(S) less the slacks of its boxes. And a goal gives its slack to one box only, so all of them together have at most
the sum of what the goals can give: the full sum less that is a bound, too. A frozen box has p = x = z = 0. The z_i
are even, as above, if the potentials agree with the colours of the squares: `agree` makes them do so. With more goals
than boxes there are no such potentials; then z_i = p_i - w(s_i, g), and the slack is w - d.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="assignment, operator, arg-type, call-overload"
# (what numpy's scalars are to the type checker differs from version to version)

from __future__ import annotations

import numpy as np
from numba import njit

from gridproof.search.bits import trailing_zeros
from gridproof.search.sokoban.board import DEAD, INFINITE
from gridproof.search.sokoban.pairs_kernel import pair_of

MOST_GROUPS = 128  # of a state; what is more is left out
NUMBERED = 63  # boxes that can be in a group that counts, others only in deadlocks
DEPTH = 40  # raises of a surplus by two
PATIENCE = 6_000  # looks at groups in the search for a least sum


@njit(nogil=True)
def trio_of(a, b, c):
    """Number of the group of live squares a > b > c."""
    return a * (a - 1) * (a - 2) // 6 + b * (b - 1) // 2 + c


@njit(nogil=True)
def number_of_three(a, b, c):
    if a < b:
        a, b = b, a
    if b < c:
        b, c = c, b
    if a < b:
        a, b = b, a
    return trio_of(a, b, c)


@njit(nogil=True)
def number_of_four(a, b, c, x):
    """Number of the group of live squares a > b > c and x."""
    if x > a:
        a, b, c, x = x, a, b, c
    elif x > b:
        b, c, x = x, b, c
    elif x > c:
        c, x = x, c
    return a * (a - 1) * (a - 2) // 6 * (a - 3) // 4 + b * (b - 1) * (b - 2) // 6 + c * (c - 1) // 2 + x


@njit(nogil=True)
def find_groups(groups, x, player, word, box_of, masks, values, count):
    """Append the groups of a box on live square x with boxes of `word` (words,), x not among them.

    groups: (pairs, near, index3, rows3, near3, index4, rows4, near4), see `groups.py`. box_of (L,): number of the box
    on each live square. masks, values (MOST_GROUPS,): boxes of a group as bits, and its value. Returns how many they
    are then, or -1 when one is a deadlock.
    """
    pairs, near, index3, rows3, near3, index4, rows4, near4 = groups
    one = np.uint64(1)
    words = word.shape[0]
    for w in range(words):
        bits = word[w] & near[x, w]
        while bits != np.uint64(0):
            y = 64 * w + np.int64(trailing_zeros(bits))
            bits &= bits - one
            value = np.int64(pairs[pair_of(x, y), player])
            if value == DEAD:
                return -1
            if value > 0:
                count = enter(masks, values, count, value, box_of[x], box_of[y], box_of[y], box_of[y])
    if near3.shape[0] == 0:
        return count
    for w in range(words):
        bits = word[w]
        while bits != np.uint64(0):
            bit = bits & (~bits + one)
            y = 64 * w + np.int64(trailing_zeros(bits))
            bits ^= bit
            two = pair_of(x, y)
            for w2 in range(w + 1):
                left = word[w2] & near3[two, w2]
                if w2 == w:
                    left &= bit - one
                while left != np.uint64(0):
                    bit2 = left & (~left + one)
                    z = 64 * w2 + np.int64(trailing_zeros(left))
                    left ^= bit2
                    three = number_of_three(x, y, z)
                    row = index3[three]
                    if row >= 0:
                        value = np.int64(rows3[row, player])
                        if value == DEAD:
                            return -1
                        if value > 0:
                            count = enter(masks, values, count, value, box_of[x], box_of[y], box_of[z], box_of[z])
                    if near4.shape[0] == 0:
                        continue
                    for w3 in range(w2 + 1):
                        last = word[w3] & near4[three, w3]
                        if w3 == w2:
                            last &= bit2 - one
                        while last != np.uint64(0):
                            q = 64 * w3 + np.int64(trailing_zeros(last))
                            last &= last - one
                            row = index4[number_of_four(y, z, q, x)]
                            if row >= 0:
                                value = np.int64(rows4[row, player])
                                if value == DEAD:
                                    return -1
                                if value > 0:
                                    count = enter(
                                        masks, values, count, value, box_of[x], box_of[y], box_of[z], box_of[q]
                                    )
    return count


@njit(nogil=True)
def enter(masks, values, count, value, i, j, k, p):
    if count == MOST_GROUPS or max(i, j, k, p) >= NUMBERED:
        return count
    one = np.uint64(1)
    masks[count] = one << np.uint64(i) | one << np.uint64(j) | one << np.uint64(k) | one << np.uint64(p)
    values[count] = value
    return count + 1


@njit(nogil=True)
def without(masks, values, count, i, masks2, values2):
    """Copy the groups that box i is not in; returns how many they are."""
    left = 0
    bit = np.uint64(1) << np.uint64(i)
    for c in range(count):
        if i >= NUMBERED or masks[c] & bit == np.uint64(0):
            masks2[left], values2[left] = masks[c], values[c]
            left += 1
    return left


@njit(nogil=True)
def agree(goals, m, colour, u, v, row_of):
    """Change optimal potentials so that u_i and v_g are even on squares of colour 0 and odd on those of colour 1.

    w(s, g) has the parity of both colours, so the two of a matched pair are both right or both wrong: one goes down
    by 1, the other up. That breaks no w >= u + v: where only v goes up, the difference was odd and at least 1.
    """
    for j in range(m):
        if (v[j] + colour[goals[j]]) & 1:
            v[j] += 1
            u[row_of[j]] -= 1


@njit(nogil=True)
def slacks_of(free, walled, rows, k, m, u, v, held, slack):
    """Fill slack[:k], see above, where it is not INFINITE; returns what all goals together can give.

    free, walled: push distances without and with the frozen boxes as walls. held (m,): 1 where a frozen box stands.
    """
    for i in range(k):
        if slack[i] != INFINITE:
            slack[i] = 0
    given = 0
    for j in range(m):
        if held[j] == 1:
            continue
        most = 0
        for i in range(k):
            if slack[i] != INFINITE and walled[rows[i], j] < INFINITE:
                own = (u[i] + v[j] if k == m else walled[rows[i], j]) - free[rows[i], j]
                if own > 0:
                    slack[i] = max(slack[i], own)
                    most = max(most, own)
        given += most
    return given


@njit(nogil=True)
def surplus(masks, values, count, zoned, free, dist, rows, k, m, u, v, held, slack, walled, lists):
    """The least sum of surpluses beyond the matching over `dist`, at least `zoned` of it for all boxes together.

    slack (k,): INFINITE for frozen boxes, else 0; with `free` distances, u, v and held read only where `walled`.
    """
    _, _, _, _, sets, need, chosen, members, barred, _, slack2 = lists
    least = least_surplus(masks, values, count, slack, walled, sets, need, chosen, members, barred)
    least = max(least, zoned)
    if not walled or least == 0:
        return least
    for i in range(k):
        slack2[i] = slack[i]
    given = slacks_of(free, dist, rows, k, m, u, v, held, slack2)
    if given == 0:
        return least
    return max(least - given, least_surplus(masks, values, count, slack2, True, sets, need, chosen, members, barred))


@njit(nogil=True)
def least_surplus(masks, values, count, slack, walled, sets, need, chosen, members, barred):
    """The least sum of surpluses that all groups allow, or less where it is hard to find.

    slack: of each box, read where `walled`; INFINITE for a frozen box. sets (MOST_GROUPS,) uint64, need
    (MOST_GROUPS,) and chosen, members, barred (DEPTH + 1,) uint64 are scratch. A sum is tried after the other, from
    one that disjoint groups demand: depth-first, for the group that lacks most one of its boxes gets two more.
    """
    one = np.uint64(1)
    size, all_needs, overlap, joined = 0, 0, False, np.uint64(0)
    for c in range(count):
        value, boxes = values[c], masks[c]
        if walled:
            bits = boxes
            while bits != np.uint64(0):
                bit = bits & (~bits + one)
                bits ^= bit
                more = slack[np.int64(trailing_zeros(bit))]
                if more == INFINITE:
                    boxes ^= bit
                else:
                    value -= more
        if value > 0:
            sets[size], need[size] = boxes, value
            overlap = overlap or joined & boxes != np.uint64(0)
            joined |= boxes
            all_needs += value
            size += 1
    if not overlap:
        return all_needs
    total, used = 0, np.uint64(0)
    while True:  # disjoint groups, the greatest first
        best = -1
        for c in range(size):
            if sets[c] & used == np.uint64(0) and (best < 0 or need[c] > need[best]):
                best = c
        if best < 0:
            break
        total += need[best]
        used |= sets[best]
    looks = 0
    while total <= 2 * DEPTH:
        left, depth = total, 0
        barred[0] = np.uint64(0)
        entering = True
        while True:
            if entering:
                looks += size
                if looks > PATIENCE:
                    return total  # nothing less will do
                lacking, worst, used = 0, -1, np.uint64(0)
                for c in range(size):
                    if need[c] > 0:
                        if sets[c] & used == np.uint64(0):
                            lacking += need[c]
                            used |= sets[c]
                        if worst < 0 or need[c] > need[worst]:
                            worst = c
                if worst < 0:
                    return total
                members[depth] = sets[worst] & ~barred[depth] if lacking <= left else np.uint64(0)
            if members[depth] == np.uint64(0):
                if depth == 0:
                    break
                depth -= 1
                bit = chosen[depth]
                for c in range(size):
                    if sets[c] & bit != np.uint64(0):
                        need[c] += 2
                left += 2
                barred[depth] |= bit  # all sums with more for this box have been tried
                entering = False
            else:
                bit = members[depth] & (~members[depth] + one)
                members[depth] ^= bit
                chosen[depth] = bit
                for c in range(size):
                    if sets[c] & bit != np.uint64(0):
                        need[c] -= 2
                left -= 2
                depth += 1
                barred[depth] = barred[depth - 1]
                entering = True
        total += 2
    return total

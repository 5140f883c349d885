"""Kernel helpers: the player's region, minimum-cost matching, freeze deadlocks. See `board.py` for the tables.

Compiled into the entry kernels of other files, which put a fingerprint of this file into their cache key (see
`astar_kernel.py`), so that a change here never meets a stale cache.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from __future__ import annotations

from numba import njit

from gridproof.search.sokoban.board import INFINITE as INFINITE

BIG = 1 << 40
SWAPS, GAINS, MAY_SPLIT = range(3)  # what a push does to the player's region


@njit(nogil=True)
def region(nb, occ, start, n, mark, stamp, queue, depth):
    """Mark the squares the player can walk to from `start`, with their distance; returns (lowest, how many).

    occ (n + 1,): 0 free, 1 box, 2 wall (square n).
    """
    mark[start] = stamp
    depth[start] = 0
    queue[0] = start
    head, tail, lowest = 0, 1, start
    while head < tail:
        x = queue[head]
        head += 1
        for d in range(4):
            y = nb[x, d]
            if occ[y] == 0 and mark[y] != stamp:
                mark[y] = stamp
                depth[y] = depth[x] + 1
                queue[tail] = y
                tail += 1
                if y < lowest:
                    lowest = y
    return lowest, tail


@njit(nogil=True)
def lowest_square(nb, occ, start, mark, stamp, queue):
    """The lowest square the player can walk to: the name of its region."""
    mark[start] = stamp
    queue[0] = start
    tail, lowest = 1, start
    while tail > 0:
        tail -= 1
        x = queue[tail]
        for d in range(4):
            y = nb[x, d]
            if occ[y] == 0 and mark[y] != stamp:
                mark[y] = stamp
                queue[tail] = y
                tail += 1
                if y < lowest:
                    lowest = y
    return lowest


@njit(nogil=True)
def lowest_beyond(nb, occ, reach, stamp, start, mark, new_stamp, queue):
    """As `lowest_square`, but nobody walks to squares with `stamp` on `reach`."""
    mark[start] = new_stamp
    queue[0] = start
    tail, lowest = 1, start
    while tail > 0:
        tail -= 1
        x = queue[tail]
        for d in range(4):
            y = nb[x, d]
            if occ[y] == 0 and reach[y] != stamp and mark[y] != new_stamp:
                mark[y] = new_stamp
                queue[tail] = y
                tail += 1
                if y < lowest:
                    lowest = y
    return lowest


@njit(nogil=True)
def change_of_region(nb, occ, reach, stamp, box, to):
    """What a push from `box` to `to` does to the player's region: SWAPS, GAINS or MAY_SPLIT.

    reach: `stamp` on the region before; occ is that after the push. The region loses `to`, no more if the free
    squares beside `to` hang together around its corners; otherwise it MAY_SPLIT. It gains `box`, no more (SWAPS) if
    no free square beside it is new, and else (GAINS) what can be walked to from there beyond the region before.
    """
    if reach[to] == stamp:
        free, links = 0, 0
        for d in range(4):
            y = nb[to, d]
            if occ[y] == 0:
                free += 1
                if occ[nb[to, (d + 1) & 3]] == 0 and occ[nb[y, (d + 1) & 3]] == 0:
                    links += 1
        if free - links > 1:
            return MAY_SPLIT
    for d in range(4):
        y = nb[box, d]
        if occ[y] == 0 and reach[y] != stamp:
            return GAINS
    return SWAPS


@njit(nogil=True)
def lowest_after(reach, stamp, lowest, box, to):
    """The lowest square of the player's region after a push that SWAPS two; `lowest`: that before."""
    if to == lowest:
        lowest += 1
        while lowest < box and reach[lowest] != stamp:
            lowest += 1
    return min(lowest, box)


@njit(nogil=True)
def region_after(nb, occ, reach, stamp, lowest, box, to, mark, new_stamp, queue):
    """The player's region after a push from `box` to `to`; returns (its lowest square, stamp of what is kept).

    reach: `stamp` on the region before, `lowest` its lowest square; occ is that after the push. The region is what
    has `new_stamp` on `mark` then, and what has the stamp of what is kept (-1 for nothing) on `reach`, less `to`.
    """
    change = change_of_region(nb, occ, reach, stamp, box, to)
    if change == MAY_SPLIT:
        return lowest_square(nb, occ, box, mark, new_stamp, queue), -1
    mark[box] = new_stamp
    lowest = lowest_after(reach, stamp, lowest, box, to)
    if change == GAINS:
        lowest = min(lowest, lowest_beyond(nb, occ, reach, stamp, box, mark, new_stamp, queue))
    return lowest, stamp


@njit(nogil=True)
def augment(dist, rows, m, row, u, v, row_of, least, used, way):
    """Assign one more row by a shortest augmenting path (Jonker and Volgenant 1987); columns 0..m-1.

    rows[i] is the row of `dist` that stands for box i, -1 for a row of zeros (a goal that needs no box).
    u, v: potentials; row_of[j]: the row of column j, -1 when free; column m is scratch.
    """
    for j in range(m):
        least[j] = BIG
        used[j] = 0
    used[m] = 0
    row_of[m] = row
    u[row] = 0
    j0 = m
    while True:
        used[j0] = 1
        i0 = row_of[j0]
        state = rows[i0]
        ui = u[i0]
        delta = BIG
        j1 = 0
        for j in range(m):
            if used[j] == 0:
                cost = dist[state, j] if state >= 0 else 0
                reduced = cost - ui - v[j]
                if reduced < least[j]:
                    least[j] = reduced
                    way[j] = j0
                if least[j] < delta:
                    delta = least[j]
                    j1 = j
        for j in range(m + 1):
            if used[j] == 1:
                u[row_of[j]] += delta
                v[j] -= delta
            else:
                least[j] -= delta
        j0 = j1
        if row_of[j0] < 0:
            break
    while j0 != m:
        j1 = way[j0]
        row_of[j0] = row_of[j1]
        j0 = j1


@njit(nogil=True)
def match_all(dist, rows, m, u, v, row_of, least, used, way):
    """Minimum-cost perfect matching from nothing; returns its cost.

    Columns take their cheapest row first, as far as it is free (column reduction, Jonker and Volgenant 1987).
    """
    for j in range(m + 1):
        v[j] = 0
        row_of[j] = -1
        u[j] = 0
        used[j] = 0
    for j in range(m):
        best, cheapest = 0, BIG
        for row in range(m):
            cost = dist[rows[row], j] if rows[row] >= 0 else 0
            if cost < cheapest:
                best, cheapest = row, cost
        v[j] = cheapest
        if used[best] == 0:
            used[best] = 1
            row_of[j] = best
    for row in range(m):
        taken = False
        for j in range(m):
            if row_of[j] == row:
                taken = True
                break
        if taken:
            continue
        augment(dist, rows, m, row, u, v, row_of, least, used, way)
    return matched_cost(dist, rows, m, row_of)


@njit(nogil=True)
def rematched(dist, rows, m, i, after, v, column_of):
    """What a minimum matching changes by when box i comes to the row `after` of `dist`, if each keeps its goal.

    Far below -1 where this goal is not best any more by the potentials `v`: the matching may have to change, too.
    column_of (m,): the goal of each box.
    """
    mine = column_of[i]
    reduced = dist[after, mine] - v[mine]
    for j in range(m):
        if dist[after, j] - v[j] < reduced:
            return -INFINITE
    return dist[after, mine] - dist[rows[i], mine]


@njit(nogil=True)
def matched_cost(dist, rows, m, row_of):
    total = 0
    for j in range(m):
        state = rows[row_of[j]]
        if state >= 0:
            total += dist[state, j]
    return total


@njit(nogil=True)
def can_slide(nb, occ, live, mark, box):
    """Whether a box can move along some axis: no wall and no unmoved box (mark 1) beside it, one side live."""
    n = nb.shape[0] - 1
    for axis in range(2):
        x, y = nb[box, axis], nb[box, axis + 2]
        if x < n and y < n and mark[x] != 1 and mark[y] != 1 and (live[x] >= 0 or live[y] >= 0):
            return True
    return False


@njit(nogil=True)
def frozen(nb, occ, live, goal, box, mark, cluster):
    """Whether the box just pushed to `box` is frozen together with a box off its goal.

    Boxes are frozen when along both axes each has a wall, another frozen box, or dead squares on both sides. The
    greatest such set among the boxes connected to this one is found by taking out what can move. None of the set
    can be the first to move in a solution, so one of them off a goal is a deadlock; all on goals is none. Sets
    without `box` need no look: they would have been found when their last box came.
    mark (n + 1,) is all 0 before and after.
    """
    n = nb.shape[0] - 1
    for axis in range(2):  # the usual case first: the box itself can move at once
        x, y = nb[box, axis], nb[box, axis + 2]
        if x < n and y < n and occ[x] == 0 and occ[y] == 0 and (live[x] >= 0 or live[y] >= 0):
            return False
    cluster[0] = box
    mark[box] = 1
    count, at = 1, 0
    while at < count:
        for d in range(4):
            y = nb[cluster[at], d]
            if occ[y] == 1 and mark[y] == 0:
                mark[y] = 1
                cluster[count] = y
                count += 1
        at += 1
    changed = True
    while changed and mark[box] == 1:
        changed = False
        for i in range(count):
            if mark[cluster[i]] == 1 and can_slide(nb, occ, live, mark, cluster[i]):
                mark[cluster[i]] = 2
                changed = True
    dead = False
    if mark[box] == 1:
        for i in range(count):
            if mark[cluster[i]] == 1 and goal[cluster[i]] == 0:
                dead = True
    for i in range(count):
        mark[cluster[i]] = 0
    return dead

"""Deadlocks learned while searching: boxes that close off a part of the floor and can neither be solved nor leave.

Take only the boxes around a closed part of the floor, and let a box vanish once it leaves that part: both only give
more room, so when even then not all remaining boxes come to stand on goals, no state with these boxes and the player
in that region has a solution. What is found is kept as a pattern: boxes, and where the player is. States that hold a
pattern are dead.

In full: take a solution of a state with these boxes, and of its pushes those of these boxes, each until it first
leaves the part. They can be made here in the same order, since here the player and the boxes have all the room they
had there. At the end every box that is left stands on a goal, as all boxes do at the end of a solution, whether
there are as many goals as boxes or more (with fewer there is no solution). Not all of them stand there at the start,
so a push comes last, and after it the search sees what it looks for. What it does not try is in no such line of
pushes: boxes that freeze off their goals, dead squares and dead pairs are in no solution of the whole state, as the
player stands where he stands there. To let a box leave when it can is never worse. Nothing of this counts pushes or
moves.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="assignment, operator, arg-type, call-overload"
# (what numpy's scalars are to the type checker differs from version to version)

from __future__ import annotations

import numpy as np
from numba import njit

from gridproof.search.fingerprint import fingerprint
from gridproof.search.sokoban import kernel_parts, packing_kernel, pairs_kernel
from gridproof.search.sokoban.kernel_parts import frozen, region
from gridproof.search.sokoban.packing_kernel import inner
from gridproof.search.sokoban.pairs_kernel import dead_pair

MOST_BOXES = 14
MOST_STATES = 250
SLOTS = 2048
BUILD, STAMP, PATTERNS, STATES = range(4)  # counters[...]


@inner
def enter(store, slots, count, row, size, player):
    """Number of the state (row, player) in the store; `count` when it is new and was entered."""
    hash_ = np.uint64(player + 1)
    for i in range(size):
        hash_ = (hash_ ^ np.uint64(row[i] + 2)) * np.uint64(1099511628211)
    mask = slots.shape[0] - 1
    at = np.int64((hash_ ^ (hash_ >> np.uint64(32))) & np.uint64(mask))
    while slots[at] > 0:
        state = slots[at] - 1
        same = store[state, size] == player
        for i in range(size):
            same = same and store[state, i] == row[i]
        if same:
            return np.int64(state)
        at = (at + 1) & mask
    slots[at] = count + 1
    for i in range(size):
        store[count, i] = row[i]
    store[count, size] = player
    return count


def _entry(build):
    @njit(
        "boolean(int64[:, ::1], int64[::1], int64[:, ::1], uint8[::1], uint8[::1], uint8[:, ::1], int64[::1], int64,"
        "int64, int64[::1], int64, int64[::1], int64[:, ::1], int64[::1], uint8[:, ::1], int64[:, ::1])",
        cache=True,
        nogil=True,
    )
    def hopeless(
        nb, live, single, alive, goal, pairs, group, size, player, inside, ident, counters, store, slots, bytes_, work
    ):
        """Whether boxes on group[:size] (sorted), with the player on `player`, can neither leave nor be solved.

        inside (n + 1,): `ident` on the part of the floor in question. counters: a stamp at STAMP. store
        (states + 1, MOST_BOXES + 1), slots (a power of two,), bytes_ (2, n + 1) all 0 but the wall, work (12, ...).
        False also when as many states as the store holds do not tell.
        """
        counters[BUILD] = build  # so that the helpers' text is in the key of the cached kernel
        n = nb.shape[0] - 1
        occ, mark = bytes_[0], bytes_[1]
        seen, queue, depth, cluster, square, row = work[0], work[1], work[2], work[3], work[4], work[5]
        stack = work[6]
        slots[:] = 0
        for i in range(size):
            row[i] = group[i]
        enter(store, slots, 0, row, size, player)
        stack[0] = 0
        count, top = 1, 1
        result = True
        while top > 0 and result:
            top -= 1
            counters[STATES] += 1
            state = stack[top]
            k = 0
            for i in range(size):
                if store[state, i] >= 0:
                    square[k] = store[state, i]
                    occ[square[k]] = 1
                    k += 1
            counters[STAMP] += 1
            stamp = counters[STAMP]
            region(nb, occ, store[state, size], n, seen, stamp, queue, depth)
            only, only_d = -1, -1  # a box that can leave: that is never worse than anything else
            for i in range(k):
                for d in range(4):
                    stand, to = nb[square[i], d ^ 2], nb[square[i], d]
                    if (
                        inside[to] != ident and seen[stand] == stamp and occ[stand] == 0 and occ[to] == 0
                        and live[to] >= 0 and alive[single[live[to], square[i]]] == 1
                    ):  # fmt: skip
                        only, only_d = i, d
                if only >= 0:
                    break
            for i in range(k):
                if not result:
                    break
                if only >= 0 and only != i:
                    continue
                box = square[i]
                for d in range(4):
                    if only >= 0 and only_d != d:
                        continue
                    stand, to = nb[box, d ^ 2], nb[box, d]
                    if seen[stand] != stamp or occ[stand] != 0 or occ[to] != 0 or live[to] < 0:
                        continue
                    if alive[single[live[to], box]] == 0:
                        continue
                    occ[box] = 0
                    leaves = inside[to] != ident
                    if not leaves:
                        occ[to] = 1
                        dead = frozen(nb, occ, live, goal, to, mark, cluster)
                        if not dead and pairs.shape[0] > 0:
                            dead = dead_pair(pairs, live, square, k, i, to, box)
                        if dead:
                            occ[to] = 0
                            occ[box] = 1
                            continue
                    lowest = box
                    counters[STAMP] += 1
                    lowest, _ = region(nb, occ, box, n, work[7], counters[STAMP], queue, depth)
                    occ[to] = 0
                    occ[box] = 1
                    # the new row, sorted; boxes that left are -1 at the end
                    filled, all_home, put = 0, True, leaves
                    for j in range(k):
                        if j == i:
                            continue
                        if not put and to < square[j]:
                            row[filled] = to
                            filled += 1
                            put = True
                            all_home = all_home and goal[to] == 1
                        row[filled] = square[j]
                        filled += 1
                        all_home = all_home and goal[square[j]] == 1
                    if not put:
                        row[filled] = to
                        filled += 1
                        all_home = all_home and goal[to] == 1
                    for j in range(filled, size):
                        row[j] = -1
                    if all_home or count == store.shape[0] - 1:
                        result = False
                        break
                    if enter(store, slots, count, row, size, lowest) == count:
                        stack[top] = count
                        top += 1
                        count += 1
            for i in range(k):
                occ[square[i]] = 0
        return result

    return hopeless


hopeless = _entry(fingerprint(kernel_parts, packing_kernel, pairs_kernel))


@inner
def known_dead(patterns, regions, links, heads, occ, player, at):
    """Whether the boxes of `occ` hold a pattern with a box on `at`, the player's square being in its region.

    patterns (P, MOST_BOXES + 1): count, then squares. regions (P, words): bit set of squares. heads (n + 1,),
    links (P, MOST_BOXES): chains of pattern * MOST_BOXES + position, -1 ends.
    """
    link = heads[at]
    while link >= 0:
        p = link // MOST_BOXES
        holds = True
        for i in range(1, patterns[p, 0] + 1):
            if occ[patterns[p, i]] != 1:
                holds = False
                break
        if holds and regions[p, player >> 6] >> np.uint64(player & 63) & np.uint64(1):
            return True
        link = links[p, link % MOST_BOXES]
    return False


@inner
def least_hopeless(
    nb, live, single, alive, goal, pairs, group, size, player, inside, ident, counters, store, slots, bytes_, work
):
    """Take from hopeless boxes group[:size] those that are not needed for that; returns how many are left.

    0 when they are not hopeless.
    """
    if not hopeless(
        nb, live, single, alive, goal, pairs, group, size, player, inside, ident, counters, store, slots, bytes_, work
    ):
        return 0
    trial = work[8]
    i = 0
    while i < size and size > 1:
        for j in range(i):
            trial[j] = group[j]
        for j in range(i + 1, size):
            trial[j - 1] = group[j]
        home = True
        for j in range(size - 1):
            home = home and goal[trial[j]] == 1
        if not home and hopeless(
            nb, live, single, alive, goal, pairs, trial, size - 1, player, inside, ident, counters, store, slots,
            bytes_, work,
        ):  # fmt: skip
            size -= 1
            for j in range(size):
                group[j] = trial[j]
        else:
            i += 1
    return size


@inner
def learn(
    nb, live, single, alive, goal, pairs, group, size, player, inside, ident, patterns, regions, links, heads,
    counters, store, slots, bytes_, work,
):  # fmt: skip
    """Keep the boxes group[:size] as a pattern if they are hopeless, without those that are not needed for that."""
    n = nb.shape[0] - 1
    size = least_hopeless(
        nb, live, single, alive, goal, pairs, group, size, player, inside, ident, counters, store, slots, bytes_, work
    )
    if size == 0:
        return False
    p = counters[PATTERNS]
    if p < patterns.shape[0]:
        counters[PATTERNS] += 1
        occ = bytes_[0]
        patterns[p, 0] = size
        for i in range(size):
            patterns[p, i + 1] = group[i]
            links[p, i] = heads[group[i]]
            heads[group[i]] = p * MOST_BOXES + i
            occ[group[i]] = 1
        counters[STAMP] += 1
        region(nb, occ, player, n, work[0], counters[STAMP], work[1], work[2])
        for x in range(n):
            if work[0][x] == counters[STAMP] and occ[x] == 0:
                regions[p, x >> 6] |= np.uint64(1) << np.uint64(x & 63)
        for i in range(size):
            occ[group[i]] = 0
    return True


@inner
def closed_in(
    nb, live, single, alive, goal, pairs, occ, reach, stamp, player, at, patterns, regions, links, heads, tested,
    counters, store, slots, bytes_, work,
):  # fmt: skip
    """Whether the boxes around a closed part of the floor beside `at` are hopeless; learns the pattern if so.

    reach: `stamp` on the player's region. tested: a cache of hashes of box sets that were looked at before; a
    collision only means that one is skipped.
    """
    inside, queue, group = work[9], work[10], work[11]
    for joined in range(2):
        for d in range(5):
            start = nb[at, d] if d < 4 else at
            if (d < 4 and (occ[start] != 0 or reach[start] == stamp)) or (d == 4 and joined == 0):
                continue
            counters[STAMP] += 1
            ident = counters[STAMP]
            inside[start] = ident
            queue[0] = start
            tail, size = 1, 0
            if d == 4:
                group[0] = start
                size = 1
            while tail > 0 and size <= MOST_BOXES:
                tail -= 1
                x = queue[tail]
                for e in range(4):
                    y = nb[x, e]
                    if occ[y] == 2 or inside[y] == ident or (occ[y] == 0 and reach[y] == stamp):
                        continue
                    inside[y] = ident
                    if occ[y] == 1:
                        if size == MOST_BOXES:
                            size += 1
                            break
                        group[size] = y
                        size += 1
                        if joined == 0:
                            continue
                    queue[tail] = y
                    tail += 1
            if size > MOST_BOXES or size < 2:
                continue
            home = True
            hash_ = np.uint64(0)
            for i in range(1, size):  # sort
                x = group[i]
                j = i
                while j > 0 and group[j - 1] > x:
                    group[j] = group[j - 1]
                    j -= 1
                group[j] = x
            for i in range(size):
                home = home and goal[group[i]] == 1
                hash_ = (hash_ ^ np.uint64(group[i] + 1)) * np.uint64(0x9E3779B97F4A7C15)
                hash_ ^= hash_ >> np.uint64(29)
            if home:
                continue
            slot = np.int64(hash_ & np.uint64(tested.shape[0] - 1))
            if tested[slot] == hash_:
                continue
            tested[slot] = hash_
            if learn(
                nb, live, single, alive, goal, pairs, group, size, player, inside, ident, patterns, regions, links,
                heads, counters, store, slots, bytes_, work,
            ):  # fmt: skip
                return True
    return False

"""Deadlocks that A* learns: parts of the floor closed off by boxes that can neither be solved nor leave.

When a state is expanded, the boxes around each part of the floor that the player cannot reach are tried by themselves
(`closed_kernel.py` says how, and why what is hopeless there is dead here, also where moves count). What is learned is
kept as a pattern (`patterns_kernel.py`) and tells other states, before they are put among the open ones.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="assignment, operator, arg-type, call-overload"
# (what numpy's scalars are to the type checker differs from version to version)

from __future__ import annotations

import numpy as np
from numba import njit

from gridproof.search.sokoban.closed_kernel import MOST_BOXES, STAMP, STATES, least_hopeless
from gridproof.search.sokoban.kernel_parts import region
from gridproof.search.sokoban.patterns_kernel import HITS, add

# counters[...] beside those of `closed_kernel.py`: sets of boxes tried, in all and when the last was learned
SETS, LAST = 4, 5
FREE, PER_STATE, PER_HIT = 20_000, 16, 4  # see `closed_in`
PATIENCE, SELDOM = 200, 8  # after so many sets without a pattern only one state in so many is looked at


@njit(nogil=True)
def collect(nb, occ, reach, stamp, start, joined, inside, ident, group, queue):
    """Mark the closed floor around `start` and its boxes in `inside`; returns (boxes, lowest square).

    Fills group[: boxes], ascending; boxes beyond MOST_BOXES are counted only. joined: whether floors that are
    parted only by boxes are one.
    """
    inside[start] = ident
    queue[0] = start
    tail, size, lowest = 1, 0, start
    while tail > 0:
        tail -= 1
        x = queue[tail]
        for d in range(4):
            y = nb[x, d]
            if occ[y] == 2 or inside[y] == ident or (occ[y] == 0 and reach[y] == stamp):
                continue
            inside[y] = ident
            if occ[y] == 1:
                if size < MOST_BOXES:
                    at = size
                    while at > 0 and group[at - 1] > y:
                        group[at] = group[at - 1]
                        at -= 1
                    group[at] = y
                size += 1
                if not joined:
                    continue
            elif y < lowest:
                lowest = y
            queue[tail] = y
            tail += 1
    return size, lowest


@njit(nogil=True)
def closed_in(alive, goal, pairs, occ, reach, stamp, player, patterns, learner, expanded):
    """Whether the boxes around some closed part of the floor are hopeless; learns the pattern then.

    reach: `stamp` on the player's region. learner: (nb, live, single, tested, counters, store, slots,
    bytes_, work); tested is a cache of hashes of what was tried, where a collision only means that something is
    skipped; the others as for `closed_kernel.hopeless`. expanded: states that A* has expanded.
    """
    nb, live, single, tested, counters, store, slots, bytes_, work = learner
    if counters[STATES] > FREE + expanded // PER_STATE + patterns[-1][HITS] // PER_HIT:
        return False
    if counters[SETS] > counters[LAST] + PATIENCE and expanded % SELDOM != 0:
        return False
    n = nb.shape[0] - 1
    inside, queue, group = work[9], work[10], work[11]
    for joined in range(2):
        base = counters[STAMP]
        for start in range(n):
            if occ[start] != 0 or reach[start] == stamp or inside[start] > base:
                continue
            counters[STAMP] += 1
            ident = counters[STAMP]
            size, lowest = collect(nb, occ, reach, stamp, start, joined == 1, inside, ident, group, queue)
            if size < 2 or size > MOST_BOXES:
                continue
            home = True
            hash_ = np.uint64(lowest + 1)
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
            counters[SETS] += 1
            size = least_hopeless(
                nb, live, single, alive, goal, pairs, group, size, player, inside, ident, counters, store, slots,
                bytes_, work,
            )  # fmt: skip
            if size > 0:
                counters[LAST] = counters[SETS]
                around = bytes_[0]
                for i in range(size):
                    around[group[i]] = 1
                counters[STAMP] += 1
                region(nb, around, player, n, work[0], counters[STAMP], work[1], work[2])
                add(patterns, live, group, size, work[0], counters[STAMP], around)
                for i in range(size):
                    around[group[i]] = 0
                return True
    return False

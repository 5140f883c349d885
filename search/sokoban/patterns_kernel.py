"""Patterns: boxes that are a deadlock wherever the others are, while the player is in some area.

Key: `patterns` is a tuple of arrays.
boxes   (P, words) bit set of live squares
areas   (P, n words) bit set of the squares of the player
links   (P, MOST_BOXES + 1) chains: pattern * (MOST_BOXES + 1) + position of the next, -1 at the end
heads   (L, L) the chains: that of [a, b] holds patterns with boxes on a and b, and each pattern stands in one of them
        for each of its boxes as a; that of [a, a] holds those whose lowest box is a
lengths (L, L) how many stand in each chain
counts  how many patterns there are, and how many states they told to be dead
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="assignment, operator, arg-type, call-overload"
# (what numpy's scalars are to the type checker differs from version to version)

from __future__ import annotations

import numpy as np
from numba import njit

MOST_BOXES = 14
COUNT, HITS = 0, 1  # counts[...]


@njit(nogil=True)
def add(patterns, live, group, size, mark, stamp, occ):
    """Keep the boxes group[:size], ascending, as a pattern, with the free squares of mark `stamp` as its area.

    Nothing is done when there is no room.
    """
    boxes, areas, links, heads, lengths, counts = patterns
    p = counts[COUNT]
    if p == boxes.shape[0]:
        return
    counts[COUNT] += 1
    one = np.uint64(1)
    for x in range(occ.shape[0] - 1):
        if mark[x] == stamp and occ[x] == 0:
            areas[p, x >> 6] |= one << np.uint64(x & 63)
    for i in range(size):
        a = live[group[i]]
        boxes[p, a >> 6] |= one << np.uint64(a & 63)
        best = -1
        for j in range(size):
            b = live[group[j]]
            if j != i and (best < 0 or lengths[a, b] < lengths[a, best]):
                best = b
        if best >= 0:  # a box that is dead by itself is found by its own chain only
            links[p, i] = heads[a, best]
            heads[a, best] = p * (MOST_BOXES + 1) + i
            lengths[a, best] += 1
    a = live[group[0]]
    links[p, MOST_BOXES] = heads[a, a]
    heads[a, a] = p * (MOST_BOXES + 1) + MOST_BOXES


@njit(nogil=True)
def holds(patterns, link, word, player):
    """Whether some pattern of the chain that begins with `link` is in the state of boxes `word` (words,)."""
    boxes, areas, links, _, _, counts = patterns
    one = np.uint64(1)
    while link >= 0:
        p = link // (MOST_BOXES + 1)
        if areas[p, player >> 6] >> np.uint64(player & 63) & one != np.uint64(0):
            inside = True
            for w in range(word.shape[0]):
                inside = inside and boxes[p, w] & ~word[w] == np.uint64(0)
            if inside:
                counts[HITS] += 1
                return True
        link = np.int64(links[p, link % (MOST_BOXES + 1)])
    return False


@njit(nogil=True)
def dead_with(patterns, word, player, at, live, square, k):
    """Whether the boxes `word` hold a pattern with a box on live square `at`. square[:k]: all boxes, but for that."""
    heads = patterns[3]
    for j in range(k):
        other = live[square[j]]
        if other != at and heads[at, other] >= 0 and holds(patterns, np.int64(heads[at, other]), word, player):
            return True
    return False


@njit(nogil=True)
def dead_state(patterns, word, player, live, square, k):
    """Whether the boxes `word`, on square[:k], hold any pattern."""
    heads = patterns[3]
    for j in range(k):
        a = live[square[j]]
        if heads[a, a] >= 0 and holds(patterns, np.int64(heads[a, a]), word, player):
            return True
    return False

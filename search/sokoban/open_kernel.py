"""The open list of A*: two queues over the same nodes, in different orders among nodes of one f.

Any order at equal f keeps the proof; the order decides how soon a path of that length is found, and no single one
is good everywhere. So each open node stands in both queues, and they take turns (alternation, Roeger and Helmert
2010). A node that was taken from one is left in the other until it comes up there; one whose f has grown meanwhile
is then put where it belongs. Both are arrays of buckets, each a linked list, last in first out:

- the plain queue takes the least f, and of that the fewest boxes on no goal;
- the cyclic queue (cyclic best-first search, Kao, Sewell and Jacobson 2009) goes around the levels of pushes that
  remain, from many to few, and takes one node of each: the best by the order in which goals should be filled. A wrong
  early decision that shows only late costs the plain queue everything below it; here it costs one node a round.

Others may prove a bound above the least f here, a *floor*: no path will be that short, so all f up to the floor are
as good as each other. Both queues then take them for one f, with what is nearly done first.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from __future__ import annotations

import numpy as np
from numba import njit

from gridproof.search.bits import trailing_zeros

RANKS = 64  # ranks within one f of the plain queue
# of the cyclic queue: f, pushes that remain (a power of two), boxes not yet packed
SLICES, LEVELS, FILLS = 64, 128, 32


@njit(nogil=True)
def push_plain(heads, following, cursor, key, node):
    """Put a node into the bucket `key`. following (2, nodes): the next node of the bucket, by queue."""
    key = min(key, heads.shape[0] - 1)
    following[0, node] = heads[key]
    heads[key] = node
    cursor[0] = min(cursor[0], key)


@njit(nogil=True)
def unpacked(row, lives, goal, layer, layer_size, filled):
    """Boxes less those on goals of the deepest layers, up to the first layer that has an empty goal.

    row (words,): the boxes. layer (n + 1,): layer of each goal; layer_size (layers,): goals in each, see `order.py`.
    filled is scratch.
    """
    one = np.uint64(1)
    k = 0
    for i in range(layer_size.shape[0]):
        filled[i] = 0
    for w in range(row.shape[0]):
        bits = row[w]
        while bits != np.uint64(0):
            square = lives[64 * w + np.int64(trailing_zeros(bits))]
            k += 1
            if goal[square] == 1:
                filled[layer[square]] += 1
            bits &= bits - one
    for i in range(layer_size.shape[0]):
        k -= filled[i]
        if filled[i] < layer_size[i]:
            break
    return k


@njit(nogil=True)
def slice_of(f, start):
    """Slice of the cyclic queue for states of bound f where the start has the bound `start`.

    f grows by two where all goals are needed; otherwise two values share a slice, and so do all of the last one.
    """
    return min((f - start + 1) >> 1, SLICES - 1)


@njit(nogil=True)
def push_cyclic(cycle, following, f, start, h, rank, node):
    """Put a node into its bucket. cycle (SLICES, LEVELS, FILLS + 1): the last of a level counts its nodes, less 1."""
    at = slice_of(f, start)
    level = min(h * LEVELS // (start + 2 * at + 1), LEVELS - 1)
    rank = min(max(rank, 0), FILLS - 1)
    following[1, node] = cycle[at, level, rank]
    cycle[at, level, rank] = node
    cycle[at, level, FILLS] += 1


@njit(nogil=True)
def pop_cyclic(cycle, following, least, start, cursor):
    """Take a node of the least f, on the next level around; -1 when there is none.

    cursor[1] is the level of the last.
    """
    at = slice_of(least, start)
    for i in range(1, LEVELS + 1):
        level = (cursor[1] - i) & (LEVELS - 1)
        if cycle[at, level, FILLS] < 0:
            continue
        for rank in range(FILLS):
            node = cycle[at, level, rank]
            if node >= 0:
                cycle[at, level, rank] = following[1, node]
                cycle[at, level, FILLS] -= 1
                cursor[1] = level
                return np.int64(node)
    return -1


@njit(nogil=True)
def joined(head, behind, following):
    """The list that begins with `head` and goes on with `behind`."""
    if head < 0:
        return behind
    last = np.int64(head)
    while following[last] >= 0:
        last = np.int64(following[last])
    following[last] = behind
    return head


@njit("void(int32[::1], int32[:, :, ::1], int32[:, ::1], int64[::1], int64, int64)", cache=True, nogil=True)
def raise_floor(heads, cycle, following, cursor, floor, start):
    """Move all nodes from buckets of an f below the floor into those of the floor."""
    lowest = min(floor * RANKS, heads.shape[0] - RANKS)
    for key in range(cursor[0], lowest):
        to = lowest + key % RANKS
        heads[to] = joined(heads[key], heads[to], following[0])
        heads[key] = -1
    cursor[0] = max(cursor[0], lowest)
    if cycle.shape[0] == 1:
        return
    for at in range(slice_of(floor, start)):
        to = slice_of(floor, start)
        for level in range(LEVELS):
            cycle[to, level, FILLS] += cycle[at, level, FILLS] + 1
            cycle[at, level, FILLS] = -1
            for rank in range(FILLS):
                cycle[to, level, rank] = joined(cycle[at, level, rank], cycle[to, level, rank], following[1])
                cycle[at, level, rank] = -1

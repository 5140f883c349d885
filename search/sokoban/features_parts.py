"""Helpers of the kernel of `features`: heaps, regions, packings. See `features.py`.

Compiled into `features_kernel.py`, which puts a fingerprint of this file into its cache key.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, disable-error-code="assignment"

from __future__ import annotations

import numpy as np

from gridproof.search.sokoban.kernel_parts import INFINITE
from gridproof.search.sokoban.packing_kernel import inner, peel

# state[...]
COUNT, MOVES, CELL, CELLS, STAMP, GENERATED, GOAL_NODE, BUILD, PACKS, BOUND, DEAD, TURN, LEVEL = range(13)


@inner
def meld(a, b, key, child, sibling):
    """Join two pairing heaps of nodes (Fredman and others 1986); -1 is empty."""
    if a < 0:
        return b
    if b < 0:
        return a
    if key[b] < key[a]:
        a, b = b, a
    sibling[b] = child[a]
    child[a] = b
    return a


@inner
def without_root(root, key, child, sibling):
    x = np.int64(child[root])
    child[root] = -1
    pairs = np.int64(-1)
    while x >= 0:
        y = np.int64(sibling[x])
        sibling[x] = -1
        following = np.int64(-1)
        if y >= 0:
            following = np.int64(sibling[y])
            sibling[y] = -1
        p = meld(x, y, key, child, sibling)
        sibling[p] = pairs
        pairs = p
        x = following
    heap = np.int64(-1)
    while pairs >= 0:
        following = np.int64(sibling[pairs])
        sibling[pairs] = -1
        heap = meld(heap, pairs, key, child, sibling)
        pairs = following
    return heap


@inner
def flood(nb, occ, start, mark, stamp, queue):
    """Mark the player's region; returns (lowest square, how many)."""
    mark[start] = stamp
    queue[0] = start
    head, tail, lowest = 0, 1, start
    while head < tail:
        x = queue[head]
        head += 1
        for d in range(4):
            y = nb[x, d]
            if occ[y] == 0 and mark[y] != stamp:
                mark[y] = stamp
                queue[tail] = y
                tail += 1
                if y < lowest:
                    lowest = y
    return lowest, tail


@inner
def regions(nb, occ, mark, stamp, queue):
    """How many regions of floor there are besides those marked with `stamp`; marks them with stamp + 1."""
    count = 0
    for x in range(nb.shape[0] - 1):
        if occ[x] == 0 and mark[x] < stamp:
            flood(nb, occ, x, mark, stamp + 1, queue)
            count += 1
    return count


@inner
def pack_of(
    nb, live, goals, goal_number, sources, parks, seeds, loose, order, state, full, pack_keys, packs, pack_count,
    layers, squares, scratch, stack, state_mark, stamps,
):  # fmt: skip
    """Index in the cache of the packing of `full` (m,), worked out when it is not there."""
    m = goals.shape[0]
    hash_ = np.uint64(14695981039346656037)
    for j in range(m):
        hash_ = (hash_ ^ np.uint64(full[j] + 1)) * np.uint64(1099511628211)
    at = np.int64((hash_ ^ (hash_ >> np.uint64(29))) & np.uint64(pack_count.shape[0] - 1))
    if pack_count[at] >= 0:
        same = True
        for j in range(m):
            if pack_keys[at, j] != full[j]:
                same = False
                break
        if same:
            return at
    state[PACKS] += 1
    for j in range(m):
        pack_keys[at, j] = full[j]
    if order.shape[0] > 0:  # a fixed order: packed is what stands in its first part, without a gap
        packs[at, :] = 0
        layers[at, :] = 0
        count = 0
        while count < m and full[order[count]] == 1:
            packs[at, order[count]] = 1
            count += 1
        for i in range(m):
            layers[at, order[i]] = m - i
        pack_count[at] = count
        return at
    pack_count[at] = peel(
        nb, live, goals, goal_number, sources, parks, seeds, loose, full, packs[at], layers[at], stamps,
        state_mark, squares, scratch, stack,
    )  # fmt: skip
    return at


@inner
def nearest(table, s, full, m):
    """Pushes from a single-box state to the nearest goal that is not packed; INFINITE where there is none."""
    best = INFINITE
    for j in range(m):
        if full[j] == 0 and table[s, j] < best:
            best = np.int64(table[s, j])
    return best


@inner
def sort_moves(key, code, count):
    """Sort by key, ascending, both arrays along (heap sort)."""
    for begin in range(count // 2 - 1, -1, -1):
        sift(key, code, begin, count)
    for end in range(count - 1, 0, -1):
        key[0], key[end] = key[end], key[0]
        code[0], code[end] = code[end], code[0]
        sift(key, code, 0, end)


@inner
def sift(key, code, at, end):
    while True:
        largest = 2 * at + 1
        if largest >= end:
            return
        if largest + 1 < end and key[largest + 1] > key[largest]:
            largest += 1
        if key[largest] <= key[at]:
            return
        key[at], key[largest] = key[largest], key[at]
        code[at], code[largest] = code[largest], code[at]
        at = largest

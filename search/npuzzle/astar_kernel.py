# Signatures here are numba's.
# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""A* on packed boards of any kind, as a resumable slice.

A board is some words with `width` bits a cell, `per_word` cells in each; label 0 is a blank. Nodes are numbered as
they are met. Open nodes stand in one list for each f, last in first out; a node that is met again on a
shorter way is put in once more, and passed over where it was.
"""

from __future__ import annotations

import numpy as np
from numba import njit

SEARCHING, EMPTY, FOUND, FULL = range(4)
# places in `control`; REST: the list that is being worked on
STATUS, NODES, LIMIT, F, GOAL, EXPANDED, ENTRIES, BOUND = range(8)
NONE = 0xFFFFFFFF


@njit
def _hash(key, mask):
    x = np.uint64(0)
    for word in key:
        x = (x ^ word) * np.uint64(0xBF58476D1CE4E5B9)
        x ^= x >> np.uint64(32)
    x *= np.uint64(0x94D049BB133111EB)
    return (x ^ (x >> np.uint64(29))) & mask


@njit
def _same(key, other):
    for i in range(key.size):  # noqa: SIM110 - numba has no all()
        if key[i] != other[i]:
            return False
    return True


@njit("void(uint64[:,::1],int64,uint32[::1])", cache=True, nogil=True)
def rehash(keys, count, slots):
    """Enter the first `count` nodes into an empty table of slots; their number is a power of two."""
    mask = np.uint64(slots.size - 1)
    for node in range(count):
        at = _hash(keys[node], mask)
        while slots[at] != np.uint32(0xFFFFFFFF):
            at = (at + np.uint64(1)) & mask
        slots[at] = np.uint32(node)


@njit(
    "void(uint64[:,::1],uint32[::1],uint16[::1],uint16[::1],uint8[::1],uint32[::1],uint32[::1],uint32[::1],"
    "uint32[::1],int16[:,::1],int16[:,::1],int64,int64,int64[::1])",
    cache=True,
    nogil=True,
)
def search(
    keys,
    parent,
    cost,
    ahead,
    closed,
    slots,
    heads,
    entry_node,
    entry_next,
    near,
    away,
    width,
    per_word,
    control,
):
    """Expand nodes until control[EXPANDED] reaches control[LIMIT], or the end.

    keys, parent, cost, ahead, closed   a node's board, predecessor, g, h, and whether it was expanded
    slots        hash table of node numbers
    heads        uint32[f], the first entry of each list; entry_node, entry_next: the entries
    near         int16[cells, 4], neighbours, -1 for none
    away         int16[labels, cells], distance of a label's tile to the nearest place of its label
    control[F]   all lists below are empty; control[ENTRIES] counts list entries; FULL when there is no room
    """
    mask = np.uint64(slots.size - 1)
    bits, ones = np.uint64(width), (np.uint64(1) << np.uint64(width)) - np.uint64(1)
    cells = near.shape[0]
    none = np.uint32(0xFFFFFFFF)
    key = np.zeros(keys.shape[1], dtype=np.uint64)
    status = 0
    while status == 0 and control[5] < control[2]:
        f = control[3]
        while f < heads.size and heads[f] == none:
            f += 1
        control[3] = f
        if f >= heads.size or f > control[7]:
            status = 1
            break
        # a full expansion needs room for 4 children of each blank
        if control[1] + 4 * cells > keys.shape[0] or control[6] + 4 * cells > entry_node.size:
            status = 3
            break
        entry = heads[f]
        heads[f] = entry_next[entry]
        node = np.int64(entry_node[entry])
        if closed[node] or np.int64(cost[node]) + np.int64(ahead[node]) != f:
            continue
        if ahead[node] == 0:
            control[4] = node
            status = 2
            break
        closed[node] = 1
        control[5] += 1
        for blank in range(cells):
            word = blank // per_word
            shift = np.uint64(blank % per_word) * bits
            if (keys[node, word] >> shift) & ones:
                continue
            for direction in range(4):
                cell = near[blank, direction]
                if cell < 0:
                    continue
                from_word = cell // per_word
                from_shift = np.uint64(cell % per_word) * bits
                label = (keys[node, from_word] >> from_shift) & ones
                if label == 0:
                    continue
                key[:] = keys[node]
                key[from_word] ^= label << from_shift
                key[word] ^= label << shift
                h = np.int64(ahead[node]) + away[label, blank] - away[label, cell]
                g = np.int64(cost[node]) + 1
                at = _hash(key, mask)
                while slots[at] != none and not _same(key, keys[slots[at]]):
                    at = (at + np.uint64(1)) & mask
                if slots[at] == none:
                    child = control[1]
                    control[1] += 1
                    slots[at] = np.uint32(child)
                    keys[child] = key
                    ahead[child] = np.uint16(h)
                else:
                    child = np.int64(slots[at])
                    if closed[child] or np.int64(cost[child]) <= g:
                        continue
                cost[child] = np.uint16(g)
                parent[child] = np.uint32(node)
                if g + h < heads.size:
                    if g + h < control[3]:
                        control[3] = g + h  # only with a weighted h
                    fresh = control[6]
                    control[6] += 1
                    entry_node[fresh] = np.uint32(child)
                    entry_next[fresh] = heads[g + h]
                    heads[g + h] = np.uint32(fresh)
    control[0] = status

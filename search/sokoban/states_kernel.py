"""The hash table of states: slots hold 32 bits of the hash and the node's number + 1."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from __future__ import annotations

import numpy as np
from numba import njit

from gridproof.search.bits import trailing_zeros

OPEN, CLOSED, REPLACED = range(3)


@njit(nogil=True)
def find(slots, boxes, player, key, row, hash_):
    """Slot of the state (row, player), or of the free slot where it belongs."""
    mask = np.uint64(slots.shape[0] - 1)
    one = np.uint64(1)
    low = np.uint64(0xFFFFFFFF)
    tag = hash_ >> np.uint64(32)
    at = hash_ & mask
    words = row.shape[0]
    while slots[at] != np.uint64(0):
        if slots[at] >> np.uint64(32) == tag:
            node = np.int64(slots[at] & low) - 1
            if player[node] == key:
                same = True
                for w in range(words):
                    if boxes[node, w] != row[w]:
                        same = False
                        break
                if same:
                    return np.int64(at)
        at = (at + one) & mask
    return np.int64(at)


@njit(
    "void(uint64[::1], uint64[:, ::1], uint16[::1], uint8[::1], uint64[::1], uint64[::1], int64)",
    cache=True,
    nogil=True,
)
def rehash(slots, boxes, player, status, zobrist, zobrist_player, count):
    """Enter all nodes into an empty table; those that a cheaper copy has replaced are left out."""
    mask = np.uint64(slots.shape[0] - 1)
    one = np.uint64(1)
    for node in range(count):
        if status[node] == REPLACED:
            continue
        hash_ = zobrist_player[player[node]]
        for w in range(boxes.shape[1]):
            word = boxes[node, w]
            while word != np.uint64(0):
                hash_ ^= zobrist[64 * w + np.int64(trailing_zeros(word))]
                word &= word - one
        at = hash_ & mask
        while slots[at] != np.uint64(0):
            at = (at + one) & mask
        slots[at] = (hash_ >> np.uint64(32)) << np.uint64(32) | np.uint64(node + 1)

"""Kernel of `bidirectional`: expands one layer of pushes or pulls, and looks each new state up on the other side.

Shares no code with the A* kernel, so that each can judge the other.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from __future__ import annotations

import numpy as np
from numba import njit

from gridproof.search.bits import trailing_zeros

LAYER_DONE, SPENT, MET, FULL, CROWDED = range(5)
# state[...]
COUNT, CURSOR, LAYER_END, MEET, OTHER, STAMP, GENERATED = range(7)


@njit(nogil=True)
def lookup(slots, boxes, player, word, key, hash_):
    """Slot of a state, or the free slot where it belongs; a slot holds node + 1."""
    mask = np.uint64(slots.shape[0] - 1)
    at = hash_ & mask
    while slots[at] != 0:
        node = slots[at] - 1
        same = player[node] == key
        w = 0
        while same and w < word.shape[0]:
            same = boxes[node, w] == word[w]
            w += 1
        if same:
            break
        at = (at + np.uint64(1)) & mask
    return np.int64(at)


@njit(nogil=True)
def hash_of(word, key, zobrist, zobrist_player):
    total = zobrist_player[key]
    for w in range(word.shape[0]):
        bits = word[w]
        while bits != np.uint64(0):
            total ^= zobrist[64 * w + np.int64(trailing_zeros(bits))]
            bits &= bits - np.uint64(1)
    return total


@njit(nogil=True)
def flood(nb, is_box, start, seen, stamp, stack):
    """Mark the player's region with `stamp`; returns its lowest square. Square n, a wall, counts as a box."""
    seen[start] = stamp
    stack[0] = start
    top, lowest = 1, start
    while top > 0:
        top -= 1
        x = stack[top]
        for d in range(4):
            y = nb[x, d]
            if is_box[y] == 0 and seen[y] != stamp:
                seen[y] = stamp
                stack[top] = y
                top += 1
                lowest = min(lowest, y)
    return lowest


@njit("void(int32[::1], uint64[:, ::1], uint16[::1], uint64[::1], uint64[::1], int64)", cache=True, nogil=True)
def enter_all(slots, boxes, player, zobrist, zobrist_player, count):
    """Enter all nodes into an empty table."""
    for node in range(count):
        hash_ = hash_of(boxes[node], player[node], zobrist, zobrist_player)
        at = hash_ & np.uint64(slots.shape[0] - 1)
        while slots[at] != 0:
            at = (at + np.uint64(1)) & np.uint64(slots.shape[0] - 1)
        slots[at] = node + 1


@njit(
    "int64(int64[:, ::1], uint8[::1], boolean, int64, uint64[::1], uint64[::1], int64[::1], uint64[:, ::1],"
    "uint16[::1], int32[::1], int32[::1],"
    "uint64[:, ::1], uint16[::1], int32[::1], uint8[::1], int64[:, ::1], uint64[::1])",
    cache=True,
    nogil=True,
)
def expand(
    nb, useful, backward, budget, zobrist, zobrist_player, state, boxes, player, parent, slots,
    other_boxes, other_player, other_slots, is_box, scratch, word,
):  # fmt: skip
    """Expand nodes state[CURSOR] .. state[LAYER_END] - 1, at most `budget` of them; returns a code.

    useful (n + 1,): squares where a box may come to stand on this side. MET: the new node state[MEET] is node
    state[OTHER] of the other side. is_box (n + 1,) holds 1 for n, 0 elsewhere, before and after.
    """
    n = nb.shape[0] - 1
    words = boxes.shape[1]
    seen, stack, seen_after = scratch[0], scratch[1], scratch[2]
    one = np.uint64(1)
    for _ in range(budget):
        node = state[CURSOR]
        if node == state[LAYER_END]:
            return LAYER_DONE
        if state[COUNT] + 4 * n >= player.shape[0]:
            return FULL
        if 2 * (state[COUNT] + 4 * n) >= slots.shape[0]:
            return CROWDED
        state[CURSOR] += 1
        for w in range(words):
            word[w] = boxes[node, w]
            bits = word[w]
            while bits != np.uint64(0):
                is_box[64 * w + np.int64(trailing_zeros(bits))] = 1
                bits &= bits - one
        state[STAMP] += 1
        stamp = state[STAMP]
        flood(nb, is_box, np.int64(player[node]), seen, stamp, stack)
        met = False
        for box in range(n):
            if is_box[box] == 0:
                continue
            for d in range(4):
                # forward: the player behind the box, the box goes on; backward: the player pulls it to where it is
                ahead, behind = nb[box, d], nb[box, d ^ 2]
                if seen[behind] != stamp:
                    continue
                if backward:
                    target, stands = behind, nb[behind, d ^ 2]
                    if is_box[stands] != 0:
                        continue
                else:
                    target, stands = ahead, box
                    if is_box[target] != 0:
                        continue
                if useful[target] == 0:
                    continue
                state[GENERATED] += 1
                is_box[box] = 0
                is_box[target] = 1
                word[box >> 6] ^= one << np.uint64(box & 63)
                word[target >> 6] ^= one << np.uint64(target & 63)
                state[STAMP] += 1
                key = flood(nb, is_box, stands, seen_after, state[STAMP], stack)
                hash_ = hash_of(word, key, zobrist, zobrist_player)
                slot = lookup(slots, boxes, player, word, key, hash_)
                if slots[slot] == 0:
                    child = state[COUNT]
                    state[COUNT] += 1
                    for w in range(words):
                        boxes[child, w] = word[w]
                    player[child] = key
                    parent[child] = node
                    slots[slot] = child + 1
                    there = lookup(other_slots, other_boxes, other_player, word, key, hash_)
                    if other_slots[there] != 0 and not met:
                        met = True
                        state[MEET] = child
                        state[OTHER] = other_slots[there] - 1
                is_box[box] = 1
                is_box[target] = 0
                word[box >> 6] ^= one << np.uint64(box & 63)
                word[target >> 6] ^= one << np.uint64(target & 63)
        for box in range(n):
            is_box[box] = 0
        if met:
            return MET
    return SPENT

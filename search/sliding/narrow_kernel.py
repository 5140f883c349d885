# mypy: disable-error-code="no-untyped-def, no-untyped-call, untyped-decorator"
# numba kernels: the types stand in the signatures
"""Breadth-first kernel for positions of one word on boards of up to 63 cells. Its twin for more is `wide_kernel`.

The search graph is undirected (every move can be taken back), so a queue of keys in the order of discovery and the
starts of its layers tell everything; no parents are stored. An open-addressing table of 32-bit queue numbers finds
a key: memory for each position is 8 bytes for the key and 8 to 16 for its slots.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from gridproof.search.bits import trailing_zeros

RUNNING, EXHAUSTED, GOAL, GROW = 0, 1, 2, 3
HEAD, COUNT, LAYER_END, DEPTH, FOUND, STAMP, MOST, PIECES = range(8)  # places in `state`
MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # 2^64 / golden ratio: Knuth's multiplicative hash
ONE, ZERO, HALF = np.uint64(1), np.uint64(0), np.uint64(32)

# Helpers bear no signature: they are compiled as parts of the cached kernels, not at each start.


@njit(inline="always")
def _home(key, shift):
    """First slot of a key in a table of 2^(64 - shift) slots."""
    return ((key ^ (key >> HALF)) * MULTIPLIER) >> shift


@njit("void(uint64[::1], int64, uint32[::1], uint64)", cache=True, nogil=True)
def rebuild(keys, count, slots, shift):
    """Enter the first `count` keys into an empty table."""
    last = np.uint64(slots.size - 1)
    for index in range(np.uint64(count)):
        slot = _home(keys[index], shift)
        while slots[slot] != 0:
            slot = (slot + ONE) & last
        slots[slot] = np.uint32(index + ONE)


@njit("int64(uint64[::1], uint32[::1], uint64, uint64)", cache=True, nogil=True)
def find(keys, slots, shift, key):
    """The queue number of a key, or -1."""
    last = np.uint64(slots.size - 1)
    slot = _home(key, shift)
    while slots[slot] != 0:
        if keys[np.uint64(slots[slot]) - ONE] == key:
            return np.int64(slots[slot]) - 1
        slot = (slot + ONE) & last
    return np.int64(-1)


@njit(
    "int64(int64, boolean, boolean, uint64[::1], int32[:, ::1], uint64[::1], uint64[::1], int32[:, ::1],"
    " uint64, uint64, uint64[::1], uint32[::1], uint64, int64[::1], int64[::1], int32[::1], uint32[::1], int64)",
    cache=True,
    nogil=True,
)
def advance(
    metric,
    symmetric,
    stop_at_goal,
    cells,
    steps,
    code,
    mirror,
    fields,
    goal_mask,
    goal_value,
    keys,
    slots,
    shift,
    state,
    starts,
    stack,
    seen,
    budget,
):
    """Expand up to `budget` positions of the queue `keys`; returns RUNNING, EXHAUSTED, GOAL or GROW.

    The tables are those of `Tables` with one word. `state` holds HEAD (next to expand), COUNT, LAYER_END, DEPTH (of
    HEAD), FOUND (queue number of the goal), STAMP, MOST (keys that one expansion adds at most), PIECES; `starts[d]`
    is where layer d begins. `stack` and `seen` are scratch of P+1 entries. GROW asks for longer `keys`, `slots` or
    `starts`, and for `seen` and STAMP set to 0, before the next call.
    """
    count = np.uint64(state[1])
    last = np.uint64(slots.size - 1)
    room = np.uint64(max(np.int64(0), keys.size - state[6]))
    lying = np.empty(cells.size, dtype=np.int32)
    stamp = np.uint32(state[5])
    head = np.uint64(state[0])
    while True:
        if head == np.uint64(state[2]):  # a layer is done
            if count == head:
                state[0], state[1], state[5] = head, count, stamp
                return EXHAUSTED
            if state[3] + 2 >= starts.size:
                state[0], state[1], state[5] = head, count, stamp
                return GROW
            state[3] += 1
            starts[state[3]] = head
            state[2] = count
        if budget <= 0:
            state[0], state[1], state[5] = head, count, stamp
            return RUNNING
        if count > room or stamp > np.uint32(0xFFFF0000):
            state[0], state[1], state[5] = head, count, stamp
            return GROW
        budget -= 1

        key = keys[head]
        head += ONE
        pieces = np.uint64(0)
        occupied = ONE
        image = ZERO
        for f in range(np.uint64(fields.shape[0])):
            value = (key >> np.uint64(fields[f, 1])) & ((ONE << np.uint64(fields[f, 2])) - ONE)
            base = np.uint64(fields[f, 3])
            if fields[f, 4]:
                lying[pieces] = base + value
                pieces += ONE
            else:
                if fields[f, 2] == 64:
                    value = key
                while value != ZERO:
                    lying[pieces] = base + trailing_zeros(value)
                    pieces += ONE
                    value &= value - ONE
        for k in range(pieces):
            occupied |= cells[lying[k]]
            image ^= mirror[lying[k]]

        for k in range(pieces):
            origin = np.uint64(lying[k])
            others = occupied ^ cells[origin]
            rest, rest_image = key ^ code[origin], image ^ mirror[origin]
            stamp += np.uint32(1)
            seen[origin] = stamp
            stack[0] = origin
            top, bottom = np.uint64(1), np.uint64(0)
            # moves: flood fill from the origin; slides: straight on; steps: one step
            while bottom < top:
                here = np.uint64(stack[bottom])
                bottom += ONE
                for direction in range(np.uint64(4)):
                    target = np.uint64(steps[here, direction])
                    while (cells[target] & others) == ZERO and seen[target] != stamp:
                        seen[target] = stamp
                        if metric == 0:
                            stack[top] = target
                            top += ONE
                        # --- enter the position
                        after = rest ^ code[target]
                        if symmetric:
                            after = min(after, rest_image ^ mirror[target])
                        slot = _home(after, shift)
                        while True:
                            entry = np.uint64(slots[slot])
                            if entry == ZERO:
                                keys[count] = after
                                count += ONE
                                slots[slot] = np.uint32(count)
                                if stop_at_goal and (after & goal_mask) == goal_value:
                                    state[0], state[1], state[5] = head, count, stamp
                                    state[4] = np.int64(count) - 1
                                    return GOAL
                                break
                            if keys[entry - ONE] == after:
                                break
                            slot = (slot + ONE) & last
                        if metric != 1:
                            break
                        target = np.uint64(steps[target, direction])

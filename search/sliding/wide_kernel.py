# mypy: disable-error-code="no-untyped-def, no-untyped-call, untyped-decorator"
# numba kernels: the types stand in the signatures
"""Breadth-first kernel for positions of W words on boards of B words of cells: `narrow_kernel` with loops."""

from __future__ import annotations

import numpy as np
from numba import njit

from gridproof.search.bits import trailing_zeros

RUNNING, EXHAUSTED, GOAL, GROW = 0, 1, 2, 3
MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # 2^64 / golden ratio: Knuth's multiplicative hash
# Loops over words count to MANY and break: LLVM would vectorise plain ones, at a loss for two or three words.
MANY = np.uint64(1 << 20)
ONE, ZERO, HALF = np.uint64(1), np.uint64(0), np.uint64(32)

# Helpers bear no signature: they are compiled as parts of the cached kernels, not at each start.


@njit(inline="always")
def _home(key, shift):
    """First slot of a key in a table of 2^(64 - shift) slots."""
    value = ZERO
    for w in range(MANY):
        if w >= np.uint64(key.size):
            break
        value = (value ^ key[w]) * MULTIPLIER
        value ^= value >> HALF
    return (value * MULTIPLIER) >> shift


@njit(inline="always")
def _same(keys, index, key):
    for w in range(MANY):
        if w >= np.uint64(key.size):
            break
        if keys[index, w] != key[w]:
            return False
    return True


@njit("void(uint64[:, ::1], int64, uint32[::1], uint64)", cache=True, nogil=True)
def rebuild(keys, count, slots, shift):
    """Enter the first `count` keys into an empty table."""
    last = np.uint64(slots.size - 1)
    for index in range(np.uint64(count)):
        slot = _home(keys[index], shift)
        while slots[slot] != 0:
            slot = (slot + ONE) & last
        slots[slot] = np.uint32(index + ONE)


@njit("int64(uint64[:, ::1], uint32[::1], uint64, uint64[::1])", cache=True, nogil=True)
def find(keys, slots, shift, key):
    """The queue number of a key, or -1."""
    last = np.uint64(slots.size - 1)
    slot = _home(key, shift)
    while slots[slot] != 0:
        if _same(keys, np.uint64(slots[slot]) - ONE, key):
            return np.int64(slots[slot]) - 1
        slot = (slot + ONE) & last
    return np.int64(-1)


@njit(inline="always")
def _decode(key, fields, cells, mirror, lying, occupied, image):
    """The placements of a key, the cells they cover (with the guard), and the mirrored key."""
    occupied[:] = ZERO
    occupied[0] = ONE
    image[:] = ZERO
    pieces = ZERO
    for f in range(np.uint64(fields.shape[0])):
        word, base = key[np.uint64(fields[f, 0])], np.uint64(fields[f, 3])
        bits = np.uint64(fields[f, 2])
        value = word >> np.uint64(fields[f, 1])
        if bits < np.uint64(64):
            value &= (ONE << bits) - ONE
        if fields[f, 4]:
            lying[pieces] = base + value
            pieces += ONE
        else:
            while value != ZERO:
                lying[pieces] = base + trailing_zeros(value)
                pieces += ONE
                value &= value - ONE
    for k in range(pieces):
        place = np.uint64(lying[k])
        for b in range(MANY):
            if b >= np.uint64(occupied.size):
                break
            occupied[b] |= cells[place, b]
        for w in range(MANY):
            if w >= np.uint64(image.size):
                break
            image[w] ^= mirror[place, w]


@njit(inline="always")
def _free(cells, place, others):
    for b in range(MANY):
        if b >= np.uint64(others.size):
            break
        if cells[place, b] & others[b]:
            return False
    return True


@njit(inline="always")
def _compose(symmetric, code, mirror, place, rest, rest_image, after, other):
    """`after` = the key with a piece at `place`, or its mirror image when that is less."""
    words = np.uint64(after.size)
    for w in range(MANY):
        if w >= words:
            break
        after[w] = rest[w] ^ code[place, w]
    if not symmetric:
        return
    for w in range(MANY):
        if w >= words:
            break
        other[w] = rest_image[w] ^ mirror[place, w]
    for w in range(MANY):
        if w >= words:
            break
        if other[w] != after[w]:
            if other[w] < after[w]:
                for v in range(MANY):
                    if v >= words:
                        break
                    after[v] = other[v]
            return


@njit(inline="always")
def _meets(key, goal_mask, goal_value):
    for w in range(MANY):
        if w >= np.uint64(key.size):
            break
        if (key[w] & goal_mask[w]) != goal_value[w]:
            return False
    return True


@njit(
    "int64(int64, boolean, boolean, uint64[:, ::1], int32[:, ::1], uint64[:, ::1], uint64[:, ::1], int32[:, ::1],"
    " uint64[::1], uint64[::1], uint64[:, ::1], uint32[::1], uint64, int64[::1], int64[::1], int32[::1], uint32[::1],"
    " int64)",
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
    """Expand up to `budget` positions of the queue; see `narrow_kernel.advance`."""
    words, sets = np.uint64(keys.shape[1]), np.uint64(cells.shape[1])
    count = np.uint64(state[1])
    last = np.uint64(slots.size - 1)
    room = np.uint64(max(np.int64(0), keys.shape[0] - state[6]))
    lying = np.empty(cells.shape[0], dtype=np.int32)
    occupied, others = np.empty(sets, dtype=np.uint64), np.empty(sets, dtype=np.uint64)
    image, rest, rest_image = (
        np.empty(words, dtype=np.uint64),
        np.empty(words, dtype=np.uint64),
        np.empty(words, dtype=np.uint64),
    )
    after, other = np.empty(words, dtype=np.uint64), np.empty(words, dtype=np.uint64)
    stamp = np.uint32(state[5])
    head = np.uint64(state[0])
    code_now = RUNNING
    while True:
        if head == np.uint64(state[2]):  # a layer is done
            if count == head:
                code_now = EXHAUSTED
                break
            if state[3] + 2 >= starts.size:
                code_now = GROW
                break
            state[3] += 1
            starts[state[3]] = head
            state[2] = count
        if budget <= 0:
            code_now = RUNNING
            break
        if count > room or stamp > np.uint32(0xFFFF0000):
            code_now = GROW
            break
        budget -= 1

        key = keys[head]
        head += ONE
        _decode(key, fields, cells, mirror, lying, occupied, image)
        pieces = np.uint64(state[7])
        found = False
        for k in range(pieces):
            origin = np.uint64(lying[k])
            for b in range(MANY):
                if b >= sets:
                    break
                others[b] = occupied[b] ^ cells[origin, b]
            first_others = others[ZERO]
            for w in range(MANY):
                if w >= words:
                    break
                rest[w] = key[w] ^ code[origin, w]
                rest_image[w] = image[w] ^ mirror[origin, w]
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
                    while (
                        seen[target] != stamp
                        and (cells[target, ZERO] & first_others) == ZERO
                        and (sets == ONE or _free(cells, target, others))
                    ):
                        seen[target] = stamp
                        if metric == 0:
                            stack[top] = target
                            top += ONE
                        _compose(symmetric, code, mirror, target, rest, rest_image, after, other)
                        slot = _home(after, shift)
                        while True:
                            entry = np.uint64(slots[slot])
                            if entry == ZERO:
                                for w in range(MANY):
                                    if w >= words:
                                        break
                                    keys[count, w] = after[w]
                                count += ONE
                                slots[slot] = np.uint32(count)
                                if stop_at_goal and not found and _meets(after, goal_mask, goal_value):
                                    found = True
                                    state[4] = np.int64(count) - 1
                                break
                            if keys[entry - ONE, ZERO] == after[ZERO] and _same(keys, entry - ONE, after):
                                break
                            slot = (slot + ONE) & last
                        if metric != 1:
                            break
                        target = np.uint64(steps[target, direction])
        if found:
            code_now = GOAL
            break
    state[0], state[1], state[5] = head, count, stamp
    return code_now

"""Kernels on layers of positions: all positions with so many pegs, up to symmetry, one uint64 each.

Naming key: p position, j jump, s symmetry, S how many (the identity first), J jumps.
    triple[j]    the three holes of a jump; need[j] those of them that hold pegs before it (forward: from and over,
                 backward: to); a jump in either direction is p ^ triple[j] when p & triple[j] == need[j]
    images[j, s] where symmetry s takes triple[j]
    tables[s, k, b] where symmetry s takes the bits b of the k-th run of 11 holes
    weights[g, k, b] four functions g, 16 bits each, summed over a position: what it has to spare, plus 2^15
    losses[j, g] what jump j takes from that; a position with nothing left to spare is not winning
    table        an open-addressing hash set of canonical positions, 0 = empty, 2^n slots

The image of a position after a jump is the image before xor images[j, s]: the symmetries are applied once a
position, and each jump costs S xors. Kernels are resumable slices: they take [start, stop) of a layer.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,misc,untyped-decorator"

from __future__ import annotations

import numpy as np
from numba import njit, uint64

from gridproof.search.atomics import compare_and_swap

RUN = 11  # holes for each part of `tables`
ONE, ZERO, RUN_BITS, RUN_MASK = np.uint64(1), np.uint64(0), np.uint64(RUN), np.uint64((1 << RUN) - 1)
SIGNS = np.uint64(0x8000800080008000)  # the top bit of each function: something to spare
GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # 2^64 / golden ratio: Knuth's multiplicative hash


@njit(inline="always")
def slot_of(p, mask):
    h = p * GOLDEN
    h ^= h >> uint64(32)
    return (h * GOLDEN >> uint64(20)) & mask


@njit
def turn(p, tables, turned):
    """All images of a position: turned[s]."""
    turned[0] = p
    for s in range(uint64(1), uint64(turned.shape[0])):
        rest, image, k = p, ZERO, ZERO
        while rest:
            image |= tables[s, k, rest & RUN_MASK]
            rest >>= RUN_BITS
            k += ONE
        turned[s] = image


@njit
def spare_of(p, weights, spare):
    """What a position has to spare under each function; False when one of them is below 0."""
    enough = True
    for g in range(uint64(0), uint64(weights.shape[0])):
        rest, total, k = p, ZERO, ZERO
        while k < uint64(weights.shape[1]):
            total += weights[g, k, rest & RUN_MASK]
            rest >>= RUN_BITS
            k += ONE
        spare[g] = total
        enough = enough and total & SIGNS == SIGNS
    return enough


@njit(inline="always")
def can_spare(spare, losses, j):
    """Whether jump j leaves something to spare under each function."""
    for g in range(uint64(0), uint64(spare.shape[0])):  # noqa: SIM110 - numba knows no all()
        if (spare[g] - losses[j, g]) & SIGNS != SIGNS:
            return False
    return True


@njit(inline="always")
def least(turned, images, j):
    """The canonical position after jump j."""
    best = turned[0] ^ images[j, 0]
    for s in range(uint64(1), uint64(turned.shape[0])):
        q = turned[s] ^ images[j, s]
        if q < best:
            best = q
    return best


@njit(inline="always")
def find(table, mask, p):
    """The slot of p; where it is not, the empty slot it would take."""
    slot = slot_of(p, mask)
    while table[slot] != ZERO and table[slot] != p:
        slot = (slot + ONE) & mask
    return slot


@njit
def insert(table, mask, p):
    """Add p for all threads to see; 1 when it is new."""
    slot = slot_of(p, mask)
    while True:
        seen = table[slot]
        if seen == ZERO:
            seen = compare_and_swap(table, slot, ZERO, p)
            if seen == ZERO:
                return 1
        if seen == p:
            return 0
        slot = (slot + ONE) & mask


@njit(
    "int64(uint64[::1], int64, int64, uint64[::1], uint64[::1], uint64[:, ::1], uint64[:, :, ::1], "
    "uint64[:, :, ::1], uint64[:, ::1], uint64[::1], int64[::1])",
    cache=True,
    nogil=True,
)
def expand(positions, start, stop, triple, need, images, tables, weights, losses, table, state):
    """Insert what one jump makes of positions[start:stop]; the index of the first that is left.

    `state[0]` is how many insertions are allowed, `state[1]` returns how many there were; stops early when
    the next position might exceed the allowance.
    """
    mask = uint64(table.shape[0] - 1)
    jumps = uint64(triple.shape[0])
    turned = np.empty(images.shape[1], dtype=np.uint64)
    spare = np.empty(weights.shape[0], dtype=np.uint64)
    inserted = 0
    for i in range(start, stop):
        if inserted + triple.shape[0] > state[0]:
            state[1] = inserted
            return i
        p = positions[i]
        if not spare_of(p, weights, spare):
            continue
        turn(p, tables, turned)
        for j in range(uint64(0), jumps):
            if p & triple[j] == need[j] and can_spare(spare, losses, j):
                inserted += insert(table, mask, least(turned, images, j))
    state[1] = inserted
    return stop


@njit(
    "int64(uint64[::1], int64, int64, uint64[::1], uint64[::1], uint64[:, ::1], uint64[:, :, ::1], "
    "uint64[::1], uint8[::1])",
    cache=True,
    nogil=True,
)
def mark(positions, start, stop, triple, need, images, tables, table, marks):
    """marks[i] = 1 for each position of [start, stop) that some jump takes into the set; how many there are."""
    mask = uint64(table.shape[0] - 1)
    jumps = uint64(triple.shape[0])
    turned = np.empty(images.shape[1], dtype=np.uint64)
    marked = 0
    for i in range(start, stop):
        p = positions[i]
        turn(p, tables, turned)
        for j in range(uint64(0), jumps):
            if p & triple[j] == need[j]:
                q = least(turned, images, j)
                if table[find(table, mask, q)] == q:
                    marks[i] = 1
                    marked += 1
                    break
    return marked


@njit("void(uint64[::1], int64, int64, uint64[::1], uint8[::1])", cache=True, nogil=True)
def mark_members(positions, start, stop, table, marks):
    """marks[i] = 1 for each position of [start, stop) that is in the set."""
    mask = uint64(table.shape[0] - 1)
    for i in range(start, stop):
        if table[find(table, mask, positions[i])] == positions[i]:
            marks[i] = 1


@njit("void(uint64[::1], int64, int64, uint64[::1])", cache=True, nogil=True)
def insert_all(positions, start, stop, table):
    """Insert positions[start:stop]; zeros are passed over, so that another table may be given."""
    mask = uint64(table.shape[0] - 1)
    for i in range(start, stop):
        if positions[i] != ZERO:
            insert(table, mask, positions[i])


@njit("int64(uint64[::1], uint64[::1])", cache=True, nogil=True)
def compact(table, out):
    """Write the members of the set to `out`; how many there are."""
    count = 0
    for i in range(table.shape[0]):
        if table[i] != ZERO:
            out[count] = table[i]
            count += 1
    return count


@njit(
    "int64(uint64[::1], int64, int64, uint8[::1], uint64[::1], int32[::1], uint64[::1], uint64[::1], uint64[::1], "
    "uint64[:, ::1], uint64[:, :, ::1], uint8[:, ::1], uint64[:, :, ::1], uint64[:, ::1], "
    "uint64[::1], uint8[::1], uint64[::1], int32[::1], int32[::1], int64[::1])",
    cache=True,
    nogil=True,
)
def relax(
    positions, start, stop, moves, lasts, scores, triple, need, sources, images, tables, landings,
    weights, losses, table, table_moves, table_lasts, table_scores, gains, state,
):  # fmt: skip
    """Carry the fewest moves from one layer to the next, by one thread.

    moves[i] is the fewest moves to positions[i], lasts[i] the holes of the pegs that may have moved last in so
    few: a jump by one of these goes on with the move, any other begins one. A state with more moves is never
    better: it can be had for one move more from here. sources[j] is the hole that jump j leaves, landings[j, s]
    the hole where symmetry s puts the peg after it. `state[0]` = insertions allowed (negative: none, only
    members are updated), `state[1]` returns how many there were. Scores follow by gains[j]; they must not depend
    on the symmetry.
    """
    mask = uint64(table.shape[0] - 1)
    jumps, order = uint64(triple.shape[0]), uint64(images.shape[1])
    spare = np.empty(weights.shape[0], dtype=np.uint64)
    turned = np.empty(images.shape[1], dtype=np.uint64)
    inserted = 0
    for i in range(start, stop):
        if state[0] >= 0 and inserted + triple.shape[0] > state[0]:
            state[1] = inserted
            return i
        p = positions[i]
        if not spare_of(p, weights, spare):
            continue
        turn(p, tables, turned)
        for j in range(uint64(0), jumps):
            if p & triple[j] != need[j] or not can_spare(spare, losses, j):
                continue
            q = least(turned, images, j)
            slot = find(table, mask, q)
            if table[slot] != q:
                if state[0] < 0:
                    continue
                table[slot] = q
                table_moves[slot] = 255
                table_scores[slot] = scores[i] + gains[j]
                inserted += 1
            cost = moves[i] if lasts[i] & sources[j] else moves[i] + 1
            if cost > table_moves[slot]:
                continue
            if cost < table_moves[slot]:
                table_moves[slot] = cost
                table_lasts[slot] = ZERO
            for s in range(uint64(0), order):
                if turned[s] ^ images[j, s] == q:
                    table_lasts[slot] |= ONE << uint64(landings[j, s])
    state[1] = inserted
    return stop

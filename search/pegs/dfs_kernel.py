"""Depth-first search over positions of any number of words, with a table of the positions already seen.

Naming key: W words of a position, J jumps, S symmetries (the identity first), D depth.
    triple, need (J, W)    the holes of a jump, and those of them that hold pegs before it
    images (J, S, W)       where symmetry s takes triple[j]
    must, care (W,)        the goal: p & care == must; `lone` = 1: one peg anywhere instead
    stack (D, S, W)        the images of the positions on the path; next_jump (D,) the jump to try next at each
    table (slots, W)       open addressing; the words of a position are never all 0
    state                  [depth, positions seen, insertions allowed, pegs at depth 0, fewest pegs of the goal]
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,misc,untyped-decorator"

from __future__ import annotations

import numpy as np
from numba import njit, uint64

ZERO, ONE = np.uint64(0), np.uint64(1)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)

FOUND, EXHAUSTED, SLICE_ENDED, TABLE_FULL = 1, 2, 3, 4


@njit
def least_image(images, best):
    """Copy the lexicographically least row of images (S, W) to best (W,)."""
    order, words = images.shape
    chosen = 0
    for s in range(1, order):
        for w in range(words):
            if images[s, w] != images[chosen, w]:
                if images[s, w] < images[chosen, w]:
                    chosen = s
                break
    for w in range(words):
        best[w] = images[chosen, w]


@njit
def add(table, p):
    """Insert p; True when it is new."""
    slots, words = table.shape
    h = ZERO
    for w in range(words):
        h = (h ^ p[w]) * GOLDEN
        h ^= h >> uint64(29)
    slot = (h * GOLDEN >> uint64(20)) & uint64(slots - 1)
    while True:
        empty = same = True
        for w in range(words):
            empty = empty and table[slot, w] == ZERO
            same = same and table[slot, w] == p[w]
        if same:
            return False
        if empty:
            for w in range(words):
                table[slot, w] = p[w]
            return True
        slot = (slot + ONE) & uint64(slots - 1)


@njit
def meets_goal(p, must, care, lone, pegs):
    if lone:
        return pegs == 1
    for w in range(len(p)):  # noqa: SIM110 - numba knows no all()
        if p[w] & care[w] != must[w]:
            return False
    return True


@njit(
    "int64(uint64[:, ::1], uint64[:, ::1], uint64[:, :, ::1], uint64[::1], uint64[::1], int64, "
    "uint64[:, :, ::1], int64[::1], uint64[:, ::1], int64, int64[::1])",
    cache=True,
    nogil=True,
)
def search(triple, need, images, must, care, lone, stack, next_jump, table, steps, state):
    """Go on with the search for so many steps (a step tries one jump); a code says why it ended."""
    jumps, order, words = images.shape
    canonical = np.empty(words, dtype=np.uint64)
    depth = state[0]
    for _ in range(steps):
        pegs = state[3] - depth
        if next_jump[depth] == 0 and meets_goal(stack[depth, 0], must, care, lone, pegs):
            state[0] = depth
            return FOUND
        j = next_jump[depth]
        if j == jumps or pegs <= state[4]:
            if depth == 0:
                state[0] = 0
                return EXHAUSTED
            depth -= 1
            continue
        applies = True
        for w in range(words):
            if stack[depth, 0, w] & triple[j, w] != need[j, w]:
                applies = False
                break
        if applies:
            if state[2] == 0:
                state[0] = depth
                return TABLE_FULL
            for s in range(order):
                for w in range(words):
                    stack[depth + 1, s, w] = stack[depth, s, w] ^ images[j, s, w]
            least_image(stack[depth + 1], canonical)
            next_jump[depth] = j + 1
            if add(table, canonical):
                state[1] += 1
                state[2] -= 1
                depth += 1
                next_jump[depth] = 0
        else:
            next_jump[depth] = j + 1
    state[0] = depth
    return SLICE_ENDED


@njit("void(uint64[:, ::1], uint64[:, ::1])", cache=True, nogil=True)
def move_all(table, larger):
    """Insert the members of one table into another."""
    slots, words = table.shape
    for i in range(slots):
        for w in range(words):
            if table[i, w] != ZERO:
                add(larger, table[i])
                break

"""Frozen boxes as walls: push distances on the board that is left when boxes frozen on goals never move again.

Distances can only grow, and a box that can reach no goal any more, or boxes that have too few goals left between
them, give the state away as a deadlock in the matching. Tables are kept per set of frozen boxes (the sets are
compared exactly, not by hash), in a cache that overwrites.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from __future__ import annotations

import numpy as np
from numba import njit

from gridproof.search.sokoban.board import INFINITE
from gridproof.search.sokoban.kernel_parts import can_slide


@njit(nogil=True)
def frozen_set(nb, occ, live, square, k, mark):
    """Set mark to 1 on the boxes that can never move, 2 on the others; returns how many are frozen.

    The greatest set of boxes none of which can be the first to move, as in `kernel_parts.frozen`.
    """
    for i in range(k):
        mark[square[i]] = 1
    count = k
    changed = True
    while changed and count > 0:
        changed = False
        for i in range(k):
            if mark[square[i]] == 1 and can_slide(nb, occ, live, mark, square[i]):
                mark[square[i]] = 2
                count -= 1
                changed = True
    return count


@njit(nogil=True)
def table_for(
    tables, keys, zobrist, live, goals, first, back_first, back_state, back_stand, square_of, mark, key, queue
):
    """Index of the table for the boxes with mark 1 as walls; `key` (words,) holds them as live squares.

    first (n + 1,): single-box states of square x are first[x] .. first[x + 1] - 1. back_*: for each single-box
    state, those before it and where the player stood for the push. square_of (S,): the box's square.
    """
    one = np.uint64(1)
    hash_ = np.uint64(0)
    for w in range(key.shape[0]):
        for bit in range(64):
            if key[w] >> np.uint64(bit) & one:
                hash_ ^= zobrist[64 * w + bit]
    index = 1 + np.int64(hash_ >> one) % (tables.shape[0] - 1)
    same = True
    for w in range(key.shape[0]):
        same = same and keys[index, w] == key[w]
    if same:
        return index
    for w in range(key.shape[0]):
        keys[index, w] = key[w]
    table = tables[index]
    for state in range(table.shape[0]):
        for column in range(table.shape[1]):
            table[state, column] = INFINITE
    for column in range(goals.shape[0]):
        goal = goals[column]
        head, tail = 0, 0
        for state in range(first[goal], first[goal + 1]):
            table[state, column] = 0
            queue[tail] = state
            tail += 1
        while head < tail:
            state = queue[head]
            head += 1
            if mark[square_of[state]] == 1:
                continue  # nothing is pushed onto a wall; the frozen box itself is where it belongs
            for e in range(back_first[state], back_first[state + 1]):
                before = back_state[e]
                if table[before, column] == INFINITE and mark[square_of[before]] != 1 and mark[back_stand[e]] != 1:
                    table[before, column] = table[state, column] + 1
                    queue[tail] = before
                    tail += 1
    return index

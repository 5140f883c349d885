"""What a beam keeps: ranks of states, the least first. They decide what is looked at, never what is true."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, disable-error-code="assignment"

from __future__ import annotations

import numpy as np

from gridproof.search.bits import popcount, trailing_zeros
from gridproof.search.sokoban.features_parts import pack_of
from gridproof.search.sokoban.kernel_parts import INFINITE, match_all
from gridproof.search.sokoban.packing_kernel import inner
from gridproof.search.sokoban.walls_kernel import table_for

RANKS = 1 << 14
NOISE = 16  # ranks among which equals are spread at random
FARTHEST_AHEAD = 24
TRANSIT, UNPACKED, REMAINING, CLOSED_OFF, STRAY = range(5)  # weights of rank_of
PER_BOX, PER_STEP = range(2)  # weights of rank_near


@inner
def rank_near(path, word, cost, weights):
    """Rank by a path (costs, words), its state at each cost: boxes that stand elsewhere than in one of its states,
    and how far that state is ahead at the same cost; the least over the path."""
    best = np.int64(1 << 40)
    for i in range(path.shape[0]):
        away = np.int64(0)
        for w in range(word.shape[0]):
            away += np.int64(popcount(word[w] & ~path[i, w]))
        ahead = min(max(i - cost, -FARTHEST_AHEAD), FARTHEST_AHEAD)
        best = min(best, weights[PER_BOX] * away + weights[PER_STEP] * (FARTHEST_AHEAD - ahead) // 8)
    return best


@inner
def rank_of(word, start, k, packed, stray, h, closed_off, worth, weights):
    """Rank by boxes on their way, neither where boxes started nor packed: a solution that takes one box after another
    has few of them at any time; by boxes not packed, pushes that remain, eighths of the floor that the player cannot
    come to, and boxes that can go to no goal while the packed ones stand; and by what each box's square is worth
    avoiding, worth (64 words,)."""
    waiting = np.int64(0)
    for w in range(word.shape[0]):
        waiting += np.int64(popcount(word[w] & start[w]))
    total = np.int64(0)
    for w in range(word.shape[0]):
        bits = word[w]
        while bits != np.uint64(0):
            total += worth[64 * w + np.int64(trailing_zeros(bits))]
            bits &= bits - np.uint64(1)
    return (
        total
        + weights[TRANSIT] * max(k - waiting - packed, 0)
        + weights[UNPACKED] * (k - packed)
        + weights[REMAINING] * h
        + weights[CLOSED_OFF] * closed_off
        + weights[STRAY] * stray
    )


@inner
def standing(
    nb, live, goal, goals, square, k, rows, tables, keys, zobrist, first, back_first, back_state, back_stand,
    square_of, mark, key, states, u, v, row_of, least, used, way,
    goal_number, sources, parks, seeds, loose, order, pack_state, pack_keys, packs, pack_count, layers, squares, wide,
    stack, state_mark, stamps, full,
):  # fmt: skip
    """(Boxes packed, boxes that can go to no goal of their own while those stand) among the boxes square[:k].

    rows (m,): their single-box states. mark (n + 1,) is all 0 before and after. u .. way: scratch of `match_all`.
    """
    m = goals.shape[0]
    full[:] = 0
    for j in range(k):
        if goal[square[j]] == 1:
            full[goal_number[square[j]]] = 1
    pack = pack_of(
        nb, live, goals, goal_number, sources, parks, seeds, loose, order, pack_state, full, pack_keys, packs,
        pack_count, layers, squares, wide, stack, state_mark, stamps,
    )  # fmt: skip
    count = np.int64(pack_count[pack])
    if count == 0:
        return count, np.int64(0)
    key[:] = np.uint64(0)
    for j in range(m):
        if packs[pack, j] == 1:
            mark[goals[j]] = 1
            key[live[goals[j]] >> 6] |= np.uint64(1) << np.uint64(live[goals[j]] & 63)
    table = table_for(
        tables, keys, zobrist, live, goals, first, back_first, back_state, back_stand, square_of, mark, key, states
    )
    for j in range(m):
        mark[goals[j]] = 0
    return count, np.int64(match_all(tables[table], rows, m, u, v, row_of, least, used, way) // INFINITE)

"""The A* kernel on normalised states; `astar.py` holds the typed functions and the description of the arrays."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, disable-error-code="assignment"

from __future__ import annotations

import numpy as np
from numba import njit

from gridproof.search.bits import trailing_zeros
from gridproof.search.fingerprint import fingerprint
from gridproof.search.sokoban import corral_kernel, kernel_parts, pairs_kernel, walls_kernel
from gridproof.search.sokoban.corral_kernel import best_corral
from gridproof.search.sokoban.kernel_parts import (
    INFINITE,
    augment,
    frozen,
    lowest_square,
    match_all,
    matched_cost,
    region,
)
from gridproof.search.sokoban.pairs_kernel import dead_pair
from gridproof.search.sokoban.walls_kernel import frozen_set, table_for

# what the slice returns
SPENT, EXHAUSTED, PROVEN, FULL, CROWDED, FOUND = range(6)
# state[...]
COUNT, CURSOR, GOAL_NODE, GOAL_COST, EXPANDED, GENERATED, CUT, LEAST, SLOTS_USED, OVERFLOW, REOPENED, STAMP = range(
    12
)
# options[...]
SHIFT, WEIGHT_G, WEIGHT_H, FREEZE, CORRAL, MATCHING, MOST_F, BUDGET, STOP_AT_FIRST, BUILD, WALLS, TIES, PAIRS = range(
    13
)
FLOOR = 13  # a bound that others have proved: until it is passed, every f below it is as good as it
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


@njit(nogil=True)
def push_open(state, options, heads, following, histogram, node, g, h, astray):
    """Put a node into its bucket (last in, first out), and count it under its true f.

    Buckets are ordered by f, then by the number of boxes on no goal: among equals, what is nearly done goes first.
    The order decides nothing but speed: bounds are read from the histogram.
    """
    f = (g >> options[SHIFT]) + h
    key = max(options[FLOOR], options[WEIGHT_G] * (g >> options[SHIFT]) + options[WEIGHT_H] * h)
    key = key * options[TIES] + min(astray, options[TIES] - 1)
    if key >= heads.shape[0]:
        key = heads.shape[0] - 1
    following[node] = heads[key]
    heads[key] = node
    if key < state[CURSOR]:
        state[CURSOR] = key
    histogram[f] += 1
    if f < state[LEAST]:
        state[LEAST] = f


@njit("void(int64[::1], int64[::1], int32[::1], int32[::1])", cache=True, nogil=True)
def raise_floor(state, options, heads, following):
    """Move all nodes from buckets of an f below the floor into those of the floor."""
    ties = options[TIES]
    floor = min(options[FLOOR] * ties, heads.shape[0] - ties)
    for key in range(state[CURSOR], floor):
        if heads[key] < 0:
            continue
        last = np.int64(heads[key])
        while following[last] >= 0:
            last = np.int64(following[last])
        to = floor + key % ties
        following[last] = heads[to]
        heads[to] = heads[key]
        heads[key] = -1
    state[CURSOR] = max(state[CURSOR], floor)


@njit(nogil=True)
def _search(
    nb, live, lives, single, tables, alive, goal, zobrist, zobrist_player,
    state, options, boxes, player, parent, cost, bound, status, following, slots, heads, histogram,
    pairs, keys, goals, first, back_first, back_state, back_stand, square_of,
    occ, reach, seen, mark, depth, queue, label, group, chosen, cluster, square, rows, u, v, row_of, u2, v2,
    row_of2, least, used, way, states, word, key,
):  # fmt: skip
    n = nb.shape[0] - 1
    m = goals.shape[0]
    dist = tables[0]
    words = boxes.shape[1]
    shift = options[SHIFT]
    capacity = player.shape[0]
    one = np.uint64(1)
    spent = 0
    while True:
        # --- the next open node ---------------------------------------------------------------------------
        while state[LEAST] < histogram.shape[0] and histogram[state[LEAST]] == 0:
            state[LEAST] += 1
        if state[GOAL_NODE] >= 0:
            if options[STOP_AT_FIRST] == 1:
                return FOUND
            goal_f = state[GOAL_COST] >> shift
            if state[LEAST] > goal_f or (shift == 0 and state[LEAST] == goal_f):
                return PROVEN
        while state[CURSOR] < heads.shape[0] and heads[state[CURSOR]] < 0:
            state[CURSOR] += 1
        if state[CURSOR] == heads.shape[0]:
            return EXHAUSTED
        if spent >= options[BUDGET]:
            return SPENT
        if state[COUNT] + 4 * n >= capacity:
            return FULL
        if 2 * (state[SLOTS_USED] + 4 * n) >= slots.shape[0]:
            return CROWDED
        node = np.int64(heads[state[CURSOR]])
        heads[state[CURSOR]] = following[node]
        if status[node] != OPEN:
            continue
        status[node] = CLOSED
        g = np.int64(cost[node])
        histogram[(g >> shift) + bound[node]] -= 1
        if state[GOAL_NODE] >= 0 and g + (np.int64(bound[node]) << shift) >= state[GOAL_COST]:
            continue
        spent += 1
        state[EXPANDED] += 1

        # --- unpack ---------------------------------------------------------------------------------------
        k = 0
        here = np.int64(player[node])
        boxes_hash = np.uint64(0)
        on_goal = 0
        for w in range(words):
            bits = boxes[node, w]
            word[w] = bits
            while bits != np.uint64(0):
                bit = 64 * w + np.int64(trailing_zeros(bits))
                boxes_hash ^= zobrist[bit]
                square[k] = lives[bit]
                rows[k] = single[bit, here]
                occ[lives[bit]] = 1
                on_goal += goal[lives[bit]]
                k += 1
                bits &= bits - one
        state[STAMP] += 1
        stamp = state[STAMP]
        region(nb, occ, here, n, reach, stamp, queue, depth)
        if options[MATCHING] == 1:
            for i in range(k, m):
                rows[i] = -1
            dist = tables[0]
            if options[WALLS] == 1:
                if frozen_set(nb, occ, live, square, k, mark) > 0:
                    key[:] = np.uint64(0)
                    for i in range(k):
                        if mark[square[i]] == 1:
                            key[live[square[i]] >> 6] |= one << np.uint64(live[square[i]] & 63)
                    dist = tables[
                        table_for(
                            tables, keys, zobrist, live, goals, first, back_first, back_state, back_stand, square_of,
                            mark, key, states,
                        )
                    ]  # fmt: skip
                for i in range(k):
                    mark[square[i]] = 0
            h = match_all(dist, rows, m, u, v, row_of, least, used, way)
            if h > bound[node]:  # the walls tell more than was known when the node was made
                for i in range(k):
                    occ[square[i]] = 0
                f = (g >> shift) + h
                if h >= INFINITE:
                    continue
                if f > options[MOST_F]:
                    state[CUT] = 1
                    continue
                if f >= histogram.shape[0] or h > 65535:
                    state[OVERFLOW] = 1
                    continue
                bound[node] = h
                status[node] = OPEN
                push_open(state, options, heads, following, histogram, node, g, h, k - on_goal)
                continue

        count, limited = 0, False
        if options[CORRAL] == 1:
            count, pushes = best_corral(
                nb, occ, live, single, alive, goal, reach, stamp, square, k, m, label, group, queue, chosen
            )
            limited = pushes >= 0
            if limited:
                for i in range(count):
                    label[chosen[i]] = -1

        # --- every push -----------------------------------------------------------------------------------
        for i in range(k):
            box = square[i]
            if limited and label[box] != -1:
                continue
            for d in range(4):
                stand, to = nb[box, d ^ 2], nb[box, d]
                if reach[stand] != stamp or occ[stand] != 0 or occ[to] != 0 or live[to] < 0:
                    continue
                after = single[live[to], box]
                if alive[after] == 0:
                    continue
                state[GENERATED] += 1
                if options[PAIRS] == 1 and dead_pair(pairs, live, square, k, i, to, box):
                    continue
                occ[box] = 0
                occ[to] = 1
                if options[FREEZE] == 1 and frozen(nb, occ, live, goal, to, mark, cluster):
                    occ[to] = 0
                    occ[box] = 1
                    continue
                if shift == 0:
                    state[STAMP] += 1
                    where = lowest_square(nb, occ, box, seen, state[STAMP], queue)
                    new_cost = g + 1
                else:  # where moves count, the player's own square is part of the state
                    where = box
                    new_cost = g + ((depth[stand] + 1) << shift) + 1
                    if new_cost & ((1 << shift) - 1) == 0:
                        state[OVERFLOW] = 1
                        new_cost = -1
                occ[to] = 0
                occ[box] = 1
                if new_cost < 0:
                    continue
                old_bit, new_bit = live[box], live[to]
                word[old_bit >> 6] ^= one << np.uint64(old_bit & 63)
                word[new_bit >> 6] ^= one << np.uint64(new_bit & 63)
                hash_ = boxes_hash ^ zobrist[old_bit] ^ zobrist[new_bit] ^ zobrist_player[where]
                slot = find(slots, boxes, player, where, word, hash_)
                known = np.int64(slots[slot] & np.uint64(0xFFFFFFFF)) - 1
                h = 0
                if known >= 0:
                    h = np.int64(bound[known])
                    if new_cost >= cost[known]:
                        h = INFINITE
                elif options[MATCHING] == 1:
                    rows[i] = after
                    for j in range(m):
                        u2[j] = u[j]
                        v2[j] = v[j]
                        row_of2[j] = row_of[j] if row_of[j] != i else -1
                    augment(dist, rows, m, i, u2, v2, row_of2, least, used, way)
                    h = matched_cost(dist, rows, m, row_of2)
                    rows[i] = single[old_bit, here]
                f = (new_cost >> shift) + h
                if h < INFINITE and f > options[MOST_F]:
                    state[CUT] = 1
                    h = INFINITE
                if h < INFINITE and (f >= histogram.shape[0] or h > 65535):
                    state[OVERFLOW] = 1
                    h = INFINITE
                if h < INFINITE:
                    if known >= 0:  # reached more cheaply: a new node takes its place
                        if status[known] == OPEN:
                            histogram[(np.int64(cost[known]) >> shift) + h] -= 1
                        else:
                            state[REOPENED] += 1
                        status[known] = REPLACED
                    else:
                        state[SLOTS_USED] += 1
                    child = state[COUNT]
                    state[COUNT] += 1
                    for w in range(words):
                        boxes[child, w] = word[w]
                    player[child] = where
                    parent[child] = node
                    cost[child] = new_cost
                    bound[child] = h
                    status[child] = OPEN
                    slots[slot] = (hash_ >> np.uint64(32)) << np.uint64(32) | np.uint64(child + 1)
                    push_open(
                        state, options, heads, following, histogram, child, new_cost, h,
                        k - on_goal + goal[box] - goal[to],
                    )  # fmt: skip
                    if on_goal - goal[box] + goal[to] == k and (state[GOAL_NODE] < 0 or new_cost < state[GOAL_COST]):
                        state[GOAL_NODE] = child
                        state[GOAL_COST] = new_cost
                word[old_bit >> 6] ^= one << np.uint64(old_bit & 63)
                word[new_bit >> 6] ^= one << np.uint64(new_bit & 63)
        for i in range(k):
            occ[square[i]] = 0


def _entry(build):
    @njit(
        "int64(int64[:, ::1], int64[::1], int64[::1], int64[:, ::1], int32[:, :, ::1], uint8[::1], uint8[::1],"
        "uint64[::1], uint64[::1], int64[::1], int64[::1],"
        "uint64[:, ::1], uint16[::1], int32[::1], int32[::1], uint16[::1],"
        "uint8[::1], int32[::1], uint64[::1], int32[::1], int32[::1], uint8[:, ::1],"
        "uint64[:, ::1], int64[::1], int64[::1],"
        "int64[::1], int64[::1], int64[::1], int64[::1], int64[:, ::1], uint8[::1], uint8[::1], uint64[:, ::1])",
        cache=True,
        nogil=True,
    )
    def search(
        nb, live, lives, single, tables, alive, goal, zobrist,
        zobrist_player, state, options, boxes, player, parent, cost, bound,
        status, following, slots, heads, histogram, pairs, keys, goals, first,
        back_first, back_state, back_stand, square_of, scratch, occ, mark, words,
    ):  # fmt: skip
        """One slice: up to options[BUDGET] expansions; returns SPENT, EXHAUSTED, PROVEN, FULL, CROWDED or FOUND."""
        options[BUILD] = build  # so that the helpers' text is in the key of the cached kernel
        return _search(
            nb, live, lives, single, tables, alive, goal, zobrist, zobrist_player,
            state, options, boxes, player, parent, cost, bound, status, following, slots, heads, histogram,
            pairs, keys, goals, first, back_first, back_state, back_stand, square_of,
            occ, scratch[0], scratch[1], mark, scratch[2], scratch[3], scratch[4], scratch[5], scratch[6], scratch[7],
            scratch[8], scratch[9], scratch[10], scratch[11], scratch[12], scratch[13], scratch[14], scratch[15],
            scratch[16], scratch[17], scratch[18], scratch[19], words[0], words[1],
        )  # fmt: skip

    return search


search = _entry(fingerprint(kernel_parts, corral_kernel, pairs_kernel, walls_kernel))

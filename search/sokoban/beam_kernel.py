"""Kernel of the beam search: layers of equal cost, of each the states of least rank; see `beam.py`."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="assignment, operator, arg-type, call-overload"
# (what numpy's scalars are to the type checker differs from version to version)

from __future__ import annotations

import numpy as np
from numba import njit

from gridproof.search.bits import trailing_zeros
from gridproof.search.fingerprint import fingerprint
from gridproof.search.sokoban import (
    beam_layers,
    beam_ranks,
    bound_kernel,
    closed_kernel,
    corral_kernel,
    cover_kernel,
    features_parts,
    groups_kernel,
    kernel_parts,
    packing_kernel,
    pairs_kernel,
    states_kernel,
    walls_kernel,
    zones_kernel,
)
from gridproof.search.sokoban.beam_layers import (
    AT,
    BUILD,
    COUNT,
    CUT,
    EXPANDED,
    FREE,
    GENERATED,
    GOAL_NODE,
    LEFT_OUT,
    SIZE,
    SLOTS_USED,
    STAMP,
    TAKEN,
    next_layer,
    release,
)
from gridproof.search.sokoban.beam_ranks import NOISE, RANKS, rank_near, rank_of, standing
from gridproof.search.sokoban.bound_kernel import after_push, in_full, losses_of
from gridproof.search.sokoban.closed_kernel import closed_in, known_dead
from gridproof.search.sokoban.corral_kernel import best_corral
from gridproof.search.sokoban.cover_kernel import find_groups, without
from gridproof.search.sokoban.kernel_parts import (
    INFINITE,
    frozen,
    region,
)
from gridproof.search.sokoban.packing_kernel import inner
from gridproof.search.sokoban.states_kernel import CLOSED, OPEN, REPLACED, find
from gridproof.search.sokoban.zones_kernel import zone_value

# what the slice returns
SPENT, ENDED, FOUND, CROWDED = range(4)
# options[...]; from WEIGHTS on those of `beam_ranks.py`
MOVES, MOST, WIDTH, BUDGET, NEAR, SEED, CORRAL, MOST_OF_KIND, WEIGHTS = range(9)
LOCAL_STATES = 10  # of searches for deadlocks, to one of this search


@inner
def _search(
    nb, live, lives, single, tables, alive, goal, zobrist, zobrist_player,
    state, options, boxes, player, parent, cost, bound, status, packed, stray, rank, following, slots, heads, layer,
    path, start, kinds, crowds, worth, groups, keys, goals, first, back_first, back_state, back_stand, square_of,
    occ, reach, seen, mark, depth, queue, label, group, chosen, cluster, square, rows, u, v, row_of, u2, v2,
    row_of2, least, used, way, states, slack, held, box_of, column_of, depth2, counts, word, key,
    other, lists,
    patterns, areas, links, ends, tested, counters, store, small, bytes_, work, goal_number, sources, parks, seeds,
    loose, fixed_order, pack_state, pack_keys, packs, pack_count, layers, squares, wide, stack, state_mark, stamps,
    full,
):  # fmt: skip
    n = nb.shape[0] - 1
    m = goals.shape[0]
    tables_of_groups, zones, zone_bits = groups
    pairs = tables_of_groups[0]
    masks, values, masks2, values2, _, _, _, _, _, _, _ = lists
    words = boxes.shape[1]
    by_moves = options[MOVES] == 1
    capacity = player.shape[0]
    one = np.uint64(1)
    spent = 0
    while True:
        if state[GOAL_NODE] >= 0:
            return FOUND
        if spent >= options[BUDGET]:
            return SPENT
        if 2 * (state[SLOTS_USED] + 4 * n) >= slots.shape[0]:
            return CROWDED
        if (state[AT] == state[SIZE] or state[TAKEN] >= options[WIDTH]) and not next_layer(
            state, heads, following, status, rank, layer, counts, boxes, kinds, crowds, options[MOST_OF_KIND]
        ):
            return ENDED
        node = np.int64(layer[state[AT]])
        state[AT] += 1
        if status[node] != OPEN:
            release(node, status, following, state)
            continue
        status[node] = CLOSED
        g = np.int64(cost[node])
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
                box_of[bit] = k
                rows[k] = single[bit, here]
                occ[lives[bit]] = 1
                on_goal += goal[lives[bit]]
                k += 1
                bits &= bits - one
        state[STAMP] += 1
        stamp = state[STAMP]
        region(nb, occ, here, n, reach, stamp, queue, depth)
        if parent[node] >= 0 and counters[3] <= LOCAL_STATES * (state[EXPANDED] + 50):
            at = -1
            for w in range(words):
                moved = word[w] & ~boxes[parent[node], w]
                if moved != np.uint64(0):
                    at = lives[64 * w + np.int64(trailing_zeros(moved))]
            if known_dead(patterns, areas, links, ends, occ, here, at) or closed_in(
                nb, live, single, alive, goal, pairs, occ, reach, stamp, here, at, patterns, areas, links, ends,
                tested, counters, store, small, bytes_, work,
            ):  # fmt: skip
                for i in range(k):
                    occ[square[i]] = 0
                continue
        found, zoned = losses_of(groups, live, square, k, here, word, other, box_of, lists)
        if found < 0 or zoned < 0:
            for i in range(k):
                occ[square[i]] = 0
            continue
        h, matched, table, walled = in_full(
            nb, occ, live, square, k, m, rows, tables, keys, zobrist, goals, first, back_first, back_state,
            back_stand, square_of, mark, key, states, held, slack, u, v, row_of, column_of, least, used, way, lists,
            found, zoned, True, True,
        )  # fmt: skip
        dist = tables[table]
        h = max(h, np.int64(bound[node]))
        if g + h > options[MOST]:
            if h < INFINITE:
                state[CUT] = 1
            for i in range(k):
                occ[square[i]] = 0
            continue
        bound[node] = h
        state[TAKEN] += 1

        limited = False
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
                new_cost = g + 1 + (depth[stand] if by_moves else 0)
                if new_cost + h - 1 > options[MOST]:
                    state[CUT] = 1
                    continue
                state[GENERATED] += 1
                occ[box] = 0
                occ[to] = 1
                dead = frozen(nb, occ, live, goal, to, mark, cluster) or known_dead(
                    patterns, areas, links, ends, occ, box, to
                )
                where, area = box, 0
                if not dead and not by_moves:
                    state[STAMP] += 1
                    where, area = region(nb, occ, box, n, seen, state[STAMP], queue, depth2)
                occ[to] = 0
                occ[box] = 1
                if dead:
                    continue
                old_bit, new_bit = live[box], live[to]
                word[old_bit >> 6] ^= one << np.uint64(old_bit & 63)
                word[new_bit >> 6] ^= one << np.uint64(new_bit & 63)
                hash_ = boxes_hash ^ zobrist[old_bit] ^ zobrist[new_bit] ^ zobrist_player[where]
                slot = find(slots, boxes, player, where, word, hash_)
                known = np.int64(slots[slot] & np.uint64(0xFFFFFFFF)) - 1
                h2 = 0
                if known >= 0 and status[known] != REPLACED and new_cost >= cost[known]:
                    h2 = INFINITE
                else:
                    for w in range(words):
                        other[w] = word[w]
                    other[new_bit >> 6] ^= one << np.uint64(new_bit & 63)
                    box_of[new_bit] = i
                    count2 = without(masks, values, found, i, masks2, values2)
                    count2 = find_groups(tables_of_groups, new_bit, box, other, box_of, masks2, values2, count2)
                    zoned2 = zone_value(zones, zone_bits, word, box)
                    if count2 < 0 or zoned2 < 0:
                        h2 = INFINITE
                    else:
                        h2 = after_push(
                            dist, tables[0], rows, k, m, i, after, matched, u, v, row_of, column_of, u2, v2,
                            row_of2, least, used, way, goals, held, slack, walled, lists, count2, zoned2, True,
                        )  # fmt: skip
                    h2 = max(h2, h - 1)
                if h2 >= INFINITE:
                    pass
                elif new_cost + h2 > options[MOST]:
                    state[CUT] = 1
                elif state[FREE] < 0 and state[COUNT] == capacity:
                    state[LEFT_OUT] += 1
                else:
                    child = state[FREE]
                    if child >= 0:
                        state[FREE] = following[child]
                    else:
                        child = state[COUNT]
                        state[COUNT] += 1
                    if known < 0:
                        state[SLOTS_USED] += 1
                    else:
                        status[known] = REPLACED  # it is released when its layer comes
                    for w in range(words):
                        boxes[child, w] = word[w]
                    player[child] = where
                    parent[child] = node
                    cost[child] = new_cost
                    bound[child] = h2
                    status[child] = OPEN
                    slots[slot] = (hash_ >> np.uint64(32)) << np.uint64(32) | np.uint64(child + 1)
                    packed[child], stray[child] = packed[node], stray[node]
                    if goal[box] == 1 or goal[to] == 1:
                        square[i] = to
                        rows[i] = after
                        packed[child], stray[child] = standing(
                            nb, live, goal, goals, square, k, rows, tables, keys, zobrist, first, back_first,
                            back_state, back_stand, square_of, mark, key, states, u2, v2, row_of2, least, used, way,
                            goal_number, sources, parks, seeds, loose, fixed_order, pack_state, pack_keys, packs,
                            pack_count, layers, squares, wide, stack, state_mark, stamps, full,
                        )  # fmt: skip
                        square[i] = box
                        rows[i] = single[old_bit, here]
                    if options[NEAR] == 1:
                        value = rank_near(path, word, new_cost, options[WEIGHTS:])
                    else:
                        closed_off = (n - k - area) * 8 // n
                        value = rank_of(
                            word, start, k, packed[child], stray[child], h2, closed_off, worth, options[WEIGHTS:]
                        )
                    mixed = (hash_ ^ np.uint64(options[SEED])) * np.uint64(0x9E3779B97F4A7C15)
                    rank[child] = min(value * NOISE + np.int64(mixed >> np.uint64(60)), RANKS - 1)
                    following[child] = heads[new_cost]
                    heads[new_cost] = child
                    if on_goal - goal[box] + goal[to] == k:
                        state[GOAL_NODE] = child
                word[old_bit >> 6] ^= one << np.uint64(old_bit & 63)
                word[new_bit >> 6] ^= one << np.uint64(new_bit & 63)
        for i in range(k):
            occ[square[i]] = 0


def _entry(build):
    @njit(
        "int64(int64[:, ::1], int64[::1], int64[::1], int64[:, ::1], int32[:, :, ::1], uint8[::1], uint8[::1],"
        "uint64[::1], uint64[::1], int64[::1], int64[::1],"
        "uint64[:, ::1], uint16[::1], int32[::1], int32[::1], uint16[::1], uint8[::1], uint8[::1], uint8[::1],"
        "int32[::1], int32[::1], uint64[::1], int32[::1], int32[::1],"
        "uint64[:, ::1], uint64[::1], uint64[::1], int64[::1], int64[::1],"
        "Tuple((Tuple((uint8[:, ::1], uint64[:, ::1], int32[::1], uint8[:, ::1], uint64[:, ::1], int32[::1],"
        "uint8[:, ::1], uint64[:, ::1])), uint8[:, ::1], int64[:, ::1])),"
        "uint64[:, ::1], int64[::1], int64[::1],"
        "int64[::1], int64[::1], int64[::1], int64[::1], int64[:, ::1], int64[::1], uint8[::1], uint8[::1],"
        "uint64[:, ::1],"
        "int16[:, ::1], uint64[:, ::1], int32[:, ::1], int32[::1], uint64[::1], int64[::1], int64[:, ::1],"
        "int64[::1], uint8[:, ::1], int64[:, ::1],"
        "int64[::1], int64[::1], int64[::1], int64[::1], uint8[::1], int64[::1],"
        "int64[::1], uint8[:, ::1], uint8[:, ::1], int32[::1], int16[:, ::1], int64[:, ::1], int64[:, ::1],"
        "int64[::1], int64[::1], int64[::1], uint8[::1],"
        "Tuple((uint64[::1], int64[::1], uint64[::1], int64[::1], uint64[::1], int64[::1], uint64[::1], uint64[::1],"
        "uint64[::1], int64[::1], int64[::1])))",
        cache=True,
        nogil=True,
        _nrt=False,  # see `astar_kernel.py`
    )
    def search(
        nb, live, lives, single, tables, alive, goal, zobrist, zobrist_player, state, options, boxes, player, parent,
        cost, bound, status, packed, stray, rank, following, slots, heads, layer, path, start, kinds, crowds, worth,
        groups, keys, goals, first, back_first, back_state, back_stand, square_of, scratch, counts, occ, mark, word,
        patterns, areas, links, ends, tested, counters, store, small, bytes_, work, goal_number, sources, parks,
        seeds, loose, fixed_order, pack_state, pack_keys, packs, pack_count, layers, squares, wide, stack,
        state_mark, stamps, full, lists,
    ):  # fmt: skip
        """One slice: up to options[BUDGET] expansions; returns SPENT, ENDED, FOUND or CROWDED."""
        state[BUILD] = build  # so that the helpers' text is in the key of the cached kernel
        return _search(
            nb, live, lives, single, tables, alive, goal, zobrist, zobrist_player, state, options, boxes, player,
            parent, cost, bound, status, packed, stray, rank, following, slots, heads, layer, path, start, kinds,
            crowds, worth, groups, keys, goals, first, back_first, back_state, back_stand, square_of,
            occ, scratch[0], scratch[1], mark, scratch[2], scratch[3], scratch[4], scratch[5], scratch[6], scratch[7],
            scratch[8], scratch[9], scratch[10], scratch[11], scratch[12], scratch[13], scratch[14], scratch[15],
            scratch[16], scratch[17], scratch[18], scratch[19], scratch[20], scratch[21], scratch[22], scratch[23],
            scratch[24], counts, word[0], word[1], word[2], lists,
            patterns, areas, links, ends, tested, counters, store, small, bytes_, work, goal_number, sources, parks,
            seeds, loose, fixed_order, pack_state, pack_keys, packs, pack_count, layers, squares, wide, stack,
            state_mark, stamps, full,
        )  # fmt: skip

    return search


search = _entry(
    fingerprint(
        beam_layers, beam_ranks, bound_kernel, closed_kernel, corral_kernel, cover_kernel, features_parts,
        groups_kernel, kernel_parts, packing_kernel, pairs_kernel, states_kernel, walls_kernel, zones_kernel,
    )
)  # fmt: skip

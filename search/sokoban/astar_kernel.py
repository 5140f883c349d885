"""The A* kernel on normalised states; `astar.py` holds the typed functions and the description of the arrays."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="assignment, operator, arg-type, call-overload"
# (what numpy's scalars are to the type checker differs from version to version)

from __future__ import annotations

import numpy as np
from numba import njit

from gridproof.search.bits import trailing_zeros
from gridproof.search.fingerprint import fingerprint
from gridproof.search.sokoban import (
    bound_kernel,
    closed_kernel,
    corral_kernel,
    cover_kernel,
    groups_kernel,
    kernel_parts,
    learn_kernel,
    open_kernel,
    packing_kernel,
    pairs_kernel,
    patterns_kernel,
    states_kernel,
    symmetry_kernel,
    tunnel_kernel,
    walls_kernel,
    zones_kernel,
)
from gridproof.search.sokoban.bound_kernel import after_push, in_full, losses_of
from gridproof.search.sokoban.corral_kernel import best_corral
from gridproof.search.sokoban.cover_kernel import find_groups, without
from gridproof.search.sokoban.kernel_parts import INFINITE, frozen, region, region_after
from gridproof.search.sokoban.learn_kernel import closed_in
from gridproof.search.sokoban.open_kernel import RANKS, pop_cyclic, push_cyclic, push_plain, slice_of, unpacked
from gridproof.search.sokoban.patterns_kernel import dead_state, dead_with
from gridproof.search.sokoban.states_kernel import CLOSED, OPEN, REPLACED, find
from gridproof.search.sokoban.symmetry_kernel import least_image, turn_all
from gridproof.search.sokoban.tunnel_kernel import forced_push
from gridproof.search.sokoban.zones_kernel import zone_value

# what the slice returns
SPENT, EXHAUSTED, PROVEN, FULL, CROWDED, FOUND = range(6)
# state[...]
COUNT, TURN, GOAL_NODE, GOAL_COST, EXPANDED, GENERATED, CUT, LEAST, SLOTS_USED, OVERFLOW, REOPENED, STAMP = range(12)
START = 12  # the bound of the start
# options[...]
SHIFT, WEIGHT_G, WEIGHT_H, FREEZE, CORRAL, MATCHING, MOST_F, BUDGET, STOP_AT_FIRST, BUILD, WALLS = range(11)
# FLOOR: a bound that others have proved, see `open_kernel.py`
GROUPS, EXCESS, CYCLIC, FLOOR, LEARN, TUNNELS = 11, 12, 13, 14, 15, 16


@njit(nogil=True)
def count_open(state, histogram, f):
    """Count an open node under its true f: bounds are read from there, whatever the order of the queues."""
    histogram[f] += 1
    if f < state[LEAST]:
        state[LEAST] = f


@njit(nogil=True)
def _search(
    nb, live, lives, single, tables, alive, goal, zobrist, zobrist_player,
    state, options, boxes, player, parent, cost, bound, status, following, slots, heads, cycle, cursor, histogram,
    layer, layer_size, symmetry, groups, keys, goals, first, back_first, back_state, back_stand, square_of,
    lists, occ, reach, seen, mark, depth, queue, label, group, chosen, cluster, square, rows, u, v, row_of, u2, v2,
    row_of2, least, used, way, states, slack, held, box_of, column_of, filled, word, key, best, other,
    patterns, learner, forced,
):  # fmt: skip
    n = nb.shape[0] - 1
    m = goals.shape[0]
    masks, values, masks2, values2, _, _, _, _, _, _, _ = lists
    tables_of_groups, zones, zone_bits = groups
    pairs = tables_of_groups[0]
    dist, walled = tables[0], False
    matched, found, zoned = 0, 0, 0
    words = boxes.shape[1]
    shift = options[SHIFT]
    capacity = player.shape[0]
    images, back, imaged, turned, hashes = symmetry
    symmetric, tunnels = images.shape[0] > 1, options[TUNNELS] == 1
    floor = options[FLOOR]
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
        turn = state[TURN]
        if turn == 0:
            while cursor[0] < heads.shape[0] and heads[cursor[0]] < 0:
                cursor[0] += 1
        if cursor[0] == heads.shape[0] or state[LEAST] == histogram.shape[0]:
            return EXHAUSTED
        if spent >= options[BUDGET]:
            return SPENT
        if state[COUNT] + 4 * n >= capacity:
            return FULL
        if 2 * (state[SLOTS_USED] + 4 * n) >= slots.shape[0]:
            return CROWDED
        if turn == 0:
            node = np.int64(heads[cursor[0]])
            heads[cursor[0]] = following[0, node]
        else:
            node = pop_cyclic(cycle, following, max(state[LEAST], floor), state[START], cursor)
            if node < 0:
                state[TURN] = 0
                continue
        if status[node] != OPEN:
            continue
        g = np.int64(cost[node])
        h = np.int64(bound[node])
        f = (g >> shift) + h
        if options[CYCLIC] == 1:
            at = max(f, floor)
            if turn == 0 and at * RANKS > cursor[0] and cursor[0] < heads.shape[0] - 1:
                push_plain(heads, following, cursor, at * RANKS, node)
                continue
            if turn == 1 and slice_of(at, state[START]) > slice_of(max(state[LEAST], floor), state[START]):
                rank = unpacked(boxes[node], lives, goal, layer, layer_size, filled)
                push_cyclic(cycle, following, at, state[START], h, rank, node)
                continue
            state[TURN] = 1 - turn
        status[node] = CLOSED
        histogram[f] -= 1
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
                box_of[bit] = k
                rows[k] = single[bit, here]
                occ[lives[bit]] = 1
                on_goal += goal[lives[bit]]
                k += 1
                bits &= bits - one
        if symmetric:
            turn_all(word, imaged, zobrist, turned, hashes)
        state[STAMP] += 1
        stamp = state[STAMP]
        _, area = region(nb, occ, here, n, reach, stamp, queue, depth)
        if options[GROUPS] == 1:
            found, zoned = losses_of(groups, live, square, k, here, word, other, box_of, lists)
        if found < 0 or zoned < 0 or (options[LEARN] == 1 and dead_state(patterns, word, here, live, square, k)):
            for i in range(k):  # a deadlock that was not known when the node was made
                occ[square[i]] = 0
            continue
        if options[MATCHING] == 1:
            h, matched, table, walled = in_full(
                nb, occ, live, square, k, m, rows, tables, keys, zobrist, goals, first, back_first, back_state,
                back_stand, square_of, mark, key, states, held, slack, u, v, row_of, column_of, least, used, way,
                lists, found, zoned, options[WALLS] == 1, options[EXCESS] == 1,
            )  # fmt: skip
            dist = tables[table]
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
                f_of = max(options[WEIGHT_G] * (g >> shift) + options[WEIGHT_H] * h, floor)
                if turn == 0:
                    push_plain(heads, following, cursor, f_of * RANKS + min(k - on_goal, RANKS - 1), node)
                else:
                    rank = unpacked(boxes[node], lives, goal, layer, layer_size, filled)
                    push_cyclic(cycle, following, max(f, floor), state[START], h, rank, node)
                count_open(state, histogram, f)
                continue

        if options[LEARN] == 1 and area + k < n and closed_in(
            alive, goal, pairs, occ, reach, stamp, here, patterns, learner, state[EXPANDED]
        ):  # fmt: skip
            for i in range(k):
                occ[square[i]] = 0
            continue
        count, limited, only = 0, False, -1
        if forced[node] > 0:
            limited, only = True, np.int64(forced[node] - 1) & 3
            for i in range(k):
                label[square[i]] = 0
            label[np.int64(forced[node] - 1) >> 2] = -1
        elif options[CORRAL] == 1 and area + k < n:
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
                if only >= 0 and d != only:
                    continue
                stand, to = nb[box, d ^ 2], nb[box, d]
                if reach[stand] != stamp or occ[stand] != 0 or occ[to] != 0 or live[to] < 0:
                    continue
                after = single[live[to], box]
                if alive[after] == 0:
                    continue
                state[GENERATED] += 1
                occ[box] = 0
                occ[to] = 1
                state[STAMP] += 1
                if shift == 0:
                    where, kept = region_after(nb, occ, reach, stamp, here, box, to, seen, state[STAMP], queue)
                    new_cost = g + 1
                else:  # where moves count, the player's own square is part of the state
                    seen[box], where, kept = state[STAMP], box, -1
                    new_cost = g + ((depth[stand] + 1) << shift) + 1
                    if new_cost & ((1 << shift) - 1) == 0:
                        state[OVERFLOW] = 1
                        new_cost = -1
                if new_cost < 0:
                    occ[to] = 0
                    occ[box] = 1
                    continue
                old_bit, new_bit = live[box], live[to]
                word[old_bit >> 6] ^= one << np.uint64(old_bit & 63)
                word[new_bit >> 6] ^= one << np.uint64(new_bit & 63)
                hash_ = boxes_hash ^ zobrist[old_bit] ^ zobrist[new_bit]
                place, named, chosen_ = word, where, 0  # of the orbit's least state, which stands for all
                if symmetric:
                    chosen_, named = least_image(
                        turned, imaged, old_bit, new_bit, back, reach, kept, to, seen,
                        state[STAMP], best, other,
                    )  # fmt: skip
                    if chosen_ > 0:
                        place = best
                        hash_ = (
                            hashes[chosen_] ^ zobrist[imaged[chosen_, old_bit]] ^ zobrist[imaged[chosen_, new_bit]]
                        )
                hash_ ^= zobrist_player[named]
                slot = find(slots, boxes, player, named, place, hash_)
                known = np.int64(slots[slot] & np.uint64(0xFFFFFFFF)) - 1
                h = 0
                if known >= 0:
                    h = max(np.int64(bound[known]), np.int64(bound[node]) - 1)
                    if new_cost >= cost[known]:
                        h = INFINITE
                elif (options[FREEZE] == 1 and frozen(nb, occ, live, goal, to, mark, cluster)) or (
                    options[LEARN] == 1 and dead_with(patterns, word, box, new_bit, live, square, k)
                ):
                    h = INFINITE
                occ[to] = 0
                occ[box] = 1
                count2, zoned2 = 0, 0
                if known < 0 and h == 0 and options[GROUPS] == 1:
                    for w in range(words):
                        other[w] = word[w]
                    other[new_bit >> 6] ^= one << np.uint64(new_bit & 63)
                    box_of[new_bit] = i
                    count2 = without(masks, values, found, i, masks2, values2)
                    count2 = find_groups(tables_of_groups, new_bit, box, other, box_of, masks2, values2, count2)
                    zoned2 = zone_value(zones, zone_bits, word, box)
                    if count2 < 0 or zoned2 < 0:
                        h = INFINITE
                if known < 0 and h == 0 and options[MATCHING] == 1:
                    h = after_push(
                        dist, tables[0], rows, k, m, i, after, matched, u, v, row_of, column_of, u2, v2, row_of2,
                        least, used, way, goals, held, slack, walled, lists, count2, zoned2, options[EXCESS] == 1,
                    )  # fmt: skip
                    h = max(h, np.int64(bound[node]) - 1)  # a push changes what is left by one at most
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
                            histogram[(np.int64(cost[known]) >> shift) + np.int64(bound[known])] -= 1
                        else:
                            state[REOPENED] += 1
                        status[known] = REPLACED
                    else:
                        state[SLOTS_USED] += 1
                    child = state[COUNT]
                    state[COUNT] += 1
                    for w in range(words):
                        boxes[child, w] = place[w]
                    player[child] = named
                    parent[child] = node
                    cost[child] = new_cost
                    bound[child] = h
                    status[child] = OPEN
                    forced[child] = forced_push(nb, occ, goal, to, d, images, chosen_) if tunnels else 0
                    slots[slot] = (hash_ >> np.uint64(32)) << np.uint64(32) | np.uint64(child + 1)
                    f_of = max(options[WEIGHT_G] * (new_cost >> shift) + options[WEIGHT_H] * h, floor)
                    astray = min(k - on_goal + goal[box] - goal[to], RANKS - 1)
                    push_plain(heads, following, cursor, f_of * RANKS + astray, child)
                    if options[CYCLIC] == 1:
                        rank = unpacked(word, lives, goal, layer, layer_size, filled)
                        push_cyclic(cycle, following, max(f, floor), state[START], h, rank, child)
                    count_open(state, histogram, f)
                    if on_goal - goal[box] + goal[to] == k and (state[GOAL_NODE] < 0 or new_cost < state[GOAL_COST]):
                        state[GOAL_NODE] = child
                        state[GOAL_COST] = new_cost
                word[old_bit >> 6] ^= one << np.uint64(old_bit & 63)
                word[new_bit >> 6] ^= one << np.uint64(new_bit & 63)
        for i in range(k):
            occ[square[i]] = 0


def _entry(build):
    @njit(
        "int64(uint16[:, ::1], int16[::1], uint16[::1], int16[:, ::1], int32[:, :, ::1], uint8[::1], uint8[::1],"
        "uint64[::1], uint64[::1], int64[::1], int64[::1],"
        "uint64[:, ::1], uint16[::1], int32[::1], int32[::1], uint16[::1],"
        "uint8[::1], int32[:, ::1], uint64[::1], int32[::1], int32[:, :, ::1], int64[::1], int32[::1],"
        "int64[::1], int64[::1],"
        "Tuple((int64[:, ::1], int64[:, ::1], int64[:, ::1], uint64[:, ::1], uint64[::1])),"
        "Tuple((Tuple((uint8[:, ::1], uint64[:, ::1], int32[::1], uint8[:, ::1], uint64[:, ::1], int32[::1],"
        "uint8[:, ::1], uint64[:, ::1])), uint8[:, ::1], int64[:, ::1])),"
        "uint64[:, ::1], int64[::1], int64[::1],"
        "int64[::1], int64[::1], int64[::1], int64[::1], int64[:, ::1], uint16[:, ::1], uint8[::1], uint8[::1],"
        "uint64[:, ::1],"
        "Tuple((uint64[::1], int64[::1], uint64[::1], int64[::1], uint64[::1], int64[::1], uint64[::1], uint64[::1],"
        "uint64[::1], int64[::1], int64[::1])),"
        "Tuple((uint64[:, ::1], uint64[:, ::1], int32[:, ::1], int32[:, ::1], int32[:, ::1], int64[::1])),"
        "Tuple((int64[:, ::1], int64[::1], int64[:, ::1], uint64[::1], int64[::1], int64[:, ::1], int64[::1],"
        "uint8[:, ::1], int64[:, ::1])), uint16[::1])",
        cache=True,
        nogil=True,
        _nrt=False,  # arrays are the caller's: counting references to them took a quarter of the time
    )
    def search(
        nb, live, lives, single, tables, alive, goal, zobrist,
        zobrist_player, state, options, boxes, player, parent, cost, bound,
        status, following, slots, heads, cycle, cursor, histogram, layer, layer_size, symmetry,
        groups, keys, goals, first, back_first, back_state, back_stand, square_of, scratch, places, occ, mark, words,
        lists, patterns, learner, forced,
    ):  # fmt: skip
        """One slice: up to options[BUDGET] expansions; returns SPENT, EXHAUSTED, PROVEN, FULL, CROWDED or FOUND."""
        options[BUILD] = build  # so that the helpers' text is in the key of the cached kernel
        return _search(
            nb, live, lives, single, tables, alive, goal, zobrist, zobrist_player,
            state, options, boxes, player, parent, cost, bound, status, following, slots, heads, cycle, cursor,
            histogram, layer, layer_size, symmetry, groups, keys, goals, first, back_first, back_state,
            back_stand, square_of,
            lists, occ, scratch[0], scratch[1], mark, places[0], places[1], scratch[2], places[2], places[3],
            places[4], places[5], scratch[3], scratch[4], scratch[5], scratch[6], scratch[7], scratch[8], scratch[9],
            scratch[10], scratch[11], scratch[12], scratch[13], scratch[14], scratch[15], scratch[16], scratch[17],
            scratch[18], words[0], words[1], words[2], words[3], patterns, learner, forced,
        )  # fmt: skip

    return search


search = _entry(
    fingerprint(
        kernel_parts, bound_kernel, closed_kernel, corral_kernel, cover_kernel, groups_kernel, learn_kernel,
        open_kernel, packing_kernel, pairs_kernel, patterns_kernel, states_kernel, symmetry_kernel, tunnel_kernel,
        walls_kernel, zones_kernel,
    )
)  # fmt: skip

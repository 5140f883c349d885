"""The kernel of `features`: a search over relocations of boxes, steered by cells of features; see `features.py`."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="assignment, operator, arg-type, call-overload"
# (what numpy's scalars are to the type checker differs from version to version)

from __future__ import annotations

import numpy as np
from numba import njit

from gridproof.search.bits import trailing_zeros
from gridproof.search.fingerprint import fingerprint
from gridproof.search.sokoban import (
    closed_kernel,
    corral_kernel,
    features_moves,
    features_parts,
    kernel_parts,
    packing_kernel,
    pairs_kernel,
    states_kernel,
    walls_kernel,
)
from gridproof.search.sokoban.closed_kernel import closed_in, known_dead
from gridproof.search.sokoban.corral_kernel import best_corral
from gridproof.search.sokoban.features_moves import CODE, KEY, advise, mobile, relocations
from gridproof.search.sokoban.features_parts import (
    BOUND,
    BUILD,
    CELL,
    CELLS,
    COUNT,
    DEAD,
    GOAL_NODE,
    LEVEL,
    MOVES,
    STAMP,
    TURN,
    flood,
    meld,
    pack_of,
    regions,
    sort_moves,
    without_root,
)
from gridproof.search.sokoban.kernel_parts import INFINITE, match_all
from gridproof.search.sokoban.packing_kernel import inner
from gridproof.search.sokoban.states_kernel import find
from gridproof.search.sokoban.walls_kernel import frozen_set, table_for

SPENT, EXHAUSTED, FOUND, FULL, CROWDED = range(5)
BUDGET, CORRAL = range(2)  # options[...]
ADVISED, STEP = 8, 24  # weight of a move that an adviser names, and of the first of the others
LOCAL_STATES = 40  # of searches for deadlocks, to one of this search
MOST_REGIONS, MOST_DOORS, MOST_STRAY = 12, 12, 6


@inner
def choose(state, heads, cells, used_at):
    """The next cell, -1 when all are empty.

    In every third turn all cells in a row; in the next the packings in a row, in the next the highest packing every
    second time, the second highest every fourth, and so on; of the cells of a packing the longest unused.
    """
    state[TURN] += 1
    count = state[CELLS]
    at, below = -1, heads.shape[0]
    size = MOST_REGIONS * MOST_DOORS * MOST_STRAY
    if state[TURN] % 3 > 0:
        rank = np.int64(trailing_zeros(np.uint64(state[TURN] // 3 + 1)))
        if state[TURN] % 3 == 1:
            rank = 0
            below = state[LEVEL] if state[LEVEL] > 0 else heads.shape[0]
        for _ in range(rank + 1):
            level = -1
            for c in range(count):
                x = cells[c] // size
                if heads[cells[c]] >= 0 and level < x < below:
                    level = x
            if level < 0:
                break
            below = level
        if state[TURN] % 3 == 1:
            state[LEVEL] = below if below < heads.shape[0] else 0
        for c in range(count):
            if cells[c] // size == below and heads[cells[c]] >= 0 and (at < 0 or used_at[cells[c]] < used_at[at]):
                at = cells[c]
    if at < 0:
        for _ in range(count):
            state[CELL] = (state[CELL] + 1) % count
            if heads[cells[state[CELL]]] >= 0:
                at = cells[state[CELL]]
                break
    if at >= 0:
        used_at[at] = state[TURN]
    return np.int64(at)


@inner
def _search(
    nb, live, lives, single, tables, alive, goal, zobrist, zobrist_player,
    state, options, boxes, player, parent, weight, cell, next_move, moves_left, advised, key, child, sibling,
    moves, slots, heads, cells, used_at, pairs, keys, goals, first, back_first, back_state, back_stand, square_of,
    goal_number, door, sources, parks, seeds, loose, order, pack_keys, packs, pack_count, layers,
    squares, wide, stack, state_mark, stamps, full, occ, mark, way, found,
    patterns, areas, links, ends, tested, counters, store, small, bytes_, work,
    seen, reach, queue, label, group, chosen, cluster, square, rows, u, v, row_of, least, used, back, states, visited,
    word, fixed,
):  # fmt: skip
    m = goals.shape[0]
    words = boxes.shape[1]
    one = np.uint64(1)
    spent = 0
    while True:
        if state[GOAL_NODE] >= 0:
            return FOUND
        if spent >= options[BUDGET]:
            return SPENT
        if state[COUNT] + 2 >= player.shape[0] or state[MOVES] + found.shape[1] >= moves.shape[0]:
            return FULL
        if 2 * (state[COUNT] + 2) >= slots.shape[0]:
            return CROWDED
        # --- the next move of the next cell ---------------------------------------------------------------
        node = np.int64(state[COUNT])
        if node == 0:
            here = np.int64(player[0])
            for w in range(words):
                word[w] = boxes[0, w]
        else:
            at = choose(state, heads, cells, used_at)
            if at < 0:
                return EXHAUSTED
            top = np.int64(heads[at])
            heads[at] = without_root(top, key, child, sibling)
            code = np.int64(moves[next_move[top]])
            step = (key[top] >> 32) - weight[top]
            next_move[top] += 1
            moves_left[top] -= 1
            if advised[top] == 0:
                key[top] += np.int64(1) << 32
            else:
                advised[top] -= 1
                if advised[top] == 0:
                    key[top] = (np.int64(weight[top]) + STEP) << 32 | (key[top] & 0xFFFFFFFF)
            if moves_left[top] > 0:
                heads[at] = meld(heads[at], top, key, child, sibling)
            for w in range(words):
                word[w] = boxes[top, w]
            old, bit = code >> 14, (code >> 2) & 4095
            word[old >> 6] ^= one << np.uint64(old & 63)
            word[bit >> 6] ^= one << np.uint64(bit & 63)
            here = nb[lives[bit], (code & 3) ^ 2]
            parent[node] = top
            weight[node] = weight[top] + step
        spent += 1

        # --- unpack ---------------------------------------------------------------------------------------
        k, on_goal, doors = np.int64(0), np.int64(0), np.int64(0)
        boxes_hash = np.uint64(0)
        full[:] = 0
        for w in range(words):
            bits = word[w]
            while bits != np.uint64(0):
                b = 64 * w + np.int64(trailing_zeros(bits))
                boxes_hash ^= zobrist[b]
                square[k] = lives[b]
                occ[lives[b]] = 1
                doors += door[lives[b]]
                if goal[lives[b]] == 1:
                    on_goal += 1
                    full[goal_number[lives[b]]] = 1
                k += 1
                bits &= bits - one
        state[STAMP] += 2
        stamp = state[STAMP] - 1
        lowest, area = flood(nb, occ, here, reach, stamp, queue)
        hash_ = boxes_hash ^ zobrist_player[lowest]
        slot = find(slots, boxes, player, lowest, word, hash_)
        known = slots[slot] != np.uint64(0)
        if not known:
            for w in range(words):
                boxes[node, w] = word[w]
            player[node] = lowest
            slots[slot] = (hash_ >> np.uint64(32)) << np.uint64(32) | np.uint64(node + 1)
            state[COUNT] += 1
            moves_left[node] = 0
            if on_goal == k:
                state[GOAL_NODE] = node
            # --- deadlocks that only the whole board shows ------------------------------------------------
            for i in range(m):
                rows[i] = single[live[square[i]], here] if i < k else -1
            table = 0
            if frozen_set(nb, occ, live, square, k, mark) > 0:
                fixed[:] = np.uint64(0)
                for i in range(k):
                    if mark[square[i]] == 1:
                        fixed[live[square[i]] >> 6] |= one << np.uint64(live[square[i]] & 63)
                table = table_for(
                    tables, keys, zobrist, live, goals, first, back_first, back_state, back_stand, square_of,
                    mark, fixed, states,
                )  # fmt: skip
            for i in range(k):
                mark[square[i]] = 0
            h = match_all(tables[table], rows, m, u, v, row_of, least, used, back)
            if node == 0:
                state[BOUND] = h
            if h >= INFINITE:
                known = True
                state[DEAD] += 1
            if not known and node > 0:
                at = lives[bit]
                if known_dead(patterns, areas, links, ends, occ, here, at) or (
                    counters[3] <= LOCAL_STATES * (node + 50)
                    and closed_in(
                        nb,
                        live,
                        single,
                        alive,
                        goal,
                        pairs,
                        occ,
                        reach,
                        stamp,
                        here,
                        at,
                        patterns,
                        areas,
                        links,
                        ends,
                        tested,
                        counters,
                        store,
                        small,
                        bytes_,
                        work,
                    )
                ):
                    known = True
                state[DEAD] += known
        if not known:
            # --- features ---------------------------------------------------------------------------------
            pack = pack_of(
                nb, live, goals, goal_number, sources, parks, seeds, loose, order, state, full, pack_keys, packs,
                pack_count, layers, squares, wide, stack, state_mark, stamps,
            )  # fmt: skip
            if pack_count[pack] > 0:
                fixed[:] = np.uint64(0)
                for j in range(m):
                    if packs[pack, j] == 1:
                        mark[goals[j]] = 1
                        fixed[live[goals[j]] >> 6] |= one << np.uint64(live[goals[j]] & 63)
                table = table_for(
                    tables, keys, zobrist, live, goals, first, back_first, back_state, back_stand, square_of,
                    mark, fixed, states,
                )  # fmt: skip
                for j in range(m):
                    mark[goals[j]] = 0
            else:
                table = 0
            # boxes that can go to no goal of their own while the packed boxes stand, and the pushes of the others
            far = match_all(tables[table], rows, m, u, v, row_of, least, used, back)
            stray, far = far // INFINITE, far % INFINITE
            mobile_count = mobile(nb, occ, live, reach, stamp, square, k)
            region_count = regions(nb, occ, reach, stamp, queue)
            at = max(0, pack_count[pack] - stray) * MOST_REGIONS + min(region_count, MOST_REGIONS - 1)
            at = (at * MOST_DOORS + min(doors, MOST_DOORS - 1)) * MOST_STRAY + min(stray, MOST_STRAY - 1)
            if heads[at] == -2:
                heads[at] = -1
                cells[state[CELLS]] = at
                state[CELLS] += 1
            cell[node] = at
            # --- moves ------------------------------------------------------------------------------------
            state[STAMP] += 2
            flood(nb, occ, here, reach, state[STAMP], queue)
            limited = False
            if options[CORRAL] == 1:
                count, pushes = best_corral(
                    nb, occ, live, single, alive, goal, reach, state[STAMP], square, k, m, label, group, queue, chosen
                )
                limited = pushes >= 0
                if limited:
                    for i in range(count):
                        label[chosen[i]] = -1
            count = relocations(
                nb, live, single, alive, goal, goals, goal_number, sources, parks, seeds, loose, order, door, zobrist,
                zobrist_player, state, boxes, player, slots, pairs, tables, table, pack_keys, packs,
                pack_count, layers, squares, wide, stack, state_mark, stamps, full, occ, mark, cluster, seen, visited,
                queue, way, square, k, label, limited, here, word, boxes_hash, pack, doors, found, patterns, areas,
                links, ends,
            )  # fmt: skip
            advised[node] = advise(found, count, pack_count[pack], region_count, doors, area, mobile_count)
            sort_moves(found[KEY], found[CODE], count)
            next_move[node] = state[MOVES]
            moves_left[node] = count
            for c in range(count):
                moves[state[MOVES] + c] = found[CODE, c]
            state[MOVES] += count
            if count > 0:
                step = ADVISED if advised[node] > 0 else STEP
                key[node] = (np.int64(weight[node]) + step) << 32 | far
                child[node] = -1
                sibling[node] = -1
                heads[at] = meld(heads[at], node, key, child, sibling)
        for i in range(k):
            occ[square[i]] = 0


def _entry(build):
    @njit(
        "int64(int64[:, ::1], int64[::1], int64[::1], int64[:, ::1], int32[:, :, ::1], uint8[::1], uint8[::1],"
        "uint64[::1], uint64[::1], int64[::1], int64[::1],"
        "uint64[:, ::1], uint16[::1], int32[::1], int32[::1], int32[::1], int64[::1], int32[::1], uint8[::1],"
        "int64[::1], int32[::1], int32[::1], uint32[::1], uint64[::1], int32[::1], int32[::1], int64[::1],"
        "uint8[:, ::1], uint64[:, ::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1],"
        "int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], uint8[::1], int64[::1],"
        "uint8[:, ::1], uint8[:, ::1], int32[::1], int16[:, ::1],"
        "int64[:, ::1], int64[:, ::1], int64[::1], int64[::1], int64[::1], uint8[::1], uint8[::1], uint8[::1],"
        "int64[:, ::1], int64[:, ::1],"
        "int16[:, ::1], uint64[:, ::1], int32[:, ::1], int32[::1], uint64[::1], int64[::1], int64[:, ::1],"
        "int64[::1], uint8[:, ::1], int64[:, ::1],"
        "int64[:, ::1], int64[::1], uint64[:, ::1])",
        cache=True,
        nogil=True,
    )
    def search(
        nb, live, lives, single, tables, alive, goal, zobrist, zobrist_player,
        state, options, boxes, player, parent, weight, cell, next_move, moves_left, advised, key, child, sibling,
        moves, slots, heads, cells, used_at, pairs, keys, goals, first, back_first, back_state, back_stand, square_of,
        goal_number, door, sources, parks, seeds, loose, order, pack_keys, packs, pack_count, layers,
        squares, wide, stack, state_mark, stamps, full, occ, mark, way, found,
        patterns, areas, links, ends, tested, counters, store, small, bytes_, work, scratch, visited, words,
    ):  # fmt: skip
        """One slice: up to options[BUDGET] states; returns SPENT, EXHAUSTED, FOUND, FULL or CROWDED."""
        state[BUILD] = build  # so that the helpers' text is in the key of the cached kernel
        return _search(
            nb, live, lives, single, tables, alive, goal, zobrist, zobrist_player,
            state, options, boxes, player, parent, weight, cell, next_move, moves_left, advised, key, child, sibling,
            moves, slots, heads, cells, used_at, pairs, keys, goals, first, back_first, back_state, back_stand,
            square_of, goal_number, door, sources, parks, seeds, loose, order, pack_keys, packs, pack_count, layers,
            squares, wide, stack, state_mark, stamps, full, occ, mark, way, found,
            patterns, areas, links, ends, tested, counters, store, small, bytes_, work,
            scratch[0], scratch[1], scratch[2], scratch[3], scratch[4], scratch[5], scratch[6], scratch[7],
            scratch[8], scratch[9], scratch[10], scratch[11], scratch[12], scratch[13], scratch[14], scratch[15],
            visited, words[0], words[1],
        )  # fmt: skip

    return search


search = _entry(
    fingerprint(
        kernel_parts,
        closed_kernel,
        corral_kernel,
        features_moves,
        features_parts,
        packing_kernel,
        pairs_kernel,
        states_kernel,
        walls_kernel,
    )
)

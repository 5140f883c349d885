"""The moves of one state for the kernel of `features`: where boxes can be put, and which moves are advised.

Compiled into `features_kernel.py`, which puts a fingerprint of this file into its cache key.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, disable-error-code="assignment"

from __future__ import annotations

import numpy as np

from gridproof.search.sokoban.closed_kernel import known_dead
from gridproof.search.sokoban.features_parts import GENERATED, STAMP, flood, nearest, pack_of, regions
from gridproof.search.sokoban.kernel_parts import INFINITE, frozen
from gridproof.search.sokoban.packing_kernel import inner
from gridproof.search.sokoban.pairs_kernel import dead_pair
from gridproof.search.sokoban.states_kernel import find

MOST_STEPS = 1 << 22  # squares looked at for the moves of one state
# what is known of each move: found[...]
CODE, KEY, PACKED, DEPTH, REGIONS, DOORS, AREA, MOBILE, NEARER, PUSHES = range(10)


@inner
def mobile(nb, occ, live, mark, stamp, square, k):
    """How many boxes the player, in the region marked with `stamp`, can push at once."""
    count = 0
    for j in range(k):
        x = square[j]
        for d in range(4):
            to = nb[x, d]
            if mark[nb[x, d ^ 2]] == stamp and occ[nb[x, d ^ 2]] == 0 and occ[to] == 0 and live[to] >= 0:
                count += 1
                break
    return count


@inner
def relocations(
    nb, live, single, alive, goal, goals, goal_number, sources, parks, seeds, loose, order, door, zobrist,
    zobrist_player, state, boxes, player, slots, pairs, tables, table, pack_keys, packs, pack_count, layers,
    squares, scratch, stack, state_mark, stamps, full, occ, mark, cluster, seen, visited, queue, way, square, k,
    label, chosen_only, here, word, boxes_hash, pack, doors, found, patterns, areas, links, ends,
):  # fmt: skip
    """Places where one box can be pushed to while the others stand; returns how many, found[CODE:, :count].

    On large boards only the nearest places of each box, single pushes always: what is left out can be done in steps.
    """
    quota = max(9, min(found.shape[1] // k, MOST_STEPS // (k * nb.shape[0])))
    m = goals.shape[0]
    dist = tables[table]
    one = np.uint64(1)
    count = 0
    for i in range(k):
        box = square[i]
        if chosen_only and label[box] != -1:
            continue
        occ[box] = 0
        old = live[box]
        word[old >> 6] ^= one << np.uint64(old & 63)
        now = nearest(dist, single[old, here], packs[pack], m)
        if goal[box] == 1:
            full[goal_number[box]] = 0
        state[STAMP] += 1
        origin = state[STAMP]
        way[0, 0], way[1, 0], way[2, 0], way[3, 0] = box, here, 0, -1
        head, tail = 0, 1
        while head < tail and head < quota:
            x, stand_now, pushed, direction = way[0, head], way[1, head], way[2, head], way[3, head]
            head += 1
            if direction >= 0 and visited[4 * x + direction] == origin:
                continue
            occ[x] = 1
            state[STAMP] += 2
            stamp = state[STAMP] - 1
            lowest, area = flood(nb, occ, stand_now, seen, stamp, queue)
            for d in range(4):
                if seen[nb[x, d ^ 2]] == stamp and occ[nb[x, d ^ 2]] == 0:
                    visited[4 * x + d] = origin
            if direction >= 0:
                bit = live[x]
                word[bit >> 6] ^= one << np.uint64(bit & 63)
                hash_ = boxes_hash ^ zobrist[old] ^ zobrist[bit] ^ zobrist_player[lowest]
                slot = find(slots, boxes, player, lowest, word, hash_)
                word[bit >> 6] ^= one << np.uint64(bit & 63)
                state[GENERATED] += 1
                if slots[slot] == np.uint64(0):
                    square[i] = x
                    found[MOBILE, count] = mobile(nb, occ, live, seen, stamp, square, k)
                    square[i] = box
                    found[REGIONS, count] = regions(nb, occ, seen, stamp, queue)
                    found[AREA, count] = area
                    found[DOORS, count] = doors - door[box] + door[x]
                    after = pack
                    depth = -1
                    if goal[box] == 1 or goal[x] == 1:
                        if goal[x] == 1:
                            full[goal_number[x]] = 1
                        after = pack_of(
                            nb, live, goals, goal_number, sources, parks, seeds, loose, order, state, full,
                            pack_keys, packs, pack_count, layers, squares, scratch, stack, state_mark, stamps,
                        )  # fmt: skip
                        if goal[x] == 1:
                            full[goal_number[x]] = 0
                            depth = layers[pack, goal_number[x]] if packs[after, goal_number[x]] == 1 else -1
                    found[PACKED, count] = pack_count[after]
                    found[DEPTH, count] = depth
                    found[NEARER, count] = now - nearest(dist, single[bit, stand_now], packs[pack], m)
                    found[PUSHES, count] = pushed
                    found[CODE, count] = (old << 14) | (bit << 2) | direction
                    count += 1
            for d in range(4):
                stand, to = nb[x, d ^ 2], nb[x, d]
                if seen[stand] != stamp or occ[stand] != 0 or occ[to] != 0 or live[to] < 0:
                    continue
                if alive[single[live[to], x]] == 0 or visited[4 * to + d] == origin:
                    continue
                if pairs.shape[0] > 0 and dead_pair(pairs, live, square, k, i, to, x):
                    continue
                occ[x] = 0
                occ[to] = 1
                stuck = frozen(nb, occ, live, goal, to, mark, cluster) or known_dead(
                    patterns, areas, links, ends, occ, x, to
                )
                occ[to] = 0
                occ[x] = 1
                if not stuck:
                    way[0, tail], way[1, tail], way[2, tail], way[3, tail] = to, x, pushed + 1, d
                    tail += 1
            occ[x] = 0
        if goal[box] == 1:
            full[goal_number[box]] = 1
        occ[box] = 1
        word[old >> 6] ^= one << np.uint64(old & 63)
    return count


@inner
def advise(found, count, packed, region_count, doors, area, mobile_count):
    """Order the moves: first those that an adviser names, then the others. Returns how many are advised.

    Each adviser names the one move that is best in its eyes: packs most (deepest goal first), leaves the fewest
    regions, frees most doors, gives the player most room, makes most boxes pushable, brings a box nearest to a goal.
    """
    best = np.full(7, -1, dtype=np.int64)
    value = np.zeros(7, dtype=np.int64)
    for c in range(count):
        gain = found[PACKED, c] - packed
        nearer = min(max(found[NEARER, c], -50), 50)
        few = 50 - min(found[PUSHES, c], 50)
        found[KEY, c] = 50 - nearer + 40 * max(0, -gain) + 4 * (found[REGIONS, c] - region_count)
        if gain > 0:
            worth = (gain * 1000 + found[DEPTH, c] + 1) * 64 + few
            if worth > value[0]:
                best[0], value[0] = c, worth
        if gain < 0:
            continue
        worth = (region_count - found[REGIONS, c]) * 64
        if worth > 0 and worth + few > value[1]:
            best[1], value[1] = c, worth + few
        worth = (doors - found[DOORS, c]) * 64
        if worth > 0 and worth + few > value[2]:
            best[2], value[2] = c, worth + few
        worth = (found[AREA, c] - area) * 64
        if worth > 0 and worth + few > value[3]:
            best[3], value[3] = c, worth + few
        worth = (found[MOBILE, c] - mobile_count) * 64
        if worth > 0 and worth + few > value[4]:
            best[4], value[4] = c, worth + few
        if found[NEARER, c] > 0 and found[NEARER, c] < INFINITE // 2 and found[NEARER, c] > value[5]:
            best[5], value[5] = c, found[NEARER, c]
        if found[NEARER, c] >= INFINITE // 2 and found[NEARER, c] > value[6]:
            best[6], value[6] = c, found[NEARER, c]
    advised = 0
    for b in range(7):
        if best[b] >= 0 and found[KEY, best[b]] > -1000:
            found[KEY, best[b]] = -1000 - (7 - b)
            advised += 1
    return advised

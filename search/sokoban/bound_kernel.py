"""The lower bound of a state: matching and surplus, in full, and after a push by what the push has changed."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="assignment, operator, arg-type, call-overload"
# (what numpy's scalars are to the type checker differs from version to version)

from __future__ import annotations

import numpy as np
from numba import njit

from gridproof.search.sokoban.board import INFINITE
from gridproof.search.sokoban.cover_kernel import agree, find_groups, surplus
from gridproof.search.sokoban.kernel_parts import augment, match_all, matched_cost, rematched
from gridproof.search.sokoban.walls_kernel import frozen_set, table_for
from gridproof.search.sokoban.zones_kernel import zone_value


@njit(nogil=True)
def losses_of(groups, live, square, k, here, word, other, box_of, lists):
    """Enter the groups of the boxes square[:k] into the lists; returns how many they are, and what zones tell.

    Either is -1 for a deadlock. groups: see `Surplus.arrays`. word (words,): the boxes, other (words,) is scratch.
    """
    tables, zones, zone_bits = groups
    masks, values, _, _, _, _, _, _, _, _, _ = lists
    found = 0
    other[:] = np.uint64(0)
    for i in range(k):
        bit = live[square[i]]
        found = find_groups(tables, bit, here, other, box_of, masks, values, found)
        if found < 0:
            break
        other[bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
    return found, zone_value(zones, zone_bits, word, here)


@njit(nogil=True)
def in_full(
    nb, occ, live, square, k, m, rows, tables, keys, zobrist, goals, first, back_first, back_state, back_stand,
    square_of, mark, key, states, held, slack, u, v, row_of, column_of, least, used, way, lists, found, zoned, walls,
    excess,
):  # fmt: skip
    """(bound, matching, number of the table of push distances, whether it knows frozen boxes as walls).

    Fills u, v, row_of, column_of, held and slack for `after_push`; the boxes are on square[:k], with rows[:k] of
    the tables. found, zoned: see `losses_of`. walls, excess: whether frozen boxes and the surplus count.
    """
    masks, values, _, _, _, _, _, _, _, colour, _ = lists
    table, walled = 0, False
    for i in range(k, m):
        rows[i] = -1
    for i in range(k):
        slack[i] = 0
    if walls:
        if frozen_set(nb, occ, live, square, k, mark) > 0:
            key[:] = np.uint64(0)
            for i in range(k):
                if mark[square[i]] == 1:
                    key[live[square[i]] >> 6] |= np.uint64(1) << np.uint64(live[square[i]] & 63)
            table = table_for(
                tables, keys, zobrist, live, goals, first, back_first, back_state, back_stand, square_of, mark, key,
                states,
            )  # fmt: skip
            walled = True
            for j in range(m):
                held[j] = mark[goals[j]] == 1
            for i in range(k):
                slack[i] = INFINITE if mark[square[i]] == 1 else 0
        for i in range(k):
            mark[square[i]] = 0
    dist = tables[table]
    matched = match_all(dist, rows, m, u, v, row_of, least, used, way)
    for j in range(m):
        column_of[row_of[j]] = j
    h = matched
    if excess and h < INFINITE:
        if walled and k == m:
            agree(goals, m, colour, u, v, row_of)
        h += surplus(masks, values, found, zoned, tables[0], dist, rows, k, m, u, v, held, slack, walled, lists)
    return h, matched, table, walled


@njit(nogil=True)
def after_push(
    dist, free, rows, k, m, i, after, matched, u, v, row_of, column_of, u2, v2, row_of2, least, used, way, goals,
    held, slack, walled, lists, count, zoned, excess,
):  # fmt: skip
    """The bound when box i has come to the row `after` of `dist`; INFINITE or more for a deadlock.

    matched, u, v, row_of, column_of: the matching before. lists: groups of the state after, so many, and
    scratch; zoned: what zones tell of it. The other arguments are those of the kernel.
    """
    _, _, masks, values, _, _, _, _, _, colour, _ = lists
    before = rows[i]
    h = matched + rematched(dist, rows, m, i, after, v, column_of)
    rows[i] = after
    changed = h < matched - 1
    if changed:  # another matching may be less
        for j in range(m):
            u2[j] = u[j]
            v2[j] = v[j]
            row_of2[j] = row_of[j] if row_of[j] != i else -1
        augment(dist, rows, m, i, u2, v2, row_of2, least, used, way)
        h = matched_cost(dist, rows, m, row_of2)
    if excess and count + zoned > 0 and h < INFINITE:
        if walled and not changed:
            for j in range(m):
                u2[j], v2[j] = u[j], v[j]
            u2[i] = dist[after, column_of[i]] - v[column_of[i]]
        elif walled and k == m:
            agree(goals, m, colour, u2, v2, row_of2)
        h += surplus(masks, values, count, zoned, free, dist, rows, k, m, u2, v2, held, slack, walled, lists)
    rows[i] = before
    return h

"""The lower bound of a state after a push: the matching repaired, and the groups of the pushed box."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="assignment, operator, arg-type, call-overload"
# (what numpy's scalars are to the type checker differs from version to version)

from __future__ import annotations

from numba import njit

from gridproof.search.sokoban.board import INFINITE
from gridproof.search.sokoban.cover_kernel import agree, surplus
from gridproof.search.sokoban.kernel_parts import augment, matched_cost, rematched


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

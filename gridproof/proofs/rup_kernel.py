"""Kernel of the proof checker: unit propagation with two watched literals; see `rup.py`.

Naming key
    literal      2 v for variable v, 2 v + 1 for its negation
    node         2 c + k: clause c watched at its k-th literal, k = 0 or 1; watch lists link nodes
    state        [next operation, length of the trail, literals propagated, how the check stands]
    trail        literals that are true, in the order in which they became so; never undone above `lasting`
"""

# Signatures here are numba's; rup.py holds the typed functions.
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from __future__ import annotations

import numpy as np
from numba import njit

RUNNING, PROVED, REFUSED, ENDED = 0, 1, 2, 3
NEXT, LASTING, PROPAGATED, STANDS = range(4)
GIVEN, LEMMA, DELETION = 0, 1, 2


@njit
def _propagate(literals, starts, alive, value, trail, head, follow, begin, length):
    """Propagate trail[begin:length]; returns the new length of the trail, -1 - length on a conflict."""
    while begin < length:
        false = trail[begin] ^ 1
        begin += 1
        node, before = head[false], np.int64(-1)
        while node >= 0:
            following = follow[node]
            clause, place = node >> 1, node & 1
            first = starts[clause]
            keep = True
            if not alive[clause]:
                keep = False
            else:
                other = literals[first + 1 - place]
                if value[other] != 1:
                    for at in range(first + 2, starts[clause + 1]):
                        if value[literals[at]] != -1:
                            moved = literals[at]
                            literals[at] = false
                            literals[first + place] = moved
                            follow[node] = head[moved]
                            head[moved] = node
                            keep = False
                            break
                    if keep:
                        if value[other] == -1:
                            return -1 - length
                        value[other] = 1
                        value[other ^ 1] = -1
                        trail[length] = other
                        length += 1
            if keep:
                before = node
            elif before < 0:
                head[false] = following
            else:
                follow[before] = following
            node = following
    return length


@njit
def _attach(clause, literals, starts, value, trail, head, follow, length):
    """Watch two literals that are not false; returns the length of the trail, -1 - length on a conflict."""
    first, end = starts[clause], starts[clause + 1]
    found = 0
    for at in range(first, end):
        if value[literals[at]] != -1:
            literals[first + found], literals[at] = literals[at], literals[first + found]
            found += 1
            if found == 2:
                break
    if found == 0:
        return -1 - length
    if end - first >= 2:
        for place in range(2):
            literal = literals[first + place]
            follow[2 * clause + place] = head[literal]
            head[literal] = 2 * clause + place
    if found == 1 and value[literals[first]] == 0:
        value[literals[first]] = 1
        value[literals[first] ^ 1] = -1
        trail[length] = literals[first]
        length += 1
    return length


@njit
def _follows(clause, literals, starts, alive, value, trail, head, follow, lasting):
    """Whether the clause follows by unit propagation from its negation; leaves no trace but moved watches."""
    length = lasting
    for at in range(starts[clause], starts[clause + 1]):
        literal = literals[at]
        if value[literal] == 1:  # true for good, or the clause holds a literal and its negation
            for undone in range(lasting, length):
                value[trail[undone]] = 0
                value[trail[undone] ^ 1] = 0
            return True
        if value[literal] == 0:
            value[literal] = -1
            value[literal ^ 1] = 1
            trail[length] = literal ^ 1
            length += 1
    length = _propagate(literals, starts, alive, value, trail, head, follow, lasting, length)
    conflict = length < 0
    # on a conflict some literals behind `length` are not on the trail yet, so none of them has a value
    for undone in range(lasting, -1 - length if conflict else length):
        value[trail[undone]] = 0
        value[trail[undone] ^ 1] = 0
    return conflict


@njit(
    "void(int64[::1], int64[::1], boolean[::1], int8[::1], int64[::1], int64[::1], int64[::1],"
    " uint8[::1], int64[::1], int64[::1], int64)",
    cache=True,
    nogil=True,
)
def check_slice(literals, starts, alive, value, trail, head, follow, kinds, clauses, state, budget):
    """Go through up to `budget` operations; the outcome is in state[STANDS]."""
    for _ in range(budget):
        if state[NEXT] == len(kinds):
            state[STANDS] = ENDED
            return
        kind, clause = kinds[state[NEXT]], clauses[state[NEXT]]
        if kind == DELETION:
            if starts[clause + 1] - starts[clause] > 1:  # what a unit clause made true stays true: it followed
                alive[clause] = False
            state[NEXT] += 1
            continue
        lasting = state[LASTING]
        if kind == LEMMA and not _follows(clause, literals, starts, alive, value, trail, head, follow, lasting):
            state[STANDS] = REFUSED
            return
        alive[clause] = True
        length = _attach(clause, literals, starts, value, trail, head, follow, lasting)
        if length >= 0:
            length = _propagate(literals, starts, alive, value, trail, head, follow, lasting, length)
        if length < 0:
            state[STANDS] = PROVED
            return
        state[LASTING] = length
        state[NEXT] += 1

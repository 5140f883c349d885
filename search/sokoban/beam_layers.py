"""Layers of equal cost: which of their states a beam keeps. See `beam.py`; compiled into `beam_kernel.py`."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, disable-error-code="assignment"

from __future__ import annotations

import numpy as np

from gridproof.search.sokoban.packing_kernel import inner
from gridproof.search.sokoban.states_kernel import OPEN, REPLACED

# state[...]
COUNT, FREE, COST, AT, SIZE, TAKEN, SLOTS_USED, EXPANDED, GENERATED, STAMP, GOAL_NODE, LEFT_OUT, CUT, BUILD = range(
    14
)
CROWDS = 1 << 12  # kinds of states that are told apart, by hash


@inner
def release(node, status, following, state):
    """Put a node on the list of those that may be used again."""
    status[node] = REPLACED
    following[node] = state[FREE]
    state[FREE] = node


@inner
def next_layer(state, heads, following, status, rank, layer, counts, boxes, kinds, crowds,
    most_of_kind,
):  # fmt: skip
    """Rank the open nodes of the next cost that has any: layer[:state[SIZE]]. False when there is none.

    What is left of the layer before is forgotten. Of each kind, states equal in the boxes on `kinds` (words,), so
    many come first, the others behind all: else the offspring of one early decision fills the beam.
    crowds (CROWDS,) is scratch.
    """
    for i in range(state[AT], state[SIZE]):
        if status[layer[i]] == OPEN:
            state[LEFT_OUT] += 1
        release(layer[i], status, following, state)
    state[AT], state[SIZE], state[TAKEN] = 0, 0, 0
    while state[COST] < heads.shape[0] and heads[state[COST]] < 0:
        state[COST] += 1
    if state[COST] == heads.shape[0]:
        return False
    counts[:] = 0
    node = np.int64(heads[state[COST]])
    while node >= 0:
        counts[rank[node] + 1] += 1
        node = np.int64(following[node])
    for r in range(1, counts.shape[0]):
        counts[r] += counts[r - 1]
    node = np.int64(heads[state[COST]])
    while node >= 0:
        layer[counts[rank[node]]] = node
        counts[rank[node]] += 1
        state[SIZE] += 1
        node = np.int64(following[node])
    heads[state[COST]] = -1
    crowds[:] = 0
    kept, first, last = np.int64(0), np.int64(-1), np.int64(-1)
    for i in range(state[SIZE]):
        node = np.int64(layer[i])
        kind = np.uint64(0)
        for w in range(kinds.shape[0]):
            kind = (kind ^ (boxes[node, w] & kinds[w])) * np.uint64(0x9E3779B97F4A7C15)
        crowd = np.int64(kind >> np.uint64(52))
        crowds[crowd] += 1
        if crowds[crowd] <= most_of_kind:
            layer[kept] = node
            kept += 1
        else:
            following[node] = -1
            if first < 0:
                first = node
            else:
                following[last] = node
            last = node
    while first >= 0:
        layer[kept] = first
        kept += 1
        first = np.int64(following[first])
    return True

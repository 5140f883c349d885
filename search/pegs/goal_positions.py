"""The positions that meet a goal, by number of pegs, as far as the position class of the start allows them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gridproof.levels.pegs.classes import class_goals, invariant_sets
from gridproof.levels.pegs.level import Pegs
from gridproof.search.pegs.board import Board, Words

MOST_FREE = 16  # holes where either will do: 2^16 positions


def goal_layers(board: Board) -> dict[int, Words] | None:
    """Canonical goal positions by number of pegs; None when there are too many to list."""
    level = board.level
    sets = invariant_sets(level)
    if level.free.bit_count() > MOST_FREE:
        return None
    found: dict[int, list[int]] = {}
    for must, free in class_goals(level, sets):
        for extra in _subsets(free):
            position = must | extra
            if all(((position ^ level.start) & cells).bit_count() % 2 == 0 for cells in sets):
                found.setdefault(position.bit_count(), []).append(position)
    return {
        pegs: board.canonical_all(np.array(positions, dtype=np.uint64))
        for pegs, positions in found.items()
        if pegs <= level.start.bit_count()
    }


def _subsets(free: int) -> list[int]:
    subsets = [0]
    while free:
        low = free & -free
        subsets += [low | subset for subset in subsets]
        free ^= low
    return subsets


def goals_in(level: Pegs, layer: Words, pegs: int) -> npt.NDArray[np.bool_]:
    """Which positions of a layer meet the goal, as a mask."""
    if level.anywhere:
        return np.full(len(layer), pegs == 1)
    least, most = level.goal_pegs
    if not least <= pegs <= most:
        return np.zeros(len(layer), dtype=np.bool_)
    care = np.uint64(level.everything & ~level.free)
    return np.asarray(layer & care == np.uint64(level.must))

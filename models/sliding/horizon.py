"""What the models with a horizon share: which levels they take, and a solution in letters from their positions."""

from __future__ import annotations

from collections.abc import Sequence

from gridproof.levels.sliding.certificates import stranded
from gridproof.levels.sliding.level import Entry, Sliding


def why_not(level: Sliding, largest: int) -> str | None:
    """Why a model that takes up to `largest` placements of pieces does not work on a level."""
    count = sum(len(kind.masks) for kind in level.kinds)
    if count > largest:
        return f"it has {count:,} placements of pieces, the model takes at most {largest:,}"
    if any(stranded(level)):
        return "a goal is out of reach on an empty board: no horizon is needed"
    return None


def retell(level: Sliding, positions: Sequence[frozenset[tuple[int, int]]], metric: str) -> list[Entry]:
    """The entries that lead from each position, a set of (kind, anchor) pairs, to the next; idle steps are left out.

    Raises ValueError when the rules have no such entry: then the model states the rules wrongly.
    """
    here, entries = level.initial(), []
    for wanted in positions[1:]:
        key = tuple(tuple(sorted(anchor for k, anchor in wanted if k == kind)) for kind in range(len(level.kinds)))
        if key == here.key:
            continue
        for entry, after in level.successors(here, metric):
            if after.key == key:
                entries.append(entry)
                here = after
                break
        else:
            raise ValueError("the model moves against the rules")
    return entries

"""Small sets of boxes that can never be pushed again."""

from __future__ import annotations

from collections.abc import Iterator, Set
from itertools import combinations

from gridproof.answer import Certificate
from gridproof.levels.sokoban.level import Sokoban
from gridproof.models.sokoban.tables import FAR, Tables


def deadlocks(tables: Tables) -> Iterator[tuple[int, ...]]:
    """Sets of squares of one 2x2 block: boxes on all of them can never be pushed, and one is on no goal.

    A box cannot be pushed along an axis when a neighbour on it is a wall or a box of the set: whether the others
    can be pushed does not matter, as the first of them to be pushed would have to be pushed with all in place.
    """
    goals = set(tables.goals)
    live = {tables.states[x][0] for x, until in enumerate(tables.until) if until < FAR}
    found = set()
    for square in sorted(live):
        for d, e in ((2, 3), (2, 1), (0, 3), (0, 1)):
            block = {square}
            for side in (tables.near[square][d], tables.near[square][e]):
                if side >= 0:
                    block.add(side)
                    block |= {to for to in tables.near[side] if to >= 0 and _corner(tables, square, to, d, e)}
            for size in (2, 3, 4):
                for chosen in combinations(sorted(block & live), size):
                    if not set(chosen) <= goals and _stuck(tables, set(chosen), live):
                        found.add(chosen)
    for chosen in sorted(found):
        if not any(
            set(part) in map(set, found) for size in (2, 3) for part in combinations(chosen, size) if part != chosen
        ):
            yield chosen


def immovable(level: Sokoban, boxes: Set[int]) -> Certificate | None:
    """That boxes which can never be pushed stand on squares that are no goals, None when they do not."""
    if boxes <= level.goals:
        return None
    return Certificate("immovable", "unsolvable", {"squares": [level.place_of(box) for box in sorted(boxes)]})


def _corner(tables: Tables, square: int, to: int, d: int, e: int) -> bool:
    near = tables.near
    one, two = near[square][d], near[square][e]
    return (one >= 0 and near[one][e] == to) or (two >= 0 and near[two][d] == to)


def _stuck(tables: Tables, boxes: set[int], live: set[int]) -> bool:
    """Whether no box of the set can be pushed to a live square while all stand, wherever the player is."""
    for box in boxes:
        near = tables.near[box]
        for direction, to in enumerate(near):
            stand = near[direction ^ 2]
            if to >= 0 and stand >= 0 and to in live and to not in boxes and stand not in boxes:
                return False
    return True

"""Plain breadth-first search on the rules of any puzzle: slow, short, and the judge of every kernel in tests."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from gridproof.levels.base import Level


def breadth_first(
    level: Level, metric: str | None = None, max_states: int = 1_000_000
) -> tuple[int | None, list[Any]]:
    """The least cost and one cheapest solution as a list of entries; (None, []) when there is no solution.

    Raises ValueError when more than `max_states` states are reached first.
    """
    metric = metric or level.metrics[0]
    start = level.initial()
    parent: dict[Hashable, tuple[Hashable, Any] | None] = {start: None}
    layer: list[Hashable] = [start]
    cost = 0
    while layer:
        for state in layer:
            if level.is_goal(state):
                return cost, _path(parent, state)
        following: list[Hashable] = []
        for state in layer:
            for move, after in level.successors(state, metric):
                if after not in parent:
                    parent[after] = (state, move)
                    following.append(after)
        if len(parent) > max_states:
            raise ValueError(f"more than {max_states} states")
        layer, cost = following, cost + 1
    return None, []


def layer_sizes(level: Level, depth: int, metric: str | None = None) -> list[int]:
    """Number of distinct states first reached after 0, 1, ..., `depth` moves: what a perft file records."""
    metric = metric or level.metrics[0]
    seen = {level.initial()}
    layer: list[Hashable] = [level.initial()]
    sizes = [1]
    for _ in range(depth):
        layer = list({after for state in layer for _, after in level.successors(state, metric)} - seen)
        seen.update(layer)
        sizes.append(len(layer))
    return sizes


def _path(parent: dict[Hashable, tuple[Hashable, Any] | None], state: Hashable) -> list[Any]:
    moves = []
    while (step := parent[state]) is not None:
        state, move = step
        moves.append(move)
    return moves[::-1]

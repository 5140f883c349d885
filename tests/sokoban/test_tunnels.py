"""Boxes that go on along tunnels: alone and with the other prunings, on levels that are made of tunnels."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tests.sokoban.boards import corridor_levels, tunnel_levels
from tests.sokoban.test_astar import NOTHING, PRUNINGS, compare
from tests.sokoban.test_learned import searched

NAMES = ["tunnels", "tunnels, corral", "tunnels, matching by side", "all", "all but learn", "all, weighted"]


def test_levels_of_tunnels() -> None:
    seen = compare(tunnel_levels(81, 200), NAMES) + compare(corridor_levels(82, 60), NAMES)
    assert min(seen["solved"], seen["unsolvable"]) > 40, seen
    assert seen["long"] > 15, seen


def test_moves() -> None:
    """Where moves count the switch does nothing."""
    seen = compare(tunnel_levels(83, 60), ["tunnels", "all"], "moves")
    assert min(seen["solved"], seen["unsolvable"]) > 10, seen


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_many_more_levels_of_tunnels(seed: int) -> None:
    compare(tunnel_levels(5_000 + seed, 1_000), PRUNINGS)
    compare(corridor_levels(6_000 + seed, 300, 4), PRUNINGS)


def test_it_is_used() -> None:
    """Nodes of one push only, and fewer nodes for it."""
    nodes: Counter[bool] = Counter()
    forced = 0
    for level in tunnel_levels(84, 120):
        for tunnels in (False, True):
            if (run := searched(level, replace(NOTHING, dead_squares=True, tunnels=tunnels))) is None:
                continue
            count = int(run.state[run.kernel.COUNT])
            nodes[tunnels] += count
            used = int((run.forced[:count] > 0).sum())
            assert tunnels or not used
            forced += used
    assert forced > 100
    assert nodes[True] < 0.97 * nodes[False]

"""A* against the plain breadth-first reference, each pruning alone and all together."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from dataclasses import replace

import pytest

from gridproof.ledger import Ledger
from gridproof.levels.sokoban.level import Sokoban
from gridproof.limits import Budget, Limits
from gridproof.search.reference import breadth_first
from gridproof.search.sokoban import surplus, zones
from gridproof.search.sokoban.astar import search
from gridproof.search.sokoban.options import Options
from gridproof.solver import solve
from gridproof.verifier import verify
from tests.sokoban.boards import pulled_levels, random_levels

NOTHING = Options(
    freeze=False, corral=False, matching=False, sides=False, dead_squares=False, pairs=False, excess=False,
    groups=2, zones=False, learn=False, tunnels=False,
)  # fmt: skip
PRUNINGS = {
    "nothing": NOTHING,
    "freeze": replace(NOTHING, freeze=True),
    "dead squares": replace(NOTHING, dead_squares=True),
    "dead squares by side": replace(NOTHING, dead_squares=True, sides=True),
    "freeze, dead squares": replace(NOTHING, freeze=True, dead_squares=True),
    "corral": replace(NOTHING, corral=True),
    "pairs": replace(NOTHING, pairs=True),
    "learn": replace(NOTHING, learn=True),
    "learn, freeze, pairs": replace(NOTHING, learn=True, freeze=True, pairs=True, dead_squares=True, sides=True),
    "matching": replace(NOTHING, matching=True, walls=False),
    "matching with walls": replace(NOTHING, matching=True),
    "matching by side": replace(NOTHING, matching=True, sides=True, dead_squares=True, walls=False),
    "groups of three": replace(NOTHING, pairs=True, groups=3),
    "groups of four": replace(NOTHING, pairs=True, groups=4),
    "matching, excess": replace(NOTHING, matching=True, walls=False, excess=True),
    "matching with walls, excess": replace(NOTHING, matching=True, excess=True),
    "matching with walls, excess of three": replace(NOTHING, matching=True, excess=True, groups=3),
    "matching by side, excess of four": replace(
        NOTHING, matching=True, sides=True, dead_squares=True, excess=True, groups=4
    ),
    "zones": replace(NOTHING, pairs=True, zones=True),
    "matching with walls, zones": replace(NOTHING, matching=True, excess=True, zones=True),
    "all": Options(),
    "all, no zones": Options(zones=False),
    "all, groups of three": Options(groups=3),
    "all, pairs": Options(groups=2),
    "tunnels": replace(NOTHING, tunnels=True),
    "tunnels, corral": replace(NOTHING, tunnels=True, corral=True),
    "tunnels, matching by side": replace(NOTHING, tunnels=True, matching=True, sides=True, dead_squares=True),
    "all but learn": Options(learn=False),
    "all but tunnels": Options(tunnels=False),
    "all, one queue": Options(cyclic=False),
    "all, weighted": Options(weight_h=3, cyclic=False),
}


@pytest.fixture(autouse=True)
def tables_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surplus, "LATER", -1.0)
    monkeypatch.setattr(zones, "SIZE", 8)
    monkeypatch.setattr(zones, "GOALS", 4)


def optimum(level: Sokoban, options: Options, metric: str = "pushes") -> tuple[int | None, str | None]:
    """(cost, solution) as the search proves it."""
    ledger = Ledger(level, metric)
    search(level, ledger, Budget(Limits(memory=1500)), options)
    assert ledger.closed, level.to_text()
    if math.isinf(ledger.lower_bound):
        return None, None
    assert ledger.cost == ledger.lower_bound
    return ledger.cost, ledger.solution


def reference(level: Sokoban, metric: str = "pushes") -> int | None:
    return breadth_first(level, metric, max_states=6_000)[0]


def compare(levels, names, metric: str = "pushes") -> Counter[str]:
    """Solve each level in every way; count how many had a solution and how many had none."""
    seen: Counter[str] = Counter()
    for level in levels:
        try:
            expected = reference(level, metric)
        except ValueError:
            seen["too large"] += 1
            continue
        for name in names:
            assert optimum(level, PRUNINGS[name], metric)[0] == expected, (name, level.to_text())
        seen["unsolvable" if expected is None else "solved"] += 1
        seen["long"] += expected is not None and expected > 5
    return seen


@pytest.mark.parametrize("seed", range(2))
def test_random_levels(seed: int) -> None:
    seen = compare(random_levels(seed, 250, most_boxes=4), PRUNINGS)
    assert min(seen["solved"], seen["unsolvable"]) > 30, seen


@pytest.mark.parametrize("seed", range(2))
def test_solvable_levels(seed: int) -> None:
    seen = compare(pulled_levels(100 + seed, 80), PRUNINGS)
    assert seen["unsolvable"] == 0
    assert seen["long"] > 8, seen


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_many_more_random_levels(seed: int) -> None:
    """Each level with everything on, and in four other ways that take turns."""
    levels = itertools.chain(random_levels(1_000 + seed, 1_000, most_boxes=4), pulled_levels(2_000 + seed, 1_000))
    ways = itertools.cycle(PRUNINGS)
    while some := list(itertools.islice(levels, 20)):
        compare(some, ["all", *itertools.islice(ways, 4)])


def test_moves() -> None:
    seen = compare(random_levels(7, 120), ["nothing", "all"], "moves")
    seen += compare(pulled_levels(8, 60), ["nothing", "all"], "moves")
    assert min(seen["solved"], seen["unsolvable"]) > 30, seen


def test_answers_hold() -> None:
    for level in random_levels(11, 80):
        for metric in level.metrics:
            answer = solve(level, metric, memory_limit=1500)
            assert answer.status in ("solved", "unsolvable")
            verdict = verify(level, answer)
            assert verdict.ok, (verdict.problems, level.to_text())

"""Engine `cpsat` by itself, and engines that work around one ledger: bounds and solutions of others are taken up."""

from __future__ import annotations

import math
import threading
import time

import pytest

from gridproof.errors import LimitReached
from gridproof.ledger import Ledger
from gridproof.levels.sokoban.generate import generate
from gridproof.levels.sokoban.level import Sokoban
from gridproof.limits import Budget, Limits
from gridproof.models.sokoban import cpsat, sat
from gridproof.portfolio import Team
from gridproof.registry import PUZZLES
from gridproof.search.reference import breadth_first
from gridproof.search.sokoban import astar, auto
from gridproof.search.sokoban.options import Options
from gridproof.solver import solve
from tests.sokoban.boards import level_of, pulled_levels, random_levels
from tests.sokoban.test_auto import OPEN_HALL
from tests.sokoban.test_sat import microban, walking


@pytest.fixture(scope="module")
def levels_with_detours() -> list[tuple[Sokoban, int, str]]:
    """Levels, their optimum, and a solution with more pushes than that."""
    found = []
    for index in (35, 42, 58):
        level = generate(8, 8, 5, index)
        assert isinstance(level, Sokoban)
        best = solve(level, workers=1).cost
        some = solve(level, engines=["astar"], any_solution=True).solution
        assert best is not None
        assert level.cost(some, "pushes") > best
        found.append((level, best, some))
    return found


@pytest.mark.parametrize("number", [1, 9, 22, 49, 63, 78])
def test_microban(number: int) -> None:
    level = microban(number)
    ledger = Ledger(level, "pushes")
    cpsat.run(level, ledger, Budget())
    assert ledger.closed
    assert ledger.cost == solve(level, engines=["astar"], workers=1).cost


@pytest.mark.parametrize("slack", [1, 2, 3, 4, 7])
def test_one_model_between_a_bound_and_a_solution(slack: int, levels_with_detours, monkeypatch) -> None:
    monkeypatch.setattr(cpsat, "SLACK", slack)
    for level, best, some in levels_with_detours:
        ledger = Ledger(level, "pushes")
        ledger.offer("somebody", some)
        cpsat.run(level, ledger, Budget())
        assert (ledger.cost, ledger.lower_bound) == (best, best), level.to_text()


def test_the_best_solution_of_somebody_else_is_proved(levels_with_detours) -> None:
    for level, best, _ in levels_with_detours:
        solution = solve(level, workers=1).solution
        for module in (cpsat, sat, astar):
            ledger = Ledger(level, "pushes")
            ledger.offer("somebody", solution)
            module.run(level, ledger, Budget())
            assert (ledger.cost, ledger.lower_bound) == (best, best), level.to_text()


def test_astar_between_bounds_and_solutions_of_others(levels_with_detours) -> None:
    for level, best, some in levels_with_detours:
        for bound in (0, best - 1, best):
            for known in (None, some):
                ledger = Ledger(level, "pushes")
                if known is not None:
                    ledger.offer("somebody", known)
                ledger.prove("somebody", bound)
                astar.run(level, ledger, Budget())
                assert (ledger.cost, ledger.lower_bound) == (best, best), level.to_text()


@pytest.mark.parametrize("metric", ["pushes", "moves"])
def test_astar_with_a_bound_that_grows_while_it_runs(metric: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounds fall in between slices of one node: the order changes, the answer does not."""
    monkeypatch.setattr(astar, "SLICE_SECONDS", 0.0)  # so that slices do not grow
    tried = 0
    for level in [*pulled_levels(821, 60, most_boxes=3), *random_levels(822, 40)]:
        try:
            best = breadth_first(level, metric, max_states=5_000)[0]
        except ValueError:
            continue
        ledger = Ledger(level, metric)
        search = astar.prepare(level, ledger, Budget(), Options()) if not settled(level) else None
        if search is None:
            continue
        search.options[search.kernel.BUDGET] = 1
        bound = 0
        for _ in search.slices():
            search.options[search.kernel.BUDGET] = 1
            if best is not None and bound < best:
                bound += 1
                ledger.prove("somebody", max(bound, ledger.lower_bound))
        assert ledger.cost == best, level.to_text()
        assert ledger.lower_bound == (math.inf if best is None else best), level.to_text()
        tried += 1
    assert tried > 40


def settled(level: Sokoban) -> bool:
    from gridproof.search.sokoban.reasons import settle

    return settle("reasons", level, Ledger(level, "pushes"), Budget())


@pytest.mark.parametrize("module", [sat, cpsat])
def test_a_horizon_is_left_when_others_have_passed_it(module) -> None:
    level = microban(112)  # takes many minutes from its first horizon on
    told: list[object] = []
    ledger = Ledger(level, "pushes", on_progress=lambda news: told.append(news.get("horizon")))

    def prove() -> None:
        time.sleep(1.0)
        ledger.prove("somebody", 94)
        ledger.offer("somebody", solve(level, engines=["astar"], workers=1).solution)

    thread = threading.Thread(target=prove)
    thread.start()
    module.run(level, ledger, Budget(Limits(time=60)))
    thread.join()
    assert ledger.closed
    assert ledger.cost == 94


def test_limits_and_what_it_does_not_take() -> None:
    level = walking()
    assert cpsat.applies(level, "moves")
    assert cpsat.applies(level, "pushes") is None
    assert cpsat.applies(level_of("####", "#$.#", "####"), "pushes")
    with pytest.raises(LimitReached, match="time"):
        cpsat.run(OPEN_HALL, Ledger(OPEN_HALL, "pushes"), Budget(Limits(time=0.5)))
    budget = Budget()
    budget.cancel()
    with pytest.raises(LimitReached, match="interrupted"):
        cpsat.run(level, Ledger(level, "pushes"), budget)
    stuck = level_of("#####", "#@$.#", "#$ .#", "#####")
    ledger = Ledger(stuck, "pushes")
    cpsat.run(stuck, ledger, Budget())
    assert ledger.lower_bound == math.inf
    assert [c.kind for c in ledger.evidence()] == ["immovable"]


@pytest.mark.parametrize("workers", [2, 3])
def test_auto_and_those_who_join_at_once(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto, "HEAD_START", 0.0)
    row = PUZZLES["sokoban"]
    joining = [(row.engine(name), 0.0) for name in ("sat", "cpsat")]
    for level in [*random_levels(831, 16), *pulled_levels(832, 10), microban(36), microban(83)]:
        try:
            expected = breadth_first(level, max_states=60_000)[0]
        except ValueError:
            continue
        ledger = Ledger(level, "pushes")
        Team(level, ledger, Budget(Limits(workers=workers, memory=2000))).run(auto, joining)
        assert ledger.closed, level.to_text()
        assert ledger.cost == expected, level.to_text()
        assert threading.active_count() == 1

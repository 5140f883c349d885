"""Every engine against every other, and against a referee that plays presses one by one."""

from __future__ import annotations

import dataclasses
import os
import signal
import threading

import numpy as np
import pytest

from gridproof.crosschecking.compare import crosscheck
from gridproof.errors import LimitReached
from gridproof.ledger import Ledger
from gridproof.levels.lights_out.level import LightsOut
from gridproof.limits import Budget
from gridproof.registry import puzzle
from gridproof.solver import solve
from gridproof.verifier import verify
from tests.lights_out.boards import random_boards
from tests.lights_out.referee import fewest_presses

EXACT = ("chase", "gf2", "first-row", "fewest")


@pytest.mark.parametrize("seed", range(4))
def test_engines_agree_on_random_boards(seed: int) -> None:
    applied = dict.fromkeys(EXACT, 0)
    unsolvable = 0
    for level in random_boards(seed, 500):
        answers = {}
        for name in EXACT:
            if puzzle("lights-out").engine(name).load().applies(level, "presses") is None:
                answers[name] = solve(level, engines=[name])
                applied[name] += 1
        statuses = {answer.status for answer in answers.values()}
        assert len(statuses) == 1, level.to_text()
        unsolvable += statuses == {"unsolvable"}
        optima = {a.cost for name, a in answers.items() if name in ("first-row", "fewest")}
        assert len(optima) == 1, level.to_text()
        for answer in answers.values():
            verdict = verify(level, answer)
            assert verdict.ok, (verdict.problems, level.to_text())
    assert min(applied.values()) > 300
    assert 50 < unsolvable < 450


def test_fewest_agrees_with_the_referee() -> None:
    seen = {"solved": 0, "unsolvable": 0}
    for level in random_boards(seed=77, count=600, most_cells=12):
        size = len(level.buttons) if level.buttons is not None else int(level.cells.sum())
        if level.states ** min(size, int(level.cells.sum())) > 5_000:
            continue
        expected = fewest_presses(level)
        answer = solve(level)
        assert answer.cost == expected, level.to_text()
        assert answer.optimal == (expected is not None), level.to_text()
        seen[answer.status.value] += 1
    assert min(seen.values()) > 50


@pytest.mark.parametrize(("rows", "columns"), [(4, 4), (2, 8), (3, 5), (1, 16)])
def test_fewest_agrees_with_the_referee_up_to_16_cells(rows: int, columns: int) -> None:
    rng = np.random.default_rng(rows)
    for _ in range(3):
        start = rng.integers(0, 2, (rows, columns), dtype=np.uint8)
        level = LightsOut(start, np.zeros_like(start), np.ones_like(start, dtype=np.bool_))
        assert solve(level).cost == fewest_presses(level), level.to_text()


def test_cpsat_agrees_on_random_boards() -> None:
    for level in random_boards(seed=5, count=60, most_cells=20):
        comparison = crosscheck(level, engines=["fewest", "cpsat"], workers=1)
        assert not comparison.contradictions
        fewest, cpsat = (comparison.rows[0], comparison.rows[1])
        if fewest.cost is not None:
            assert (cpsat.cost, cpsat.lower_bound) == (fewest.cost, fewest.cost), level.to_text()
        else:
            assert cpsat.status == "unknown"  # never `unsolvable` on CP-SAT's word


def test_a_board_with_too_many_solutions_goes_to_the_next_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    from gridproof.search.lights_out import fewest

    monkeypatch.setattr(fewest, "MOST_WORK", -1.0)
    start = np.ones((4, 4), dtype=np.uint8)
    level = LightsOut(start, np.zeros_like(start), np.ones((4, 4), dtype=np.bool_))
    answer = solve(level, workers=1)
    assert [engine.name for engine in answer.engines] == ["fewest", "cpsat"]
    assert (answer.cost, answer.lower_bound) == (4, 4)
    assert [c.kind for c in answer.certificates] in (["search"], ["cover"])
    assert verify(level, answer).ok


@pytest.mark.parametrize(("rows", "columns"), [(60, 3), (3, 60), (31, 17), (32, 32)])
def test_larger_boards_of_every_neighbourhood(rows: int, columns: int) -> None:
    """Polynomials, frontier and galois on boards that brute force cannot reach."""
    rng = np.random.default_rng(rows)
    for neighbours in ("plus", "cross", "king", "diagonal"):
        for torus in (False, True):
            start = rng.integers(0, 2, (rows, columns), dtype=np.uint8)
            level = LightsOut(start, np.zeros_like(start), np.ones_like(start, dtype=np.bool_), 2, neighbours, torus)
            answers = [solve(level, engines=[name]) for name in ("chase", "gf2")]
            assert answers[0].status == answers[1].status
            assert all(verify(level, answer).ok for answer in answers)


def test_max_cost_below_and_at_the_optimum() -> None:
    start = np.ones((5, 5), dtype=np.uint8)
    level = LightsOut(start, np.zeros_like(start), np.ones((5, 5), dtype=np.bool_))
    below, at = solve(level, max_cost=14), solve(level, max_cost=15)
    assert (below.status, below.lower_bound, below.exit_code) == ("out-of-bound", 15, 21)
    assert below.certificates[0].claim == "out-of-bound"
    assert verify(level, below).ok
    assert (at.status, at.cost, at.exit_code) == ("solved", 15, 0)


def test_lights_with_a_thousand_buttons_and_buttons_that_list_a_cell_very_often() -> None:
    """Sums beyond 32,767 and counts beyond 255 must not overflow."""
    size = 1_000
    buttons = (*((k, *([size] * 6)) for k in range(size)), (0,) * 258)
    dark = np.zeros((size + 1, 1), dtype=np.uint8)
    level = LightsOut(dark, dark, np.ones_like(dark, dtype=np.bool_), states=7, buttons=buttons)
    presses = np.full(level.button_shape, 6, dtype=np.uint8)
    presses[-1] = 0
    level = dataclasses.replace(level, target=level.effect(presses))
    for name in EXACT:
        answer = solve(level, engines=[name], time_limit=60)
        assert answer.status == "solved", name
        assert verify(level, answer).ok, name


def _ones(side: int) -> LightsOut:
    start = np.ones((side, side), dtype=np.uint8)
    return LightsOut(start, np.zeros_like(start), np.ones_like(start, dtype=np.bool_))


@pytest.mark.parametrize("how", ["signal", "cancel"])
def test_cpsat_says_that_it_was_interrupted(how: str) -> None:
    """CP-SAT takes the signal for itself, so that Python never sees it."""
    from gridproof.models.lights_out import cpsat

    budget, ledger = Budget(), Ledger(_ones(61), "presses")
    interrupt = budget.cancel if how == "cancel" else lambda: os.kill(os.getpid(), signal.SIGINT)
    timer = threading.Timer(1.5, interrupt)
    timer.start()
    with pytest.raises((LimitReached, KeyboardInterrupt)) as caught:
        cpsat.run(ledger.level, ledger, budget)
    assert getattr(caught.value, "reason", "interrupted") == "interrupted"


def test_a_solution_that_was_found_is_kept_when_memory_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_budget: Budget, _count: int) -> None:
        raise LimitReached("memory")

    monkeypatch.setattr(Budget, "reserve", refuse)
    answer = solve(_ones(5), engines=["fewest"])
    assert (answer.status, answer.reason) == ("solved", "memory")


def test_any_within_a_bound_goes_on_where_the_quick_engine_ends() -> None:
    for level in random_boards(seed=9, count=100, most_cells=12):
        optimum = solve(level).cost
        if optimum:
            assert solve(level, max_cost=optimum, any_solution=True).cost == optimum
            assert solve(level, max_cost=optimum - 1, any_solution=True).status == "out-of-bound"


def test_places_without_cells_cost_the_linear_system_nothing() -> None:
    from gridproof.models.lights_out.system import lists_of, small_system

    cells = np.zeros((60, 60), dtype=np.bool_)
    cells[::20, ::20] = True
    level = LightsOut(cells.astype(np.uint8), np.zeros_like(cells, dtype=np.uint8), cells)
    assert small_system(*lists_of(level), level.states).variables == 0
    answer = solve(level, engines=["gf2"])
    assert (answer.cost, answer.optimal) == (9, True)

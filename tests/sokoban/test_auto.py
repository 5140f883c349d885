"""The portfolio: alone, side by side, with limits, with --any and with bounds on the cost."""

from __future__ import annotations

import pytest

from gridproof.search.reference import breadth_first
from gridproof.search.sokoban import auto
from gridproof.solver import solve
from gridproof.verifier import verify
from tests.sokoban.boards import level_of, pulled_levels, random_levels

# 8 boxes; far more states than these tests wait for
OPEN_HALL = level_of(
    " ######### ", "##   #   ##", "#    #    #", "#  $ # $  #", "#   *.*   #", "####.@.####",
    "#   *.*   #", "#  $ # $  #", "#    #    #", "##   #   ##", " ######### ",
)  # fmt: skip


@pytest.mark.parametrize("workers", [1, 2])
def test_portfolio_against_the_reference(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto, "HEAD_START", 0.0)  # so that both parts run
    for level in [*random_levels(300 + workers, 60), *pulled_levels(310 + workers, 30)]:
        try:
            expected = breadth_first(level, max_states=3_000)[0]
        except ValueError:
            continue
        answer = solve(level, workers=workers, memory_limit=1500)
        assert answer.cost == expected, level.to_text()
        assert answer.optimal == (expected is not None)
        assert verify(level, answer).ok


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("metric", ["pushes", "moves"])
def test_time_runs_out_with_a_proven_bound(workers: int, metric: str) -> None:
    answer = solve(OPEN_HALL, metric, time_limit=0.3, workers=workers, memory_limit=1500)
    assert (answer.status, answer.reason) == ("unknown", "time")
    assert answer.lower_bound is not None
    some = solve(OPEN_HALL, any_solution=True, memory_limit=1500).solution
    best = 34 if metric == "pushes" else OPEN_HALL.cost(some, metric)  # what a solution in pushes takes in moves
    assert 12 <= answer.lower_bound <= best
    assert verify(OPEN_HALL, answer).ok


def test_memory_runs_out_with_a_proven_bound() -> None:
    from gridproof.limits import MIB, resident_bytes

    limit = resident_bytes() // MIB + 60
    answer = solve(OPEN_HALL, time_limit=60, workers=1, memory_limit=limit, engines=["astar"])
    assert (answer.status, answer.reason) == ("unknown", "memory")
    assert answer.lower_bound is not None
    assert answer.lower_bound >= 12


def test_any_solution() -> None:
    answer = solve(OPEN_HALL, any_solution=True, memory_limit=1500)
    assert answer.status == "solved"
    assert answer.lower_bound is not None
    assert 12 <= answer.lower_bound <= 34 <= (answer.cost or 0)
    for level in pulled_levels(320, 25):
        answer = solve(level, any_solution=True, memory_limit=1500)
        assert answer.status == "solved", level.to_text()
        assert verify(level, answer).ok


@pytest.mark.parametrize("engine", ["astar", "bidirectional", "auto"])
def test_greatest_cost(engine: str) -> None:
    for level in pulled_levels(330, 12):
        best = breadth_first(level, max_states=100_000)[0]
        assert best is not None
        at = solve(level, max_cost=best, engines=[engine], memory_limit=1500)
        assert (at.status, at.cost) == ("solved", best)
        if best:
            below = solve(level, max_cost=best - 1, engines=[engine], memory_limit=1500)
            assert (below.status, below.lower_bound) == ("out-of-bound", best), level.to_text()
            assert verify(level, below).ok

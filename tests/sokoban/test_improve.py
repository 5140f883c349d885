"""The beams: nothing but solutions, never worse ones, and the fewest pushes or moves where they leave nothing out."""

from __future__ import annotations

import contextlib
import itertools
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numba import njit

from gridproof.errors import LimitReached
from gridproof.ledger import Ledger
from gridproof.levels.sokoban.level import Sokoban
from gridproof.limits import Budget, Limits
from gridproof.loader import load_all
from gridproof.search.reference import breadth_first
from gridproof.search.sokoban import improve
from gridproof.search.sokoban.beam import Beam, Plan
from gridproof.search.sokoban.board import make_board
from gridproof.search.sokoban.surplus import Surplus
from gridproof.solver import solve
from gridproof.verifier import verify
from tests.sokoban.boards import level_of, pulled_levels, random_levels

MEMORY = Limits(memory=1500)


@cache
def judged(seed: int, count: int, metric: str) -> list[tuple[Sokoban, int | None]]:
    """Levels that need a search, with the least cost by the reference (None: no solution)."""
    found = []
    for level in [*random_levels(seed, count, 4), *pulled_levels(seed + 1, count // 4)]:
        if improve.settle("test", level, Ledger(level, metric), Budget()):
            continue
        with contextlib.suppress(ValueError):  # too many states for the reference
            found.append((level, breadth_first(level, metric, max_states=3_000)[0]))
    return found


def beam_of(level: Sokoban, moves: bool = False) -> Beam:
    board = make_board(level)
    surplus = Surplus(board, Budget(MEMORY))
    for _ in surplus.first():
        pass
    return Beam(level, board, surplus, Budget(MEMORY), 0.1, moves)


def plan(target: int, width: int = 1 << 20, seed: int = 0, fixed_order: bool = False) -> Plan:
    crowd, whims = (0.25, 3) if seed else (1.0, 0)
    return Plan(target, width, seed, (1, 1, 0, 1, 1), False, fixed_order, whims, crowd)


def play(beam: Beam, plan: Plan) -> str | None:
    """The solution of one round."""
    beam.begin(plan)
    while (code := beam.slice(plan.target)) == beam.kernel.SPENT:
        pass
    return beam.solution() if code == beam.kernel.FOUND else None


@pytest.mark.parametrize("metric", ["pushes", "moves"])
def test_a_beam_that_leaves_nothing_out_finds_what_there_is_within_the_target(metric: str) -> None:
    solved = refuted = 0
    for level, best in judged(810, 700, metric):
        beam = beam_of(level, metric == "moves")
        if best is None:
            assert play(beam, plan(500)) is None, level.to_text()
            assert beam.complete
            refuted += 1
            continue
        solution = play(beam, plan(best, fixed_order=solved % 2 == 0))
        assert solution is not None, level.to_text()
        level.replay(solution)
        assert level.cost(solution, metric) == best
        assert play(beam, plan(best - 1)) is None, level.to_text()
        assert beam.complete
        assert beam.cut
        solved += 1
    assert solved > 80
    assert refuted > 10


def test_narrow_beams_find_solutions_or_nothing() -> None:
    found = lost = 0
    for level, best in judged(810, 700, "pushes"):
        beam = beam_of(level)
        for width in (1, 2, 5):
            solution = play(beam, plan((best or 20) + width, width, seed=width))
            if solution is None:
                lost += best is not None
                assert best is None or not beam.complete, level.to_text()
                continue
            found += 1
            level.replay(solution)
            assert best is not None
            assert best <= level.cost(solution, "pushes") <= best + width
    assert found > 200
    assert lost > 3


@pytest.mark.parametrize("metric", ["pushes", "moves"])
def test_the_engine_ends_with_the_optimum(metric: str) -> None:
    for level, best in judged(830, 300, metric):
        answer = solve(level, metric, engines=["improve"], memory_limit=1500)
        assert answer.cost == best, level.to_text()
        assert best is not None or answer.status == "unknown"  # it says nothing of what there is not
        assert verify(level, answer).ok


def test_never_longer_than_what_it_starts_from() -> None:
    shorter = 0
    for level in pulled_levels(840, 240, most_boxes=6):
        first = solve(level, engines=["features"], any_solution=True, memory_limit=1500)
        best = solve(level, engines=["astar"], memory_limit=1500).cost
        if not first.cost:
            continue
        ledger = Ledger(level, "pushes")
        ledger.offer("test", first.solution)
        costs = [ledger.cost]
        for _ in improve.Improver(level, ledger, Budget(MEMORY), share=0.1).slices():
            costs.append(ledger.cost)
        assert costs == sorted(costs, reverse=True)
        assert ledger.cost == best, level.to_text()
        shorter += ledger.cost < first.cost
    assert shorter > 10


def test_a_path_is_one_state_for_each_unit_of_cost() -> None:
    for level in pulled_levels(850, 30):
        for metric in ("pushes", "moves"):
            solution = solve(level, metric, engines=["astar"], memory_limit=1500).solution
            if not solution:
                continue
            beam = beam_of(level, metric == "moves")
            beam.follow(solution)
            assert len(beam.path) == level.cost(solution, metric) + 1
            assert (beam.path[0] == beam.start).all()
            steps = [sum(int(word).bit_count() for word in a ^ b) for a, b in itertools.pairwise(beam.path)]
            assert sum(steps) == 2 * level.cost(solution, "pushes")
            assert set(steps) <= {0, 2}


def test_near_a_path_ranks_by_boxes_elsewhere_and_by_what_is_ahead() -> None:
    from gridproof.search.sokoban.beam_ranks import FARTHEST_AHEAD, rank_near

    @njit
    def rank(path, word, cost, weights):  # type: ignore[no-untyped-def]  # a kernel
        return rank_near(path, word, cost, weights)

    rng = np.random.default_rng(3)
    for _ in range(200):
        path = rng.integers(0, 256, (rng.integers(1, 40), 2), dtype=np.uint64)
        word, cost = rng.integers(0, 256, 2, dtype=np.uint64), int(rng.integers(0, 50))
        weights = rng.integers(0, 9, 2)
        expected = []
        for i, state in enumerate(path.tolist()):
            away = sum((int(a) & ~b).bit_count() for a, b in zip(word.tolist(), state, strict=True))
            ahead = max(-FARTHEST_AHEAD, min(FARTHEST_AHEAD, i - cost))
            expected.append(int(weights[0]) * away + int(weights[1]) * (FARTHEST_AHEAD - ahead) // 8)
        assert rank(path, word, cost, weights) == min(expected)


def test_the_same_level_the_same_rounds() -> None:
    for level in pulled_levels(860, 8, most_boxes=5):
        runs = []
        for _ in range(2):
            ledger = Ledger(level, "pushes")
            if improve.settle("test", level, ledger, Budget()):
                continue
            engine = improve.Improver(level, ledger, Budget(MEMORY), share=0.1)
            for _ in engine.slices():
                pass
            runs.append((ledger.solution, engine.nodes))
        assert len(set(runs)) <= 1


def test_solved_at_the_start_and_reasons_at_hand() -> None:
    solved = solve(level_of("#####", "#@ *#", "#####"), engines=["improve"])
    assert (solved.status, solved.cost, solved.optimal) == ("solved", 0, True)
    refuted = solve(level_of("#####", "#$@.#", "#####"), engines=["improve"])
    assert refuted.status == "unsolvable"


def test_greatest_cost_and_any_solution() -> None:
    for level in pulled_levels(870, 15):
        best = breadth_first(level, max_states=100_000)[0]
        if not best:
            continue
        answer = solve(level, max_cost=best, engines=["improve"], memory_limit=1500)
        assert (answer.status, answer.cost) == ("solved", best)
        below = solve(level, max_cost=best - 1, engines=["improve"], memory_limit=1500)
        assert below.status in ("unknown", "out-of-bound")
        assert below.cost is None
        some = solve(level, any_solution=True, engines=["improve"], memory_limit=1500)
        assert some.status == "solved"


@pytest.mark.slow
@pytest.mark.parametrize(("number", "best"), [(2, 131), (7, 88), (53, 186), (57, 225)])
def test_large_levels(shared: Path, number: int, best: int) -> None:
    level = load_all(str(shared / "levels" / "sokoban" / "xsokoban_90.xsb"))[number - 1]
    ledger = Ledger(level, "pushes")
    ledger.prove("test", best)
    engine = improve.Improver(level, ledger, Budget(MEMORY))  # type: ignore[arg-type]  # a level of Sokoban
    with contextlib.suppress(LimitReached):
        for _ in engine.slices():
            if engine.nodes > 1_000_000:
                break
    assert ledger.cost == best

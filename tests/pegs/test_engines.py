"""Every engine against an exhaustive referee on random boards, solvable and unsolvable."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from gridproof.crosschecking.compare import crosscheck
from gridproof.levels.pegs.level import Pegs
from gridproof.levels.pegs.symmetry import goal_symmetries, symmetries
from gridproof.registry import puzzle
from gridproof.search.pegs.reach import layer_sizes
from gridproof.search.reference import breadth_first
from gridproof.solver import solve
from gridproof.verifier import verify
from tests.pegs.boards import problem, random_level, rows
from tests.pegs.referee import Referee

DECIDERS = ("moves", "dfs")
SLOW = ("sat", "cpsat")
EXACT = ("moves", "sat", "cpsat")  # prove the fewest


def check_engine(level, engine: str, metric: str, any_solution: bool, fewest: int | None):
    """Solve by one engine and compare everything it says with the truth."""
    answer = solve(level, metric, engines=[engine], any_solution=any_solution)
    where = (engine, metric, any_solution, level.to_text())
    verdict = verify(level, answer)
    assert verdict.ok, (verdict.problems, where)
    if answer.status == "unsolvable":
        assert fewest is None, where
    if answer.cost is not None:
        assert fewest is not None, where
        assert answer.cost >= fewest, where
        assert answer.lower_bound <= fewest, where
    if engine in (*DECIDERS, *SLOW):
        assert answer.status == ("unsolvable" if fewest is None else "solved"), where
    if engine in EXACT and not any_solution:
        assert answer.cost == fewest, where
        assert answer.optimal == (fewest is not None), where
    return answer


@pytest.mark.parametrize("seed", range(4))
def test_engines_agree_with_the_referee(seed: int) -> None:
    rng = random.Random(seed)
    seen: Counter[tuple[str, str]] = Counter()
    for _ in range(250):
        level = random_level(rng)
        referee = Referee(level)
        metric = rng.choice(["moves", "jumps"])
        fewest = referee.fewest_moves if metric == "moves" else referee.fewest_jumps
        for engine in ("classes", "gf4", "regions", "beam", "wide", *DECIDERS):
            if puzzle("pegs").engine(engine).load().applies(level, metric):
                continue
            answer = check_engine(level, engine, metric, rng.random() < 0.3, fewest)
            seen[engine, answer.status] += 1
        sizes = layer_sizes(level, symmetries(level)[:1])
        assert sizes == [len(layer) for layer in referee.layers], level.to_text()
        assert level.start.bit_count() - len(sizes) + 1 == referee.fewest_left
    assert seen["moves", "solved"] > 50
    assert seen["moves", "unsolvable"] > 50
    assert seen["classes", "unsolvable"] > 20
    assert seen["beam", "solved"] > 40


@pytest.mark.parametrize("seed", range(2))
def test_models_agree_with_the_referee(seed: int) -> None:
    rng = random.Random(100 + seed)
    seen: Counter[tuple[str, str]] = Counter()
    for _ in range(40):
        level = random_level(rng, most_pegs=7)
        referee = Referee(level)
        metric = rng.choice(["moves", "jumps"])
        fewest = referee.fewest_moves if metric == "moves" else referee.fewest_jumps
        for engine in ("pagoda", "counts", *SLOW):
            answer = check_engine(level, engine, metric, rng.random() < 0.3, fewest)
            seen[engine, answer.status] += 1
    for engine in SLOW:
        assert min(seen[engine, "solved"], seen[engine, "unsolvable"]) > 8
    assert seen["counts", "unsolvable"] >= seen["pagoda", "unsolvable"] > 5


def test_the_portfolio_decides_every_random_level() -> None:
    rng = random.Random(9)
    for _ in range(60):
        level = random_level(rng)
        referee = Referee(level)
        answer = solve(level)
        assert answer.cost == referee.fewest_moves, level.to_text()
        assert answer.optimal or answer.status == "unsolvable"
        quick = solve(level, any_solution=True)
        assert (quick.cost is None) == (referee.fewest_moves is None)
        assert verify(level, answer).ok
        assert verify(level, quick).ok


def test_max_cost_is_answered_either_way() -> None:
    rng = random.Random(21)
    seen: Counter[str] = Counter()
    for _ in range(60):
        level = random_level(rng)
        fewest = Referee(level).fewest_moves
        bound = rng.randint(0, 4)
        answer = solve(level, max_cost=bound)
        if fewest is None:  # a lower bound above the one asked for ends the search, too
            assert answer.status in ("unsolvable", "out-of-bound"), level.to_text()
        else:
            assert answer.status == ("solved" if fewest <= bound else "out-of-bound"), level.to_text()
        assert verify(level, answer).ok
        seen[answer.status] += 1
    assert min(seen.values()) > 3


def test_the_rules_and_the_referee_agree() -> None:
    rng = random.Random(4)
    for _ in range(80):
        level = random_level(rng, most_pegs=7)
        referee = Referee(level)
        assert breadth_first(level, "moves")[0] == referee.fewest_moves, level.to_text()
        assert breadth_first(level, "jumps")[0] == referee.fewest_jumps, level.to_text()


def test_crosscheck_finds_no_contradiction_on_triangles() -> None:
    holes = rows(*[(0, r + 1) for r in range(4)])
    for vacancy, last in ((1, 1), (0, 4), (4, 4)):
        level = Pegs(holes, (1 << 10) - 1 ^ 1 << vacancy, 1 << last, anywhere=False, neighbours="hex")
        result = crosscheck(level)
        assert not result.contradictions
        assert {row.engine for row in result.rows} >= {engine.name for engine in puzzle("pegs").engines} - {"large"}


def test_symmetry_changes_no_count() -> None:
    level = problem("triangle15", (0, 0), None)
    whole = layer_sizes(level, symmetries(level)[:1])
    reduced = layer_sizes(level, goal_symmetries(level))
    assert len(whole) == len(reduced)
    assert all(small <= large <= 6 * small for small, large in zip(reduced, whole, strict=True))

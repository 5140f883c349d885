"""Clausal proofs: the clauses with idle steps against search, and refutations that the checker accepts or not."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from pysat.solvers import Solver

import gridproof
from gridproof.levels.sliding import Sliding
from gridproof.limits import Budget
from gridproof.models.refute import refute
from gridproof.models.sliding.encode import formula
from gridproof.models.sliding.total import exactly
from gridproof.proofs.rup import Step, check
from gridproof.solver import solve


def _satisfiable(level: Sliding, metric: str, horizon: int) -> bool:
    with Solver(name="cadical195", bootstrap_with=formula(level, metric, horizon).clauses) as solver:
        return bool(solver.solve())


def test_clauses_say_exactly_whether_a_solution_of_that_cost_exists(random_level: Callable[..., Sliding]) -> None:
    """For every horizon from 0 to the optimum and one beyond (at most 4)."""
    answers = set()
    for seed in range(36):
        level = random_level(seed, cars=seed % 8 == 6)
        metric = level.metrics[seed % 3]
        cost = solve(level, metric, time_limit=20).cost
        for horizon in range(min(4, 2 if cost is None else cost + 1) + 1):
            possible = _satisfiable(level, metric, horizon)
            assert possible is (cost is not None and cost <= horizon), (horizon, level.to_text())
            answers.add(possible)
    assert answers == {True, False}


def test_the_totalizer_counts() -> None:
    """All assignments of up to 6 literals, each told right or wrong by unit propagation alone."""
    for size in range(1, 7):
        for count in range(size + 1):
            variables = list(range(1, size + 1))
            top = size

            def new(many: int) -> list[int]:
                nonlocal top
                top += many
                return list(range(top - many + 1, top + 1))

            clauses = list(exactly(count, variables, new))
            with Solver(name="minisat22", bootstrap_with=clauses) as solver:
                for truth in product((False, True), repeat=size):
                    literals = [v if true else -v for v, true in zip(variables, truth, strict=True)]
                    possible, _ = solver.propagate(assumptions=literals)
                    assert possible is (sum(truth) == count), (size, count, truth)


def test_a_bound_of_the_optimum_is_refuted_and_the_refutation_accepted(random_level: Callable[..., Sliding]) -> None:
    proved = 0
    for seed in range(100, 118):
        level = random_level(seed, cars=seed % 4 == 3)
        metric = level.metrics[seed % 3]
        cost = solve(level, metric, time_limit=20).cost
        if cost is None or not 0 < cost <= 8:
            continue
        said = formula(level, metric, cost - 1)
        steps = refute(said.clauses, Budget())
        assert steps is not None, level.to_text()
        assert check(said.clauses, steps).proved, level.to_text()
        proved += 1
    assert proved >= 5


def test_every_variable_has_a_meaning() -> None:
    said = formula(gridproof.load("sliding-classics/hughes-puzzle"), "slides", 3)
    assert len(said.meanings) == max(abs(literal) for clause in said.clauses for literal in clause)
    assert said.meanings[0].endswith("at time 0")


def test_a_refutation_is_accepted_and_a_broken_one_is_not() -> None:
    level = gridproof.load("sliding-classics/hughes-puzzle")
    clauses = formula(level, "moves", 7).clauses
    steps = refute(clauses, Budget())
    assert steps
    assert check(clauses, steps).proved
    assert not check(clauses, [step for step in steps if step.deletes or len(step.clause) > 1]).proved
    assert not check(clauses, [Step(())]).proved
    assert not check(formula(level, "moves", 21).clauses, steps).proved  # the optimum: nothing refutes it


def test_dratify_accepts_the_refutation() -> None:
    dratify = pytest.importorskip("dratify")
    level = gridproof.load("rush-hour/side-street")
    said = formula(level, "slides", 5)
    steps = refute(said.clauses, Budget())
    assert steps is not None
    lines = "".join(("d " if s.deletes else "") + " ".join(map(str, (*s.clause, 0))) + "\n" for s in steps)
    body = "".join(" ".join(map(str, (*clause, 0))) + "\n" for clause in said.clauses)
    text = f"p cnf {len(said.meanings)} {len(said.clauses)}\n{body}"
    result = dratify.check_proof(dratify.parse_dimacs(text), lines)
    assert result.ok

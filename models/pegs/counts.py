"""Engine `counts`: no whole numbers of jumps lead from the start to the goal.

How often each jump is made satisfies one equation for each hole (Kiyomi & Matsui, Integer Programming Based
Algorithms for Peg Solitaire Problems, 2001). CP-SAT says quickly whether the equations have a solution in whole
numbers; when it says no, branch and bound on the linear relaxation writes that down as cases, each refuted by
weights, which the rules alone can check. Without such a proof nothing is claimed.
"""

from __future__ import annotations

from typing import Any

from ortools.linear_solver import pywraplp
from ortools.sat.python import cp_model

from gridproof.answer import Certificate
from gridproof.ledger import Ledger
from gridproof.levels.pegs.certificates import weight_list
from gridproof.levels.pegs.classes import refuting_sets
from gridproof.levels.pegs.evidence import counts_refute
from gridproof.levels.pegs.integers import integer_weights
from gridproof.levels.pegs.level import Pegs
from gridproof.limits import Budget
from gridproof.models.pegs.pagoda import refuting_functions

NAME = "counts"
MOST_CASES = 4_000
WORK = 20.0  # CP-SAT's deterministic time, about as many seconds
LARGEST = 200  # holes

Bounds = dict[int, tuple[int, int | None]]


def applies(level: Pegs, metric: str) -> str | None:
    return f"{level.size} holes; it works on up to {LARGEST}" if level.size > LARGEST else None


def run(level: Pegs, ledger: Ledger, budget: Budget) -> None:
    """Proves that there is no solution, or nothing; does nothing when there is one."""
    if ledger.cost is not None or level.jumps_needed[1] < 0:
        return
    sets, left = refuting_sets(level)
    functions, left = refuting_functions(level, left, budget)
    entries = []
    for must, free in left:
        if has_counts(level, must, free, budget):
            return
        cases = cases_against(level, must, free, budget)
        if cases is None:
            return
        entries.append({"cases": cases} | ({"hole": level.cells(must)[0]} if level.anywhere else {}))
    data = {
        "sets": [level.cells(cells) for cells in sets],
        "weights": [weight_list(level, weights) for weights in functions],
        "counts": entries,
    }
    ledger.prove(NAME, float("inf"), Certificate("counts", "unsolvable", data))


def has_counts(level: Pegs, must: int, free: int, budget: Budget) -> bool:
    """Whether jump counts for a goal exist, as far as CP-SAT can tell: True also when it can't."""
    model = cp_model.CpModel()
    most = max(0, level.start.bit_count())
    counts = [model.new_int_var(0, most, "") for _ in level.jumps]
    change: list[Any] = [level.start >> hole & 1 for hole in range(level.size)]
    for count, (source, over, to) in zip(counts, level.jumps, strict=True):
        change[source] -= count
        change[over] -= count
        change[to] += count
    for hole in range(level.size):
        model.add(change[hole] == (model.new_bool_var("") if free >> hole & 1 else must >> hole & 1))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = WORK
    if budget.limits.time is not None:
        solver.parameters.max_time_in_seconds = max(0.01, budget.seconds_left)
    return solver.solve(model) != cp_model.INFEASIBLE


def cases_against(level: Pegs, must: int, free: int, budget: Budget) -> dict[str, Any] | None:
    """The cases that refute a goal, as the certificate holds them; None when there are too many."""
    root: dict[str, Any] = {}
    todo: list[tuple[dict[str, Any], Bounds]] = [(root, {})]
    cases = 0
    while todo:
        budget.check()
        node, bounds = todo.pop()
        cases += 1
        if cases > MOST_CASES:
            return None
        weights = refuting_weights(level, bounds, must, free)
        if weights is not None:
            node["weights"] = weight_list(level, weights)
            continue
        split = fractional_jump(level, bounds, must, free)
        if split is None:
            return None
        jump, value = split
        source, _, to = level.jumps[jump]
        node |= {
            "jump": [list(level.holes[source]), list(level.holes[to])],
            "most": value,
            "fewer": {},
            "more": {},
        }
        least, most = bounds.get(jump, (0, None))
        todo.append((node["fewer"], bounds | {jump: (least, value)}))
        todo.append((node["more"], bounds | {jump: (value + 1, most)}))
    return root


def refuting_weights(level: Pegs, bounds: Bounds, must: int, free: int) -> list[int] | None:
    """Integer weights that refute all jump counts within the bounds (see `evidence.counts_refute`), or None."""
    solver = pywraplp.Solver.CreateSolver("GLOP")
    weights = [solver.NumVar(-1, 1, "") for _ in range(level.size)]
    gap = solver.Objective()
    gap.SetMaximization()
    for hole, weight in enumerate(weights):
        gap.SetCoefficient(weight, (must >> hole & 1) - (level.start >> hole & 1))
        if free >> hole & 1:
            lower = solver.NumVar(-1, 0, "")
            solver.Add(lower - weight <= 0)
            gap.SetCoefficient(lower, 1)
    for jump, (source, over, to) in enumerate(level.jumps):
        least, most = bounds.get(jump, (0, None))
        change = weights[to] - weights[source] - weights[over]
        if most is None:
            solver.Add(change <= 0)
        if most or least:
            gain = solver.NumVar(-solver.infinity(), solver.infinity(), "")
            for times in {least, most} - {None}:
                solver.Add(gain - times * change >= 0)
            gap.SetCoefficient(gain, -1)
    if solver.Solve() != pywraplp.Solver.OPTIMAL or gap.Value() < 1e-7:
        return None
    values = [weight.solution_value() for weight in weights]
    return integer_weights(values, lambda w: counts_refute(level, w, bounds, must, free))


def fractional_jump(level: Pegs, bounds: Bounds, must: int, free: int) -> tuple[int, int] | None:
    """A jump whose count is not whole in the relaxation, and the count rounded down; None when all are whole."""
    solver = pywraplp.Solver.CreateSolver("GLOP")
    counts = []
    for jump in range(len(level.jumps)):
        least, most = bounds.get(jump, (0, None))
        counts.append(solver.NumVar(least, solver.infinity() if most is None else most, ""))
    rows = [solver.Constraint(0, 0) for _ in range(level.size)]
    for hole, row in enumerate(rows):
        needed = (must >> hole & 1) - (level.start >> hole & 1)
        row.SetBounds(needed, needed + (free >> hole & 1))
    for count, (source, over, to) in zip(counts, level.jumps, strict=True):
        rows[source].SetCoefficient(count, -1)
        rows[over].SetCoefficient(count, -1)
        rows[to].SetCoefficient(count, 1)
    if solver.Solve() != pywraplp.Solver.OPTIMAL:
        return None
    values = [count.solution_value() for count in counts]
    distances = [abs(value - round(value)) for value in values]
    if not values or max(distances) < 1e-6:
        return None
    jump = distances.index(max(distances))
    return jump, int(values[jump] // 1)

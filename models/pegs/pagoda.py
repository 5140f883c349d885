"""Engine `pagoda`: weights that no jump raises, found by linear programming, while the goal outweighs the start.

Pagoda functions (Conway; Berlekamp, Conway & Guy, Winning Ways, 1982): w[from] + w[over] >= w[to] for each jump.
The program's answer is rational; it is scaled to integers and counts only once the inequalities hold there.
"""

from __future__ import annotations

from ortools.linear_solver import pywraplp

from gridproof.answer import Certificate
from gridproof.ledger import Ledger
from gridproof.levels.pegs.certificates import weight_list
from gridproof.levels.pegs.classes import refuting_sets
from gridproof.levels.pegs.evidence import gaining_jump, weights_refute
from gridproof.levels.pegs.integers import integer_weights
from gridproof.levels.pegs.level import Pegs
from gridproof.limits import Budget

NAME = "pagoda"
EPSILON = 1e-7


def applies(level: Pegs, metric: str) -> str | None:
    return None


def run(level: Pegs, ledger: Ledger, budget: Budget) -> None:
    """Proves that there is no solution, or nothing; does nothing when there is one."""
    if ledger.cost is not None or level.jumps_needed[1] < 0:
        return
    sets, left = refuting_sets(level)
    functions, left = refuting_functions(level, left, budget)
    if not left:
        data = {
            "sets": [level.cells(cells) for cells in sets],
            "weights": [weight_list(level, weights) for weights in functions],
        }
        ledger.prove(NAME, float("inf"), Certificate("pagoda", "unsolvable", data))


def refuting_functions(
    level: Pegs, goals: list[tuple[int, int]], budget: Budget
) -> tuple[list[list[int]], list[tuple[int, int]]]:
    """Pagoda functions that refute goals (must, free), and the goals that none refutes."""
    functions: list[list[int]] = []
    left = []
    for must, free in goals:
        budget.check()
        if any(weights_refute(level, weights, must, free) for weights in functions):
            continue
        weights = pagoda_function(level, must, free)
        if weights is None:
            left.append((must, free))
        else:
            functions.append(weights)
    return functions, left


def pagoda_function(level: Pegs, must: int, free: int) -> list[int] | None:
    """Integer weights by which a goal outweighs the start, None when there are none."""
    solver = pywraplp.Solver.CreateSolver("GLOP")
    weights = [solver.NumVar(-1, 1, "") for _ in range(level.size)]
    for source, over, to in level.jumps:
        solver.Add(weights[source] + weights[over] - weights[to] >= 0)
    gap = solver.Objective()
    gap.SetMaximization()
    for hole, weight in enumerate(weights):
        gap.SetCoefficient(weight, (must >> hole & 1) - (level.start >> hole & 1))
        if free >> hole & 1:  # the free hole counts min(0, weight)
            least = solver.NumVar(-1, 0, "")
            solver.Add(least - weight <= 0)
            gap.SetCoefficient(least, 1)
    if solver.Solve() != pywraplp.Solver.OPTIMAL or gap.Value() < EPSILON:
        return None
    values = [weight.solution_value() for weight in weights]
    return integer_weights(values, lambda w: gaining_jump(level, w) is None and weights_refute(level, w, must, free))

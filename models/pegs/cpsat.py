"""Engine `cpsat`: the steps of `encoding` handed to CP-SAT, which also minimises; for cross-checks."""

from __future__ import annotations

from typing import Any

from ortools.sat.python import cp_model

from gridproof.errors import LimitReached
from gridproof.ledger import Ledger
from gridproof.levels.pegs.level import Pegs, chains_of
from gridproof.limits import Budget
from gridproof.models.pegs.encoding import Encoding, encode

NAME = "cpsat"
LARGEST = 45  # holes


def applies(level: Pegs, metric: str) -> str | None:
    return f"{level.size} holes; it works on up to {LARGEST}" if level.size > LARGEST else None


def run(level: Pegs, ledger: Ledger, budget: Budget) -> None:
    """Bounds and solutions as CP-SAT finds them."""
    if level.jumps_needed[1] < 0:
        ledger.prove(NAME, float("inf"))
        return
    encoding = encode(level, ledger.metric == "moves")
    model = cp_model.CpModel()
    variables = [model.new_bool_var("") for _ in range(encoding.top + 1)]
    for clause in encoding.clauses:
        model.add_bool_or([variables[x] if x > 0 else variables[-x].negated() for x in clause])
    if not ledger.any_solution:
        counted = encoding.begins if ledger.metric == "moves" else encoding.active
        model.minimize(sum(variables[x] for x in counted))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = budget.workers
    if budget.limits.time is not None:
        solver.parameters.max_time_in_seconds = max(0.01, budget.seconds_left)
    watcher = _Watcher(encoding, variables, ledger, budget)
    status = solver.solve(model, watcher)
    if watcher.error is not None:
        raise watcher.error
    if status == cp_model.INFEASIBLE:
        ledger.prove(NAME, float("inf"))
        return
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise LimitReached("time")
    if status == cp_model.OPTIMAL and not ledger.any_solution and ledger.cost is not None:
        ledger.prove(NAME, round(solver.objective_value))
    elif status == cp_model.FEASIBLE and not ledger.closed:
        raise LimitReached("time")


class _Watcher(cp_model.CpSolverSolutionCallback):
    """Offers each solution as it comes; keeps an error of the offer for the caller, and stops the solver."""

    def __init__(self, encoding: Encoding, variables: list[Any], ledger: Ledger, budget: Budget):
        super().__init__()
        self.encoding, self.variables, self.ledger, self.budget = encoding, variables, ledger, budget
        self.error: Exception | None = None

    def on_solution_callback(self) -> None:
        try:
            model = {x for x in range(1, self.encoding.top + 1) if self.boolean_value(self.variables[x])}
            self.ledger.offer(NAME, chains_of(self.encoding.level, self.encoding.jumps_of(model)))
            self.budget.check()
        except Exception as error:
            self.error = error
            self.stop_search()

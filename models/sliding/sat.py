"""SAT over a horizon that is raised one by one: each "no" is a proven lower bound, the first "yes" is optimal.

One incremental solver: the goal at the horizon is assumed, then refuted for good, and another step is added. See
`encode` for the clauses.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from pysat.solvers import Solver

from gridproof.ledger import Ledger
from gridproof.levels.sliding.level import Sliding
from gridproof.limits import Budget
from gridproof.models.sliding.encode import Encoding
from gridproof.models.sliding.horizon import retell, why_not
from gridproof.models.watch import watched

NAME = "sat"
SOLVER = "glucose42"  # of the solvers that can be interrupted the fastest here; CaDiCaL, a third faster, cannot
LARGEST = 2_000  # placements


def applies(level: Sliding, metric: str) -> str | None:
    return why_not(level, LARGEST)


def run(level: Sliding, ledger: Ledger, budget: Budget) -> None:
    """Raise the horizon until the goal can be met; never decides that a level is unsolvable."""
    encoding = Encoding(level, ledger.metric)
    with Solver(name=SOLVER) as solver:
        solver.append_formula(encoding.start())
        horizon = 0
        while not ledger.closed:
            goal = encoding.goal(horizon)
            found = watched(partial(_solve, solver, goal), solver.interrupt, budget)
            ledger.progress(NAME, solver.accum_stats()["conflicts"], horizon=horizon)
            if found:
                true = {literal for literal in solver.get_model() if literal > 0}
                ledger.offer(NAME, retell(level, encoding.positions(true, horizon), ledger.metric))
                return
            ledger.prove(NAME, horizon + 1)
            solver.add_clause([-literal for literal in goal])
            solver.append_formula(encoding.step(horizon))
            horizon += 1


def _solve(solver: Any, assumptions: list[int]) -> bool | None:
    found: bool | None = solver.solve_limited(assumptions=assumptions, expect_interrupt=True)
    return found

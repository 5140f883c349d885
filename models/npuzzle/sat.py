"""Engine `sat`: bounded horizons by a SAT solver, as a cross-check on small boards."""

from __future__ import annotations

from pysat.solvers import Glucose4

from gridproof.ledger import Ledger
from gridproof.levels.npuzzle.level import NPuzzle
from gridproof.limits import Budget
from gridproof.models.npuzzle.encode import Encoding
from gridproof.models.npuzzle.horizon import horizons, why_not

NAME = "sat"
CONFLICTS = 2_000  # in one slice; Glucose stops and goes on, which CaDiCaL's interface does not offer


def applies(level: NPuzzle, metric: str) -> str | None:
    return why_not(level)


def run(level: NPuzzle, ledger: Ledger, budget: Budget) -> None:
    conflicts = 0
    for horizon in horizons(level, NAME, ledger):
        encoding = Encoding(level, horizon)
        with Glucose4() as solver:
            for clause in encoding.clauses():
                solver.add_clause(clause)
            budget.check()
            verdict = None
            while verdict is None:
                if ledger.closed:
                    return
                solver.conf_budget(CONFLICTS)
                verdict = solver.solve_limited()
                budget.check()
                ledger.progress(NAME, conflicts + _conflicts(solver), horizon=horizon)
            conflicts += _conflicts(solver)
            if verdict:
                true = {literal for literal in solver.get_model() if literal > 0}
                ledger.offer(NAME, encoding.decode(true))
                return


def _conflicts(solver: Glucose4) -> int:
    return int((solver.accum_stats() or {}).get("conflicts", 0))

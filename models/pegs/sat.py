"""Engine `sat`: jumps as steps, for a SAT solver; the fewest moves or jumps by ever tighter bounds.

For cross-checks on small boards and for patterns: planning by SAT is no match for the searches here.
"""

from __future__ import annotations

from functools import partial

from pysat.card import ITotalizer
from pysat.solvers import Solver

from gridproof.ledger import Ledger
from gridproof.levels.pegs.level import Pegs, chains_of
from gridproof.limits import Budget
from gridproof.models.pegs.encoding import Encoding, encode
from gridproof.models.watch import watched

NAME = "sat"
LARGEST = 45  # holes


def applies(level: Pegs, metric: str) -> str | None:
    return f"{level.size} holes; it works on up to {LARGEST}" if level.size > LARGEST else None


def run(level: Pegs, ledger: Ledger, budget: Budget) -> None:
    """Proves everything it is asked, given time: each bound is one call of the solver."""
    if level.jumps_needed[1] < 0:
        ledger.prove(NAME, float("inf"))
        return
    moves = ledger.metric == "moves"
    encoding = encode(level, moves)
    counted = encoding.begins if moves else encoding.active
    with Solver(name="glucose4", bootstrap_with=encoding.clauses) as solver:
        best = _call(solver, encoding, [], ledger, budget)
        if best is None:
            ledger.prove(NAME, float("inf"))
            return
        if ledger.closed or not counted:
            return
        with ITotalizer(lits=counted, ubound=best, top_id=encoding.top) as totalizer:
            for clause in totalizer.cnf.clauses:
                solver.add_clause(clause)
            while best > 0 and not ledger.closed:
                better = _call(solver, encoding, [-totalizer.rhs[best - 1]], ledger, budget)
                if better is None:
                    break
                best = better
    if not ledger.closed:
        ledger.prove(NAME, best)


def _call(solver: Solver, encoding: Encoding, assumptions: list[int], ledger: Ledger, budget: Budget) -> int | None:
    """Offer the solution of a satisfiable call and return its cost; None when there is none."""
    call = partial(solver.solve_limited, assumptions=assumptions, expect_interrupt=True)
    if not watched(call, solver.interrupt, budget):
        return None
    model = {variable for variable in solver.get_model() or [] if variable > 0}
    return ledger.offer(NAME, chains_of(encoding.level, encoding.jumps_of(model)))

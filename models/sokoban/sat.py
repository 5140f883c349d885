"""SAT over a number of pushes that is raised until there is a solution: each "no" is a proven lower bound.

For each number of pushes the clauses of `encode` go into a solver; where its pushes cannot be walked between, facts
about the boxes in the way are added at every step (see `walls`), and it goes on. Facts are kept for the next number.
Between two numbers the clauses are written anew: the bounds on where boxes may be depend on it.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from pysat.solvers import Solver

from gridproof.ledger import Ledger
from gridproof.levels.sokoban.level import Sokoban
from gridproof.limits import Budget
from gridproof.models.sokoban.deadlocks import immovable
from gridproof.models.sokoban.encode import Encoding, Fact, fact_text
from gridproof.models.sokoban.pairs import Pairs
from gridproof.models.sokoban.tables import FAR, Push, Tables, applies
from gridproof.models.sokoban.walls import broken, told
from gridproof.models.watch import watched

__all__ = ["applies", "facts", "run"]

NAME = "sat"
SOLVER = "glucose42"  # can be interrupted
PORTION = 20_000  # clauses handed over at a time: the library lets nobody else work meanwhile


def run(level: Sokoban, ledger: Ledger, budget: Budget) -> None:
    """Raise the number of pushes until there is a solution; unsolvable is only what one or two boxes exclude."""
    tables = Tables(level)
    if not tables.possible:
        ledger.prove(NAME, math.inf, immovable(level, tables.fixed))
        return
    search = Search(tables, budget, ledger)
    step = 2 if tables.parity else 1
    horizon = tables.bound
    least = tables.bound + search.pairs.bound()
    if least >= FAR:  # two of the boxes cannot be brought to goals even when they are alone
        ledger.prove(NAME, math.inf)
        return
    while True:
        while not ledger.closed and horizon < max(least, ledger.lower_bound):  # these are excluded already
            horizon += step
        if horizon > ledger.lower_bound:
            ledger.prove(NAME, horizon)
        if ledger.closed:
            return
        try:
            pushes = search.pushes(horizon)
        except Overtaken:
            continue
        if pushes is not None:
            ledger.offer(NAME, told(level, tables, pushes))
            return
        horizon += step


def facts(level: Sokoban, metric: str, horizon: int, budget: Budget) -> list[str]:
    """Facts with which the clauses of `encode` for this horizon can be refuted, unless there is such a solution."""
    tables = Tables(level)
    if metric != "pushes" or not tables.possible or horizon < tables.bound:
        return []
    search = Search(tables, budget)
    search.pushes(horizon, idle=True)
    return [fact_text(tables, fact) for fact in search.facts]


class Overtaken(Exception):
    """Others have proved by now what was to be found out."""


class Search:
    """The facts learnt so far about one level, and the solver that uses them."""

    def __init__(self, tables: Tables, budget: Budget, ledger: Ledger | None = None):
        self.tables, self.budget, self.ledger = tables, budget, ledger
        self.pairs = Pairs(tables)
        self.facts: dict[Fact, None] = {}  # in the order in which they were learnt
        self.conflicts = self.models = 0

    def pushes(self, horizon: int, idle: bool = False) -> list[Push] | None:
        """Pushes of a solution with exactly `horizon` of them (`idle`: at most), None when there is none.

        Raises LimitReached when the budget ends first, Overtaken when the ledger has a greater bound meanwhile.
        """
        ledger = self.ledger

        def needless() -> bool:
            return ledger is not None and (ledger.closed or horizon < ledger.lower_bound)

        encoding = Encoding(self.tables, horizon, idle, self.budget.check, self.pairs)
        for fact in self.facts:
            encoding.fact(fact)
            self.budget.check()
        with Solver(name=SOLVER) as solver:
            for at in range(0, len(encoding.clauses), PORTION):
                solver.append_formula(encoding.clauses[at : at + PORTION])
                self.budget.check()
            while True:
                found = watched(partial(_solve, solver), solver.interrupt, self.budget, needless)
                self._tell(horizon, solver.accum_stats()["conflicts"])
                if found is None or needless():
                    raise Overtaken
                if not found:
                    self.conflicts += solver.accum_stats()["conflicts"]
                    return None
                pushes = encoding.played({literal for literal in solver.get_model() if literal > 0})
                self.models += 1
                news = dict.fromkeys(fact for fact in broken(self.tables, pushes) if fact not in self.facts)
                if not news:
                    assert not any(broken(self.tables, pushes)), "a fact that was added excludes this"
                    return pushes
                for fact in news:
                    solver.append_formula(encoding.fact(fact))
                self.facts.update(news)

    def _tell(self, horizon: int, conflicts: int) -> None:
        if self.ledger is not None:
            self.ledger.progress(NAME, self.conflicts + conflicts, horizon=horizon, facts=len(self.facts))


def _solve(solver: Any) -> bool | None:
    found: bool | None = solver.solve_limited(expect_interrupt=True)
    return found

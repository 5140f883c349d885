"""CP-SAT over a bounded number of moves: linear balances, and the mover's way as a flow on its placements.

Apart from the rules nothing is shared with the clauses of `encode`. Placements p are those of kinds of pieces.

Variables    y(p,t) a piece is at p; leave(p,t), arrive(p,t) the mover's ends; free(c,t) no resting piece is on
             cell c; f(p,q,t) the mover goes on from p to its neighbour q; across(t) the slide is horizontal
Balance      y(p,t+1) = y(p,t) - leave(p,t) + arrive(p,t); one leave and one arrive in each step
Cells        free(c,t) + sum of y(p,t) - leave(p,t) over the placements p on c = 1; the sum of free(c,t) less the
             cells that the mover leaves is the number of empty cells (it follows, but is hard to find out)
Flow         f(p,q,t) <= free(c,t) for each cell c of q; out of p - into p = leave(p,t) - arrive(p,t); a ring is
             harmless. slides: arcs along `across` only; steps: one arc in all
No waste     as in `encode`, moves and slides: the mover of one step does not go on in the next (on the same axis)

The horizon is raised one by one; each "no" is a proven lower bound.
"""

from __future__ import annotations

from functools import partial

from ortools.sat.python import cp_model

from gridproof.errors import LimitReached
from gridproof.ledger import Ledger
from gridproof.levels.sliding.level import Sliding
from gridproof.limits import Budget
from gridproof.models.sliding.horizon import retell, why_not
from gridproof.models.watch import watched

NAME = "cpsat"
LARGEST = 1_000  # placements

Flag = cp_model.IntVar


def applies(level: Sliding, metric: str) -> str | None:
    return why_not(level, LARGEST)


def run(level: Sliding, ledger: Ledger, budget: Budget) -> None:
    """Raise the horizon until the goal can be met; never decides that a level is unsolvable."""
    horizon = 0
    while not ledger.closed:
        budget.check()
        model = HorizonModel(level, ledger.metric, horizon)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1  # more run other strategies, none of which is any good here
        solver.parameters.linearization_level = 0  # the relaxation says nothing: without it 15 times as fast
        if budget.seconds_left < float("inf"):
            solver.parameters.max_time_in_seconds = max(0.001, budget.seconds_left)
        solver.parameters.catch_sigint_signal = False  # Ctrl-C is ours
        status = watched(partial(solver.solve, model.model), solver.stop_search, budget)
        ledger.progress(NAME, horizon=horizon)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            ledger.offer(NAME, retell(level, model.positions(solver), ledger.metric))
            return
        if status != cp_model.INFEASIBLE:
            budget.check()
            raise LimitReached("time")
        ledger.prove(NAME, horizon + 1)
        horizon += 1


class HorizonModel:
    """Exactly `horizon` entries from the start to the goal; `y[t][p]` over placements numbered through."""

    def __init__(self, level: Sliding, metric: str, horizon: int):
        self.level, self.metric, self.horizon = level, metric, horizon
        self.model = cp_model.CpModel()
        self.places = [(k, anchor) for k, kind in enumerate(level.kinds) for anchor in kind.masks]
        number = {place: i for i, place in enumerate(self.places)}
        self.near = [
            [(step, number[k, q]) for step, q in level.kinds[k].neighbours[anchor].items()]
            for k, anchor in self.places
        ]
        self.cells = [_cells(level.kinds[k].masks[anchor]) for k, anchor in self.places]
        self.y = [self._flags(len(self.places)) for _ in range(horizon + 1)]
        start = level.initial()
        lying = {number[k, anchor] for k, anchors in enumerate(start.key) for anchor in anchors}
        for i, flag in enumerate(self.y[0]):
            self.model.add(flag == (1 if i in lying else 0))
        for k, kind in enumerate(level.kinds):
            for goal in kind.goals:
                self.model.add(self.y[horizon][number[k, goal]] == 1)
        arrived: list[Flag] = []
        across: Flag | None = None
        for t in range(horizon):
            arrived, across = self._step(t, arrived, across)

    def positions(self, solver: cp_model.CpSolver) -> list[frozenset[tuple[int, int]]]:
        """The (kind, anchor) pairs at each time."""
        return [
            frozenset(place for place, flag in zip(self.places, flags, strict=True) if solver.value(flag))
            for flags in self.y
        ]

    def _step(self, t: int, arrived: list[Flag], before: Flag | None) -> tuple[list[Flag], Flag | None]:
        """Constraints of one step; `arrived` and `before` are the last step's ends and axis."""
        model, now, after = self.model, self.y[t], self.y[t + 1]
        leave, arrive = self._flags(len(now)), self._flags(len(now))
        model.add_exactly_one(leave)
        model.add_exactly_one(arrive)
        resting: dict[int, list[cp_model.LinearExprT]] = {}
        for i, cells in enumerate(self.cells):
            model.add(after[i] == now[i] - leave[i] + arrive[i])
            model.add_implication(leave[i], now[i])
            model.add_implication(arrive[i], now[i].negated())
            for cell in cells:
                resting.setdefault(cell, []).append(now[i] - leave[i])
        free = {cell: self._flags(1)[0] for cell in resting}
        for cell, pieces in resting.items():
            model.add(cp_model.LinearExpr.sum(pieces) + free[cell] == 1)
        covered = sum(len(piece.cells) for piece in self.level.pieces)
        left = cp_model.LinearExpr.weighted_sum(leave, [len(cells) for cells in self.cells])
        model.add(cp_model.LinearExpr.sum(list(free.values())) - left == len(free) - covered)
        across = self._flags(1)[0] if self.metric == "slides" else None
        self._flow(leave, arrive, free, across)
        for i, came in enumerate(arrived):
            if self.metric == "moves":
                model.add_implication(came, leave[i].negated())
            elif across is not None and before is not None:
                model.add_bool_or(came.negated(), leave[i].negated(), across, before)
                model.add_bool_or(came.negated(), leave[i].negated(), across.negated(), before.negated())
        return arrive, across

    def _flow(self, leave: list[Flag], arrive: list[Flag], free: dict[int, Flag], across: Flag | None) -> None:
        """One unit from where the mover leaves to where it arrives, along free placements."""
        model = self.model
        out: list[list[Flag]] = [[] for _ in leave]
        into: list[list[Flag]] = [[] for _ in leave]
        for i, near in enumerate(self.near):
            for step, j in near:
                arc = self._flags(1)[0]
                out[i].append(arc)
                into[j].append(arc)
                for cell in self.cells[j]:
                    model.add_implication(arc, free[cell])
                if across is not None:
                    model.add_implication(arc, across if step in "lr" else across.negated())
        for i in range(len(leave)):
            model.add(sum(out[i]) - sum(into[i]) == leave[i] - arrive[i])
            model.add_at_most_one(out[i])
        if self.metric == "steps":
            model.add_exactly_one(arc for arcs in out for arc in arcs)

    def _flags(self, count: int) -> list[Flag]:
        return [self.model.new_bool_var("") for _ in range(count)]


def _cells(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]

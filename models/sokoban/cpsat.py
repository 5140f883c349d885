"""CP-SAT over a bounded number of pushes: linear balances, and the player's way as a flow over free squares.

Of the clauses of `encode` nothing is used here; both read the same tables of single-box states. One push a step.

Variables    b(x,t) a box is in state x at time t; p(m,t) push m happens in step t; i(t) step t is idle;
             f(s,r,t) in step t the player walks on from square s to its neighbour r
Balance      b(x,t+1) = b(x,t) - sum of p out of x + sum of p into x;  exactly one of p(m,t), i(t) in a step
Squares      at most one of: b on s, pushes to s, pushes from where the player stands on s;  after a step, at most
             one of: b on s, the push that has left the player on s;  no player in another part than b(x,t) says
Walks        out of s - into s = (player on s after the last push) - (stands on s for the next one), and at most one
             of: f into s, b on s.  A ring is harmless; idle steps walk nowhere
Excess       sum of the pushes' excesses <= horizon - assignment bound, both as in `tables`; what no such sum leaves
             room for, or no time, has no variable
Deadlocks    not all squares of a small deadlock hold boxes
Objective    fewest pushes, from `horizon` to `horizon + slack` of them: idle steps come last

Every model is raised to the next horizon when it has no solution: a proven lower bound. The linear relaxation and
other strategies of CP-SAT cost far more here than they give, see SEARCH.
"""

from __future__ import annotations

import math
from functools import partial

from ortools.sat.python import cp_model

from gridproof.errors import LimitReached
from gridproof.ledger import Ledger
from gridproof.levels.sokoban.level import Sokoban
from gridproof.limits import Budget
from gridproof.models.sokoban.deadlocks import deadlocks, immovable
from gridproof.models.sokoban.tables import Push, Tables, applies
from gridproof.models.sokoban.walls import told
from gridproof.models.watch import watched

__all__ = ["applies", "run"]

NAME = "cpsat"
SLACK = 2  # pushes between which one model decides, when a solution to beat is known
SEARCH = {  # together several times as fast; more workers run other strategies, none of which is any good here
    "num_workers": 1,
    "linearization_level": 0,
    "cp_model_presolve": False,
    "cp_model_probing_level": 0,
}

Flag = cp_model.IntVar


def run(level: Sokoban, ledger: Ledger, budget: Budget) -> None:
    """Raise the horizon until there is a solution; unsolvable is only what the tables already exclude."""
    tables = Tables(level)
    if not tables.possible:
        ledger.prove(NAME, math.inf, immovable(level, tables.fixed))
        return
    step = 2 if tables.parity else 1
    horizon = tables.bound
    while True:
        while not ledger.closed and horizon < ledger.lower_bound:  # others have been here
            horizon += step
        if horizon > ledger.lower_bound:
            ledger.prove(NAME, horizon)
        if ledger.closed:
            return
        slack = 0 if ledger.cost is None else max(0, min(ledger.cost - 1 - horizon, SLACK)) // step * step
        if not _attempt(level, HorizonModel(tables, horizon, slack, budget), ledger, budget):
            horizon += slack + step


def _attempt(level: Sokoban, model: HorizonModel, ledger: Ledger, budget: Budget) -> bool:
    """False when the model has no solution; True when it has told the ledger what there is, or others have."""
    solver = cp_model.CpSolver()
    for name, value in SEARCH.items():
        setattr(solver.parameters, name, value)
    if budget.seconds_left < math.inf:
        solver.parameters.max_time_in_seconds = max(0.001, budget.seconds_left)
    solver.parameters.catch_sigint_signal = False  # Ctrl-C is ours

    def needless() -> bool:
        return ledger.closed or model.horizon < ledger.lower_bound

    listener = _Listener(level, model, ledger)
    if model.slack:
        solver.best_bound_callback = listener.bound
    status = watched(partial(solver.solve, model.model, listener), solver.stop_search, budget, needless)
    if listener.failure is not None:
        raise listener.failure
    ledger.progress(NAME, horizon=model.horizon)
    if status == cp_model.INFEASIBLE:
        return False
    if status == cp_model.OPTIMAL and model.slack:
        ledger.prove(NAME, round(solver.objective_value))
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE) and not needless():
        budget.check()
        raise LimitReached("time")
    return True


class _Listener(cp_model.CpSolverSolutionCallback):
    """Hands solutions and bounds to the ledger as they come; keeps an error for the caller, and stops."""

    def __init__(self, level: Sokoban, model: HorizonModel, ledger: Ledger):
        super().__init__()
        self.level, self.horizon_model, self.ledger = level, model, ledger
        self.failure: BaseException | None = None

    def on_solution_callback(self) -> None:
        model = self.horizon_model
        try:
            pushes = [push for step in model.p for push, flag in step.items() if self.boolean_value(flag)]
            self.ledger.offer(NAME, told(self.level, model.tables, pushes))
            if not model.slack:
                self.ledger.prove(NAME, model.horizon)
        except BaseException as failure:
            self.failure = failure
            self.stop_search()

    def bound(self, bound: float) -> None:
        """A bound on the objective holds for solutions within the model's horizon only."""
        try:
            self.ledger.prove(NAME, math.ceil(min(bound, self.horizon_model.last + 1) - 1e-6))
        except BaseException as failure:
            self.failure = failure


class HorizonModel:
    """At least `horizon` pushes, which are known to be needed, and at most `last = horizon + slack`."""

    def __init__(self, tables: Tables, horizon: int, slack: int, budget: Budget):
        self.tables, self.horizon, self.slack, self.last = tables, horizon, slack, horizon + slack
        self.model = cp_model.CpModel()
        self.room = self.last - tables.bound
        self.useful = [
            p for p in tables.pushes if tables.lead[p.before] + p.excess + tables.tail[p.after] <= self.room
        ]
        times = range(self.last + 1)
        self.b = [{x: self._flag() for x in range(len(tables.states)) if self._may(x, t)} for t in times]
        self.on = [self._by_square(t) for t in times]
        self.p: list[dict[Push, Flag]] = []
        self.idle: list[Flag] = []
        self._ends()
        left: dict[int, list[Flag]] = {tables.player: [self.model.new_constant(1)]}
        for t in range(self.last):
            budget.check()
            left = self._step(t, left)
        self.model.add(sum(push.excess * p for step in self.p for push, p in step.items()) <= self.room)
        for squares in deadlocks(tables):
            for on in self.on:
                if all(square in on for square in squares):
                    self.model.add(sum(b for square in squares for b in on[square]) < len(squares))
        if slack:
            self.model.minimize(self.last - sum(self.idle))

    def _may(self, x: int, t: int) -> bool:
        tables = self.tables
        in_time = tables.since[x] <= t and t + tables.until[x] <= self.last
        return in_time and tables.lead[x] + tables.tail[x] <= self.room

    def _by_square(self, t: int) -> dict[int, list[Flag]]:
        found: dict[int, list[Flag]] = {}
        for x, b in self.b[t].items():
            found.setdefault(self.tables.states[x][0], []).append(b)
        for flags in found.values():
            self.model.add_at_most_one(flags)
        return found

    def _ends(self) -> None:
        """The start, the goal at the horizon, and as many boxes at every time."""
        model, tables = self.model, self.tables
        for x, b in self.b[0].items():
            model.add(b == (x in tables.start))
        for square, flags in self.on[-1].items():
            if square not in tables.goals:
                model.add(sum(flags) == 0)
        for flags_by_state in self.b:
            model.add(sum(flags_by_state.values()) == len(tables.boxes))

    def _step(self, t: int, left: dict[int, list[Flag]]) -> dict[int, list[Flag]]:
        """Constraints of one step; `left` and the result are the pushes that leave the player on each square."""
        model, now, after = self.model, self.b[t], self.b[t + 1]
        pushes = {push: self._flag() for push in self.useful if push.before in now and push.after in after}
        self.p.append(pushes)
        idle = [self._flag()] if t >= self.horizon else []
        if idle and self.idle:
            model.add_implication(self.idle[-1], idle[0])
        self.idle += idle
        model.add_exactly_one([*pushes.values(), *idle])
        out, into = _grouped(pushes, "before"), _grouped(pushes, "after")
        for x in now.keys() | after.keys():
            gone, come = out.get(x, []), into.get(x, [])
            model.add(after.get(x, 0) == now.get(x, 0) - sum(gone) + sum(come))
            if gone:
                model.add_at_most_one([now[x].negated(), *gone])
            if come:
                model.add_at_most_one([after[x].negated(), *come])
        stands, to, square = (_grouped(pushes, name) for name in ("stand", "to", "square"))
        for s in stands.keys() | to.keys():
            model.add_at_most_one([*self.on[t].get(s, []), *stands.get(s, []), *to.get(s, [])])
        for s, flags in square.items():
            model.add_at_most_one([*self.on[t + 1].get(s, []), *flags])
        for x, b in now.items():
            place = self.tables.states[x][0]
            part = self.tables.state_of[place]
            model.add_at_most_one([b, *(p for s in stands if s != place and part[s] != x for p in stands[s])])
        self._walk(t, left, stands, idle)
        return square

    def _walk(self, t: int, left: dict[int, list[Flag]], stands: dict[int, list[Flag]], idle: list[Flag]) -> None:
        """One unit from where the last push has left the player to where it stands for the next."""
        model, near = self.model, self.tables.near
        out: list[list[Flag]] = [[] for _ in near]
        into: list[list[Flag]] = [[] for _ in near]
        for s, neighbours in enumerate(near):
            for r in neighbours:
                if r >= 0:
                    arc = self._flag()
                    out[s].append(arc)
                    into[r].append(arc)
        for s in range(len(near)):
            model.add_at_most_one([*into[s], *self.on[t].get(s, [])])
            model.add_at_most_one(out[s])
            kept = model.add(sum(out[s]) - sum(into[s]) == sum(left.get(s, [])) - sum(stands.get(s, [])))
            if idle:
                kept.only_enforce_if(idle[0].negated())

    def _flag(self) -> Flag:
        return self.model.new_bool_var("")


def _grouped(pushes: dict[Push, Flag], name: str) -> dict[int, list[Flag]]:
    """Flags by one attribute of their pushes."""
    found: dict[int, list[Flag]] = {}
    for push, flag in pushes.items():
        found.setdefault(getattr(push, name), []).append(flag)
    return found

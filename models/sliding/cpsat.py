"""CP-SAT over a bounded number of moves: pieces by name, and the mover's way as a flow on its placements.

Apart from the rules nothing is shared with the clauses of `encode`. For each step one piece is the mover; its old
placement is the source of one unit of flow and its new one the sink, and flow runs between neighbouring placements
that no other piece touches. (Flow along a ring is possible and harmless.) The horizon is raised one by one, each "no"
is a proven lower bound.
"""

from __future__ import annotations

from functools import partial

from ortools.sat.python import cp_model

from gridproof.errors import LimitReached
from gridproof.ledger import Ledger
from gridproof.levels.sliding.certificates import stranded
from gridproof.levels.sliding.level import Sliding
from gridproof.limits import Budget
from gridproof.models.sliding.retell import retell
from gridproof.models.sliding.watch import watched

NAME = "cpsat"
LARGEST = 1_000  # placements, counted for each piece

Flag = cp_model.IntVar


def applies(level: Sliding, metric: str) -> str | None:
    count = sum(len(kind.masks) for kind in level.kind_of)
    if count > LARGEST:
        return f"it has {count:,} placements of pieces, the model takes at most {LARGEST:,}"
    if any(stranded(level)):
        return "a goal is out of reach on an empty board: no horizon is needed"
    return None


def run(level: Sliding, ledger: Ledger, budget: Budget) -> None:
    """Raise the horizon until the goal can be met; never decides that a level is unsolvable."""
    horizon = 0
    while not ledger.closed:
        budget.check()
        model = HorizonModel(level, ledger.metric, horizon)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = budget.workers
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
    """Exactly `horizon` entries from the start to the goal; `x[i][t][p]`: piece i is at anchor p at time t."""

    def __init__(self, level: Sliding, metric: str, horizon: int):
        self.level, self.metric, self.horizon = level, metric, horizon
        self.model = cp_model.CpModel()
        self.x: list[list[dict[int, Flag]]] = [
            [{p: self._flag() for p in kind.masks} for _ in range(horizon + 1)] for kind in level.kind_of
        ]
        for of_piece in self.x:
            for places in of_piece:
                self.model.add_exactly_one(places.values())
        self._ends()
        for t in range(horizon):
            self._step(t)

    def positions(self, solver: cp_model.CpSolver) -> list[frozenset[tuple[int, int]]]:
        """The (kind, anchor) pairs at each time."""
        kind_number = {member: k for k, kind in enumerate(self.level.kinds) for member in kind.members}
        return [
            frozenset(
                (kind_number[i], p)
                for i, times in enumerate(self.x)
                for p, flag in times[t].items()
                if solver.value(flag)
            )
            for t in range(self.horizon + 1)
        ]

    def _ends(self) -> None:
        for piece, times in zip(self.level.pieces, self.x, strict=True):
            self.model.add(times[0][piece.cells[0]] == 1)
        for kind in self.level.kinds:
            for goal in kind.goals:
                self.model.add_bool_or(self.x[i][self.horizon][goal] for i in kind.members)

    def _step(self, t: int) -> None:
        level, model = self.level, self.model
        moves = [self._flag() for _ in level.pieces]
        model.add_exactly_one(moves)
        across = self._flag() if self.metric == "slides" else None
        others: dict[int, list[Flag]] = {}
        for i, kind in enumerate(level.kind_of):
            now, after = self.x[i][t], self.x[i][t + 1]
            for p, mask in kind.masks.items():
                model.add(after[p] == now[p]).only_enforce_if(moves[i].negated())
                model.add_bool_or(now[p].negated(), after[p].negated(), moves[i].negated())
                rests = self._flag()  # piece i rests at p
                model.add_bool_or(now[p].negated(), moves[i], rests)
                for cell in _cells(mask):
                    others.setdefault(cell, []).append(rests)
        blocked = {cell: self._flag() for cell in others}
        for cell, rests_there in others.items():
            model.add_at_most_one(rests_there)
            for rests in rests_there:
                model.add_implication(rests, blocked[cell])
        for i in range(len(level.pieces)):
            self._flow(i, t, moves[i], blocked, across)

    def _flow(self, i: int, t: int, moves: Flag, blocked: dict[int, Flag], across: Flag | None) -> None:
        """One unit from where piece i is at time t to where it is at t + 1, along free placements."""
        model, kind = self.model, self.level.kind_of[i]
        out: dict[int, list[Flag]] = {p: [] for p in kind.masks}
        into: dict[int, list[Flag]] = {p: [] for p in kind.masks}
        every = []
        for p, near in kind.neighbours.items():
            for step, q in near.items():
                arc = self._flag()
                out[p].append(arc)
                into[q].append(arc)
                every.append(arc)
                model.add_implication(arc, moves)
                for cell in _cells(kind.masks[q] & ~kind.masks[p]):
                    model.add_implication(arc, blocked[cell].negated())
                if across is not None:
                    model.add_implication(arc, across if step in "lr" else across.negated())
        for p in kind.masks:
            model.add(sum(out[p]) - sum(into[p]) == self.x[i][t][p] - self.x[i][t + 1][p])
            model.add_at_most_one(out[p])
        if self.metric == "steps":
            model.add_at_most_one(every)

    def _flag(self) -> Flag:
        return self.model.new_bool_var("")


def _cells(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]

"""Engine `cpsat`: fewest presses as an integer program, for boards with too many solutions to try them all.

Variables: x_b in 0..q-1 presses of button b; t_l >= 0 whole turns of light l.
Constraints: for each light l, the sum of the presses that change it = needed_l + q t_l.
Objective: the sum of x, to be minimised. Size: one variable and one equation a light. CP-SAT's proven bound and
each better solution go to the ledger while it runs.
"""

from __future__ import annotations

import contextlib
import math
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
from ortools.sat.python import cp_model

from gridproof.errors import LimitReached
from gridproof.ledger import Ledger
from gridproof.levels.lights_out.level import LightsOut
from gridproof.levels.lights_out.presses import Presses
from gridproof.limits import Budget
from gridproof.models.lights_out.system import lists_of

NAME = "cpsat"
LARGEST_BOARD = 40_000  # buttons


def applies(level: LightsOut, metric: str) -> str | None:
    buttons = math.prod(level.button_shape)
    return None if buttons <= LARGEST_BOARD else f"{buttons:,} buttons are more than {LARGEST_BOARD:,}"


def run(level: LightsOut, ledger: Ledger, budget: Budget) -> None:
    model, presses = build(level)
    if ledger.solution is not None:
        for variable, count in zip(presses, ledger.solution.counts.ravel().tolist(), strict=True):
            model.add_hint(variable, count % level.states)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = budget.workers
    if budget.limits.memory is not None:
        solver.parameters.max_memory_in_mb = max(64, budget.memory_left >> 20)
    watcher = _Watcher(level, presses, ledger)
    solver.best_bound_callback = watcher.on_bound
    with _stopped_by(budget, solver):
        status = solver.solve(model, watcher)
    if watcher.error is not None:
        raise watcher.error
    if status == cp_model.OPTIMAL:
        ledger.prove(NAME, round(solver.best_objective_bound))
    # INFEASIBLE is not reported: CP-SAT's word alone is no proof, and the linear system decides it exactly
    elif status != cp_model.INFEASIBLE and not ledger.closed:
        budget.check()
        raise LimitReached("interrupted")  # CP-SAT takes Ctrl-C for itself, and stops


def build(level: LightsOut) -> tuple[cp_model.CpModel, list[Any]]:
    """The model, and the variable of each button in flat order."""
    model = cp_model.CpModel()
    q = level.states
    presses = [model.new_int_var(0, q - 1, f"x{b}") for b in range(math.prod(level.button_shape))]
    equations, _, right = lists_of(level)
    cells = level.cells.ravel()
    for light, (terms, needed) in enumerate(zip(equations, right.tolist(), strict=True)):
        if not cells[light]:
            continue
        most = sum(coefficient for _, coefficient in terms) * (q - 1)
        turns = model.new_int_var(0, most // q + 1, f"t{light}")
        model.add(sum(coefficient * presses[b] for b, coefficient in terms) == needed + q * turns)
    if level.buttons is None:
        for button in np.flatnonzero(~cells):
            model.add(presses[button] == 0)
    model.minimize(sum(presses))
    return model, presses


class _Watcher(cp_model.CpSolverSolutionCallback):
    """Carries solutions and bounds to the ledger; an error there stops the search and is raised afterwards."""

    def __init__(self, level: LightsOut, presses: list[Any], ledger: Ledger):
        super().__init__()
        self._level, self._presses, self._ledger = level, presses, ledger
        self.error: Exception | None = None

    def on_solution_callback(self) -> None:
        counts = np.array([self.value(x) for x in self._presses], dtype=np.uint8)
        try:
            self._ledger.offer(NAME, Presses(counts.reshape(self._level.button_shape)))
        except Exception as error:  # an exception must not pass through the solver's threads
            self.error = error
        if self.error or self._ledger.closed:
            self.stop_search()

    def on_bound(self, bound: float) -> None:
        lower = math.ceil(bound - 1e-6)
        if lower > self._ledger.lower_bound and self.error is None:
            try:
                self._ledger.prove(NAME, lower)
            except Exception as error:
                self.error = error


@contextlib.contextmanager
def _stopped_by(budget: Budget, solver: cp_model.CpSolver) -> Iterator[None]:
    """Stop the solver from a thread of its own as soon as the budget ends."""
    done = threading.Event()

    def watch() -> None:
        while not done.wait(0.05):
            try:
                budget.check()
            except LimitReached:
                solver.stop_search()

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()

"""Engine `cpsat`: bounded horizons in CP-SAT, as a cross-check on small boards.

Stated apart from the SAT encoding, and with what clauses say badly: each number stands on as many cells as it has
tiles, and at each time the distances left add up to no more than the moves left.
"""

from __future__ import annotations

import threading

from ortools.sat.python import cp_model

from gridproof.ledger import Ledger
from gridproof.levels.npuzzle.level import BLANK, OFFSETS, NPuzzle
from gridproof.limits import Budget
from gridproof.models.npuzzle.horizon import horizons, why_not

NAME = "cpsat"
POLL = 0.02  # seconds


def applies(level: NPuzzle, metric: str) -> str | None:
    return why_not(level)


def run(level: NPuzzle, ledger: Ledger, budget: Budget) -> None:
    branches = 0
    for horizon in horizons(level, NAME, ledger):
        model, moves = _model(level, horizon)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = budget.workers
        status = _solve(solver, model, budget)
        branches += int(solver.num_branches)
        ledger.progress(NAME, branches, horizon=horizon)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            ledger.offer(NAME, _solution(level, solver, moves))
            return
        if status != cp_model.INFEASIBLE:
            budget.check()
            raise RuntimeError(f"CP-SAT ended with {solver.status_name(status)}")


Moves = list[dict[tuple[int, str], cp_model.IntVar]]


def _model(level: NPuzzle, horizon: int) -> tuple[cp_model.CpModel, Moves]:
    """Numbers by time and cell, and for each move a choice of the tile's cell and direction."""
    model = cp_model.CpModel()
    numbers = sorted(set(level.start))
    board = [
        [{n: model.new_bool_var(f"n{t}.{c}.{n}") for n in numbers} for c in range(level.cells)]
        for t in range(horizon + 1)
    ]
    for time, state in ((0, level.start), (horizon, level.goal)):
        for cell, number in enumerate(state):
            model.add(board[time][cell][number] == 1)
    for now in board:
        for cell in range(level.cells):
            model.add_exactly_one(now[cell].values())
        for number in numbers:
            model.add(sum(now[cell][number] for cell in range(level.cells)) == level.start.count(number))
    moves = [_move(model, level, board[t], board[t + 1], t) for t in range(horizon)]
    _bound_distances(model, level, board)
    return model, moves


Layer = list[dict[int, cp_model.IntVar]]


def _move(
    model: cp_model.CpModel, level: NPuzzle, now: Layer, then: Layer, t: int
) -> dict[tuple[int, str], cp_model.IntVar]:
    """One move between two boards."""
    choices: dict[tuple[int, str], cp_model.IntVar] = {}
    touching: list[list[cp_model.IntVar]] = [[] for _ in range(level.cells)]
    for cell in range(level.cells):
        r, c = divmod(cell, level.columns)
        for direction, (dr, dc) in OFFSETS.items():
            if 0 <= r + dr < level.rows and 0 <= c + dc < level.columns:
                to = cell + dr * level.columns + dc
                chosen = choices[cell, direction] = model.new_bool_var(f"m{t}.{cell}{direction}")
                touching[cell].append(chosen)
                touching[to].append(chosen)
                model.add_implication(chosen, now[to][BLANK])
                model.add_implication(chosen, now[cell][BLANK].negated())
                model.add_implication(chosen, then[cell][BLANK])
                for number in now[cell]:
                    model.add(then[to][number] == now[cell][number]).only_enforce_if(chosen)
    model.add_exactly_one(choices.values())
    for cell in range(level.cells):
        for number in now[cell]:
            stays = [now[cell][number].negated(), then[cell][number], *touching[cell]]
            model.add_bool_or(stays)
    return choices


def _bound_distances(model: cp_model.CpModel, level: NPuzzle, board: list[Layer]) -> None:
    """At each time the distances of all tiles to the nearest places of their numbers are at most the moves left."""
    homes: dict[int, list[int]] = {}
    for cell, number in enumerate(level.goal):
        homes.setdefault(number, []).append(cell)

    def far(cell: int, number: int) -> int:
        return min(
            abs(cell // level.columns - home // level.columns) + abs(cell % level.columns - home % level.columns)
            for home in homes[number]
        )

    for left, now in zip(range(len(board) - 1, -1, -1), board, strict=True):
        terms = [far(c, n) * var for c in range(level.cells) for n, var in now[c].items() if n != BLANK]
        model.add(sum(terms) <= left)


def _solve(solver: cp_model.CpSolver, model: cp_model.CpModel, budget: Budget) -> int:
    """Solve in a thread, so that limits and Ctrl-C reach the solver at once."""
    outcome: list[int] = []
    thread = threading.Thread(target=lambda: outcome.append(int(solver.solve(model))), daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(POLL)
            budget.check()
    except BaseException:
        while thread.is_alive():  # a stop before the search has begun is lost, so ask again
            solver.stop_search()
            thread.join(POLL)
        raise
    return outcome[0]


def _solution(level: NPuzzle, solver: cp_model.CpSolver, moves: Moves) -> str | list[list[object]]:
    steps = [next(key for key, var in choices.items() if solver.boolean_value(var)) for choices in moves]
    if level.blanks == 1:
        return "".join(direction for _, direction in steps)
    return [[*divmod(cell, level.columns), direction] for cell, direction in steps]

"""Engine `quick`: a good solution soon. By hand's method, then weighted A*, then shortened stretch by stretch."""

from __future__ import annotations

from typing import Any

from gridproof.errors import LimitReached
from gridproof.ledger import Ledger
from gridproof.levels.npuzzle.facts import solvable
from gridproof.levels.npuzzle.level import BLANK, OFFSETS, NPuzzle
from gridproof.limits import Budget
from gridproof.search.npuzzle import astar
from gridproof.search.npuzzle.board import board_of
from gridproof.search.npuzzle.constructive import Assigned, assign, construct
from gridproof.search.npuzzle.windows import shorten

NAME = "quick"
WEIGHTS = (3, 2)
EXPANSIONS = 300_000  # for each weight
LARGEST_WEIGHTED = 25  # cells: on larger boards the weighted search seldom ends in time


def applies(level: NPuzzle, metric: str) -> str | None:
    if not solvable(level):
        return "the board has no solution"
    if level.line:
        return "on one row or column there is one way only: see `counting`"
    if level.cells > 255:
        return "it needs a board of at most 255 cells"
    return None


def run(level: NPuzzle, ledger: Ledger, budget: Budget) -> None:
    assigned = assign(level)
    classic = assigned.level
    solution = construct(classic, budget)
    ledger.offer(NAME, _on_level(level, assigned, solution))
    if not ledger.any_solution:
        return  # a first bound from above is all that the exact engines need
    board = board_of(classic)
    back = {letter: direction for direction, letter in enumerate(board.names)}
    if level.cells <= LARGEST_WEIGHTED and astar.applies(level, ledger.metric) is None:
        found = _weighted(level, ledger, budget)
        if found is not None:
            if not level.distinct:
                return
            solution = min(solution, found, key=len)
    shorter = board.solution(shorten(board, [back[letter] for letter in solution], budget))
    ledger.offer(NAME, _on_level(level, assigned, shorter))


def _weighted(level: NPuzzle, ledger: Ledger, budget: Budget) -> Any | None:
    """The best solution of weighted A* with several weights."""
    best = None
    for weight in WEIGHTS:
        try:
            found = astar.AStar(level, ledger, budget, weight).any_solution(EXPANSIONS)
        except LimitReached as limit:
            if limit.reason != "memory":
                raise
            break
        if found is not None:
            ledger.offer(NAME, found)
            best = found if best is None or len(found) < len(best) else best
    return best


def _on_level(level: NPuzzle, assigned: Assigned, solution: str) -> Any:
    """The solution in the level's own form: tiles that stand for blanks do not move."""
    if level.blanks == 1:
        return solution
    state = list(assigned.level.start)
    blank = state.index(BLANK)
    moves = list(assigned.prelude)
    for letter in solution:
        dr, dc = OFFSETS[letter]
        cell = blank - dr * level.columns - dc
        if state[cell] not in assigned.phantoms:
            moves.append([*divmod(cell, level.columns), letter])
        state[blank], state[cell] = state[cell], BLANK
        blank = cell
    return moves

"""Engine `gf2`: the exact linear system over GF(q), solved with galois.

Full boards need an n x n system only (light chasing), other boards one over the guessed cells; see `system.py`.
Says whether there is a solution, with one, or with a parity certificate (as it comes, not made small).
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import galois
import numpy as np
import numpy.typing as npt

from gridproof.answer import Certificate
from gridproof.ledger import Ledger
from gridproof.levels.lights_out.level import Grid, LightsOut
from gridproof.levels.lights_out.patterns import encode
from gridproof.levels.lights_out.presses import Presses
from gridproof.limits import Budget
from gridproof.models.lights_out.system import (
    Matrix,
    SmallSystem,
    has_rows,
    lists_of,
    play_rows,
    row_recurrence,
    small_system,
)

NAME = "gf2"
LARGEST_SIDE = 4_000  # of a full board: the system has the square of it in entries
LARGEST_BOARD = 40_000  # buttons of any other board


def applies(level: LightsOut, metric: str) -> str | None:
    if has_rows(level):
        side = min(level.shape)
        return None if side <= LARGEST_SIDE else f"its shorter side {side} is above {LARGEST_SIDE}"
    buttons = math.prod(level.button_shape)
    return None if buttons <= LARGEST_BOARD else f"{buttons:,} buttons are more than {LARGEST_BOARD:,}"


def run(level: LightsOut, ledger: Ledger, budget: Budget) -> None:
    with budget.watching():
        system = RowSystem(level) if has_rows(level) else ListSystem(level)
        solution = system.solution()
        if solution is None:
            pattern = _witness(level, system)
            ledger.prove(NAME, math.inf, Certificate("parity", "unsolvable", encode(pattern, level.states)))
            return
        cost = ledger.offer(NAME, Presses(solution))
        if system.nullity == 0:
            data = {"bound": cost, "nullity": 0, "solutions": f"{level.states}^0", "method": "elimination"}
            ledger.prove(NAME, cost, Certificate("null-space", "lower-bound", data))


class RowSystem:
    """A full board: the n x n system of its first row, n the shorter side."""

    def __init__(self, level: LightsOut):
        self._turned = level.shape[1] > level.shape[0]
        self._level = level.turned() if self._turned else level
        self._solved = Solved(*row_recurrence(self._level), level.states)
        self.rank, self.nullity = self._solved.rank, self._solved.nullity

    def solution(self) -> Grid | None:
        values = self._solved.solution
        return None if values is None else self._play(values, self._level.needed)

    def null_vectors(self) -> Iterator[Grid]:
        """A basis of the presses that change nothing."""
        nothing = np.zeros_like(self._level.needed)
        return (self._play(vector, nothing) for vector in self._solved.null_vectors())

    left_null_vectors = null_vectors  # A is symmetric

    def _play(self, first: Matrix, needed: Matrix) -> Grid:
        rows = play_rows(self._level, first, needed)
        return np.ascontiguousarray(rows.T if self._turned else rows)


class ListSystem:
    """Any board: the system over its guessed buttons."""

    def __init__(self, level: LightsOut):
        self._level = level
        self._small = small_system(*lists_of(level), level.states)
        self._solved = Solved(self._small.matrix, self._small.right, level.states)
        self._exists = level.cells if level.buttons is None else np.ones(level.button_shape, dtype=np.bool_)
        self.nullity = self._solved.nullity + int(self._exists.ravel()[self._small.loose].sum())
        self.rank = int(self._exists.sum()) - self.nullity

    def solution(self) -> Grid | None:
        if self._solved.solution is None:
            return None
        return self._small.unknowns(self._solved.solution.astype(np.int64)).reshape(self._level.button_shape)

    def null_vectors(self) -> Iterator[Grid]:
        """A basis of the presses that change nothing."""
        return _null_vectors(self._small, self._solved, self._exists)

    def left_null_vectors(self) -> Iterator[Grid]:
        left = small_system(*lists_of(self._level, transposed=True), self._level.states)
        return _null_vectors(left, Solved(left.matrix, left.right, left.q), self._level.cells)


def _null_vectors(small: SmallSystem, solved: Solved, exists: npt.NDArray[np.bool_]) -> Iterator[Grid]:
    """A basis: what elimination leaves open, and one vector for each loose unknown that exists."""
    for vector in solved.null_vectors():
        yield small.unknowns(vector.astype(np.int64), homogeneous=True).reshape(exists.shape)
    for unknown in small.loose:
        if exists.flat[unknown]:
            counts = np.zeros(exists.shape, dtype=np.uint8)
            counts.flat[unknown] = 1
            yield counts


class Solved:
    """M·v = r after Gauss-Jordan elimination by galois."""

    def __init__(self, matrix: Matrix, right: Matrix, q: int):
        self._q, self._variables = q, matrix.shape[1]
        self.rank, self._pivots = 0, np.zeros(0, dtype=np.int64)
        self._rows = np.zeros((0, self._variables + 1), dtype=np.uint8)
        consistent = not right.any()
        if matrix.size:
            augmented = galois.GF(q)(np.concatenate([matrix, right[:, None]], axis=1))
            rows = np.asarray(augmented.row_reduce(ncols=self._variables))
            leading = rows[:, :-1].any(axis=1)
            consistent = not rows[~leading, -1].any()
            self._rows = rows[leading]
            self._pivots = (self._rows[:, :-1] != 0).argmax(axis=1)
            self.rank = len(self._pivots)
        self.nullity = self._variables - self.rank
        self.solution: Matrix | None = None
        if consistent:
            self.solution = np.zeros(self._variables, dtype=np.uint8)
            self.solution[self._pivots] = self._rows[:, -1]

    def null_vectors(self) -> Iterator[Matrix]:
        """A basis of the v with M·v = 0."""
        for column in np.setdiff1d(np.arange(self._variables), self._pivots):
            vector = np.zeros(self._variables, dtype=np.uint8)
            vector[column] = 1
            vector[self._pivots] = (self._q - self._rows[:, column]) % self._q
            yield vector


def _witness(level: LightsOut, system: RowSystem | ListSystem) -> Grid:
    """A weight that no press changes although it must change; one exists when there is no solution."""
    needed = level.needed.astype(np.int64)
    for vector in system.left_null_vectors():
        if int((vector * needed).sum()) % level.states:
            return vector
    raise AssertionError("no left null vector refutes a board without solution")

"""Light chasing as a small linear system over GF(q), to be solved with galois.

A few buttons are guessed (the variables v of the small system); in board order each light then determines one
more button, x = E·(v, 1), or, when all its buttons are known, gives one equation M·v = r. Full plus- and
cross-boards take the first row as v and build M by the row recurrence X_{i+1} = B_i - D X_i - X_{i-1}; all other
boards go light by light. Cost of the second: one row of |v| + 1 numbers for each button.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gridproof.levels.lights_out.level import LightsOut

Matrix = npt.NDArray[np.uint8]  # entries 0..q-1
Lists = Sequence[Sequence[tuple[int, int]]]  # for each equation: (unknown, coefficient)


@dataclass(frozen=True, slots=True)
class SmallSystem:
    """M·v = r over GF(q), and how every unknown of the board follows from v.

    `matrix` (equations, variables), `right` (equations,), `expressions` (unknowns, variables + 1): the last
    column is the constant. `variables` counts guessed unknowns; `loose` lists those in no equation, which may be
    anything and are no variables.
    """

    q: int
    matrix: Matrix
    right: Matrix
    expressions: Matrix
    loose: list[int]

    @property
    def variables(self) -> int:
        return int(self.matrix.shape[1])

    def unknowns(self, values: npt.NDArray[np.int64], homogeneous: bool = False) -> Matrix:
        """All unknowns for given variables; `homogeneous` leaves the constants out."""
        constant = 0 if homogeneous else self.expressions[:, -1].astype(np.int64)
        return ((self.expressions[:, :-1].astype(np.int64) @ values + constant) % self.q).astype(np.uint8)


def has_rows(level: LightsOut) -> bool:
    """Whether the row recurrence applies: a full board on which a press changes one cell of the row below."""
    plain = level.buttons is None and level.full and not level.torus
    return plain and level.neighbours in ("plus", "cross")


def row_recurrence(level: LightsOut) -> tuple[Matrix, Matrix]:
    """(M, r) of a full board, M of shape (n, n) and r (n,): the row after the last must vanish."""
    q, (rows, columns) = level.states, level.shape
    before = np.zeros((columns, columns + 1), dtype=np.uint8)
    now = np.eye(columns, columns + 1, dtype=np.uint8)
    needed = level.needed
    for row in range(rows):
        before, now = now, _next_row(level, before, now, needed[row])
    return now[:, :-1], ((q - now[:, -1]) % q).astype(np.uint8)


def play_rows(level: LightsOut, first: Matrix, needed: Matrix) -> Matrix:
    """All rows of presses that follow from the first."""
    before, now = np.zeros((level.shape[1], 1), dtype=np.uint8), first.astype(np.uint8)[:, None]
    rows = [now]
    for row in range(level.shape[0] - 1):
        before, now = now, _next_row(level, before, now, needed[row])
        rows.append(now)
    return np.concatenate(rows, axis=1).T


def _next_row(level: LightsOut, before: Matrix, now: Matrix, needed: Matrix) -> Matrix:
    """needed - D·now - before, columnwise; `needed` goes into the last column, the constant."""
    q = level.states
    taken = before.astype(np.uint8, copy=True)
    if level.neighbours == "plus":
        taken += now
    taken[1:] += now[:-1]
    taken[:-1] += now[1:]
    following = (q - taken % q) % q
    following[:, -1] = (following[:, -1] + needed) % q
    return following


def small_system(equations: Lists, unknowns: int, needed: Matrix, q: int) -> SmallSystem:
    """Chase any system light by light. Memory grows as unknowns times guessed unknowns."""
    unseen, order = set(range(unknowns)), []
    guesses: list[int] = []
    for terms in equations:  # first only which unknown is guessed, which determined, by which equation
        new = [unknown for unknown, _ in terms if unknown in unseen]
        guesses += sorted(new)[:-1]
        order.append(max(new, default=None))
        unseen.difference_update(new)
    variables = len(guesses)
    expressions = np.zeros((unknowns, variables + 1), dtype=np.int16)
    for variable, unknown in enumerate(guesses):
        expressions[unknown, variable] = 1
    matrix: list[npt.NDArray[np.int16]] = []
    for terms, solved, value in zip(equations, order, needed.tolist(), strict=True):
        row = np.zeros(variables + 1, dtype=np.int16)
        row[-1] = value
        inverse = 1
        for unknown, coefficient in terms:
            if unknown == solved:
                inverse = pow(coefficient, -1, q)
            else:
                row = (row - coefficient * expressions[unknown]) % q
        if solved is None:
            matrix.append(row % q)
        else:
            expressions[solved] = row * inverse % q
    rows = np.array(matrix, dtype=np.int16).reshape(len(matrix), variables + 1).astype(np.uint8)
    # a row says 0 = constant + coefficients·v
    return SmallSystem(
        q, rows[:, :-1], ((q - rows[:, -1]) % q).astype(np.uint8), expressions.astype(np.uint8), sorted(unseen)
    )


def lists_of(level: LightsOut, transposed: bool = False) -> tuple[Lists, int, Matrix]:
    """(equations, number of unknowns, right-hand side) of the board; transposed and homogeneous on request."""
    first, lights = level.lights_of_buttons()
    buttons, cells = len(first) - 1, level.start.size
    terms: list[dict[int, int]] = [{} for _ in range(buttons if transposed else cells)]
    for button in range(buttons):
        for light in lights[first[button] : first[button + 1]].tolist():
            equation, unknown = (button, light) if transposed else (light, button)
            terms[equation][unknown] = terms[equation].get(unknown, 0) + 1
    reduced = [
        [(unknown, count % level.states) for unknown, count in sorted(entry.items()) if count % level.states]
        for entry in terms
    ]
    right = np.zeros(buttons, dtype=np.uint8) if transposed else level.needed.ravel()
    return reduced, cells if transposed else buttons, right


def full_matrix(level: LightsOut) -> Matrix:
    """A itself, shape (lights, buttons): for small boards and for comparison."""
    first, lights = level.lights_of_buttons()
    matrix = np.zeros((level.start.size, len(first) - 1), dtype=np.int64)
    np.add.at(matrix, (lights, np.repeat(np.arange(len(first) - 1), np.diff(first))), 1)
    return (matrix % level.states).astype(np.uint8)

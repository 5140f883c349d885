"""Plain linear algebra over GF(q), for checking: slow, short, and shared with no engine."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import numpy.typing as npt

from gridproof.levels.lights_out.level import LightsOut


def solve_plainly(level: LightsOut) -> tuple[npt.NDArray[np.uint8] | None, list[npt.NDArray[np.uint8]]]:
    """A solution (None when there is none) and a basis of the null space of A, by Gauss-Jordan elimination.

    Each is an array of counts over the buttons, flat. Time grows with the cube of the number of buttons:
    meant for up to some 4,000 of them.
    """
    q = level.states
    first, lights = level.lights_of_buttons()
    buttons = len(first) - 1
    sums = np.zeros((level.start.size, buttons + 1), dtype=np.int32)  # a button may list a cell very often
    np.add.at(sums, (lights, np.repeat(np.arange(buttons), np.diff(first))), 1)
    matrix = (sums % q).astype(np.uint8)
    matrix[:, buttons] = level.needed.ravel()
    pivots: list[int] = []
    for column in range(buttons):
        row = len(pivots)
        candidates = np.flatnonzero(matrix[row:, column])
        if not len(candidates):
            continue
        chosen = row + int(candidates[0])
        matrix[[row, chosen]] = matrix[[chosen, row]]
        matrix[row] = matrix[row] * pow(int(matrix[row, column]), -1, q) % q
        others = np.flatnonzero(matrix[:, column])
        others = others[others != row]
        if q == 2:
            matrix[others, column:] ^= matrix[row, column:]
        else:
            matrix[others] = (matrix[others] + (q - matrix[others, column])[:, None] * matrix[row]) % q
        pivots.append(column)
    solution = None
    if not matrix[len(pivots) :, buttons].any():
        solution = np.zeros(buttons, dtype=np.uint8)
        solution[pivots] = matrix[: len(pivots), buttons]
    basis = []
    real = np.ones(buttons, dtype=np.bool_) if level.buttons is not None else level.cells.ravel()
    for column in (c for c in np.flatnonzero(real).tolist() if c not in set(pivots)):
        vector = np.zeros(buttons, dtype=np.uint8)
        vector[column] = 1
        vector[pivots] = (q - matrix[: len(pivots), column]) % q
        basis.append(vector)
    return solution, basis


def rank(rows: npt.NDArray[np.uint8], q: int) -> int:
    """Rank of the rows over GF(q), by elimination."""
    rows, found = rows.copy(), 0
    for number in range(len(rows)):
        columns = np.flatnonzero(rows[number])
        if not len(columns):
            continue
        found += 1
        column = columns[0]
        rows[number] = rows[number] * pow(int(rows[number, column]), -1, q) % q
        below = rows[number + 1 :]
        below[:] = (below + (q - below[:, column])[:, None] * rows[number]) % q
    return found


def least_weight(start: npt.NDArray[Any], basis: list[npt.NDArray[Any]], q: int) -> int:
    """The least sum of `start + Σ c_i basis_i` (mod q, entrywise) over all c: every combination is tried."""
    table = start.astype(np.uint8)[None, :]
    inner = basis[: _table_dimension(q, len(start))]
    for vector in inner:
        table = np.concatenate([(table + k * vector.astype(np.uint8)) % q for k in range(q)])
    best = int(start.size) * q
    outer = [vector.astype(np.int64) for vector in basis[len(inner) :]]
    for combination in itertools.product(range(q), repeat=len(outer)):
        shift = sum((k * v for k, v in zip(combination, outer, strict=True)), np.zeros(len(start), dtype=np.int64))
        best = min(best, int(np.min(((table + (shift % q).astype(np.uint8)) % q).sum(axis=1, dtype=np.int64))))
    return best


def _table_dimension(q: int, length: int) -> int:
    """How many basis vectors fit in a table of about 2^22 bytes."""
    dimension = 0
    while q ** (dimension + 1) * max(1, length) <= 1 << 22:
        dimension += 1
    return dimension


def polynomial_nullity(rows: int, columns: int) -> int:
    """Nullity of the full plus-board over GF(2): deg gcd(f_m(x+1), f_n(x)), f the Fibonacci polynomials.

    Sutner (1989); polynomials are integers, bit i the coefficient of x^i.
    """

    def fibonacci(degree: int, shifted: bool) -> int:
        before, now = 0, 1
        for _ in range(degree):
            before, now = now, now << 1 ^ (now if shifted else 0) ^ before
        return now

    a, b = fibonacci(rows, True), fibonacci(columns, False)
    while b:
        while a.bit_length() >= b.bit_length():
            a ^= b << a.bit_length() - b.bit_length()
        a, b = b, a
    return a.bit_length() - 1

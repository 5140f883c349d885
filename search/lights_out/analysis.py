"""What the linear system of a board says: a solution, the null space, and why there is no solution.

Full plus- and cross-boards of two states go by polynomials, everything else by the frontier.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from gridproof.levels.lights_out.level import Grid, LightsOut
from gridproof.levels.lights_out.presses import Presses
from gridproof.limits import Budget
from gridproof.search.lights_out import coset
from gridproof.search.lights_out.frontier import Frontier, left_system_of, system_of
from gridproof.search.lights_out.polynomials import Chase

Array = npt.NDArray[Any]
SMALL_WORK = 1 << 26  # elementary steps spent on making a certificate small


class Analysis(Protocol):
    """Both methods answer these, for arrays in the orientation of the level."""

    nullity: int

    def solution(self) -> Presses | None: ...

    def null_vectors(self) -> Iterator[Grid]:
        """A basis of the null space: arrays of counts over the buttons."""
        ...

    def left_null_vectors(self) -> Iterator[Grid]:
        """A basis of the weights y with A^T y = 0: arrays over the cells."""
        ...


def analyse(level: LightsOut, budget: Budget) -> Analysis:
    """Eliminate once; everything else follows from what this returns."""
    plain = level.buttons is None and level.full and not level.torus
    if plain and level.states == 2 and level.neighbours in ("plus", "cross"):
        return ByPolynomials(level)
    return ByFrontier(level, budget)


class ByPolynomials:
    """Light chasing on a full board; see `polynomials.py`."""

    def __init__(self, level: LightsOut):
        rows, columns = level.shape
        self._turned = columns > rows  # chase along the longer side, so that the polynomials are short
        self._needed = level.needed.T if self._turned else level.needed
        self._columns = min(rows, columns)
        self._chase = Chase.of(max(rows, columns), self._columns, level.neighbours == "plus")
        self.nullity = self._chase.nullity

    def solution(self) -> Presses | None:
        packed = np.packbits(self._needed, axis=1, bitorder="little")
        needed = [int.from_bytes(row.tobytes(), "little") for row in packed]
        first = self._chase.first_row(needed)
        return None if first is None else Presses(self._unpack(self._chase.press_rows(first, needed)[:-1]))

    def null_vectors(self) -> Iterator[Grid]:
        for first in self._chase.null_first_rows():
            yield self._unpack(self._chase.press_rows(first)[:-1])

    left_null_vectors = null_vectors  # A is symmetric

    def _unpack(self, rows: list[int]) -> Grid:
        width = -(-self._columns // 8)
        packed = np.frombuffer(b"".join(row.to_bytes(width, "little") for row in rows), dtype=np.uint8)
        bits = np.unpackbits(packed.reshape(-1, width), axis=1, count=self._columns, bitorder="little")
        return np.ascontiguousarray(bits.T) if self._turned else bits


class ByFrontier:
    """Elimination along the frontier; see `frontier.py`."""

    def __init__(self, level: LightsOut, budget: Budget):
        rows, columns = level.shape
        self._level, self._budget = level, budget
        self._turned = level.buttons is None and columns > rows  # the frontier is as long as a row
        if self._turned:
            self._level = level = level.turned()
        exists = level.cells.ravel() if level.buttons is None else None
        self._frontier = Frontier(system_of(level), budget, exists)
        self.nullity = self._frontier.nullity

    def solution(self) -> Presses | None:
        return Presses(self._grid(self._frontier.solution(), "button_shape")) if self._frontier.solvable else None

    def null_vectors(self) -> Iterator[Grid]:
        return (self._grid(vector, "button_shape") for vector in self._frontier.null_vectors())

    def left_null_vectors(self) -> Iterator[Grid]:
        if self._level.buttons is None:  # A is symmetric
            return self.null_vectors()
        left = Frontier(left_system_of(self._level), self._budget, self._level.cells.ravel())
        return (self._grid(vector, "shape") for vector in left.null_vectors())

    def _grid(self, flat: Array, shape: str) -> Grid:
        grid = flat.reshape(getattr(self._level, shape))
        return np.ascontiguousarray(grid.T) if self._turned else grid


def refutation(level: LightsOut, analysis: Analysis, budget: Budget) -> Grid:
    """A small weight y with A^T y = 0 and y·needed not 0, shape (m, n): why the board has no solution.

    Left null vectors are read until one has y·needed not 0, and some more as long as that is cheap; then the
    combination with the fewest cells is sought, all of them being tried when they are few.
    """
    q, needed = level.states, level.needed.ravel()
    most = max(1, min(64, SMALL_WORK // level.start.size))
    even: list[Array] = []
    odd: list[tuple[Array, int]] = []
    for number, vector in enumerate(analysis.left_null_vectors()):
        if number >= most and odd:
            break
        flat = vector.ravel()
        product = int(np.multiply(flat, needed, dtype=np.int64).sum()) % q if q > 2 else _parity(flat, needed)
        if product:
            odd.append((flat, product))
        elif number < most:
            even.append(flat)
        budget.check()
    witness, value = odd[0]
    for other, product in odd[1:]:  # take off the multiple of the witness that makes the product 0
        factor = (q - product) * pow(value, -1, q) % q
        even.append(((other + factor * witness) % q).astype(np.uint8))
    if not even:
        return witness.reshape(level.shape)
    split = coset.parts(np.array(even, dtype=np.uint8), q)
    cheap = coset.members_to_try(split, q) * level.start.size <= SMALL_WORK * 16
    if not cheap:
        return coset.descend(witness, split, q, hamming=True).reshape(level.shape)
    *_, best = coset.lightest(witness, split, q, budget, hamming=True)
    return best.reshape(level.shape)


def _parity(a: Array, b: Array) -> int:
    """Sum of the products of 0/1 arrays, modulo 2."""
    return int(np.count_nonzero(a & b)) & 1

"""The lightest vector with a given syndrome, by dynamic programming over syndromes.

Where a code has few checks (a small r = N - k), its syndromes q^r are fewer than its members q^k: boards with
many more buttons than lights. Columns are taken one by one; for each syndrome the least weight that reaches it
is kept, and which entry the last column had (the trellis of the code; Wolf 1978).
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from gridproof.limits import Budget

Vector = npt.NDArray[np.uint8]
Matrix = npt.NDArray[np.uint8]


def work(length: int, dimension: int, q: int) -> float:
    """Elementary steps for a coset of N = `length` and k = `dimension`; infinite when far out of reach."""
    return q ** (length - dimension) * length * q if length - dimension < 64 else math.inf


def lightest(start: Vector, basis: Matrix, q: int, hamming: bool, budget: Budget) -> Vector:
    """The lightest member of `start + span(basis)`, basis (k, N) in reduced echelon form."""
    columns, target = _checks(start, basis, q)
    syndromes = q ** (basis.shape[1] - basis.shape[0])
    budget.reserve(len(columns) * syndromes + 16 * syndromes)
    states = np.arange(syndromes)
    least = np.full(syndromes, 1 << 30, dtype=np.int32)
    least[0] = 0
    choices = np.zeros((len(columns), syndromes), dtype=np.uint8)
    for number, column in enumerate(columns):
        budget.check()
        before = least
        least = before.copy()
        for entry in range(1, q):
            came_from = _subtract(states, entry * column % q, q)
            cost = before[came_from] + (1 if hamming else entry)
            better = cost < least
            least = np.where(better, cost, least)
            choices[number, better] = entry
    found = np.zeros(len(columns), dtype=np.uint8)
    state = np.array([target])
    for number in range(len(columns) - 1, -1, -1):
        found[number] = choices[number, state[0]]
        state = _subtract(state, int(found[number]) * columns[number] % q, q)
    return found


def _checks(start: Vector, basis: Matrix, q: int) -> tuple[npt.NDArray[np.int64], int]:
    """Columns of a check matrix H (N, r) with H·basis = 0, and the syndrome H·start as one number in base q."""
    length = basis.shape[1]
    pivots = (basis != 0).argmax(axis=1)
    others = np.setdiff1d(np.arange(length), pivots)
    columns = np.zeros((length, len(others)), dtype=np.int64)
    columns[others, np.arange(len(others))] = 1
    columns[pivots] = (q - basis[:, others].astype(np.int64)) % q
    syndrome = start.astype(np.int64) @ columns % q
    return columns, int((syndrome * q ** np.arange(len(others))).sum())


def _subtract(states: npt.NDArray[np.int64], digits: npt.NDArray[np.int64], q: int) -> npt.NDArray[np.int64]:
    """Each state minus `digits`, digit by digit modulo q."""
    if q == 2:
        return states ^ int((digits << np.arange(len(digits))).sum())
    result = np.zeros_like(states)
    for place, digit in enumerate(digits.tolist()):
        result += (states // q**place - digit) % q * q**place
    return result

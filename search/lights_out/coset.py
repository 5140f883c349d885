"""The lightest member of a coset `start + span(basis)` over GF(q), by enumeration.

The coset splits into independent parts (two basis vectors of the reduced echelon form that share no column, even
through others, never interact), so a board of separate pieces costs the sum, not the product, of its parts. Over
GF(2), columns on which all basis vectors agree are merged: they change together. Each part is then tried member
by member in Gray order, on all workers, or, where that is less work, by its syndromes (`syndrome.py`).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from gridproof.limits import Budget
from gridproof.search.lights_out import syndrome

Vector = npt.NDArray[np.uint8]  # one entry per button, 0..q-1
Matrix = npt.NDArray[np.uint8]
Progress = Callable[[int, int], None]  # members tried so far, members in all
OPERATIONS_PER_SLICE = 1 << 25  # elementary steps of a kernel in about 50 ms


@dataclass(frozen=True, slots=True)
class Part:
    """An independent part of the coset: `basis` is nonzero only on `columns`."""

    columns: npt.NDArray[np.int64]
    basis: Matrix


def reduced(basis: Matrix, q: int) -> Matrix:
    """Reduced row echelon form of independent rows, shape (k, N)."""
    basis = basis.copy()
    for row in range(len(basis)):
        column = int((basis[row] != 0).argmax())
        if q > 2:
            basis[row] = basis[row] * pow(int(basis[row, column]), -1, q) % q
        for other in np.flatnonzero(basis[:, column]):
            if other != row and q == 2:
                basis[other] ^= basis[row]
            elif other != row:
                basis[other] = (basis[other] + (q - basis[other, column]) * basis[row]) % q
    return basis


def parts(basis: Matrix, q: int) -> list[Part]:
    """The independent parts: connected components of rows and columns in the reduced echelon form."""
    rows = reduced(basis, q)
    found: list[Part] = []
    left = set(range(len(rows)))
    while left:
        group, columns = {left.pop()}, np.zeros(rows.shape[1], dtype=np.bool_)
        columns |= rows[list(group)].any(axis=0)
        while touching := [row for row in left if (rows[row].astype(np.bool_) & columns).any()]:
            group.update(touching)
            left.difference_update(touching)
            columns |= rows[touching].any(axis=0)
        indices = np.flatnonzero(columns)
        found.append(Part(indices, np.ascontiguousarray(rows[sorted(group)][:, indices])))
    return found


def _by_syndromes(part: Part, q: int) -> bool:
    """Whether dynamic programming over syndromes is less work than trying every member."""
    return _syndrome_work(part, q) < _member_work(part, q)


def _syndrome_work(part: Part, q: int) -> float:
    return syndrome.work(len(part.columns), len(part.basis), q)


def _member_work(part: Part, q: int) -> int:
    return int(q ** len(part.basis))


def members_to_try(split: list[Part], q: int) -> int:
    """How many members (or states of the dynamic program) a search of all parts visits."""
    return sum(int(min(_syndrome_work(part, q), _member_work(part, q))) for part in split)


def lightest(
    start: Vector,
    split: list[Part],
    q: int,
    budget: Budget,
    hamming: bool = False,
    progress: Progress | None = None,
) -> Iterator[Vector]:
    """Yield ever lighter members of the coset; the last one is proven to be the lightest.

    Weight is the sum of the entries, or with `hamming` the number of entries that are not 0. Raises LimitReached
    when the budget ends first: what was yielded by then is the best so far.
    """
    current = descend(start, split, q, hamming)
    yield current
    done, total = 0, members_to_try(split, q)
    for part in sorted(split, key=lambda part: len(part.basis)):
        local = np.ascontiguousarray(current[part.columns])
        if _by_syndromes(part, q):
            best = syndrome.lightest(local, part.basis, q, hamming, budget)
            if _weight(best, hamming) < _weight(local, hamming):
                current = current.copy()
                current[part.columns] = best
                yield current
            continue
        for better, tried in _search(local, part.basis, q, hamming, budget):
            if progress is not None:
                progress(done + tried, total)
            if better is not None:
                current = current.copy()
                current[part.columns] = better
                yield current
        done += q ** len(part.basis)


def descend(start: Vector, split: list[Part], q: int, hamming: bool = False) -> Vector:
    """A member that no single multiple of a reduced basis vector makes lighter."""
    current = start.copy()
    for part in split:
        local = current[part.columns]
        improved = True
        while improved:
            improved = False
            for vector in part.basis:
                for _ in range(q - 1):
                    changed = (local + vector) % q
                    lighter = _weight(changed, hamming) < _weight(local, hamming)
                    local, improved = (changed, True) if lighter else (local, improved)
        current[part.columns] = local
    return current


def _weight(vector: Vector, hamming: bool) -> int:
    return int(np.count_nonzero(vector)) if hamming else int(vector.sum(dtype=np.int64))


def _search(
    start: Vector, basis: Matrix, q: int, hamming: bool, budget: Budget
) -> Iterator[tuple[Vector | None, int]]:
    """Try all members of one part; yields (a lighter member or None, members tried so far)."""
    task = _BitTask(start, basis) if q == 2 else _DigitTask(start, basis, q, hamming)
    best = _weight(start, hamming)
    steps = max(1, OPERATIONS_PER_SLICE // task.cost)
    begins = iter(range(0, task.steps, steps))
    tried = 0
    with ThreadPoolExecutor(budget.workers) as pool:
        running: set[Future[tuple[int, Any]]] = set()
        try:
            while True:
                while len(running) < 2 * budget.workers and (begin := next(begins, None)) is not None:
                    running.add(pool.submit(task.run, begin, min(begin + steps, task.steps), best))
                if not running:
                    return
                finished, running = wait(running, timeout=0.1, return_when=FIRST_COMPLETED)
                budget.check()
                for future in finished:
                    weight, where = future.result()
                    tried += steps * task.members_per_step
                    better = None
                    if weight < best:
                        best, better = weight, task.member(where)
                    yield better, min(tried, task.steps * task.members_per_step)
        finally:
            for future in running:
                future.cancel()


class _BitTask:
    """Enumeration over GF(2), on merged columns packed into words."""

    def __init__(self, start: Vector, basis: Matrix):
        from gridproof.search.lights_out import coset_kernel as kernel

        self._kernel, self._start, self._basis = kernel, start, basis
        self._fixed, first, columns = _merge(start, basis)
        lanes = min(kernel.LANE_BITS, len(basis))
        words = -(-max(1, len(first)) // (64 * kernel.UNROLLED)) * kernel.UNROLLED
        packed = _pack(np.vstack((first[None, :], columns)), words)
        low, high = packed[1 : lanes + 1], packed[lanes + 1 :]
        table = np.zeros((kernel.LANES, words), dtype=np.uint64)
        for i in range(lanes):  # with fewer than LANE_BITS vectors the lanes repeat, which does no harm
            table[np.arange(kernel.LANES) >> i & 1 == 1] ^= low[i]
        self._lanes = lanes
        self._first, self._high = packed[0].copy(), high.reshape(-1, words).copy()
        self._table = np.ascontiguousarray(table.T)
        self.steps = 1 << len(self._high)
        self.members_per_step = 1 << lanes
        self.cost = words * kernel.LANES

    def run(self, begin: int, end: int, bound: int) -> tuple[int, Any]:
        best = np.array([max(0, bound - self._fixed), 0, 0], dtype=np.uint64)
        scratch = np.zeros(self._kernel.LANES, dtype=np.uint64)
        self._kernel.lightest_bits(
            self._first, self._high, self._table, np.uint64(begin), np.uint64(end), scratch, best
        )
        return int(best[0]) + self._fixed, (int(best[1]), int(best[2]))

    def member(self, where: tuple[int, int]) -> Vector:
        step, lane = where
        gray = step ^ step >> 1
        chosen = [lane >> i & 1 for i in range(self._lanes)] + [gray >> i & 1 for i in range(len(self._high))]
        return (self._start + np.array(chosen, dtype=np.uint8) @ self._basis) % 2


class _DigitTask:
    """Enumeration over GF(q), entry by entry."""

    def __init__(self, start: Vector, basis: Matrix, q: int, hamming: bool):
        from gridproof.search.lights_out import coset_kernel as kernel

        self._kernel, self._start, self._basis, self._q, self._hamming = kernel, start, basis, q, hamming
        self.steps = q ** len(basis)
        self.members_per_step = 1
        self.cost = max(1, len(start) // 4)

    def run(self, begin: int, end: int, bound: int) -> tuple[int, Any]:
        best = np.array([bound, 0], dtype=np.int64)
        self._kernel.lightest_digits(self._start, self._basis, self._q, self._hamming, begin, end, best)
        return int(best[0]), int(best[1])

    def member(self, where: int) -> Vector:
        q = self._q
        digits = [where // q**i % q for i in range(len(self._basis) + 1)]
        gray = np.array([(a - b) % q for a, b in itertools.pairwise(digits)], dtype=np.int64)
        return ((self._start + gray @ self._basis.astype(np.int64)) % q).astype(np.uint8)


def _merge(start: Vector, basis: Matrix) -> tuple[int, Vector, Matrix]:
    """Merge columns that change together: (constant weight, start bits, basis) on the columns that matter.

    In a group of equal basis columns with `on` bits set and `off` clear in `start`, flipping changes the weight
    from `on` to `off`: min(on, off) is constant, and |on - off| copies of one bit, set where on > off, remain.
    """
    numbers = np.zeros(basis.shape[1], dtype=np.int64)  # a column as a number: the kernel's counter has 64 bits, too
    for i, row in enumerate(basis):
        numbers |= row.astype(np.int64) << i
    if len(basis) <= 16:  # few enough numbers to need no sorting
        distinct, group = np.arange(1 << len(basis)), numbers
    else:
        distinct, group = np.unique(numbers, return_inverse=True)
    columns = (distinct >> np.arange(len(basis))[:, None] & 1).astype(np.uint8)
    on = np.bincount(group, weights=start, minlength=columns.shape[1]).astype(np.int64)
    off = np.bincount(group, minlength=columns.shape[1]) - on
    copies = np.abs(on - off)
    first = np.repeat((on > off).astype(np.uint8), copies)
    return int(np.minimum(on, off).sum()), first, np.repeat(columns, copies, axis=1)


def _pack(bits: Matrix, words: int) -> npt.NDArray[np.uint64]:
    """Rows of 0/1 entries as rows of `words` uint64."""
    padded = np.zeros((bits.shape[0], words * 64), dtype=np.uint8)
    padded[:, : bits.shape[1]] = bits
    return np.packbits(padded, axis=1, bitorder="little").view(np.uint64)


def bits_of_work(split: list[Part], q: int) -> float:
    """log2 of the number of members to try; 0 when there is nothing to choose."""
    return math.log2(max(1, members_to_try(split, q)))

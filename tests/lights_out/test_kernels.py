"""Kernels and fast methods against their plain twins."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from gridproof.levels.lights_out.linear import least_weight, polynomial_nullity, solve_plainly
from gridproof.limits import Budget, Limits
from gridproof.models.lights_out.gf2 import ListSystem, RowSystem
from gridproof.models.lights_out.system import has_rows
from gridproof.search.lights_out import coset, syndrome
from gridproof.search.lights_out.analysis import ByFrontier, ByPolynomials, analyse
from gridproof.search.lights_out.nullity import nullities
from gridproof.search.lights_out.polynomials import divide, gcd_and_cofactor, multiply
from tests.lights_out.boards import random_boards


def test_frontier_polynomials_and_galois_equal_plain_elimination() -> None:
    by_polynomials = by_rows = 0
    for level in random_boards(seed=3, count=1_500):
        plain, basis = solve_plainly(level)
        methods = [ByFrontier(level, Budget()), analyse(level, Budget()), ListSystem(level)]
        by_polynomials += isinstance(methods[1], ByPolynomials)
        if has_rows(level):
            by_rows += 1
            methods.append(RowSystem(level))
        for method in methods:
            assert method.nullity == len(basis), (type(method), level.to_text())
            assert (method.solution() is None) == (plain is None), (type(method), level.to_text())
            vectors = [vector.ravel() for vector in method.null_vectors()]
            assert len(vectors) == len(basis)
            assert all(not level.effect(vector.reshape(level.button_shape)).any() for vector in vectors)
            if vectors:
                assert len(coset.reduced(np.array(vectors), level.states)) == len(basis)
    assert by_polynomials > 50
    assert by_rows > 100


@pytest.mark.parametrize("q", [2, 3, 5])
@pytest.mark.parametrize("hamming", [False, True])
def test_lightest_member_equals_trying_all(q: int, hamming: bool) -> None:
    rng = np.random.default_rng(q)
    by_syndromes = 0
    for _ in range(100):
        dimension = int(rng.integers(1, {2: 12, 3: 7, 5: 6}[q]))
        length = dimension + int(rng.choice([1, 2, 8, 20]))  # short ones go by syndromes
        basis = _independent(rng, length, dimension, q)
        if not len(basis):
            continue
        start = rng.integers(0, q, length).astype(np.uint8)
        split = coset.parts(basis, q)
        by_syndromes += coset.members_to_try(split, q) < sum(q ** len(part.basis) for part in split)
        *_, best = coset.lightest(start, split, q, Budget(Limits(workers=1)), hamming)
        combinations = itertools.product(range(q), repeat=len(basis))
        members = [(start + np.array(c) @ basis.astype(np.int64)) % q for c in combinations]
        weights = [int(np.count_nonzero(m) if hamming else m.sum()) for m in members]
        assert int(np.count_nonzero(best) if hamming else best.sum()) == min(weights)
        assert any(np.array_equal(best, member) for member in members)
        if not hamming:
            assert least_weight(start, list(basis), q) == min(weights)
        for part in split:
            local = start[part.columns]
            if q ** (len(part.columns) - len(part.basis)) > 5_000:
                continue
            other = syndrome.lightest(local, part.basis, q, hamming, Budget())
            *_, same = coset.lightest(start, [part], q, Budget(Limits(workers=1)), hamming)
            weigh = np.count_nonzero if hamming else np.sum
            assert weigh(other) == weigh(same[part.columns])
    assert 0 < by_syndromes < 100


def test_large_codes_use_several_slices_and_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coset, "OPERATIONS_PER_SLICE", 1 << 12)
    rng = np.random.default_rng(1)
    basis = _independent(rng, 300, 14, 2)
    start = rng.integers(0, 2, 300).astype(np.uint8)
    *_, best = coset.lightest(start, coset.parts(basis, 2), 2, Budget(Limits(workers=2)))
    assert int(best.sum()) == least_weight(start, list(basis), 2)


def test_polynomial_arithmetic() -> None:
    rng = np.random.default_rng(0)
    for _ in range(500):
        a, b, c = (int(rng.integers(1, 1 << 40)) for _ in range(3))
        quotient, remainder = divide(a, b)
        assert multiply(quotient, b) ^ remainder == a
        assert remainder.bit_length() < b.bit_length()
        divisor, cofactor = gcd_and_cofactor(multiply(a, c), multiply(b, c))
        assert divide(multiply(a, c), divisor)[1] == divide(multiply(b, c), divisor)[1] == 0
        assert divide(divisor, c)[1] == 0
        assert divide(multiply(cofactor, multiply(a, c)) ^ divisor, multiply(b, c))[1] == 0


def test_nullities_of_many_squares() -> None:
    table = nullities(130)
    assert table[1:].tolist() == [polynomial_nullity(n, n) for n in range(1, 131)]


def _independent(rng: np.random.Generator, length: int, dimension: int, q: int) -> np.ndarray:
    """Random independent rows, some of them sparse, so that the coset splits into parts."""
    rows: list[np.ndarray] = []
    density = rng.choice([0.2, 0.8])
    for _ in range(dimension):
        vector = (rng.integers(0, q, length) * (rng.random(length) < density)).astype(np.uint8)
        rest = vector.astype(np.int64)
        for row in rows:
            pivot = int(np.flatnonzero(row)[0])
            rest = (rest - rest[pivot] * pow(int(row[pivot]), -1, q) * row) % q
        if rest.any():
            pivot = int(np.flatnonzero(rest)[0])
            rows = [(r - r[pivot] * pow(int(rest[pivot]), -1, q) * rest) % q for r in rows]
            rows.append(rest)
    return np.array(rows, dtype=np.uint8).reshape(len(rows), length)

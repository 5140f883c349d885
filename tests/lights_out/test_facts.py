"""Known facts: recomputed here by plain elimination where it can, compared with the public tables where they are."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from gridproof.levels.lights_out.level import LightsOut
from gridproof.levels.lights_out.linear import solve_plainly
from gridproof.limits import Budget
from gridproof.search.lights_out.analysis import analyse
from gridproof.search.lights_out.frontier import Frontier, system_of
from gridproof.search.lights_out.nullity import nullities
from gridproof.solver import solve


def board(rows: int, columns: int, lit: int = 0, **rules: object) -> LightsOut:
    start = np.full((rows, columns), lit, dtype=np.uint8)
    return LightsOut(start, np.zeros_like(start), np.ones_like(start, dtype=np.bool_), **rules)  # type: ignore[arg-type]


def test_all_lights_on_is_always_solvable() -> None:
    """Sutner 1989; fewest presses for squares: OEIS A075464."""
    fewest = [solve(board(n, n, lit=1)).cost for n in range(1, 11)]
    assert fewest == [1, 4, 5, 4, 15, 28, 33, 40, 25, 44]
    for rows, columns in ((1, 7), (4, 9), (30, 11), (3, 50)):
        assert solve(board(rows, columns, lit=1), engines=["gf2"]).status == "solved"


def test_5x5_boards_by_fewest_presses() -> None:
    """All 2^23 solvable boards: the lightest of four press patterns each, counted over all 2^25 patterns."""
    _, basis = solve_plainly(board(5, 5))
    masks = [int("".join(map(str, vector.tolist())), 2) for vector in basis]
    shifts = [0, masks[0], masks[1], masks[0] ^ masks[1]]
    counted: Counter[int] = Counter()
    for begin in range(0, 1 << 25, 1 << 21):
        patterns = np.arange(begin, begin + (1 << 21), dtype=np.uint32)
        least = np.min([np.bitwise_count(patterns ^ np.uint32(shift)) for shift in shifts], axis=0)
        counted.update(dict(enumerate(np.bincount(least).tolist())))
    expected = [1, 25, 300, 2300, 12650, 53130, 176176, 467104, 982335, 1596279]
    expected += [1935294, 1684446, 1004934, 383670, 82614, 7350]
    assert [counted[weight] // 4 for weight in range(16)] == expected
    assert sum(expected) == 1 << 23
    rng = np.random.default_rng(4)
    for _ in range(100):  # and `fewest` finds for single boards what the count says for all
        pattern = rng.integers(0, 1 << 25)
        presses = np.array([int(bit) for bit in f"{pattern:025b}"], dtype=np.uint8).reshape(5, 5)
        level = board(5, 5)
        lit = LightsOut(level.effect(presses), level.target, level.cells)
        assert solve(lit).cost == min((int(pattern) ^ shift).bit_count() for shift in shifts)


@pytest.mark.parametrize(
    ("neighbours", "expected"),
    [
        ("king", [0, 3, 0, 0, 9, 0, 0, 15, 0, 0, 21]),
        ("diagonal", [0, 2, 0, 4, 4, 0, 0, 2, 8, 0]),
    ],
)
def test_nullities_of_other_neighbourhoods(neighbours: str, expected: list[int]) -> None:
    found = [analyse(board(n, n, neighbours=neighbours), Budget()).nullity for n in range(1, len(expected) + 1)]
    assert found == expected


@pytest.mark.parametrize(
    ("rows", "columns", "largest"), [(4, 4, 7), (5, 5, 15), (3, 5, 8), (5, 7, 18), (6, 8, 22), (9, 9, 37)]
)
def test_no_board_takes_more_presses(rows: int, columns: int, largest: int) -> None:
    """The covering radius of the quiet patterns; random boards stay below it, and small ones reach it."""
    rng = np.random.default_rng(rows * columns)
    worst = 0
    for _ in range(40):
        level = board(rows, columns)
        presses = rng.integers(0, 2, (rows, columns), dtype=np.uint8)
        cost = solve(LightsOut(level.effect(presses), level.target, level.cells), workers=1).cost
        assert cost is not None
        worst = max(worst, cost)
    assert worst <= largest
    assert worst >= largest // 2


def test_cubes() -> None:
    """The surface of an n x n x n cube: nullity for n = 2, 3 with two and three states."""
    for n, q, expected in ((2, 2, 8), (3, 2, 6), (2, 3, 6), (3, 3, 4), (4, 2, 0)):
        level = cube(n, q)
        assert Frontier(system_of(level), Budget()).nullity == expected
        assert len(solve_plainly(level)[1]) == expected


def cube(n: int, q: int) -> LightsOut:
    """Faces in a column, 6n x n cells, adjacent across edges; a press changes a cell and its four neighbours."""
    places: dict[tuple[float, float, float], int] = {}
    half = (n - 1) / 2
    for axis in range(3):
        for side in (-1, 1):
            for a in range(n):
                for b in range(n):
                    point = [0.0, 0.0, 0.0]
                    point[axis] = side * (half + 0.5)
                    point[(axis + 1) % 3], point[(axis + 2) % 3] = a - half, b - half
                    places[(point[0], point[1], point[2])] = len(places)
    points = list(places)
    # centres of neighbouring stickers are at most 1 apart: exactly 1 on a face, sqrt(1/2) across an edge
    buttons = tuple(
        tuple(j for j, other in enumerate(points) if sum((x - y) ** 2 for x, y in zip(p, other, strict=True)) < 1.01)
        for p in points
    )
    start = np.zeros((6 * n, n), dtype=np.uint8)
    return LightsOut(start, start, np.ones_like(start, dtype=np.bool_), q, buttons=buttons)


def test_the_table_of_nullities(shared: Path) -> None:
    lines = (shared / "data" / "lights_out_nullity_n1000.txt").read_text().splitlines()
    table = dict(tuple(map(int, line.split())) for line in lines if line and not line.startswith("#"))
    assert len(table) == 1000
    assert nullities(1000)[1:].tolist() == [table[n] for n in range(1, 1001)]


def test_the_nullities_of_variants(shared: Path) -> None:
    table = json.loads((shared / "data" / "lights_out_variant_nullities.json").read_text())
    for q in (2, 3, 5, 7):
        found = [analyse(board(n, n, states=q), Budget()).nullity for n in range(1, 15)]
        assert found == table[f"plus mod {q} n=1..14"]
    found = [analyse(board(n, n, states=3, torus=True), Budget()).nullity for n in range(3, 11)]
    assert found == table["plus torus mod 3 n=3..10"]
    assert analyse(board(4, 4, torus=True), Budget()).nullity == table["mini 4x4 torus"]

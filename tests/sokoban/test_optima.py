"""Published optima of the corpora: met, never beaten, never missed. A sample here, all of them behind `slow`."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import pytest

from gridproof.levels.base import Level
from gridproof.loader import load_all
from gridproof.solver import solve
from tests.conftest import SHARED

TABLE = SHARED / "data" / "sokoban_pushes.csv"
# where closed states have to be opened again (138, 134, 143), boxes in sealed rooms, a start that is nearly solved
SAMPLE = {
    "microban_1.txt": (1, 2, 20, 36, 58, 74, 78, 98, 122, 134, 138, 143, 154),
    "microban_2.txt": (1, 5, 33, 60, 88, 110),
    "ots_mini_cosmos.sok": (1, 12, 20, 40),
    "ots_pico_cosmos.sok": (1, 4),
    "xsokoban_90.xsb": (1, 78, 80, 83),
}
# more than a minute, or more than the memory of a small machine
HARD = {("microban_1.txt", 93), ("xsokoban_90.xsb", 48)}


@cache
def corpus(name: str) -> list[Level]:
    return load_all(str(SHARED / "levels" / "sokoban" / name))


def rows() -> list[tuple[str, int, int | None, int]]:
    """(file, level, optimum or None, best known) of every row that says one of them."""
    if not TABLE.exists():
        return []
    with TABLE.open() as file:
        return [
            (row["file"], int(row["level"]), int(row["optimal"]) if row["optimal"] else None, int(best))
            for row in csv.DictReader(file)
            if (best := row["optimal"] or row["best_known"])
        ]


def test_sample(shared: Path) -> None:
    count = 0
    for name, number, optimum, _ in rows():
        if optimum is not None and number in SAMPLE.get(name, ()):
            answer = solve(corpus(name)[number - 1], memory_limit=2000)
            assert (answer.cost, answer.optimal) == (optimum, True), (name, number)
            count += 1
    assert count > 20


@pytest.mark.slow
def test_every_known_optimum(shared: Path) -> None:
    missed = []
    for name, number, optimum, best in rows():
        answer = solve(corpus(name)[number - 1], time_limit=60 if optimum is not None else 2, memory_limit=5000)
        assert answer.status != "unsolvable", (name, number)
        assert answer.lower_bound is not None
        assert answer.lower_bound <= best, (name, number)
        if optimum is not None and answer.optimal:
            assert answer.cost == optimum, (name, number)
        elif optimum is not None:
            missed.append((name, number))
    assert set(missed) <= HARD, missed

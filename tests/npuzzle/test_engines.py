"""Every engine against every other and against exhaustion, and known optima."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from gridproof.crosschecking.compare import Comparison, crosscheck
from gridproof.crosschecking.row import SKIPPED, Row
from gridproof.levels.npuzzle.level import NPuzzle
from gridproof.loader import load, parse
from gridproof.registry import puzzle
from gridproof.search.reference import breadth_first
from gridproof.solver import solve
from gridproof.verifier import verify
from tests.npuzzle.boards import random_boards

SEARCHES = ("counting", "quick", "manhattan", "conflict", "database", "astar", "bfs")


@pytest.mark.parametrize("seed", range(3))
def test_engines_agree_with_exhaustion(seed: int) -> None:
    decided: Counter[tuple[str, str]] = Counter()
    for level in random_boards(seed, 150, most_cells=8):
        cost, _ = breadth_first(level)
        result = crosscheck(level, engines=SEARCHES, workers=1 + seed % 2)
        assert not result.contradictions, (result.contradictions, level.to_text())
        for name, answer in rows_of(result).items():
            decided[name, answer.status] += 1
            if name == "quick":
                assert answer.cost is not None
            elif cost is None:
                assert answer.status == "unsolvable", (name, level.to_text())
            elif name != "counting":
                assert (answer.cost, answer.lower_bound) == (cost, cost), (name, level.to_text())
    for name in ("counting", "astar", "bfs"):
        assert decided[name, "unsolvable"] > 15
    for name in SEARCHES:
        assert decided[name, "solved"] > 10, name


def rows_of(result: Comparison) -> dict[str, Row]:
    """The rows of the engines that apply, by name."""
    return {row.engine: row for row in result.rows if row.status != SKIPPED}


def test_engines_agree_on_boards_of_9_and_10_cells() -> None:
    decided: Counter[str] = Counter()
    for level in random_boards(11, 110):
        if level.cells >= 9:
            result = crosscheck(level, engines=SEARCHES)
            assert not result.contradictions, (result.contradictions, level.to_text())
            optima = {a.cost for name, a in rows_of(result).items() if name not in ("counting", "quick")}
            assert len(optima) == 1, level.to_text()
            decided.update(list(rows_of(result)))
    assert min(decided[name] for name in SEARCHES) >= 2


def test_bounded_horizons_agree_with_exhaustion() -> None:
    decided: Counter[str] = Counter()
    for level in random_boards(21, 60, most_cells=6):
        cost, _ = breadth_first(level)
        if cost is not None and cost > 14:
            continue
        result = crosscheck(level, engines=["sat", "cpsat"]) if cost is not None else None
        if result is None:
            for name in ("sat", "cpsat"):
                assert puzzle("npuzzle").engine(name).load().applies(level, "moves")
            continue
        assert not result.contradictions, level.to_text()
        for name, answer in rows_of(result).items():
            assert (answer.cost, answer.optimal) == (cost, True), (name, level.to_text())
            decided[name] += 1
    assert min(decided["sat"], decided["cpsat"]) > 15


@pytest.mark.parametrize("engine", ["sat"])
def test_a_horizon_proves_out_of_bound(engine: str) -> None:
    level = parse("1 2 3\n7 4 5\n0 8 6\n", puzzle="npuzzle")
    cost, _ = breadth_first(level)
    assert cost is not None
    assert solve(level, engines=[engine], max_cost=cost - 1).status == "out-of-bound"
    assert solve(level, engines=[engine], max_cost=cost).cost == cost


def korf(shared: Path) -> list[tuple[tuple[int, ...], int]]:
    lines = (shared / "data" / "korf_100_15puzzle.csv").read_text().splitlines()
    rows = csv.DictReader(line for line in lines if not line.startswith("#"))
    return [(tuple(map(int, row["instance"].split())), int(row["optimal"])) for row in rows]


def blank_last(numbers: tuple[int, ...]) -> NPuzzle:
    """The board turned by 180 degrees and renamed, so that the goal has its blank last."""
    return NPuzzle(4, 4, tuple((16 - n) % 16 for n in numbers[::-1]), (*range(1, 16), 0))


def test_korf_100(shared: Path) -> None:
    for index, (numbers, optimum) in enumerate(korf(shared)):
        level = NPuzzle(4, 4, numbers, tuple(range(16))) if index % 2 else blank_last(numbers)
        answer = solve(level)
        assert (answer.cost, answer.optimal) == (optimum, True), index + 1


@pytest.mark.slow
def test_korf_100_the_other_way_round(shared: Path) -> None:
    for index, (numbers, optimum) in enumerate(korf(shared)):
        level = blank_last(numbers) if index % 2 else NPuzzle(4, 4, numbers, tuple(range(16)))
        for engines in (["database"], ["conflict"]):
            answer = solve(level, engines=engines)
            assert (answer.cost, answer.optimal) == (optimum, True), index + 1


def test_korf_by_another_heuristic(shared: Path) -> None:
    """Manhattan and linear conflict share no table with the databases."""
    for numbers, optimum in [pair for pair in korf(shared) if pair[1] <= 47][:6]:
        for engine in ("manhattan", "conflict"):
            assert solve(NPuzzle(4, 4, numbers, tuple(range(16))), engines=[engine]).cost == optimum


def hard(shared: Path) -> list[tuple[NPuzzle, int, str]]:
    lines = (shared / "data" / "hard_small.csv").read_text().splitlines()
    boards = []
    for row in csv.DictReader(line for line in lines if not line.startswith("#")):
        rows, columns = (int(part) for part in row["puzzle"].split()[0].split("x"))
        if "wide" in row["puzzle"]:
            rows, columns = columns, rows  # these rows give the width first
        start = tuple(map(int, row["instance"].split()))
        first = row["goal"].startswith("0")
        goal = tuple(range(len(start))) if first else (*range(1, len(start)), 0)
        boards.append((NPuzzle(rows, columns, start, goal), int(row["optimal"]), row["verified"]))
    return boards


def test_hard_small_boards(shared: Path) -> None:
    checked = 0
    for level, optimum, verified in hard(shared):
        if verified == "bfs":
            assert solve(level).cost == optimum
            for engine in ("astar", "bfs", "manhattan"):
                assert solve(level, engines=[engine]).cost == optimum
            checked += 1
    assert checked == 5


@pytest.mark.slow
def test_hard_boards_that_take_a_while(shared: Path) -> None:
    for level, optimum, verified in hard(shared):
        if verified == "ida" or level.cells in (14, 15):
            answer = solve(level)
            assert (answer.cost, answer.optimal) == (optimum, True), level.to_text()


def test_equal_tiles_and_several_blanks_of_the_collection() -> None:
    for name in ("fifteen/equal-tiles", "fifteen/two-blanks", "fifteen/in-one-line"):
        level = load(name)
        answer = solve(level)
        assert answer.optimal
        assert verify(level, answer).ok
        if level.cells <= 5 or level.blanks == 1:
            assert answer.cost == breadth_first(level)[0]


def test_quick_solutions_of_large_boards() -> None:
    from gridproof.levels.npuzzle.generate import random_board

    for shape in ((2, 2), (2, 9), (4, 4), (5, 5), (7, 4), (10, 10)):
        level = random_board(*shape, seed=3, index=0)
        answer = solve(level, any_solution=True)
        assert answer.status == "solved"
        assert verify(level, answer).ok
        assert answer.certificates[0].kind in ("manhattan", "linear-conflict")


def test_quick_solutions_of_boards_of_any_kind() -> None:
    from gridproof.levels.npuzzle.facts import solvable

    for level in random_boards(31, 300, least_side=2):
        answer = solve(level, any_solution=True)
        assert (answer.cost is not None) == solvable(level), level.to_text()


def test_limits_end_in_bounds() -> None:
    from gridproof.levels.npuzzle.facts import solvable

    numbers = list(range(24, -1, -1))
    numbers[0], numbers[1] = numbers[1], numbers[0]
    level = NPuzzle(5, 5, tuple(numbers), tuple(range(25)))
    if not solvable(level):
        numbers[2], numbers[3] = numbers[3], numbers[2]
        level = NPuzzle(5, 5, tuple(numbers), tuple(range(25)))
    answer = solve(level, engines=["manhattan"], time_limit=0.5)
    assert answer.status == "unknown"
    assert answer.reason == "the time limit was reached" or answer.reason == "time"
    assert answer.lower_bound is not None
    assert answer.lower_bound >= 65
    answer = solve(load("fifteen/fifteen-80-moves"), engines=["astar"], memory_limit=1)
    assert (answer.status, answer.reason) == ("unknown", "memory")


def test_node_counts_do_not_depend_on_timing() -> None:
    numbers = (14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3)
    level = NPuzzle(4, 4, numbers, tuple(range(16)))
    counts = {solve(level, engines=["conflict"], workers=2).engines[0].nodes for _ in range(3)}
    assert len(counts) == 1

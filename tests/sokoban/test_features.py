"""The finder of any solution: what it finds is replayed, and where it ends without one there is none."""

from __future__ import annotations

import contextlib
import math
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gridproof.errors import LimitReached
from gridproof.ledger import Ledger
from gridproof.levels.sokoban.level import Sokoban
from gridproof.limits import Budget, Limits
from gridproof.loader import load_all
from gridproof.search.reference import breadth_first
from gridproof.search.sokoban import features, packing_kernel
from gridproof.search.sokoban.board import make_board
from gridproof.solver import solve
from gridproof.verifier import verify
from tests.sokoban.boards import level_of, pulled_levels, random_levels

MEMORY = Limits(memory=1500)


def find(level: Sokoban, fixed_order: bool = False, **prunings: Any) -> str | None:
    """The solution that one finder comes to, None when it has seen everything."""
    finder = features.Finder(level, make_board(level), Budget(MEMORY), fixed_order, **prunings)
    while not finder.ended:
        if (solution := finder.slice()) is not None:
            return solution
    assert finder.exhausted
    return None


@cache
def judged(seed: int, count: int) -> list[tuple[Sokoban, int | None]]:
    """Levels that need a search, with the fewest pushes by the reference (None: no solution)."""
    found = []
    for level in random_levels(seed, count, 4):
        if features.settle("test", level, Ledger(level, "pushes"), Budget()):
            continue
        with contextlib.suppress(ValueError):  # too many states for the reference
            found.append((level, breadth_first(level, "pushes", max_states=3_000)[0]))
    return found


NO_PAIRS = np.zeros((0, 1), dtype=np.uint8)


@pytest.mark.parametrize("fixed_order", [False, True])
@pytest.mark.parametrize("prunings", [{}, {"corral": False}, {"pairs": NO_PAIRS, "corral": False}])
def test_solvable_or_not_as_the_reference_says(fixed_order: bool, prunings: dict[str, Any]) -> None:
    solved = refuted = 0
    for level, best in judged(71, 500):
        solution = find(level, fixed_order, **prunings)
        assert (solution is None) == (best is None), level.to_text()
        if solution is None:
            refuted += 1
        else:
            level.replay(solution)
            assert best is not None
            assert level.cost(solution, "pushes") >= best, level.to_text()
            solved += 1
    assert solved > 30
    assert refuted > 10


def test_unsolvable_levels_are_verified() -> None:
    refuted = [level for level, best in judged(71, 500) if best is None]
    for level in refuted:
        answer = solve(level, engines=["features"], any_solution=True, memory_limit=1500)
        assert answer.status == "unsolvable", level.to_text()
        assert verify(level, answer).ok, level.to_text()


def test_levels_made_by_pulling_are_solved() -> None:
    count = 0
    for level in pulled_levels(72, 150):
        for metric in level.metrics:
            ledger = Ledger(level, metric, any_solution=True)
            features.run(level, ledger, Budget(MEMORY))
            assert ledger.cost is not None, level.to_text()
            assert ledger.lower_bound <= ledger.cost
            level.replay(ledger.solution)
        count += 1
    assert count > 60


def test_learned_deadlocks_are_deadlocks() -> None:
    """A pattern alone on the board, the player where it says, has no solution while a goal is kept for each box."""
    checked = 0
    for level in random_levels(73, 700, 4, roomy=True):
        ledger = Ledger(level, "pushes")
        if features.settle("test", level, ledger, Budget()):
            continue
        board = make_board(level)
        finder = features.Finder(level, board, Budget(MEMORY), corral=False)
        while not finder.ended and finder.slice() is None:
            pass
        for p in range(min(5, int(finder.counters[2]))):
            row = finder.patterns[p]
            boxes = {int(board.squares[x]) for x in row[1 : row[0] + 1]}
            players = [x for x in range(len(board.squares)) if int(finder.areas[p, x // 64]) >> (x % 64) & 1]
            player = int(board.squares[players[0]])
            fixed = set(level.boxes) - set(board.squares[board.boxes].tolist())
            cells = list(level.cells)
            for square, cell in enumerate(cells):
                goal = square in level.goals
                if cell == "#" or square in fixed:
                    cells[square] = "#"
                elif square in boxes:
                    cells[square] = "*" if goal else "$"
                elif square == player:
                    cells[square] = "+" if goal else "@"
                else:
                    cells[square] = "." if goal else " "
            text, width = "".join(cells), level.stride
            alone = level_of(*(text[i : i + width] for i in range(0, len(text), width)))
            assert breadth_first(alone, "pushes", max_states=100_000)[0] is None, alone.to_text()
            checked += 1
    assert checked > 20


def packed(finder: features.Finder, full: set[int]) -> set[int]:
    """Which of the full goals are packed, by their numbers."""
    board, m = finder.board, len(finder.board.goals)
    flags = np.array([j in full for j in range(m)], dtype=np.uint8)
    result, layer = np.zeros(m, dtype=np.uint8), np.zeros(m, dtype=np.int16)
    packing_kernel.peel(
        board.nb, board.live, board.goals, finder.goal_number, finder.sources, finder.parks, finder.seeds,
        finder.loose, flags, result, layer, finder.stamps, finder.state_mark, finder.squares, finder.wide,
        finder.stack,
    )  # fmt: skip
    return set(np.flatnonzero(result).tolist())


def test_an_alley_of_goals_is_packed_from_its_end() -> None:
    level = level_of(
        "#############",
        "#       #####",
        "# $ $ $  ...#",
        "#@      #####",
        "#############",
    )
    finder = features.Finder(level, make_board(level), Budget(MEMORY), fixed_order=True)
    front, middle, end = (
        int(finder.goal_number[finder.board.numbers[level.square(2, column)]]) for column in (9, 10, 11)
    )
    assert finder.order.tolist() == [end, middle, front]
    assert finder.layers[0][[front, middle, end]].tolist() == [0, 1, 2]
    for full, expected in (
        ({front}, set()),
        ({middle}, set()),
        ({end}, {end}),
        ({end, front}, {end}),
        ({end, middle}, {end, middle}),
        ({front, middle, end}, {front, middle, end}),
    ):
        assert packed(finder, full) == expected


def test_packed_boxes_can_stay_in_some_solution_of_open_rooms() -> None:
    """Where no box is in another's way, every box on a goal is packed."""
    level = level_of("########", "#@     #", "# $ $  #", "#      #", "#  . . #", "#      #", "########")
    finder = features.Finder(level, make_board(level), Budget(MEMORY))
    for full in (set(), {0}, {1}, {0, 1}):
        assert packed(finder, full) == full


def test_relocation_goes_round_the_box() -> None:
    """A box that comes back to where it was, with the player on its other side."""
    level = level_of("#######", "#     #", "#  $  #", "#@   .#", "#######")
    before = set(level.boxes)
    after = {level.square(2, 4)}
    walk, player = features.relocate(level, before, level.player, after, level.square(1, 1))
    assert walk.upper().endswith("R")
    assert player == level.square(2, 3)


@pytest.mark.parametrize("size", [26, pytest.param(50, marks=pytest.mark.slow)])
def test_large_boards_with_many_boxes(size: int) -> None:
    rows = ["#" * size]
    for r in range(size - 2):
        row = [" "] * (size - 2)
        for c in range(2, size - 4, 6):
            if r % 6 in (2, 3):
                row[c] = "$" if r % 6 == 2 else "."
        rows.append("#" + "".join(row) + "#")
    rows.append("#" * size)
    rows[1] = "#@" + rows[1][2:]
    level = level_of(*rows)
    assert len(level.boxes) == (64 if size == 50 else 16)
    answer = solve(level, engines=["features"], any_solution=True, memory_limit=4000)
    assert answer.status == "solved"
    assert verify(level, answer).ok


def test_open_hall_in_moves() -> None:
    level = level_of(
        "#########",
        "#@      #",
        "# $$ $$ #",
        "#   .   #",
        "#  ...  #",
        "#       #",
        "#########",
    )
    answer = solve(level, minimise="moves", any_solution=True, memory_limit=1500)
    assert answer.status == "solved"
    assert verify(level, answer).ok


def test_limits_end_with_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    level = next(level for level in pulled_levels(74, 50) if not level.boxes <= level.goals)
    ledger = Ledger(level, "pushes", any_solution=True)
    budget = Budget(MEMORY)

    def one_state(finder: features.Finder) -> None:
        finder._call()
        budget.cancel()

    monkeypatch.setattr(features.Finder, "slice", one_state)
    with pytest.raises(LimitReached, match="interrupted"):
        features.run(level, ledger, budget)
    assert 0 < ledger.lower_bound < math.inf


def test_rehashed_states_are_found_again() -> None:
    level = next(level for level in pulled_levels(75, 50) if not level.boxes <= level.goals)
    finder = features.Finder(level, make_board(level), Budget(MEMORY))
    while not finder.ended and finder.slice() is None:
        pass
    before = np.sort(finder.slots[finder.slots > 0])
    finder._grow()
    assert np.array_equal(np.sort(finder.slots[finder.slots > 0]), before)


def test_sample_of_xsokoban(shared: Path) -> None:
    corpus = load_all(str(shared / "levels" / "sokoban" / "xsokoban_90.xsb"))
    for number in (1, 3, 4, 7, 12, 22):
        answer = solve(corpus[number - 1], engines=["features"], any_solution=True, memory_limit=2000)
        assert answer.status == "solved", number
        assert verify(corpus[number - 1], answer).ok

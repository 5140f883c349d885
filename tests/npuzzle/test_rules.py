"""The rules alone: moves, layers, solvability against exhaustion, bounds against the truth."""

from __future__ import annotations

import pytest

from gridproof.errors import IllegalMove, UsageError
from gridproof.levels.npuzzle import facts
from gridproof.levels.npuzzle.generate import generate
from gridproof.levels.npuzzle.level import NPuzzle
from gridproof.loader import parse
from gridproof.search.reference import breadth_first
from tests.npuzzle.boards import random_boards


def test_solvable_exactly_when_exhaustion_says_so() -> None:
    seen = {True: 0, False: 0}
    for level in random_boards(seed=1, count=700, most_cells=8):
        cost, _ = breadth_first(level)
        assert facts.solvable(level) == (cost is not None), level.to_text()
        seen[cost is not None] += 1
        if cost is not None:
            assert facts.manhattan(level) + facts.linear_conflicts(level) <= cost, level.to_text()
            if level.line:
                assert facts.manhattan(level) == cost
            if level.distinct:
                assert facts.manhattan(level) % 2 == cost % 2
    assert min(seen.values()) > 150


@pytest.mark.parametrize(("homes", "moves"), [([3, 1, 2], 2), ([2, 1, 4, 3], 4), ([1, 2, 3], 0), ([4, 3, 2, 1], 6)])
def test_linear_conflict_of_a_line(homes: list[int], moves: int) -> None:
    assert facts.line_conflicts(homes) == moves


def test_replay_refuses_what_the_rules_forbid() -> None:
    level = parse("1 2\n0 3\n", puzzle="npuzzle")
    level.replay("l")
    for wrong, part in (("r", "outside"), ("d", "ends with"), ("", "ends with")):
        with pytest.raises(IllegalMove, match=part):
            level.replay(wrong)
    two = NPuzzle(2, 2, (1, 0, 0, 2), (0, 1, 0, 2))
    two.replay([[0, 0, "r"]])
    for moves, part in (([[0, 1, "l"]], "no tile"), ([[1, 1, "r"]], "cannot move"), ([[5, 0, "u"]], "outside")):
        with pytest.raises(IllegalMove, match=part):
            two.replay(moves)


@pytest.mark.parametrize("raw", [5, ["u"], "ux", None])
def test_solutions_of_another_form(raw: object) -> None:
    with pytest.raises(IllegalMove):
        parse("1 2\n0 3\n", puzzle="npuzzle").read_solution(raw)


@pytest.mark.parametrize("raw", [5, "u", [["0", 0, "u"]], [[0, 0, "x"]], [[0, 0]], None])
def test_solutions_of_another_form_with_several_blanks(raw: object) -> None:
    with pytest.raises(IllegalMove):
        NPuzzle(2, 2, (1, 0, 0, 2), (0, 1, 0, 2)).read_solution(raw)


def test_generated_boards_are_solvable_and_repeat() -> None:
    with pytest.raises(UsageError, match="2 to 16 cells"):
        generate(5, 5, seed=7, index=0)
    for shape in ((1, 4), (3, 1), (2, 2), (3, 3), (4, 4)):
        levels = [generate(*shape, seed=7, index=i) for i in range(20)]
        assert levels == [generate(*shape, seed=7, index=i) for i in range(20)]
        assert all(facts.solvable(level) for level in levels)
        assert len({level.start for level in levels}) >= 3

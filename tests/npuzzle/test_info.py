"""What `info` says."""

from __future__ import annotations

from gridproof.loader import load, parse
from gridproof.search.npuzzle.info import info


def test_info_of_a_solvable_board() -> None:
    level = load("fifteen/eight-farthest")
    found = info(level, detail=True)
    assert found["solvable"]
    assert found["inversions"] == 24
    assert found["permutation"] == "odd"
    assert found["manhattan"] == 21
    assert found["linear_conflict"] == 23
    assert found["database_bound"] <= 31
    assert found["positions_that_reach_the_goal"] == 181_440
    assert found["diameter"] == 31
    assert sorted(found["hardest"]) == ["6 4 7 8 5 0 3 2 1", "8 6 7 2 5 4 3 0 1"]


def test_hardest_positions_of_other_goals() -> None:
    found = info(load("fifteen/eight-blank-first"), detail=True)
    assert sorted(found["hardest"]) == ["8 0 6 5 4 7 2 3 1", "8 7 6 0 4 1 2 5 3"]


def test_info_of_an_unsolvable_board() -> None:
    found = info(load("fifteen/fourteen-and-fifteen"))
    assert found["solvable"] is False
    assert "manhattan" not in found
    assert found["inversions"] == 1


def test_info_of_several_blanks_and_of_a_line() -> None:
    assert info(load("fifteen/two-blanks"))["blanks"] == 2
    assert info(parse("size: 1x3\n1 0 2\n", puzzle="npuzzle"), detail=True)["diameter"] == 2

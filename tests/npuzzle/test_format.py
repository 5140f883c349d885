"""Reading and writing boards, and the errors of bad ones."""

from __future__ import annotations

import pytest

from gridproof.errors import LevelError
from gridproof.levels.npuzzle.level import NPuzzle
from gridproof.levels.text import from_text
from gridproof.loader import load_all, parse, read_levels
from tests.npuzzle.boards import random_boards


def test_text_gives_the_level_back() -> None:
    for level in random_boards(seed=3, count=300):
        assert parse(level.to_text()) == level, level.to_text()


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("8 6 7\n2 5 4\n3 _ 1\n", NPuzzle(3, 3, (8, 6, 7, 2, 5, 4, 3, 0, 1), (1, 2, 3, 4, 5, 6, 7, 8, 0))),
        ("1,2,\n3,0\n", NPuzzle(2, 2, (1, 2, 3, 0), (1, 2, 3, 0))),
        ("3 1 2 0", NPuzzle(2, 2, (3, 1, 2, 0), (1, 2, 3, 0))),
        ("size: 1x4\n3 1 2 0", NPuzzle(1, 4, (3, 1, 2, 0), (1, 2, 3, 0))),
        ("size: 2x3\n3 1 2 0 5 4\ngoal:\n0 1 2 3 4 5\n", NPuzzle(2, 3, (3, 1, 2, 0, 5, 4), (0, 1, 2, 3, 4, 5))),
        ("1 0", NPuzzle(1, 2, (1, 0), (1, 0))),
        ("0 1 2", NPuzzle(1, 3, (0, 1, 2), (1, 2, 0))),
        ("1\n0\n", NPuzzle(2, 1, (1, 0), (1, 0))),
        ("7 7\n9 _\ngoal:\n_ 7\n7 9\n", NPuzzle(2, 2, (7, 7, 9, 0), (0, 7, 7, 9))),
        ("1 0\n0 0\ngoal:\n0 0\n0 1\n", NPuzzle(2, 2, (1, 0, 0, 0), (0, 0, 0, 1))),
    ],
)
def test_reading(text: str, level: NPuzzle) -> None:
    assert parse(text, puzzle="npuzzle") == level


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty file"),
        ("1 2\n3\n", "2:2: 1 numbers in this row: expected 2"),
        ("1 2\n3 x\n", "2:3: 'x': expected a number"),
        ("1 2\n3 -1\n", "2:3: '-1': expected a number"),
        ("1 2\n3 4\n", "no blank"),
        ("1 2\n0 5\n", "2:3: 5: expected 0 to 3"),
        ("1 2\n0 2\n", "2:3: a second 2, and 3 is missing"),
        ("1 0\n0 2\n", "2:1: a second blank"),
        ("0", "one cell"),
        ("size: 2x2\n1 2 3\n", "2:6: 3 numbers: expected 4"),
        ("size: 2x3\n1 2\n3 0\n", "2x2 numbers: expected 2x3"),
        ("size: two\n1 2\n3 0\n", "1: size: two: expected rows x columns"),
        ("size: 999x2\n1 2\n3 0\n", "at most 100"),
        ("1 2\n3 0\ngoal:\n1 2\n3 4\n", "5:3: goal: the board holds no tile 4"),
        ("1 2\n3 0\ngoal:\n1 2\n0 0\n", "5:3: goal: the board holds 1 of blank"),
        ("1 2\n3 0\ngoal:\n1 2 3\n0 4 5\n", "2x3 numbers: expected 2x2"),
        ("1 2\n3 0\ngoal:\n1 2 3\n", "4:6: 3 numbers: expected 4"),
        ("1 2\n3 0\ngoal:\n", "empty goal: block"),
        ("colour: red\n1 2\n3 0\n", "unknown header"),
        ("1 2\n3 123456789012345\n", "expected a number"),
        ("1 2\n3 ²\n", "expected a number"),
    ],
)
def test_bad_input_names_its_place(text: str, message: str) -> None:
    with pytest.raises(LevelError) as caught:
        read_levels(from_text(text), kind="npuzzle")
    assert message in str(caught.value), str(caught.value)


@pytest.mark.parametrize(("name", "count"), [("fifteen", 14)])
def test_bundled_collections(name: str, count: int) -> None:
    levels = load_all(name)
    assert len(levels) == count
    assert len({level.title for level in levels}) == count

"""Reading and writing boards; every kind of bad input gets one line with its place."""

from __future__ import annotations

import numpy as np
import pytest

import gridproof
from gridproof.errors import LevelError
from gridproof.levels.lights_out import draw
from gridproof.levels.lights_out.level import LightsOut
from tests.lights_out.boards import random_boards

HEAD = "puzzle: lights-out\n"


def test_what_is_written_is_read_back() -> None:
    for level in random_boards(seed=1, count=500):
        assert gridproof.parse(level.to_text()) == level


def test_every_header_and_block() -> None:
    text = HEAD + "title: T\nauthor: A\nneighbours: cross\nwrap: torus\nstates: 3\n012\n1x0\n\ntarget:\n000\n0x2\n"
    level = gridproof.parse(text)
    assert isinstance(level, LightsOut)
    assert (level.title, level.neighbours, level.torus, level.states) == ("T", "cross", True, 3)
    assert level.start.tolist() == [[0, 1, 2], [1, 0, 0]]
    assert level.cells.tolist() == [[True, True, True], [True, False, True]]
    assert level.target.tolist() == [[0, 0, 0], [0, 0, 2]]


def test_spaces_are_places_without_cells() -> None:
    assert gridproof.parse(HEAD + " 1\n01\n").cells.tolist() == [[False, True], [True, True]]


def test_listed_buttons() -> None:
    level = gridproof.parse(HEAD + "010\npresses:\n0,0 0,1\n0,2\n")
    assert level.buttons == ((0, 1), (2,))
    assert level.button_shape == (2, 1)


BAD = {
    "a ragged row": ("010\n01\n", 3, 3, "a row of 2 cells: expected 3"),
    "an unknown character": ("010\n0?0\n", 3, 2, "unknown character '?'"),
    "a letter beyond ASCII": ("010\n0é0\n", 3, 2, "unknown character 'é'"),
    "a state of q or more": ("010\n020\n", 3, 2, "state 2: expected 0 to 1"),
    "a state of q or more with three states": ("states: 3\n013\n", 3, 3, "state 3: expected 0 to 2"),
    "four states": ("states: 4\n010\n", 2, None, "a prime, one of 2, 3, 5, 7"),
    "states that are no number": ("states: two\n010\n", 2, None, "a prime"),
    "unknown neighbours": ("neighbours: knight\n010\n", 2, None, "plus | cross | king | diagonal"),
    "an unknown header": ("neighbors: plus\n010\n", 2, 1, "unknown header 'neighbors'"),
    "a header twice": ("states: 2\nstates: 2\n010\n", 3, 1, "a second states: line"),
    "several puzzle lines": ("puzzle: lights-out\n010\n", 2, 1, "a second puzzle: line"),
    "a target of another shape": ("010\ntarget:\n01\n", 4, None, "expected cells at the same places"),
    "a target with other holes": ("010\ntarget:\nx10\n", 4, None, "expected cells at the same places"),
    "two targets": ("010\ntarget:\n010\ntarget:\n010\n", 5, None, "a second target: block"),
    "no board": ("title: nothing\n", 2, None, "no board"),
    "no cells": ("xx\n", 2, None, "a board without a cell"),
    "rows after the board": ("010\n\n010\n", 4, None, "a row after the blank line"),
    "a press outside": ("010\npresses:\n0,0 0,3\n", 4, 5, "0,3: there is no such cell"),
    "a press that is no pair": ("010\npresses:\n0,0 0;1\n", 4, 5, "expected a cell as row,column"),
    "a press that looks like the end of another": ("0" * 11 + "\npresses:\n0,10 1,0\n", 4, 6, "1,0: there is no"),
    "a press of five thousand digits": ("010\npresses:\n0," + "1" * 5_000 + "\n", 4, 1, "expected a cell"),
    "a cell twice on a press": ("010\npresses:\n0,0 0,0\n", 4, None, "listed twice"),
    "presses beside neighbours": ("neighbours: king\n010\npresses:\n0,0\n", 2, None, "no such line beside"),
    "a board 10,001 wide": ("0" * 10_001 + "\n", 2, None, "expected at most 10000"),
    "a board 10,001 high": ("0\n" * 10_001, 2, None, "expected at most 10000"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_boards(name: str) -> None:
    text, line, column, reason = BAD[name]
    with pytest.raises(LevelError) as caught:
        gridproof.parse(HEAD + text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert reason in caught.value.reason
    assert "\n" not in str(caught.value)


def test_the_largest_board_is_read() -> None:
    rows = "\n".join(["01" * 5_000] * 3)
    level = gridproof.parse(f"{HEAD}{rows}\n")
    assert level.shape == (3, 10_000)
    assert int(np.count_nonzero(level.start)) == 15_000


def test_boards_too_large_to_read_are_not_drawn() -> None:
    start = np.zeros((201, 3), dtype=np.uint8)
    level = LightsOut(start, start, np.ones_like(start, dtype=np.bool_))
    assert "201 rows and 3 columns is not drawn" in draw(level).plain()
    assert draw(level).rows == ()

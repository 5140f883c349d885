"""The rules: presses, replay, the state space; and solutions from outside."""

from __future__ import annotations

import json

import numpy as np
import pytest

import gridproof
from gridproof.errors import IllegalMove
from gridproof.levels.lights_out.presses import Presses
from tests.lights_out.boards import random_boards
from tests.lights_out.referee import buttons_of


def test_effect_equals_presses_played_one_by_one() -> None:
    rng = np.random.default_rng(8)
    for level in random_boards(seed=8, count=300):
        counts = rng.integers(0, level.states, level.button_shape)
        if level.buttons is None:
            counts = counts * level.cells
        pressed = counts[level.cells] if level.buttons is None else counts[:, 0]
        expected = np.zeros(level.shape, dtype=np.int64)
        for count, lights in zip(pressed.tolist(), buttons_of(level), strict=True):
            for cell in lights:
                expected[cell] += count
        assert np.array_equal(level.effect(counts), expected % level.states)


def test_successors_are_single_presses() -> None:
    for level in random_boards(seed=9, count=100):
        start = np.frombuffer(level.initial(), dtype=np.uint8).astype(np.int64).reshape(level.shape)
        for (row, column), after in level.successors(level.initial(), "presses"):
            counts = np.zeros(level.button_shape, dtype=np.int64)
            counts[row, column] = 1
            expected = (start + level.effect(counts)) % level.states
            assert after == expected.astype(np.uint8).tobytes()


def test_a_solution_survives_json() -> None:
    presses = Presses(np.array([[0, 2], [1, 0]], dtype=np.uint8))
    assert presses == [[0, 1], [0, 1], [1, 0]]
    assert [presses[i] for i in range(-1, 3)] == [[1, 0], [0, 1], [0, 1], [1, 0]]
    assert json.loads("".join(presses.json_chunks())) == presses.tolist()
    assert json.loads("".join(Presses(np.zeros((2, 2), dtype=np.uint8)).json_chunks())) == []
    assert len(presses) == 3
    with pytest.raises(IndexError):
        presses[3]


PLUS = gridproof.parse("puzzle: lights-out\n010\n111\n01x\n")


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ("rr", "expected a list"),
        ([[1, 1], 3], "entry 1 of the solution: expected a pair"),
        ([[1, 1, 1]], "expected a pair"),
        ([[True, 1]], "expected a pair"),
        ([[0, 3]], "entry 0 of the solution: there is no button [0, 3]"),
        ([[-1, 0]], "there is no button"),
        ([[1, 1], [2, 2]], "there is no button [2, 2]"),
        ([], "afterwards 5 lights are wrong"),
        ([[0, 0]], "lights are wrong"),
    ],
)
def test_wrong_solutions_are_refused(raw: object, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason.replace("[", r"\[")):
        PLUS.replay(PLUS.read_solution(raw))


def test_a_right_solution_is_accepted_in_any_order_and_number() -> None:
    PLUS.replay(PLUS.read_solution([[1, 1]]))
    PLUS.replay(PLUS.read_solution([[0, 0], [1, 1], [0, 0]]))

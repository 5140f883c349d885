"""Certificates on the board: what the marks say is what the certificate says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gridproof.answer import Certificate
from gridproof.levels.base import Level
from gridproof.levels.lights_out.patterns import decode
from gridproof.levels.npuzzle import facts
from gridproof.loader import load, parse
from gridproof.registry import puzzle
from gridproof.scene import Evidence
from gridproof.solver import solve


def shown(level: Level, kind: str, **options: Any) -> tuple[Certificate, list[Evidence]]:
    """A certificate of that kind, from the engines, and its pictures."""
    answer = solve(level, workers=1, time_limit=60, **options)
    certificate = next(one for one in answer.certificates if one.kind == kind)
    stage = puzzle(level.puzzle).load_stage()
    assert stage is not None
    pictures = stage.evidence(level, certificate)
    places = {(tile.row, tile.column) for tile in stage.scene(level).tiles if tile.look != "void"}
    for picture in pictures:
        assert picture.legend.endswith(".")
        assert {(mark.row, mark.column) for mark in picture.marks} <= places
    names = [picture.name for picture in pictures]
    assert len(pictures) < 2 or (all(names) and len({*names}) == len(names))
    return certificate, pictures


def cells(picture: Evidence, look: str) -> set[tuple[float, float]]:
    return {(mark.row, mark.column) for mark in picture.marks if mark.look == look}


# --- Lights Out --------------------------------------------------------------------------------------------------


def test_parity_of_lights() -> None:
    level = load("classic#Corner")
    certificate, [picture] = shown(level, "parity")
    assert cells(picture, "evidence") == {*map(tuple, certificate.data["cells"])}


def test_weights_of_lights_with_three_states() -> None:
    level: Any = parse("puzzle: lights-out\nstates: 3\nwrap: torus\n0120\n1201\n2010\n0000\n")
    certificate, [picture] = shown(level, "parity")
    weights = np.zeros(level.shape, dtype=np.uint8)
    for mark in picture.marks:
        weights[int(mark.row), int(mark.column)] = int(mark.text)
    assert np.array_equal(weights, decode(certificate.data, level.shape, 3))


def test_quiet_patterns_change_nothing() -> None:
    level: Any = parse("puzzle: lights-out\n1001\n0000\n1001\n0110\n")
    certificate, pictures = shown(level, "null-space")
    assert len(pictures) == certificate.data["nullity"] == 4
    for picture in pictures:
        presses = np.zeros(level.shape, dtype=np.uint8)
        for mark in picture.marks:
            presses[int(mark.row), int(mark.column)] = 1
        assert presses.any()
        assert not level.effect(presses).any()


# --- Sokoban -----------------------------------------------------------------------------------------------------


def test_boxes_without_a_goal() -> None:
    level = parse("######\n#$@ .#\n######\n", puzzle="sokoban")
    certificate, pictures = shown(level, "crowded")
    assert cells(pictures[0], "evidence") == {*map(tuple, certificate.data["squares"])} == {(1, 1)}
    assert pictures[1].name == "Dead squares"
    assert (1, 1) in cells(pictures[1], "dead")


def test_frozen_boxes() -> None:
    level = parse("#######\n# $$  #\n# $$. #\n#.. . #\n#  @  #\n#######\n", puzzle="sokoban")
    stage = puzzle("sokoban").load_stage()
    assert stage is not None
    squares = [[1, 2], [1, 3], [2, 2], [2, 3]]
    pictures = stage.evidence(level, Certificate("immovable", "unsolvable", {"squares": squares}))
    assert cells(pictures[0], "evidence") == {*map(tuple, squares)}


# --- sliding blocks ----------------------------------------------------------------------------------------------


def test_piece_that_cannot_reach_its_goal() -> None:
    level = parse("puzzle: sliding\nA.#.\n..#.\ngoal:\n...A\n....\n")
    _, [picture] = shown(level, "unreachable")
    assert cells(picture, "evidence") == {(0, 0)}
    assert cells(picture, "reach") == {(0, 1), (1, 0), (1, 1)}


def test_cars_on_a_line() -> None:
    level = parse("puzzle: sliding\naxis: long\n.BB.AA\ngoal:\nAA....\n")
    _, [picture] = shown(level, "line")
    assert cells(picture, "evidence") == {(0, 1), (0, 2), (0, 4), (0, 5)}
    assert {mark.text for mark in picture.marks} == {"A", "B"}


# --- the (m×n−1)-puzzle ------------------------------------------------------------------------------------------


def test_cycles_and_colours() -> None:
    level = load("fifteen#Fourteen and fifteen")
    _, [cycles, colours] = shown(level, "parity")
    assert {(mark.row, mark.column, mark.text) for mark in cycles.marks} == {(3, 1, "a"), (3, 2, "a")}
    assert "1 swap " in cycles.legend
    assert "an even number of moves" in colours.legend
    assert len(cells(colours, "evidence")) == 8
    assert cells(colours, "reach") == {(3, 3)}


def test_order_on_a_line() -> None:
    level = parse("puzzle: npuzzle\nsize: 1x4\n2 1 3 0\n")
    _, [picture] = shown(level, "order")
    assert cells(picture, "evidence") == {(0, 0)}


TILES = (
    "puzzle: npuzzle\n8 6 7\n2 5 4\n3 0 1\n",
    "puzzle: npuzzle\n2 2 2\n1 0 1\n3 3 3\ngoal:\n1 2 1\n3 0 3\n2 2 3\n",
    "puzzle: npuzzle\nsize: 1x5\n1 0 2 3 4\n",
    "puzzle: npuzzle\n1 0 1\n1 2 2\ngoal:\n2 2 1\n1 1 0\n",
    "puzzle: npuzzle\n3 2 1\n4 5 0\n",
)


@pytest.mark.parametrize("text", TILES)
def test_distances_add_up(text: str) -> None:
    level: Any = parse(text)
    stage = puzzle("npuzzle").load_stage()
    assert stage is not None
    [picture] = stage.evidence(level, Certificate("manhattan", "lower-bound", {}))
    assert sum(int(mark.text) for mark in picture.marks) == facts.manhattan(level)
    assert f" {facts.manhattan(level)}." in picture.legend


def test_linear_conflicts() -> None:
    level: Any = parse("puzzle: npuzzle\n3 2 1\n4 5 0\n")
    stage = puzzle("npuzzle").load_stage()
    assert stage is not None
    _, picture = stage.evidence(level, Certificate("linear-conflict", "lower-bound", {}))
    assert cells(picture, "evidence") == {(0, 0), (0, 1), (0, 2)}
    assert f"{facts.linear_conflicts(level)} moves more" in picture.legend


# --- peg solitaire -----------------------------------------------------------------------------------------------


def test_sets_of_a_class() -> None:
    level = parse("puzzle: pegs\noooo\noooo\noo.o\ngoal:\no...\n....\n....\n")
    certificate, pictures = shown(level, "class")
    assert [cells(picture, "evidence") for picture in pictures] == [
        {*map(tuple, one)} for one in certificate.data["sets"]
    ]


def test_weights_of_a_pagoda() -> None:
    level = load("diamond#3")
    certificate, pictures = shown(level, "pagoda")
    weights = {(mark.row, mark.column, int(mark.text)) for mark in pictures[-1].marks}
    assert weights == {*map(tuple, certificate.data["weights"][-1])}


def test_regions() -> None:
    level = load("english#Central game")
    stage = puzzle("pegs").load_stage()
    assert stage is not None
    regions = [[[0, 2], [0, 3], [0, 4]], [[6, 2]]]
    [picture] = stage.evidence(level, Certificate("regions", "lower-bound", {"regions": regions}))
    assert {(mark.row, mark.column, mark.text) for mark in picture.marks} == {
        (0, 2, "a"),
        (0, 3, "a"),
        (0, 4, "a"),
        (6, 2, "b"),
    }


@pytest.mark.parametrize("name", ["classic#1", "first-steps#1", "klotski#1", "fifteen#1", "english#1"])
@pytest.mark.parametrize("kind", ["search", "cover", "closed-set", "layers", "pegs", "clausal", "no such kind"])
def test_kinds_with_nothing_to_show(name: str, kind: str) -> None:
    level = load(name)
    stage = puzzle(level.puzzle).load_stage()
    assert stage is not None
    assert stage.evidence(level, Certificate(kind, "lower-bound", {})) == []

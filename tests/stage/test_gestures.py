"""What a gesture means on each puzzle's board."""

from __future__ import annotations

from typing import Any

import pytest

from gridproof.levels.base import Level, Stage
from gridproof.loader import load, parse
from gridproof.registry import puzzle
from gridproof.scene import Gesture


def stage_of(level: Level) -> Stage:
    stage = puzzle(level.puzzle).load_stage()
    assert stage is not None
    return stage


def made(level: Level, gesture: Gesture, state: Any = None) -> Any:
    return stage_of(level).gesture(level, level.initial() if state is None else state, gesture)


def tap(*cell: int, selected: tuple[int, int] | None = None) -> Gesture:
    return Gesture("tap", cell=(cell[0], cell[1]), selected=selected)


def drag(cell: tuple[int, int], to: tuple[int, int]) -> Gesture:
    return Gesture("drag", cell=cell, to=to)


def key(name: str, selected: tuple[int, int] | None = None) -> Gesture:
    return Gesture("key", key=name, selected=selected)


# --- Lights Out --------------------------------------------------------------------------------------------------


def test_tap_presses_a_light() -> None:
    level = parse("puzzle: lights-out\n0x\n00\n")
    assert made(level, tap(1, 1)) == [[1, 1]]
    assert made(level, tap(0, 1)) is None
    assert made(level, key("up")) is None


def test_listed_buttons() -> None:
    """Below the board when they are no lights, on the lights when they can be taken for them."""
    below = parse("puzzle: lights-out\n11\npresses:\n0,0\n0,0 0,1\n0,1\n")
    scene = stage_of(below).scene(below)
    buttons = {tile.text: tile.at for tile in scene.tiles if tile.look == "button"}
    assert [made(below, tap(*buttons[text])) for text in "012"] == [[[0, 0]], [[1, 0]], [[2, 0]]]
    assert made(below, tap(0, 0)) is None
    merlin = load("classic#Merlin")
    assert made(merlin, tap(1, 2)) == [[5, 0]]
    gap = parse("puzzle: lights-out\n1x1\npresses:\n0,0 0,2\n0,2\n")
    assert made(gap, tap(0, 2)) == [[1, 0]]


# --- Sokoban -----------------------------------------------------------------------------------------------------

YARD = "########\n#@     #\n# ##$  #\n#   $ .#\n#     .#\n########\n"


def test_arrows_step_and_push() -> None:
    level = parse(YARD, puzzle="sokoban")
    assert made(level, key("right")) == ["r"]
    assert made(level, key("up")) is None
    assert made(parse("#####\n#@$.#\n#####\n", puzzle="sokoban"), key("right")) == ["R"]


def test_tap_walks_the_shortest_way_and_pushes_what_is_beside() -> None:
    level = parse(YARD, puzzle="sokoban")
    walk = made(level, tap(4, 1))
    assert walk == list("ddd")
    assert len(made(level, tap(3, 3))) == 4
    assert made(level, tap(3, 4)) is None  # a box far away
    assert made(level, tap(0, 0)) is None
    assert made(level, tap(1, 1)) is None  # where the player stands
    assert made(parse("#####\n#@$.#\n#####\n", puzzle="sokoban"), tap(1, 2)) == ["R"]


def test_drag_pushes_in_a_straight_line() -> None:
    level = parse(YARD, puzzle="sokoban")
    entries = made(level, drag((3, 4), (3, 6)))
    assert "".join(entries[-2:]) == "RR"
    assert sum(letter.isupper() for letter in entries) == 2
    assert made(level, drag((3, 4), (4, 6))) is None  # not straight
    assert made(level, drag((3, 4), (1, 4))) is None  # another box is in the way
    assert made(level, drag((3, 4), (3, 4))) is None
    assert made(level, drag((1, 1), (4, 1))) == list("ddd")  # the player is dragged


# --- sliding blocks ----------------------------------------------------------------------------------------------

TRAY = "puzzle: sliding\nAA.\nAA.\nb..\n...\ngoal:\n...\n...\nAA.\nAA.\n"


def test_drag_takes_a_piece_as_near_as_it_gets() -> None:
    level = parse(TRAY)
    assert made(level, drag((0, 0), (0, 1))) == [["A", "r"]]
    assert made(level, drag((0, 0), (0, 9))) == [["A", "r"]]
    assert made(level, drag((0, 0), (2, 0))) == [["A", "r"], ["A", "d"], ["A", "d"]]  # around b, as near as it gets
    assert made(level, drag((2, 0), (3, 2))) in (
        [["b", "d"], ["b", "r"], ["b", "r"]],
        [["b", "r"], ["b", "d"], ["b", "r"]],
        [["b", "r"], ["b", "r"], ["b", "d"]],
    )
    assert made(level, drag((0, 2), (1, 2))) is None  # nothing there
    assert made(level, drag((0, 0), (0, 0))) is None
    assert made(level, drag((0, 0), (-3, 0))) is None  # it is as near as it gets


def test_tap_a_piece_then_a_square_or_a_key() -> None:
    level = parse(TRAY)
    assert made(level, tap(2, 0)) is None
    assert made(level, tap(3, 0, selected=(2, 0))) == [["b", "d"]]
    assert made(level, tap(0, 0, selected=(2, 0))) is None  # another piece: it will be selected
    assert made(level, key("down", selected=(2, 0))) == [["b", "d"]]
    assert made(level, key("up", selected=(2, 0))) is None
    assert made(level, key("down")) is None


def test_cars_keep_to_their_axis() -> None:
    level = parse("puzzle: sliding\naxis: long\nA.B\nA.B\n...\ngoal:\n...\nA..\nA..\n")
    assert made(level, drag((0, 0), (0, 1))) is None
    assert made(level, drag((0, 0), (2, 1))) == [["A", "d"]]


# --- the (m×n−1)-puzzle ------------------------------------------------------------------------------------------


def test_tap_slides_the_line_to_the_blank() -> None:
    level = parse("puzzle: npuzzle\n1 2 3\n4 5 6\n7 8 0\n")
    assert made(level, tap(2, 0)) == ["r", "r"]
    assert made(level, tap(0, 2)) == ["d", "d"]
    assert made(level, tap(1, 1)) is None
    assert made(level, tap(2, 2)) is None
    assert made(level, drag((2, 0), (2, 2))) == ["r", "r"]
    assert made(level, drag((2, 0), (0, 0))) is None
    assert made(level, key("right")) == ["r"]
    assert made(level, key("left")) is None


def test_several_blanks() -> None:
    level = parse("puzzle: npuzzle\n0 1 0\n2 3 4\ngoal:\n1 0 0\n2 3 4\n")
    assert made(level, drag((0, 1), (0, 0))) == [[0, 1, "l"]]
    assert made(level, drag((0, 1), (0, 2))) == [[0, 1, "r"]]
    assert made(level, key("left")) == [[0, 1, "l"]]
    assert made(level, key("up")) is None  # two tiles could
    assert made(level, key("up", selected=(1, 2))) == [[1, 2, "u"]]


# --- peg solitaire -----------------------------------------------------------------------------------------------


def test_peg_jumps_where_it_is_dragged() -> None:
    level = parse("puzzle: pegs\noo.o.\n")
    assert made(level, drag((0, 0), (0, 2))) == [[[0, 0], [0, 2]]]
    assert made(level, drag((0, 0), (0, 4))) == [[[0, 0], [0, 2]], [[0, 2], [0, 4]]]
    assert made(level, drag((0, 1), (0, 3))) is None
    assert made(level, tap(0, 0)) is None
    assert made(level, tap(0, 2, selected=(0, 0))) == [[[0, 0], [0, 2]]]
    assert made(level, key("right", selected=(0, 0))) == [[[0, 0], [0, 2]]]
    assert made(level, key("left", selected=(0, 0))) is None


def test_triangular_board_is_drawn_as_one() -> None:
    level = load("triangle#1")
    places = {tile.at: (tile.row, tile.column) for tile in stage_of(level).scene(level).tiles if tile.look != "void"}
    for (r, c), (row, column) in places.items():
        for near in ((r, c + 1), (r + 1, c), (r + 1, c + 1)):
            if near in places:
                other = places[near]
                assert (row - other[0]) ** 2 + (column - other[1]) ** 2 == pytest.approx(1, abs=0.002)
    assert made(level, drag((2, 2), (0, 0))) == [[[2, 2], [0, 0]]]

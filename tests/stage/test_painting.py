"""Painting one level into another, square by square."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable

import pytest

from gridproof.errors import LevelError
from gridproof.levels.base import Stage
from gridproof.levels.editing import EDGES
from gridproof.loader import parse
from gridproof.registry import puzzle

Touches = list[tuple[tuple[int, int], str]]


def stage_of(name: str) -> Stage:
    stage = puzzle(name).load_stage()
    assert stage is not None
    return stage


def grid(text: str) -> list[tuple[tuple[int, int], str]]:
    return [((r, c), mark) for r, line in enumerate(text.split("\n")) for c, mark in enumerate(line)]


def sokoban(board: str) -> Touches:
    """Goals come and go, so floor first."""
    touches: Touches = []
    layers = {
        "#": ["wall"],
        " ": [],
        ".": ["goal"],
        "$": ["box"],
        "*": ["goal", "box"],
        "@": ["player"],
        "+": ["goal", "player"],
    }
    for cell, mark in grid(board):
        touches += [(cell, brush) for brush in ["floor", *layers[mark]]]
    return touches


GOALS = {"o": "goal peg", ".": "goal hole", "?": "goal either"}
CASES: dict[str, tuple[str, str, Callable[[], Touches]]] = {
    "lights-out": (
        "puzzle: lights-out\nstates: 3\n000\n000\n",
        "puzzle: lights-out\nstates: 3\n120\n0x2\ntarget:\n002\n1x0\n",
        lambda: [
            *((cell, mark) for cell, mark in grid("120\n0x2")),
            *((cell, f"target {mark}") for cell, mark in grid("002\n1x0") if mark != "x"),
        ],
    ),
    "sokoban": (
        "#####\n#@$.#\n#   #\n#####\n",
        "#####\n#*  #\n#$+ #\n#####\n",
        lambda: sokoban("#####\n#*  #\n#$+ #\n#####"),
    ),
    "sliding": (
        "puzzle: sliding\nA..\n...\ngoal:\n...\n..A\n",
        "puzzle: sliding\nbb#\nA.-\ngoal:\n...\n.A.\n",
        lambda: [
            *((cell, mark) for cell, mark in grid("bb#\nA.-")),
            *((cell, f"goal {mark}") for cell, mark in grid("...\n.A.")),
        ],
    ),
    "npuzzle": (
        "puzzle: npuzzle\n1 2 3\n4 5 0\n",
        "puzzle: npuzzle\n5 0 2\n3 1 4\n",
        lambda: [
            ((r, c), number)
            for r, row in enumerate((("5", "0", "2"), ("3", "1", "4")))
            for c, number in enumerate(row)
        ],
    ),
    "pegs": (
        "puzzle: pegs\noo.\nooo\n",
        "puzzle: pegs\no.o\no o\ngoal:\n.?.\no .\n",
        lambda: [
            *((cell, {"o": "peg", ".": "hole", " ": "none"}[mark]) for cell, mark in grid("o.o\no o")),
            *(
                (cell, {"o": "goal peg", ".": "goal hole", "?": "goal either"}[m])
                for cell, m in grid(".?.\no .")
                if m != " "
            ),
        ],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_paint_one_level_into_another(name: str) -> None:
    before, after, touches = CASES[name]
    stage, text = stage_of(name), parse(before, puzzle=name).to_text()
    for cell, brush in touches():
        text = stage.edit(text, cell, brush)
    assert parse(text, puzzle=name) == parse(after, puzzle=name)


@pytest.mark.parametrize("name", CASES)
def test_random_strokes(name: str) -> None:
    """Whatever is painted can be drawn and painted on; a level that comes out is the draft, and its text gives it."""
    dice, stage, levels = random.Random(17), stage_of(name), 0
    text = parse(CASES[name][0], puzzle=name).to_text()
    for _ in range(400):
        draft = stage.draft(text)
        stage.frame(draft)
        cells = [tile.at for tile in stage.scene(draft).tiles if tile.look != "button"]
        text = stage.edit(text, dice.choice(cells), dice.choice(stage.brushes(draft)).name)
        if dice.random() < 0.1:
            with contextlib.suppress(LevelError):  # the last row or column
                text = stage.resize(text, dice.choice(EDGES), dice.choice((1, -1)))
        try:
            level = parse(text, puzzle=name)
        except LevelError:
            continue
        levels += 1
        assert parse(level.to_text(), puzzle=name) == level
        assert name == "sokoban" or stage.draft(text) == level  # a draft keeps the floor around its walls
    assert levels


def test_a_resized_board_of_numbers_is_a_level() -> None:
    """Also with a goal of its own, with equal numbers and several blanks, down to two cells and up again."""
    dice, stage = random.Random(20261130), stage_of("npuzzle")
    texts = ("1 2 3\n4 5 6\n7 8 0\n", "1 2\n0 3\ngoal:\n3 2\n1 0\n", "1 1 0\n2 0 2\ngoal:\n0 1 1\n2 2 0\n")
    for _ in range(200):
        text = dice.choice(texts)
        for _ in range(6):
            with contextlib.suppress(LevelError):  # the last row or column
                text = stage.resize(text, dice.choice(EDGES), dice.choice((1, -1)))
            if stage.draft(text).cells > 1:
                assert parse(text, puzzle="npuzzle").cells == stage.draft(text).cells


def test_new_squares_are_of_the_plain_kind() -> None:
    resized = {
        ("sokoban", "#####\n#@$.#\n#####\n", "right"): "######\n#@$.##\n######\n",
        ("pegs", "  o\noo.\n", "top"): "  .\n  o\noo.\n",
        ("lights-out", "01\n1x\ntarget:\n11\n0x\n", "left"): "001\n01x\ntarget:\n011\n00x\n",
        ("sliding", "####\n#A.#\n####\ngoal:\n....\n..A.\n....\n", "bottom"): (
            "####\n#A.#\n####\n####\ngoal:\n....\n..A.\n....\n....\n"
        ),
        ("sliding", "A.\ngoal:\n.A\n", "bottom"): "A.\n..\ngoal:\n.A\n..\n",
        ("npuzzle", "1 0\n2 3\n", "top"): "4 5\n1 0\n2 3\n",
    }
    for (name, before, edge), after in resized.items():
        assert parse(stage_of(name).resize(before, edge, 1), name) == parse(after, name), (name, edge)


def test_broken_texts_are_still_drawn() -> None:
    """What an editor is in the middle of: no player, a torn piece, a missing number, no peg."""
    for name, text in (
        ("sokoban", "####\n# $.#\n####\n"),
        ("sokoban", "####\n#@@ #\n####\n"),
        ("sliding", "A.A\n...\ngoal:\n...\n.B.\n"),
        ("npuzzle", "1 1 2\n3 4 5\n"),
        ("pegs", "...\n...\n"),
        ("lights-out", "12\nx0\n"),
        ("lights-out", "xx\nxx\n"),
        ("lights-out", "11\npresses:\n0,0 7,7\n"),
    ):
        stage = stage_of(name)
        draft = stage.draft(text)
        assert stage.scene(draft).tiles
        stage.frame(draft)
        stage.edit(text, (0, 0), stage.brushes(draft)[0].name)


def test_coded_sokoban_text_is_written_out() -> None:
    """Run lengths and XML become plain rows; a title stays."""
    for text in ("5#|#@$.#|5#\nTitle: Coded\n", SLC):
        edited = stage_of("sokoban").edit(text, (1, 3), "box")
        level = parse(edited, puzzle="sokoban")
        assert level.title == "Coded"
        assert level == parse("#####\n#@$*#\n#####\nTitle: Coded\n", puzzle="sokoban")


SLC = """<?xml version="1.0"?>
<SokobanLevels><LevelCollection><Level Id="Coded" Width="5" Height="3">
<L>#####</L><L>#@$.#</L><L>#####</L></Level></LevelCollection></SokobanLevels>
"""

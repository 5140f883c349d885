"""Strokes of the editor as pieces: what the page makes of them is the board that a fresh drawing would be."""

from __future__ import annotations

import contextlib
import json
import random

import pytest

from gridproof.errors import LevelError
from gridproof.levels.editing import EDGES
from gridproof.loader import collections, load_all
from gridproof.registry import PUZZLES
from gridproof.registry import puzzle as find_puzzle
from gridproof.scene import LARGEST
from gridproof.web.canvas import canvas, retouched
from gridproof.web.svg import LARGE, Pieces

SIDE = 100
TEXTS = {  # of 10,000 squares
    "lights-out": "puzzle: lights-out\n" + ("01" * (SIDE // 2) + "\n") * SIDE,
    "pegs": "puzzle: pegs\n" + ("o." * (SIDE // 2) + "\n") * SIDE,
    "sliding": "puzzle: sliding\nAA" + ("." * SIDE + "\n")[2:] + (".#" * (SIDE // 2) + "\n") * (SIDE - 1)
    + "goal:\n..AA" + ("." * SIDE + "\n")[4:] + ("." * SIDE + "\n") * (SIDE - 1),
    "npuzzle": "puzzle: npuzzle\n"
    + "".join(" ".join(str((r * SIDE + c + 1) % SIDE**2) for c in range(SIDE)) + "\n" for r in range(SIDE)),
    "sokoban": "#" * SIDE + "\n#@" + "$." * (SIDE // 2 - 2) + " #\n"
    + ("#" + " #" * (SIDE // 2 - 1) + "#\n") * (SIDE - 3) + "#" * SIDE + "\n",
}  # fmt: skip
NAMES = [row.name for row in PUZZLES.values() if row.stage]


def shown(puzzle: str, text: str) -> Pieces:
    return {section: dict(parts) for section, parts in canvas(puzzle, text).pieces.items()}


@pytest.mark.parametrize("puzzle", NAMES)
def test_pieces_make_the_board_of_the_new_text(puzzle: str) -> None:
    dice, stage = random.Random(20261130), find_puzzle(puzzle).load_stage()
    assert stage is not None
    text = next(load_all(name)[0] for row, name, _ in collections() if row.name == puzzle).to_text()
    page, patches = shown(puzzle, text), 0
    for _ in range(150):
        draft = stage.draft(text)
        cells = [tile.at for tile in stage.scene(draft).tiles if tile.look != "button"]
        after = stage.edit(text, dice.choice(cells), dice.choice(stage.brushes(draft)).name)
        if dice.random() < 0.1:
            with contextlib.suppress(LevelError):
                after = stage.resize(text, dice.choice(EDGES), dice.choice((1, -1)))
        told = retouched(puzzle, text, after)
        text = told["text"]
        if "pieces" not in told:
            page = shown(puzzle, text)
            continue
        patches += 1
        for section, parts in told["pieces"].items():
            for name, part in parts.items():
                if part is None:
                    del page[section][name]
                else:
                    page[section][name] = part
        assert page == canvas(puzzle, text).pieces
        assert json.dumps(told)
    assert patches > 75


@pytest.mark.parametrize("puzzle", NAMES)
def test_a_square_of_a_large_board_is_little_to_tell(puzzle: str) -> None:
    assert LARGE < SIDE**2 < LARGEST
    stage = find_puzzle(puzzle).load_stage()
    assert stage is not None
    text = canvas(puzzle, TEXTS[puzzle]).told["text"]
    brushes = [brush["name"] for brush in canvas(puzzle, text).brushes]
    for brush in brushes[:3]:
        told = retouched(puzzle, text, stage.edit(text, (51, 40), brush))
        pieces = told["pieces"]
        rows = {key for section in ("plate", "ground", "wall", "marks") for key in pieces.get(section, ())}
        assert rows <= {"51"}
        assert len(pieces.get("sprites", ())) <= 2  # a tile changes places with another
        assert len(json.dumps(pieces)) < 20_000  # the whole board takes 0.6 to 3 million
        assert told["brushes"] is None or puzzle == "sliding"

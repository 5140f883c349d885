"""Boards as SVG: well-formed, every sprite there once, outlines of polyominoes, marks, colours that are defined."""

from __future__ import annotations

import random
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gridproof.loader import load, parse
from gridproof.registry import puzzle
from gridproof.scene import KINDS, MARKS, TILES, Frame, Mark, Scene, Spot, Sprite, Tile
from gridproof.web.outline import loops, path
from gridproof.web.page import picture_of
from gridproof.web.svg import Layer, board, picture, plain_style, static
from tests.stage.levels import ODD
from tests.web.answers import SOLVED, UNSOLVABLE, unsolvable

SVG = "{http://www.w3.org/2000/svg}"


def sprites_of(text: str) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(text)
    groups = [group for group in root.iter(f"{SVG}g") if "data-sprite" in group.attrib]
    named = {group.attrib["data-sprite"]: group for group in groups}
    assert len(named) == len(groups)
    return named


@pytest.mark.parametrize("name", [*SOLVED.values(), *ODD])
def test_each_sprite_stands_where_the_frame_says(name: str) -> None:
    level = parse(ODD[name][1], puzzle=ODD[name][0]) if name in ODD else load(name)
    stage = puzzle(level.puzzle).load_stage()
    assert stage is not None
    scene, frame = stage.scene(level), stage.frame(level)
    drawn = sprites_of(picture(scene, frame, (), "a title"))
    assert drawn.keys() == {sprite.name for sprite in scene.sprites}
    for sprite, spot in frame.items():
        x, y = map(float, re.findall(r"-?[\d.]+", drawn[sprite].attrib["transform"]))
        assert (x, y) == pytest.approx((spot.column * 40, spot.row * 40), abs=0.01)
        assert spot.look in drawn[sprite].attrib["class"].split()


@pytest.mark.parametrize("kind", UNSOLVABLE)
def test_picture_of_an_unsolvable_level_bears_its_proof(kind: str) -> None:
    level, answer = unsolvable(kind)
    drawn = ElementTree.fromstring(picture_of(level, answer))
    marks = [group for group in drawn.iter(f"{SVG}g") if group.attrib.get("class", "").startswith("mark ")]
    assert marks
    assert drawn.findtext(f"{SVG}desc")


def test_every_look_is_drawn() -> None:
    """No look is missing from the shapes, and each has a rule of its own in the style."""
    tiles = tuple(Tile(0, column, look, "t") for column, look in enumerate(TILES))
    sprites = tuple(Sprite(kind, kind, text="s") for kind in KINDS)
    style = static("board.css")
    for look in (look for looks in KINDS.values() for look in looks if look not in ("block", "tile", "state-0")):
        assert re.search(rf"\.{look}\b", style) or look in ("state-7", "state-8", "state-9")
    for number in range(10):
        frame = Frame({kind: Spot(0, 0, looks[number % len(looks)]) for kind, looks in KINDS.items()})
        marks = [Mark(0, 0, look, text) for look in MARKS for text in ("", "12")]
        ElementTree.fromstring(board(Scene(1, len(TILES), tiles, sprites), frame, [Layer("x", marks)]))
        ElementTree.fromstring(board(Scene(1, len(TILES), tiles, sprites, shape="hex"), frame, [Layer("x", marks)]))


def test_hostile_names_and_texts_stay_text() -> None:
    evil = '"><script>alert(1)</script>&<!--'
    scene = Scene(
        1, 1, (Tile(0, 0, "target", evil),), (Sprite(evil, "block", text=evil),), (Mark(0, 0, "weight", evil),)
    )
    drawn = picture(scene, Frame({evil: Spot(0, 0, "block")}), [Mark(0, 0, "target", evil)], evil, evil)
    assert "<script" not in drawn
    assert evil in sprites_of(drawn)


def test_style_has_all_its_colours() -> None:
    assert "var(" not in plain_style()
    named = re.findall(r"^  (--[\w-]+):", static("tokens.css"), re.M)
    assert len(named) == len(set(named))
    used = {
        name
        for file in ("board.css", "style.css", "page.css")
        for name in re.findall(r"var\((--[\w-]+)\)", static(file))
    }
    assert used - {"--columns"} <= set(named)
    light, dark = plain_style().split("@media (prefers-color-scheme: dark)")
    assert "#f3ecdd" in light
    assert "#f3ecdd" not in dark
    assert "#2f302f" in dark


def area_inside(loop: list[tuple[int, int]]) -> float:
    """Twice the signed area: positive when the inside is on the right hand, y downwards."""
    return sum(x * v - u * y for (x, y), (u, v) in zip(loop, loop[1:] + loop[:1], strict=True))


def test_outlines_of_random_sets() -> None:
    """The loops are closed, turn at each corner, and their signed areas add up to the number of squares."""
    dice = random.Random(5)
    for _ in range(300):
        cells = {(dice.randrange(6), dice.randrange(6)) for _ in range(dice.randrange(1, 26))}
        found = loops(cells)
        assert sum(map(area_inside, found)) == 2 * len(cells)
        for loop in found:
            sides = list(zip(loop, loop[1:] + loop[:1], strict=True))
            assert all((x == u) != (y == v) for (x, y), (u, v) in sides)
            upright = [x == u for (x, _), (u, _) in sides]
            assert all(a != b for a, b in zip(upright, upright[1:] + upright[:1], strict=True))
        assert path(cells, 40, 2, 7).count("Z") == len(found)


def test_level_that_nobody_can_play_has_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "two.xsb"
    file.write_text("#####\n#@$.#\n#####\n\n#####\n# $.#\n#####\nTitle: nobody\n", encoding="utf-8")
    assert sprites_of(picture_of(load(f"{file}#2"))).keys() == {"box0"}

"""A scene as SVG: the one place where boards are drawn.

Layers from the back: the plate and the squares, walls, sprites (`<g data-sprite=NAME>`, moved by their transform and
changed by their class), target areas, the scene's own marks, then one group for each layer of marks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from gridproof.scene import KINDS, Frame, Mark, Scene, Spot, Sprite, Tile
from gridproof.web import shapes
from gridproof.web.outline import number, pair, path
from gridproof.web.shapes import UNIT, escape

MARGIN = 8  # around the board, in the SVG's own units
KIND_CLASSES = {kind: f"kind-{kind}" for kind in ("block", "tile", "counter")}  # beside the class of the look
HEXAGON = "M{0}l20 -11.55 20 11.55v23.1l-20 11.55 -20 -11.55z"  # of width 40 around the unit square's centre


@dataclass(frozen=True, slots=True)
class Layer:
    """Marks that are shown and hidden together; `name` is the value of `data-layer` on their group."""

    name: str
    marks: Sequence[Mark]
    shown: bool = True


def board(scene: Scene, frame: Frame, layers: Sequence[Layer] = (), label: str = "") -> str:
    """The `<svg>` element of a board, styled by `board.css`."""
    box = f"{-MARGIN} {-MARGIN} {number(scene.columns * UNIT + 2 * MARGIN)} {number(scene.rows * UNIT + 2 * MARGIN)}"
    odd = [tile for tile in scene.tiles if scene.shape != "square" or (tile.row, tile.column) != tile.at]
    places = [[tile.row, tile.column, *tile.at] for tile in odd]
    data = f' data-places="{json.dumps(places, separators=(",", ":"))}"' if places else ""
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="board {scene.shape}" viewBox="{box}" role="img" ',
            f'style="--columns:{number(scene.columns + 0.4)}" ',
            f'aria-label="{escape(label)}"{data}>',
            _ground(scene),
            '<g class="sprites">',
            *(_sprite(thing, frame.get(thing.name)) for thing in scene.sprites),
            "</g>",
            _targets([tile for tile in scene.tiles if tile.look == "target"]),
            _layer(Layer("", scene.marks), scene) if scene.marks else "",
            *(_layer(layer, scene) for layer in layers),
            "</svg>",
        )
    )


def picture(scene: Scene, frame: Frame, marks: Sequence[Mark] = (), title: str = "", legend: str = "") -> str:
    """A file by itself: the board with its style, in the colours that the reader's system prefers."""
    drawn = board(scene, frame, [Layer("marks", marks)] if marks else (), title)
    size = f'width="{number(scene.columns * UNIT + 2 * MARGIN)}" height="{number(scene.rows * UNIT + 2 * MARGIN)}"'
    head = f"<title>{escape(title)}</title><desc>{escape(legend)}</desc><style>{plain_style()}</style>"
    opening, rest = drawn.split(">", 1)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{opening} {size}>{head}{rest}\n'


# --- what stays ------------------------------------------------------------------------------------------------


def _ground(scene: Scene) -> str:
    """The tiles, those of one look in as few elements as possible."""
    by_look: dict[str, list[Tile]] = {}
    for tile in scene.tiles:
        by_look.setdefault(tile.look, []).append(tile)
    ground = [tile for look, tiles in by_look.items() if look not in ("wall", "void", "button") for tile in tiles]
    if scene.shape == "hex":
        hexagons = "".join(HEXAGON.format(pair(tile.column * UNIT, tile.row * UNIT + 8.45)) for tile in ground)
        parts = [f'<path class="plate" d="{hexagons}"/>'] if ground else []
    else:
        squares = {(int(tile.row), int(tile.column)) for tile in ground}
        parts = [f'<path class="plate" d="{path(squares, UNIT, 0, 4)}"/>'] if ground else []
        if not any(tile.look.startswith("hole") for tile in ground):
            parts.append(_path("floor", (_square(c * UNIT, r * UNIT, 1) for r, c in sorted(squares))))
    parts += [_DRAWN[look](tiles) for look, tiles in by_look.items() if look in _DRAWN]
    return f'<g class="ground">{"".join(parts)}</g>'


def _path(css: str, pieces: Iterable[str]) -> str:
    return f'<path class="{css}" d="{"".join(pieces)}"/>'


def _square(x: float, y: float, inset: float) -> str:
    side = UNIT - 2 * inset
    return f"M{pair(x + inset, y + inset)}h{number(side)}v{number(side)}h-{number(side)}z"


def _circle(tile: Tile, radius: float) -> str:
    x, y = tile.column * UNIT + UNIT / 2, tile.row * UNIT + UNIT / 2
    half = f"a{radius} {radius} 0 1 0"
    return f"M{pair(x - radius, y)}{half} {2 * radius} 0{half} {-2 * radius} 0z"


def _text(tile: Tile, css: str, x: float, y: float, text: str) -> str:
    at = f'x="{number(tile.column * UNIT + x)}" y="{number(tile.row * UNIT + y)}"'
    return f'<text class="{css}" {at}>{escape(text)}</text>'


def _walls(tiles: list[Tile]) -> str:
    return f'<path class="wall" d="{path([tile.at for tile in tiles], UNIT, 0.75, 5)}"/>'


def _goals(tiles: list[Tile]) -> str:
    return _path("goal", (_circle(tile, 10) for tile in tiles)) + _path("goal-dot", (_circle(t, 3.5) for t in tiles))


def _gates(tiles: list[Tile]) -> str:
    bars = (f"M{pair(tile.column * UNIT + x, tile.row * UNIT + 8)}v24" for tile in tiles for x in (9, 20, 31))
    return _path("gate", bars)


def _targets(tiles: list[Tile]) -> str:
    """The area of each letter, with the letter in its corner."""
    areas: dict[str, list[Tile]] = {}
    for tile in tiles:
        areas.setdefault(tile.text, []).append(tile)
    drawn = [f'<path class="target" d="{path([t.at for t in area], UNIT, 4.5, 5)}"/>' for area in areas.values()]
    return "".join(drawn) + "".join(_text(area[-1], "target-text", 29, 32, name) for name, area in areas.items())


def _holes(tiles: list[Tile]) -> str:
    return _path("hole", (_circle(tile, 8.5) for tile in tiles))


def _ringed_holes(tiles: list[Tile]) -> str:
    return _holes(tiles) + _path("hole-ring", (_circle(tile, 16.5) for tile in tiles))


def _free_holes(tiles: list[Tile]) -> str:
    return _path("hole", (_circle(tile, 10) for tile in tiles)) + "".join(
        _text(tile, "hole-text", 20, 25.4, "?") for tile in tiles
    )


def _buttons(tiles: list[Tile]) -> str:
    corners = ((number(tile.column * UNIT + 3), number(tile.row * UNIT + 3)) for tile in tiles)
    rects = (f'<rect class="button" x="{x}" y="{y}" width="34" height="34" rx="17"/>' for x, y in corners)
    return "".join(rects) + "".join(_text(tile, "button-text", 20, 25, tile.text) for tile in tiles)


_DRAWN = {
    "wall": _walls,
    "goal": _goals,
    "gate": _gates,
    "hole": _holes,
    "hole-goal": _ringed_holes,
    "hole-free": _free_holes,
    "button": _buttons,
}


# --- what moves and what explains ------------------------------------------------------------------------------


def sprite_class(thing: Sprite, look: str) -> str:
    """The classes of a sprite's group in one of its looks; a page puts another look in place of the last one."""
    fixed = [KIND_CLASSES[thing.kind]] if thing.kind in KIND_CLASSES else []
    return " ".join(["sprite", *fixed, *filter(None, [shapes.tone(thing)]), look])


def _sprite(thing: Sprite, spot: Spot | None) -> str:
    where = shapes.place((spot.row, spot.column)) if spot else shapes.place((0, 0))
    css = sprite_class(thing, spot.look if spot else f"{KINDS[thing.kind][0]} gone")
    return f'<g class="{css}" data-sprite="{escape(thing.name)}" transform="{where}">{shapes.sprite(thing)}</g>'


def layer(marked: Layer, scene: Scene) -> str:
    """The group of a layer by itself, for a page to put on a board that is drawn already."""
    return _layer(marked, scene)


def _layer(layer: Layer, scene: Scene) -> str:
    hidden = "" if layer.shown else ' style="display:none"'
    holes = any(tile.look.startswith("hole") for tile in scene.tiles)
    groups: dict[str, list[tuple[int, int]]] = {}
    single = []
    for mark in layer.marks:
        if mark.look == "evidence" and mark.text:
            groups.setdefault(mark.text, []).append((int(mark.row), int(mark.column)))
        else:
            single.append(shapes.mark(mark, scene.shape == "hex", holes))
    marks = "".join([*map(shapes.outlined, groups.values()), *single])
    return f'<g class="marks" data-layer="{escape(layer.name)}"{hidden}>{marks}</g>'


# --- style -----------------------------------------------------------------------------------------------------


@cache
def static(name: str) -> str:
    """The text of a file that every page shares."""
    return (resources.files("gridproof.web") / "static" / name).read_text(encoding="utf-8")


@cache
def plain_style() -> str:
    """The board's style with colours in place of variables, which many readers of SVG files do not know."""
    tokens, rules = static("tokens.css"), re.sub(r"/\*.*?\*/", "", static("board.css"), flags=re.S)
    pairs = re.findall(r"(--[\w-]+): (?:light-dark\()?(#\w+)(?:, (#\w+)\))?;", tokens)
    light = {name: bright for name, bright, _ in pairs}
    dark = {name: dim or bright for name, bright, dim in pairs}

    def filled(colours: dict[str, str]) -> str:
        return re.sub(r"var\((--[\w-]+)\)", lambda name: colours[name[1]], rules).strip()

    return f"\n{filled(light)}\n@media (prefers-color-scheme: dark) {{\n{filled(dark)}\n}}\n"

"""A board as a page shows it: squares that stay, pieces that move, marks that explain. Knows no page, no puzzle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

# The closed set of looks; a page gives each a colour and a shape, so that colour is never the only sign.
TILES = ("wall", "floor", "goal", "gate", "hole", "light")
SPRITES = ("box", "box-home", "player", "block", "block-goal", "tile", "tile-home", "peg", "off", "on")
MARKS = ("press", "weight", "evidence", "dead", "target", "reach")

Cell = tuple[float, float]  # row, column; halves occur on triangular boards


@dataclass(frozen=True, slots=True)
class Tile:
    """A square that stays where it is. `text` stands on it in small."""

    row: float
    column: float
    look: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Sprite:
    """Something that moves or changes. `cells` are its unit squares, from its own top left; `text` stands on it."""

    name: str
    cells: tuple[Cell, ...] = ((0, 0),)
    text: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign over a square: a cell to press, a weight, a square of the proof."""

    row: float
    column: float
    look: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """What stays the same during play: the size in unit squares, the tiles, and the sprites that can appear."""

    rows: float
    columns: float
    tiles: tuple[Tile, ...]
    sprites: tuple[Sprite, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a sprite's top left is, and which look it has there."""

    row: float
    column: float
    look: str


Frame = Mapping[str, Spot]  # by the sprite's name; a sprite that is absent is not on the board


@dataclass(frozen=True, slots=True)
class Gesture:
    """What somebody did on the board.

    `kind` is "key" (`key`: up, left, down, right), "tap" (`cell`) or "drag" (`cell` to `to`). A tap on a sprite and
    then on another square arrives as a drag; `selected` is the cell tapped last, for keys that move what is selected.
    """

    kind: str
    key: str | None = None
    cell: tuple[int, int] | None = None
    to: tuple[int, int] | None = None
    selected: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Brush:
    """One thing an editor can put on a square: its name, what people read, and how it looks."""

    name: str
    label: str
    look: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """A certificate on the board: marks, and one line that says what they mean."""

    marks: Sequence[Mark]
    legend: str

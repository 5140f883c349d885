"""A board as a page shows it: squares that stay, pieces that move, marks that explain. Knows no page, no puzzle.

Places are those of top left corners, in unit squares from the board's top left corner: row, column. They are whole
numbers on square boards; triangular boards have fractions. An *address* is what the puzzle itself calls a square.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gridproof.errors import UsageError

LARGEST = 40_000  # squares of a scene: more would be no picture, and no browser would like it

# The closed sets of looks; each has a shape of its own, so that colour is never the only sign.
TILES = (
    "wall",
    "floor",
    "goal",  # a square that wants something: a box
    "target",  # part of the area where the piece that `text` names must lie
    "gate",  # only some pieces may enter
    "hole",  # of a peg board
    "hole-goal",  # where a peg must stand in the end
    "hole-free",  # where it does not matter
    "button",  # something to press that is no light
    "void",  # not on the board, but a place that an editor can fill
)
KINDS = {  # of sprites: the looks that a sprite of the kind may take while it is on the board
    "box": ("box", "box-home"),
    "player": ("player",),
    "block": ("block", "block-named", "block-home"),  # named: in the goal
    "tile": ("tile", "tile-home"),
    "peg": ("peg",),
    "light": ("off", "on"),
    "counter": tuple(f"state-{state}" for state in range(10)),  # a light of several states
}
MARKS = (
    "press",  # something to press; text: how often, when more than once
    "pressed",  # the same, done
    "weight",  # a number or letter of a proof
    "evidence",  # a square of a proof; text: squares of the same text have one outline
    "dead",  # a square where nothing useful can stand
    "target",  # what the square must show in the end, in its corner
    "reach",  # a square that something can get to
)

Place = tuple[float, float]
Address = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Tile:
    """A square that stays where it is. `text` stands on it in small; without an address it is (row, column)."""

    row: float
    column: float
    look: str
    text: str = ""
    address: Address | None = None

    @property
    def at(self) -> Address:
        return self.address or (int(self.row), int(self.column))


@dataclass(frozen=True, slots=True)
class Sprite:
    """Something that moves or changes. `cells` are its unit squares, from its place; `text` stands on it.

    In a scene with `shape="hex"` a sprite is one cell.
    """

    name: str
    kind: str
    cells: tuple[Address, ...] = ((0, 0),)
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
    """What stays the same during play: size in unit squares, tiles, all sprites that can appear, and fixed marks.

    `shape` is that of a tile: "square" or "hex". `notes` are rules that the picture does not show, one a line.
    """

    rows: float
    columns: float
    tiles: tuple[Tile, ...]
    sprites: tuple[Sprite, ...]
    marks: tuple[Mark, ...] = ()
    shape: str = "square"
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a sprite is, and which look it has there."""

    row: float
    column: float
    look: str


def require_size(rows: int, columns: int) -> None:
    """Raises UsageError for a board that is too large for a scene."""
    if rows * columns > LARGEST:
        size = f"{rows:,} rows and {columns:,} columns"
        raise UsageError(f"a board of {size} is too large for a picture: expected at most {LARGEST:,} squares")


Changes = Mapping[str, Spot | None]  # what differs in the next frame; None: no longer on the board


class Frame(dict[str, Spot]):
    """Where each sprite is, by its name; a sprite that is absent is not on the board. Change it with `apply` only."""

    def __init__(self, spots: Mapping[str, Spot]):
        super().__init__(spots)
        self._names = {(spot.row, spot.column): name for name, spot in spots.items()}

    def at(self, row: float, column: float) -> str | None:
        """The sprite whose place is there."""
        return self._names.get((row, column))

    def apply(self, changes: Changes) -> None:
        """Become the frame after some changes."""
        for name in changes:
            if (old := self.pop(name, None)) is not None and self._names.get((old.row, old.column)) == name:
                del self._names[old.row, old.column]
        for name, spot in changes.items():
            if spot is not None:
                self[name] = spot
                self._names[spot.row, spot.column] = name


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a solution as people count and say it, and the finest entries that it consists of."""

    text: str
    entries: Sequence[Any]


@dataclass(frozen=True, slots=True)
class Gesture:
    """What somebody did on the board.

    `kind` is "key" (`key`: up, left, down, right), "tap" (`cell`) or "drag" (`cell` to `to`). Cells are addresses.
    `selected` is a cell that was tapped before without effect: a key or a second tap may move what is there.
    """

    kind: str
    key: str | None = None
    cell: Address | None = None
    to: Address | None = None
    selected: Address | None = None


@dataclass(frozen=True, slots=True)
class Brush:
    """One thing an editor can put on a square: its name, what people read, the look of a tile or sprite like it."""

    name: str
    label: str
    look: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """A certificate on the board: marks, one line that says what they mean, and a name for one picture of several.

    With `of_start` the marks speak of pieces where they stand at the start, and make no sense later.
    """

    marks: Sequence[Mark]
    legend: str
    of_start: bool = False
    name: str = ""

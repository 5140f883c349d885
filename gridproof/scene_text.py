"""A scene with a frame as text: the same board as on a page, in characters."""

from __future__ import annotations

from collections.abc import Sequence

from gridproof.picture import Picture
from gridproof.scene import Frame, Mark, Scene

# look: (characters, style); the letters are those of the text formats. A sprite's text goes before its look's.
TILES = {
    "wall": ("##", "wall"),
    "floor": ("", "floor"),
    "goal": (".", "goal"),
    "target": (":", "goal"),
    "gate": ("=", "dim"),
    "hole": (".", "dim"),
    "hole-goal": ("x", "goal"),
    "hole-free": ("?", "goal"),
    "button": ("", "floor"),
    "void": ("", "floor"),
}
SPRITES = {
    "box": ("$", "on"),
    "box-home": ("*", "goal"),
    "player": ("@", "press"),
    "block": ("", "on"),
    "block-named": ("", "press"),
    "block-home": ("", "goal"),
    "tile": ("", "on"),
    "tile-home": ("", "goal"),
    "peg": ("o", "on"),
    "off": ("0", "dim"),
    "on": ("1", "on"),
    "state-0": ("0", "dim"),
    **{f"state-{state}": (str(state), "on") for state in range(1, 10)},
}
MARKS = {"press": "*", "pressed": "+"}


def picture(scene: Scene, frame: Frame, marks: Sequence[Mark] = ()) -> Picture:
    """Each unit square one line high and as wide as its widest text; `marks` of a plan stand behind their squares."""
    widest = max((len(sprite.text) for sprite in scene.sprites), default=1)
    widest = max(widest, *(len(tile.text) for tile in scene.tiles), 1)
    width = widest + 1 + bool(marks)
    width += width % 2 if scene.shape == "hex" else 0  # half a square has to be whole characters
    lines = _lines(scene)
    blocks = any(sprite.kind == "block" for sprite in scene.sprites)
    canvas: dict[tuple[int, int], tuple[str, str]] = {}

    def put(row: float, column: float, text: str, style: str) -> None:
        canvas[lines[row], int(column * width)] = text.rjust(widest), style

    for tile in scene.tiles:
        text, style = TILES[tile.look]
        if tile.look == "floor" and blocks:
            text = "."
        if tile.look == "wall":
            put(tile.row, tile.column, "#" * width, style)
        elif text or tile.look == "button":
            put(tile.row, tile.column, text or tile.text, style)
    for sprite in scene.sprites:
        spot = frame.get(sprite.name)
        if spot is not None:
            text, style = SPRITES[spot.look]
            for down, right in sprite.cells:
                joined = (down, right + 1) in sprite.cells  # a block has no gaps
                shown = sprite.text * width if joined else sprite.text or text
                put(spot.row + down, spot.column + right, shown, style)
    for mark in marks:
        sign, style = MARKS[mark.look], "press" if mark.look == "press" else "dim"
        canvas[lines[mark.row], int(mark.column * width) + widest] = (sign, style)
    return Picture.of(_rows(canvas, max(lines.values(), default=0) + 1))


def _lines(scene: Scene) -> dict[float, int]:
    """The line of text for each row; rows of a triangular board are closer than a unit."""
    rows = sorted({tile.row for tile in scene.tiles})
    return {row: number for number, row in enumerate(rows)}


def _rows(canvas: dict[tuple[int, int], tuple[str, str]], height: int) -> list[list[tuple[str, str]]]:
    rows: list[list[tuple[str, str]]] = [[] for _ in range(height)]
    reached = [0] * height
    for (line, column), (text, style) in sorted(canvas.items()):
        if column > reached[line]:
            rows[line].append((" " * (column - reached[line]), "floor"))
        rows[line].append((text, style))
        reached[line] = max(column, reached[line]) + len(text)
    return rows

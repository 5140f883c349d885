"""Sliding blocks on a page: drag a piece, or tap it and then a free square or an arrow key.

See `levels.base.Stage`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gridproof.answer import Certificate
from gridproof.errors import IllegalMove
from gridproof.levels.sliding.draw import phrase
from gridproof.levels.sliding.kinds import offsets_of
from gridproof.levels.sliding.level import Entry, Position, Sliding, Solution, reachable
from gridproof.levels.sliding.paint import brushes, draft, edit, resize
from gridproof.scene import (
    Address,
    Changes,
    Evidence,
    Frame,
    Gesture,
    Mark,
    Scene,
    Spot,
    Sprite,
    Step,
    Tile,
    require_size,
)

__all__ = [
    "brushes",
    "draft",
    "edit",
    "evidence",
    "frame",
    "gesture",
    "hint",
    "plan",
    "resize",
    "scene",
    "step",
    "unroll",
]

KEYS = {"up": "u", "down": "d", "left": "l", "right": "r"}


def scene(level: Sliding) -> Scene:
    rows, columns = level.shape
    require_size(rows, columns)
    tiles = []
    for cell in range(rows * columns):
        place = divmod(cell, columns)
        tiles.append(Tile(*place, "wall" if cell in level.walls else "floor"))
        if cell in level.gates:
            tiles.append(Tile(*place, "gate"))
    tiles += [Tile(*divmod(cell, columns), "target", piece.name) for piece in level.goal for cell in piece.cells]
    sprites = [Sprite(piece.name, "block", offsets_of(piece.cells, columns), piece.name) for piece in level.pieces]
    return Scene(rows, columns, tuple(tiles), tuple(sprites), notes=tuple(_notes(level)))


def _notes(level: Sliding) -> list[str]:
    notes = []
    if level.axis_long:
        notes.append("Each piece moves along its long axis only.")
    if level.gates:
        notes.append("Only pieces that the goal names may enter the gate.")
    notes += [f"Any of the pieces {', '.join(group)} will do for another." for group in level.same]
    if level.linked:
        notes.append(f"The parts of {', '.join(level.linked)} move as one piece.")
    return notes


def _homes(level: Sliding) -> dict[str, set[int]]:
    """The anchors that the goal wants for each letter it names; letters that will do for another share theirs."""
    homes: dict[str, set[int]] = {}
    for piece in level.goal:
        group = next((group for group in level.same if piece.name in group), piece.name)
        for name in group:
            homes.setdefault(name, set()).add(piece.cells[0])
    return homes


# --- play --------------------------------------------------------------------------------------------------------


def frame(level: Sliding, state: Position | None = None) -> Frame:
    anchors: Iterable[int] = (piece.cells[0] for piece in level.pieces) if state is None else state.anchors
    homes = _homes(level)
    return Frame(
        {
            piece.name: _spot(level, homes.get(piece.name), anchor)
            for piece, anchor in zip(level.pieces, anchors, strict=True)
        }
    )


def _spot(level: Sliding, homes: set[int] | None, anchor: int) -> Spot:
    look = "block" if homes is None else "block-home" if anchor in homes else "block-named"
    return Spot(*divmod(anchor, level.shape[1]), look)


def step(level: Sliding, state: Position, entry: Any, frame: Frame) -> tuple[Position, Changes]:
    pair = isinstance(entry, list | tuple) and len(entry) == 2 and all(isinstance(part, str) for part in entry)
    if not pair or entry[0] not in level.index_of or len(entry[1]) != 1:
        raise IllegalMove(f"expected a piece and one of u, d, l, r, not {str(entry)[:40]}")
    index = level.index_of[entry[0]]
    kind, anchor = level.kind_of[index], state.anchors[index]
    target = kind.neighbours[anchor].get(entry[1])
    if target is None or kind.masks[target] & level.occupied(state) & ~kind.masks[anchor]:
        raise IllegalMove(f"piece {entry[0]} cannot go {entry[1]!r}")
    after = level.position((*state.anchors[:index], target, *state.anchors[index + 1 :]))
    return after, {entry[0]: _spot(level, _homes(level).get(entry[0]), target)}


def unroll(level: Sliding, solution: Solution) -> list[Step]:
    return [Step(phrase(entry), [[entry[0], unit] for unit in entry[1]]) for entry in solution]


def plan(level: Sliding, solution: Solution) -> list[Mark]:
    return []


def hint(level: Sliding) -> str:
    return "Drag a piece; or click or tap it, and then the free square that it shall move to."


def gesture(level: Sliding, state: Position, gesture: Gesture) -> list[Entry] | None:
    if gesture.kind == "key":
        index = _piece_at(level, state, gesture.selected)
        unit = KEYS.get(gesture.key or "")
        if index is None or unit is None:
            return None
        anchor, others = state.anchors[index], _others(level, state, index)
        ways = reachable(level.kind_of[index], anchor, others, "steps")
        return [[level.pieces[index].name, unit]] if unit in {way for way, _ in ways} else None
    if gesture.kind == "drag":
        return _towards(level, state, gesture.cell, gesture.to)
    if _piece_at(level, state, gesture.cell) is not None:
        return None
    return _towards(level, state, gesture.selected, gesture.cell)


def _towards(level: Sliding, state: Position, cell: Address | None, to: Address | None) -> list[Entry] | None:
    """Take the piece at `cell` as near as it gets to where its cell would be `to`, by the shortest way."""
    index = _piece_at(level, state, cell)
    if index is None or cell is None or to is None:
        return None
    kind, columns = level.kind_of[index], level.shape[1]
    row, column = divmod(state.anchors[index], columns)
    wanted = row + to[0] - cell[0], column + to[1] - cell[1]

    def away(anchor: int) -> int:
        return abs(anchor // columns - wanted[0]) + abs(anchor % columns - wanted[1])

    ways = reachable(kind, state.anchors[index], _others(level, state, index), "moves")
    path, target = min(ways, key=lambda way: (away(way[1]), len(way[0])), default=("", state.anchors[index]))
    if away(target) >= away(state.anchors[index]):
        return None
    return [[level.pieces[index].name, unit] for unit in path]


def _piece_at(level: Sliding, state: Position, cell: Address | None) -> int | None:
    if cell is None or not (0 <= cell[0] < level.shape[0] and 0 <= cell[1] < level.shape[1]):
        return None
    bit = 1 << cell[0] * level.shape[1] + cell[1]
    pairs = zip(level.kind_of, state.anchors, strict=True)
    return next((index for index, (kind, anchor) in enumerate(pairs) if kind.masks[anchor] & bit), None)


def _others(level: Sliding, state: Position, index: int) -> int:
    """The cells under all pieces but one, as a mask."""
    return level.occupied(state) & ~level.kind_of[index].masks[state.anchors[index]]


# --- evidence ----------------------------------------------------------------------------------------------------


def evidence(level: Sliding, certificate: Certificate) -> list[Evidence]:
    if certificate.kind not in ("unreachable", "line"):
        return []
    named = [name for name in certificate.data.get("pieces", ()) if name in level.index_of]
    cells = {cell: name for name in named for cell in level.pieces[level.index_of[name]].cells}
    marks = [Mark(*divmod(cell, level.shape[1]), "evidence", name) for cell, name in cells.items()]
    letters = ", ".join(named)
    if certificate.kind == "line":
        legend = f"The cars {letters} never pass each other, and in this order the goal leaves them no room."
        return [Evidence(marks, legend, of_start=True)]
    reached = {
        cell
        for name in named
        for mask in level.kind_of[level.index_of[name]].masks.values()
        for cell in range(mask.bit_length())
        if mask >> cell & 1
    }
    legend = f"Alone on the board {letters} could get to the squares with a dot only."
    dots = [Mark(*divmod(cell, level.shape[1]), "reach") for cell in sorted(reached - {*cells})]
    return [Evidence([*marks, *dots], legend, of_start=True)]

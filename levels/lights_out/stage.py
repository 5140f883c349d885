"""Lights Out on a page: a tap presses; marks show the cells of a solution or of a proof. See `levels.base.Stage`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gridproof.answer import Certificate
from gridproof.errors import IllegalMove
from gridproof.levels.lights_out.level import LightsOut
from gridproof.levels.lights_out.paint import brushes, draft, edit, resize
from gridproof.levels.lights_out.patterns import decode
from gridproof.levels.lights_out.presses import Presses
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

MOST_PATTERNS = 8  # of the null space, that are shown
NEIGHBOURS = {
    "cross": "A press changes the four neighbours of a cell, not the cell itself.",
    "king": "A press changes a cell and its eight neighbours.",
    "diagonal": "A press changes a cell and its four diagonal neighbours.",
}


def scene(level: LightsOut) -> Scene:
    rows, columns = level.shape
    require_size(rows, columns)
    kind = "light" if level.states == 2 else "counter"
    tiles, sprites, marks = [], [], []
    for r in range(rows):
        for c in range(columns):
            tiles.append(Tile(r, c, "floor" if level.cells[r, c] else "void"))
            if level.cells[r, c]:
                sprites.append(Sprite(f"{r},{c}", kind))
    if level.target.any():
        for r, c in np.argwhere(level.cells).tolist():
            if level.states > 2 or level.target[r, c]:
                marks.append(Mark(r, c, "target", str(level.target[r, c]) if level.states > 2 else ""))
    height, width = float(rows), columns
    if level.buttons is not None and not _on_lights(level):
        require_size(len(level.buttons), 1)
        for k in range(len(level.buttons)):
            row, column = _place(level, k, 0)
            tiles.append(Tile(row, column, "button", str(k), (rows + 1 + k // _strip(level), k % _strip(level))))
        height = _place(level, len(level.buttons) - 1, 0)[0] + 1
        width = max(columns, min(len(level.buttons), _strip(level)))
    return Scene(height, width, tuple(tiles), tuple(sprites), tuple(marks), notes=tuple(_notes(level)))


def _notes(level: LightsOut) -> list[str]:
    notes = []
    if level.buttons is not None:
        how = "each light is a button" if _on_lights(level) else "the buttons are below the lights"
        notes.append(f"Which lights a button changes is listed in the level; {how}.")
    elif level.neighbours in NEIGHBOURS:
        notes.append(NEIGHBOURS[level.neighbours])
    if level.torus:
        notes.append("The board is a torus: each edge joins the opposite one.")
    if level.states > 2:
        notes.append(f"A press raises a light by one, from {level.states - 1} on to 0.")
    if level.target.any():
        notes.append(
            "The small figures are the states to reach."
            if level.states > 2
            else "The lights with a ring in the corner must be lit in the end, the others dark."
        )
    return notes


# --- buttons and lights ----------------------------------------------------------------------------------------


def _on_lights(level: LightsOut) -> bool:
    """Whether the listed buttons can be taken for the lights: as many, in reading order each changing its own."""
    if level.buttons is None or len(level.buttons) != int(level.cells.sum()):
        return False
    own = np.flatnonzero(level.cells.ravel()).tolist()
    return all(light in lights for light, lights in zip(own, level.buttons, strict=True))


def _strip(level: LightsOut) -> int:
    """Buttons in a row, where they stand below the board."""
    return max(level.shape[1], 4)


def _place(level: LightsOut, row: int, column: int) -> tuple[float, float]:
    """Where the button [row, column] of a solution stands in the scene."""
    if level.buttons is None:
        return row, column
    if _on_lights(level):
        light = int(np.flatnonzero(level.cells.ravel())[row])
        return divmod(light, level.shape[1])
    return level.shape[0] + 0.5 + row // _strip(level), row % _strip(level)


def _button(level: LightsOut, cell: Address) -> list[int] | None:
    """The button that stands at an address, as a solution names it."""
    row, column = cell
    inside = 0 <= row < level.shape[0] and 0 <= column < level.shape[1] and bool(level.cells[row, column])
    if level.buttons is None:
        return [row, column] if inside else None
    if _on_lights(level):
        return [int(level.cells.ravel()[: row * level.shape[1] + column].sum()), 0] if inside else None
    number = (row - level.shape[0] - 1) * _strip(level) + column
    known = row > level.shape[0] and 0 <= column < _strip(level) and number < len(level.buttons)
    return [number, 0] if known else None


def _lights(level: LightsOut, row: int, column: int) -> Sequence[int]:
    """The lights that a button changes, as flat indices."""
    if level.buttons is not None:
        return level.buttons[row]
    rows, columns = level.shape
    lights = []
    for dr, dc in level.offsets:
        r, c = row + dr, column + dc
        if level.torus:
            r, c = r % rows, c % columns
        if 0 <= r < rows and 0 <= c < columns and level.cells[r, c]:
            lights.append(r * columns + c)
    return lights


# --- play --------------------------------------------------------------------------------------------------------


def frame(level: LightsOut, state: bytes | None = None) -> Frame:
    states = level.start if state is None else np.frombuffer(state, dtype=np.uint8).reshape(level.shape)
    cells = np.argwhere(level.cells).tolist()
    return Frame({f"{r},{c}": Spot(r, c, _look(level, int(states[r, c]))) for r, c in cells})


def _look(level: LightsOut, state: int) -> str:
    return ("off", "on")[state] if level.states == 2 else f"state-{state}"


def step(level: LightsOut, state: bytes, entry: Any, frame: Frame) -> tuple[bytes, Changes]:
    if not (isinstance(entry, list | tuple) and len(entry) == 2 and all(type(part) is int for part in entry)):
        raise IllegalMove(f"expected a pair [row, column], not {str(entry)[:40]}")
    row, column = entry
    height, width = level.button_shape
    if not (0 <= row < height and 0 <= column < width and (level.buttons is not None or level.cells[row, column])):
        raise IllegalMove(f"there is no button {[row, column]}")
    after, changes = bytearray(state), {}
    for light in _lights(level, row, column):
        after[light] = (after[light] + 1) % level.states
        r, c = divmod(light, level.shape[1])
        changes[f"{r},{c}"] = Spot(r, c, _look(level, after[light]))
    return bytes(after), changes


def unroll(level: LightsOut, solution: Presses) -> list[Step]:
    if level.buttons is not None:
        return [Step(f"press button {k}", [[k, zero]]) for k, zero in solution]
    return [Step(f"press {r},{c}", [[r, c]]) for r, c in solution]


def plan(level: LightsOut, solution: Presses) -> list[Mark]:
    return [Mark(*_place(level, r, c), "press") for r, c in solution]


def hint(level: LightsOut) -> str:
    if level.buttons is not None and not _on_lights(level):
        return "Click or tap a button below the lights to press it."
    return (
        "Click or tap a cell to press it: it and its neighbours change."
        if level.neighbours == "plus"
        else ("Click or tap a cell to press it.")
    )


def gesture(level: LightsOut, state: bytes, gesture: Gesture) -> list[list[int]] | None:
    if gesture.kind != "tap" or gesture.cell is None:
        return None
    button = _button(level, gesture.cell)
    return None if button is None else [button]


# --- evidence ----------------------------------------------------------------------------------------------------


def evidence(level: LightsOut, certificate: Certificate) -> list[Evidence]:
    data, q = certificate.data, level.states
    if certificate.kind == "parity":
        pattern = decode(data, level.shape, q)
        marks = [
            Mark(r, c, "evidence") if q == 2 else Mark(r, c, "weight", str(pattern[r, c]))
            for r, c in np.argwhere(pattern).tolist()
        ]
        change = int((pattern * level.needed).sum(dtype=np.int64))
        if q == 2:
            what = "lit" if not level.target.any() else "to be changed"
            are = f"{change} of them {'is' if change == 1 else 'are'} {what}"
            said = f"Every press changes an even number of the marked cells; {are}."
        else:
            said = f"Weigh the lights: every press changes the sum by 0 modulo {q}; it must change by {change % q}."
        return [Evidence(marks, said, of_start=True)]
    if certificate.kind == "null-space":
        return [
            _quiet(level, one, number, data["patterns"])
            for number, one in enumerate((data.get("patterns") or [])[:MOST_PATTERNS])
        ]
    return []


def _quiet(level: LightsOut, data: Any, number: int, patterns: Sequence[Any]) -> Evidence:
    """One of the patterns that change nothing."""
    pattern = decode(data, level.button_shape, level.states)
    marks = []
    for r, c in np.argwhere(pattern).tolist():
        place = _place(level, r, c)
        marks.append(Mark(*place, "evidence" if level.states == 2 else "weight", _times(level, int(pattern[r, c]))))
    which = "" if len(patterns) == 1 else f" ({number + 1} of {len(patterns)})"
    legend = f"Quiet pattern{which}: pressing all marked cells changes nothing, and turns one solution into another."
    return Evidence(marks, legend, name=f"Quiet pattern {number + 1}")


def _times(level: LightsOut, count: int) -> str:
    return "" if level.states == 2 else str(count)

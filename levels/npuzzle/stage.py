"""The (m×n−1)-puzzle on a page: a tap slides the tiles between it and a blank; arrows move a tile.

See `levels.base.Stage`.
"""

from __future__ import annotations

from typing import Any

from gridproof.errors import IllegalMove
from gridproof.levels.npuzzle.level import BLANK, OFFSETS, NPuzzle, Solution, State, default_goal
from gridproof.levels.npuzzle.paint import brushes, draft, edit, resize
from gridproof.levels.npuzzle.proof_marks import evidence
from gridproof.scene import Address, Changes, Frame, Gesture, Mark, Scene, Spot, Sprite, Step, Tile, require_size

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
ARROWS = {"u": "↑", "d": "↓", "l": "←", "r": "→"}


def scene(level: NPuzzle) -> Scene:
    require_size(level.rows, level.columns)
    tiles = tuple(Tile(r, c, "floor") for r in range(level.rows) for c in range(level.columns))
    sprites = tuple(Sprite(name, "tile", text=str(number)) for name, number in _names(level.start) if number != BLANK)
    marks: list[Mark] = []
    notes: tuple[str, ...] = ()
    if level.goal != default_goal(level.rows, level.columns):
        marks = [
            Mark(*divmod(cell, level.columns), "target", "" if number == BLANK else str(number))
            for cell, number in enumerate(level.goal)
        ]
        blank = "a ring the blank" if level.goal.count(BLANK) == 1 else "rings the blanks"
        notes = (f"The small numbers say where each tile must stand in the end, {blank}.",)
    return Scene(level.rows, level.columns, tiles, sprites, tuple(marks), notes=notes)


def _names(state: State) -> list[tuple[str, int]]:
    """A name for each cell's tile, and its number: equal tiles are told apart by their order."""
    seen: dict[int, int] = {}
    named = []
    for number in state:
        seen[number] = seen.get(number, 0) + 1
        named.append((f"{number}" if seen[number] == 1 else f"{number}.{seen[number]}", number))
    return named


# --- play --------------------------------------------------------------------------------------------------------


def frame(level: NPuzzle, state: State | None = None) -> Frame:
    named = _names(level.start if state is None else state)
    return Frame({name: _spot(level, number, cell) for cell, (name, number) in enumerate(named) if number != BLANK})


def _spot(level: NPuzzle, number: int, cell: int) -> Spot:
    home = cell < len(level.goal) and level.goal[cell] == number
    return Spot(*divmod(cell, level.columns), "tile-home" if home else "tile")


def step(level: NPuzzle, state: State, entry: Any, frame: Frame) -> tuple[State, Changes]:
    after = next((after for made, after in level.successors(state, "moves") if made == entry), None)
    if after is None:
        raise IllegalMove(f"{str(entry)[:40]}: no tile can move so")
    source = next(cell for cell in range(level.cells) if after[cell] == BLANK != state[cell])
    dr, dc = OFFSETS[entry if level.blanks == 1 else entry[2]]
    name = frame.at(*divmod(source, level.columns))
    assert name is not None
    return after, {name: _spot(level, state[source], source + dr * level.columns + dc)}


def unroll(level: NPuzzle, solution: Solution) -> list[Step]:
    steps = []
    state, columns = list(level.start), level.columns
    blank = state.index(BLANK)
    for entry in solution:
        direction = entry if level.blanks == 1 else entry[2]
        dr, dc = OFFSETS[direction]
        source = blank - dr * columns - dc if level.blanks == 1 else entry[0] * columns + entry[1]
        to = source + dr * columns + dc
        steps.append(Step(f"{state[source]} {ARROWS[direction]}", [entry]))
        state[to], state[source] = state[source], BLANK
        blank = source
    return steps


def plan(level: NPuzzle, solution: Solution) -> list[Mark]:
    return []


def hint(level: NPuzzle) -> str:
    blank = "the blank" if level.blanks == 1 else "a blank"
    return f"Click or tap a tile in line with {blank}: it slides there, and all between go with it."


def gesture(level: NPuzzle, state: State, gesture: Gesture) -> list[Any] | None:
    if gesture.kind == "tap" and gesture.cell:
        return _slide(level, state, gesture.cell, None)
    if gesture.kind == "drag" and gesture.cell and gesture.to:
        return _slide(level, state, gesture.cell, gesture.to)
    direction = KEYS.get(gesture.key or "") if gesture.kind == "key" else None
    if direction is None:
        return None
    moves = [entry for entry, _ in level.successors(state, "moves") if entry[-1] == direction]
    if len(moves) > 1:  # several blanks: the selected tile moves
        moves = [entry for entry in moves if tuple(entry[:2]) == gesture.selected]
    return moves or None


def _slide(level: NPuzzle, state: State, cell: Address, to: Address | None) -> list[Any] | None:
    """Slide the tiles from `cell` to the nearest blank in line with it, or to the blank at `to`."""
    row, column = cell
    if not (0 <= row < level.rows and 0 <= column < level.columns) or state[row * level.columns + column] == BLANK:
        return None
    best: tuple[int, str] | None = None
    for direction, (dr, dc) in OFFSETS.items():
        count, r, c = 0, row, column
        while 0 <= r < level.rows and 0 <= c < level.columns and state[r * level.columns + c] != BLANK:
            count, r, c = count + 1, r + dr, c + dc
        inside = 0 <= r < level.rows and 0 <= c < level.columns
        if inside and (to is None or to == (r, c)) and (best is None or count < best[0]):
            best = count, direction
    if best is None:
        return None
    count, direction = best
    dr, dc = OFFSETS[direction]
    if level.blanks == 1:
        return [direction] * count
    return [[row + i * dr, column + i * dc, direction] for i in reversed(range(count))]

"""Sokoban on a page: arrows step, a tap walks, a tap on a box beside the player or a drag pushes.

See `levels.base.Stage`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from gridproof.answer import Certificate
from gridproof.errors import IllegalMove
from gridproof.levels.sokoban.certificates import goals_of, live_squares
from gridproof.levels.sokoban.level import LETTERS, WALL, Sokoban, State
from gridproof.levels.sokoban.paint import brushes, draft, edit, resize
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

KEYS = {"up": 0, "left": 1, "down": 2, "right": 3}  # indices into LETTERS
ARROWS = {"U": "↑", "L": "←", "D": "↓", "R": "→"}


def scene(level: Sokoban) -> Scene:
    rows, columns = len(level.rows), level.stride - 2
    require_size(rows, columns)
    inside = _inside(level)
    tiles = []
    for r in range(rows):
        for c in range(columns):
            square = level.square(r, c)
            look = "goal" if square in level.goals else "floor" if square in inside else "void"
            tiles.append(Tile(r, c, "wall" if square in level.walls else look))
    names = [*(f"box{n}" for n in range(len(level.boxes))), *(_player_name(n) for n in range(len(_players(level))))]
    sprites = [Sprite(name, "box" if name.startswith("box") else "player") for name in names]
    return Scene(rows, columns, tuple(tiles), tuple(sprites), notes=(level.fault,) if level.fault else ())


def _inside(level: Sokoban) -> set[int]:
    """The squares that are not behind the walls: connected with a player, a box or a goal."""
    seen = {*_players(level), *level.boxes, *level.goals}
    stack = list(seen)
    while stack:
        square = stack.pop()
        for neighbour in level.steps:
            to = square + neighbour
            if to not in seen and level.cells[to] != WALL:
                seen.add(to)
                stack.append(to)
    return seen


def _players(level: Sokoban) -> list[int]:
    return [square for square, cell in enumerate(level.cells) if cell in "@+"]


def _player_name(number: int) -> str:
    return f"player{number or ''}"  # a draft may have several


# --- play --------------------------------------------------------------------------------------------------------


def frame(level: Sokoban, state: State | None = None) -> Frame:
    players = _players(level) if state is None else [state.player]
    boxes = level.boxes if state is None else state.boxes
    spots = {f"box{number}": _box(level, square) for number, square in enumerate(sorted(boxes))}
    spots |= {_player_name(n): _spot(level, square, "player") for n, square in enumerate(players)}
    return Frame(spots)


def _box(level: Sokoban, square: int) -> Spot:
    return _spot(level, square, "box-home" if square in level.goals else "box")


def _spot(level: Sokoban, square: int, look: str) -> Spot:
    row, column = level.place_of(square)
    return Spot(row, column, look)


def step(level: Sokoban, state: State, entry: Any, frame: Frame) -> tuple[State, Changes]:
    after = next((after for letter, after in level.successors(state, "moves") if letter == entry), None)
    if after is None:
        raise IllegalMove(f"{str(entry)[:10]!r}: expected a letter of u l d r, upper case where it pushes a box")
    spot = _spot(level, after.player, "player")
    changes = {"player": spot}
    if entry.isupper():
        name = frame.at(spot.row, spot.column)
        assert name is not None
        changes[name] = _box(level, after.player + level.steps[LETTERS.index(entry.lower())])
    return after, changes


def unroll(level: Sokoban, solution: str) -> list[Step]:
    """A push with the walk before it is one step; a walk behind the last push is one."""
    steps = []
    for part in re.findall("[a-z]*[A-Z]|[a-z]+", solution):
        walked = len(part) - part[-1].isupper()
        words = ([f"walk {walked}"] if walked else []) + ([f"push {ARROWS[part[-1]]}"] if part[-1].isupper() else [])
        steps.append(Step(", ".join(words), part))
    return steps


def plan(level: Sokoban, solution: str) -> list[Mark]:
    return []


def hint(level: Sokoban) -> str:
    return "Click or tap a box to see every square it can be pushed to, then one of these; or a square to walk there."


def gesture(level: Sokoban, state: State, gesture: Gesture) -> list[str] | None:
    if gesture.kind == "key":
        return _steps(level, state, KEYS.get(gesture.key or ""), 1)
    if gesture.kind == "drag" and gesture.cell and gesture.to:
        start, end = level.square(*gesture.cell), level.square(*gesture.to)
        if start in state.boxes:
            return _pushes(level, state, start, end)
        return _tap(level, state, gesture.to)
    return _tap(level, state, gesture.cell) if gesture.kind == "tap" and gesture.cell else None


def _tap(level: Sokoban, state: State, cell: Address) -> list[str] | None:
    """Walk there; or push the box there, when the player stands beside it."""
    if not (0 <= cell[0] < len(level.rows) and 0 <= cell[1] < level.stride - 2):
        return None
    square = level.square(*cell)
    if square in state.boxes:
        beside = {state.player + one: direction for direction, one in enumerate(level.steps)}
        return _steps(level, state, beside.get(square), 1)
    path = level.walks(state.boxes, state.player).get(square)
    return list(path) if path else None


def _steps(level: Sokoban, state: State, direction: int | None, count: int) -> list[str] | None:
    """So many steps in one direction, None when one of them is not possible."""
    entries: list[str] = []
    for _ in range(count if direction is not None else 0):
        letter = LETTERS[direction or 0]
        found = [pair for pair in level.successors(state, "moves") if pair[0].lower() == letter]
        if not found:
            return None
        entries.append(found[0][0])
        state = found[0][1]
    return entries or None


def _pushes(level: Sokoban, state: State, box: int, to: int) -> list[str] | None:
    """Walk behind a box and push it in a straight line to a square."""
    away = to - box
    sideways = divmod(box, level.stride)[0] == divmod(to, level.stride)[0]
    if not away or (not sideways and away % level.stride):
        return None
    one = (1 if away > 0 else -1) * (1 if sideways else level.stride)
    path = level.walks(state.boxes, state.player).get(box - one)
    if path is None:
        return None
    behind = State(state.boxes, box - one, box - one)
    pushes = _steps(level, behind, level.steps.index(one), away // one)
    return None if pushes is None else [*path, *pushes]


# --- evidence ----------------------------------------------------------------------------------------------------


def evidence(level: Sokoban, certificate: Certificate) -> list[Evidence]:
    kind = certificate.kind
    dead = _dead(level)
    shown = (
        [Evidence(dead, "× = a dead square: a box there can never get to a goal.", name="Dead squares")]
        if dead
        else []
    )
    if kind == "exhausted":
        return shown
    if kind not in ("immovable", "crowded"):
        return []
    boxes = {level.square(*place) for place in certificate.data.get("squares") or []}
    marks = _marks(level, boxes, "evidence")
    one = len(boxes) == 1
    if kind == "immovable":
        legend = (
            "This box can never be pushed usefully." if one else "None of these boxes can ever be pushed usefully."
        )
        return [Evidence(marks, legend, True, "Boxes"), *shown]
    goals = goals_of(level, boxes)
    legend = (
        f"{'This box' if one else f'These {len(boxes)} boxes'} can reach {len(goals) or 'no'} "
        f"goal{'s' if len(goals) > 1 else ''}{', marked with a dot' if goals else ''}."
    )
    return [Evidence([*marks, *_marks(level, goals, "reach")], legend, True, "Boxes"), *shown]


def _dead(level: Sokoban) -> list[Mark]:
    inside = _inside(level)
    return _marks(level, inside - live_squares(level), "dead") if level.goals else []


def _marks(level: Sokoban, squares: Iterable[int], look: str) -> list[Mark]:
    return [Mark(row, column, look) for row, column in map(level.place_of, sorted(squares))]

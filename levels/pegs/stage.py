"""Peg solitaire on a page: drag a peg, or tap it and then the hole where it lands. See `levels.base.Stage`.

On boards with `jumps: hex` row r is shifted left by r / 2, so that all six neighbours of a hole are equally near.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import Any

from gridproof.answer import Certificate
from gridproof.errors import IllegalMove
from gridproof.levels.pegs.certificates import read_cells, read_weights
from gridproof.levels.pegs.evidence import weight
from gridproof.levels.pegs.level import Chain, Hole, Pegs
from gridproof.levels.pegs.paint import brushes, draft, edit, resize
from gridproof.scene import (
    Address,
    Changes,
    Evidence,
    Frame,
    Gesture,
    Mark,
    Place,
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

KEYS = {"up": (-2, 0), "down": (2, 0), "left": (0, -2), "right": (0, 2)}
LOW = 0.866  # the distance of rows on a triangular board, sqrt(3) / 2
MOST_SHOWN = 6  # sets or weights of one certificate
MOST_LOOKED_AT = 20_000  # positions, for a chain of jumps to a hole that was tapped


def scene(level: Pegs) -> Scene:
    rows = max((r for r, _ in level.holes), default=0) + 1
    columns = max((c for _, c in level.holes), default=0) + 1
    require_size(rows, columns)
    hexagons, place_of = level.neighbours == "hex", _placer(level)
    widest = max((place_of(hole)[1] for hole in level.holes), default=0)
    tiles = []
    for hole in itertools.product(range(rows), range(columns)):
        place, number = place_of(hole), level.index.get(hole)
        if number is not None:
            tiles.append(Tile(*place, _hole_look(level, number), address=hole))
        elif 0 <= place[1] <= widest:
            tiles.append(Tile(*place, "void", address=hole))
    sprites = tuple(Sprite(f"peg{number}", "peg") for number in range(level.start.bit_count()))
    height = (rows - 1) * LOW + 1 if hexagons else rows
    return Scene(
        height, widest + 1, tuple(tiles), sprites, shape="hex" if hexagons else "square", notes=tuple(_notes(level))
    )


def _hole_look(level: Pegs, number: int) -> str:
    if level.anywhere:
        return "hole"
    return "hole-goal" if level.must >> number & 1 else "hole-free" if level.free >> number & 1 else "hole"


def _notes(level: Pegs) -> list[str]:
    notes = ["The goal is one peg, anywhere."] if level.anywhere else []
    if not level.anywhere:
        ringed = level.must.bit_count()
        where = (
            "In the end a peg stands in the ringed hole" if ringed == 1 else "In the end the ringed holes hold pegs"
        )
        notes.append(f"{where} and nowhere else{', but ? may do either' if level.free else ''}.")
    if level.neighbours == "diagonal":
        notes.append("Pegs jump in all eight directions.")
    return notes


def _placer(level: Pegs) -> Callable[[Hole], Place]:
    """Where each hole stands in the scene."""
    if level.neighbours != "hex":
        return lambda hole: hole
    left = min((c - r / 2 for r, c in level.holes), default=0)
    return lambda hole: (round(hole[0] * LOW, 3), hole[1] - hole[0] / 2 - left)


# --- play --------------------------------------------------------------------------------------------------------


def frame(level: Pegs, state: int | None = None) -> Frame:
    position = level.start if state is None else state
    holes = (hole for number, hole in enumerate(level.holes) if position >> number & 1)
    places = map(_placer(level), holes)
    return Frame({f"peg{number}": Spot(*place, "peg") for number, place in enumerate(places)})


def step(level: Pegs, state: int, entry: Any, frame: Frame) -> tuple[int, Changes]:
    try:
        chains = level.read_solution([entry])
    except IllegalMove as error:
        raise IllegalMove(error.reason) from None
    if len(chains[0]) != 2:
        raise IllegalMove("expected one jump: two holes")
    after = next((after for jump, after in level.successors(state, "jumps") if jump == chains[0]), None)
    if after is None:
        raise IllegalMove(f"no peg can jump from {chains[0][0]} to {chains[0][1]}")
    (r, c), (s, d) = chains[0]
    place_of = _placer(level)
    jumping, over = (frame.at(*place_of(hole)) for hole in ((r, c), ((r + s) // 2, (c + d) // 2)))
    assert jumping is not None
    assert over is not None
    return after, {jumping: Spot(*place_of((s, d)), "peg"), over: None}


def unroll(level: Pegs, solution: list[Chain]) -> list[Step]:
    """The jumps of one chain are one step."""
    return [
        Step(
            " → ".join(f"{r},{c}" for r, c in chain),
            [[list(start), list(end)] for start, end in itertools.pairwise(chain)],
        )
        for chain in solution
    ]


def plan(level: Pegs, solution: list[Chain]) -> list[Mark]:
    return []


def hint(level: Pegs) -> str:
    return "Drag a peg to the hole where it lands; or click or tap it, and then the hole."


def gesture(level: Pegs, state: int, gesture: Gesture) -> list[Chain] | None:
    if gesture.kind == "drag":
        return _jumps(level, state, gesture.cell, gesture.to)
    if gesture.kind == "tap":
        return _jumps(level, state, gesture.selected, gesture.cell)
    if gesture.selected is None or gesture.key not in KEYS:
        return None
    (row, column), (down, right) = gesture.selected, KEYS[gesture.key]
    jump = [[row, column], [row + down, column + right]]
    return [jump] if any(chain == jump for chain, _ in level.successors(state, "jumps")) else None


def _jumps(level: Pegs, state: int, start: Address | None, end: Address | None) -> list[Chain] | None:
    """The fewest jumps of the peg at `start` that bring it to `end`."""
    if start is None or end is None or start == end or end not in level.index:
        return None
    if start not in level.index:
        return None
    ways: dict[int, list[tuple[int, int]]] = {}  # from a hole: over, to
    for source, over, to in level.jumps:
        ways.setdefault(source, []).append((over, to))
    first, last = level.index[start], level.index[end]
    queue: list[tuple[int, int, list[Chain]]] = [(state, first, [])]
    seen = {(state, first)}
    for position, here, made in queue:
        for over, to in ways.get(here, ()):
            after = position ^ (1 << here | 1 << over | 1 << to)
            if not position >> here & position >> over & ~(position >> to) & 1 or (after, to) in seen:
                continue
            jumps = [*made, [list(level.holes[here]), list(level.holes[to])]]
            if to == last:
                return jumps
            seen.add((after, to))
            if len(seen) < MOST_LOOKED_AT:
                queue.append((after, to, jumps))
    return None


# --- evidence ----------------------------------------------------------------------------------------------------


def evidence(level: Pegs, certificate: Certificate) -> list[Evidence]:
    data: Any = certificate.data
    if certificate.kind == "regions":
        return [_regions(level, data["regions"])]
    if certificate.kind not in ("class", "pagoda", "counts"):
        return []
    shown = [
        _set(level, number, read_cells(level, entry))
        for number, entry in enumerate(data.get("sets", [])[:MOST_SHOWN], 1)
    ]
    return shown + [
        _weights(level, number, read_weights(level, entry))
        for number, entry in enumerate(data.get("weights", [])[:MOST_SHOWN], 1)
    ]


def _set(level: Pegs, number: int, cells: int) -> Evidence:
    marks = _marks(level, {hole: "" for hole in range(level.size) if cells >> hole & 1}, "evidence")
    start = (cells & level.start).bit_count()
    parity = "odd" if start % 2 else "even"
    if level.anywhere:
        end = f"so a last peg stands {'on it' if start % 2 else 'beside it'}"
    else:
        end = f"{(cells & level.must).bit_count()} in the goal"
    there = f"{start} peg{' stands' if start == 1 else 's stand'} there at the start ({parity}), {end}"
    return Evidence(marks, f"Every jump changes two of the marked holes or none. {there}.", name=f"Set {number}")


def _weights(level: Pegs, number: int, weights: list[int]) -> Evidence:
    marks = _marks(level, {hole: str(w) for hole, w in enumerate(weights) if w}, "weight")
    start = weight(weights, level.start)
    end = "a last peg would have to weigh no more" if level.anywhere else f"the goal {weight(weights, level.must)}"
    legend = f"No jump raises the weight of the pegs. The start weighs {start}, {end}."
    return Evidence(marks, legend, name=f"Weights {number}")


def _regions(level: Pegs, regions: list[Any]) -> Evidence:
    names: dict[int, str] = {}
    for index, region in enumerate(regions):
        cells = read_cells(level, region)
        name = chr(ord("a") + index) if index < 26 else str(index + 1)
        names |= {number: name for number in range(level.size) if cells >> number & 1}
    legend = "Each region, a letter of its own, is full and has to be opened by a peg of its own, not moved before."
    return Evidence(_marks(level, names, "weight"), legend, of_start=True)


def _marks(level: Pegs, texts: Mapping[int, str], look: str) -> list[Mark]:
    """Marks on the holes of the given numbers."""
    place_of = _placer(level)
    return [Mark(*place_of(level.holes[number]), look, text) for number, text in texts.items()]

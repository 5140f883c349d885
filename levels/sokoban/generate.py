"""New levels: rooms and corridors, boxes on their goals, then backward play to the state that is farthest away.

Breadth-first backward play from all places the player can end in gives each state its exact distance in pushes, so
the levels are solvable by construction and their optimum is known before any solver looks at them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from gridproof.errors import UsageError
from gridproof.levels.sokoban.level import Sokoban

Square = tuple[int, int]
Floor = frozenset[Square]
Position = tuple[frozenset[Square], Square]  # boxes, and the least square the player can walk to
AROUND = ((-1, 0), (0, -1), (1, 0), (0, 1))
MOST_STATES = 3_000
LARGEST = 30  # rows and columns of a generated board


@dataclass(frozen=True, slots=True)
class Candidate:
    """Floor, goals, and for each distance in pushes the positions that have it."""

    floor: Floor
    goals: frozenset[Square]
    layers: tuple[tuple[Position, ...], ...]


def generate(rows: int | None, columns: int | None, seed: int, index: int) -> Sokoban:
    """Level number `index` of a seed; the size is that of the board with its walls, 8x9 unless given."""
    rows, columns = rows or 8, columns or 9
    if min(rows, columns) < 5 or max(rows, columns) > LARGEST:
        raise UsageError(f"a board of {rows}x{columns}: expected 5x5 to {LARGEST}x{LARGEST}")
    rng = random.Random(f"sokoban {rows}x{columns} {seed} {index}")
    while True:
        candidate = make_candidate(rng, rows, columns, rng.randint(2, 3), MOST_STATES)
        if candidate is not None and len(candidate.layers) > 8:
            position = rng.choice(candidate.layers[-1])
            return level_at(candidate, position, f"Rooms {rows}x{columns}, seed {seed}, {index + 1}")


def make_candidate(rng: random.Random, rows: int, columns: int, boxes: int, most_states: int) -> Candidate | None:
    """Random rooms with `boxes` goals, played backward until `most_states` positions are known; None for a bad draw."""
    floor = carve(rng, rows - 2, columns - 2)
    useful = sorted(square for square in floor if _can_be_pulled(floor, square))
    if len(useful) < boxes or len(floor) < 3 * boxes + 4:
        return None
    goals = frozenset(rng.sample(useful, boxes) if rng.random() < 0.5 else _together(rng, useful, boxes))
    candidate = play_back(floor, goals, most_states)
    return candidate if len(candidate.layers) > 1 else None


def play_back(floor: Floor, goals: frozenset[Square], most_states: int) -> Candidate:
    return Candidate(floor, goals, tuple(_layers(floor, goals, most_states)))


def lengthen(rng: random.Random, candidate: Candidate, tries: int, most_states: int) -> Candidate:
    """Hill climbing: change a few squares or a goal, and keep what makes the longest solution no shorter."""
    rows, columns = max(r for r, _ in candidate.floor) + 1, max(c for _, c in candidate.floor) + 1
    for _ in range(tries):
        floor, goals = set(candidate.floor), set(candidate.goals)
        for _ in range(rng.randint(1, 3)):
            floor ^= {(rng.randrange(rows), rng.randrange(columns))}
        if rng.random() < 0.4:
            goals.remove(rng.choice(sorted(goals)))
            goals.add(rng.choice(sorted(floor - goals)))
        if not goals <= floor or len(_region(floor, frozenset(), min(floor))) != len(floor):
            continue
        changed = play_back(frozenset(floor), frozenset(goals), most_states)
        if len(changed.layers) >= len(candidate.layers):
            candidate = changed
    return candidate


def carve(rng: random.Random, rows: int, columns: int) -> Floor:
    """A connected floor inside rows x columns: a few rooms, joined by bent corridors, with pillars here and there."""
    floor: set[Square] = set()
    middles: list[Square] = []
    for _ in range(rng.randint(3, max(4, rows * columns // 10))):
        height, width = rng.randint(1, min(4, rows)), rng.randint(2, min(4, columns))
        top, left = rng.randint(0, rows - height), rng.randint(0, columns - width)
        floor |= {(r, c) for r in range(top, top + height) for c in range(left, left + width)}
        middles.append((top + height // 2, left + width // 2))
    for (r, c), (r2, c2) in zip(middles, middles[1:], strict=False):
        floor |= {(x, c) for x in range(min(r, r2), max(r, r2) + 1)}
        floor |= {(r2, x) for x in range(min(c, c2), max(c, c2) + 1)}
    for _ in range(rng.randint(0, 5)):
        pillar = rng.choice(sorted(floor))
        if len(floor) > 8 and len(_region(floor - {pillar}, frozenset(), min(floor - {pillar}))) == len(floor) - 1:
            floor.remove(pillar)
    return frozenset(floor)


def level_at(candidate: Candidate, position: Position, title: str | None = None, comment: str | None = None) -> Sokoban:
    """The level that starts at a position; walls stand only where they touch the floor."""
    boxes, player = position
    floor, goals = candidate.floor, candidate.goals
    top, bottom = min(r for r, _ in floor) - 1, max(r for r, _ in floor) + 1
    left, right = min(c for _, c in floor) - 1, max(c for _, c in floor) + 1
    rows = []
    for r in range(top, bottom + 1):
        row = ""
        for c in range(left, right + 1):
            square = (r, c)
            if square in boxes:
                row += "*" if square in goals else "$"
            elif square == player:
                row += "+" if square in goals else "@"
            elif square in floor:
                row += "." if square in goals else " "
            else:
                near = any((r + dr, c + dc) in floor for dr in (-1, 0, 1) for dc in (-1, 0, 1))
                row += "#" if near else " "
        rows.append(row.rstrip())
    return Sokoban(tuple(rows), title, comment=comment)


def images(rows: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The eight turned and mirrored forms of a board, right-hand blanks cut."""
    width = max(map(len, rows))
    grid = [row.ljust(width) for row in rows]
    for _ in range(4):
        yield tuple(row.rstrip() for row in grid)
        yield tuple(row[::-1].rstrip() for row in grid)
        grid = ["".join(column) for column in zip(*grid[::-1], strict=True)]


def _together(rng: random.Random, squares: list[Square], count: int) -> list[Square]:
    """`count` squares near each other: goals in one place make longer ways."""
    r, c = rng.choice(squares)
    return sorted(squares, key=lambda square: (abs(square[0] - r) + abs(square[1] - c), square))[:count]


def _can_be_pulled(floor: Floor, square: Square) -> bool:
    r, c = square
    return any((r + a, c + b) in floor and (r + 2 * a, c + 2 * b) in floor for a, b in AROUND)


def _region(floor: Floor | set[Square], boxes: frozenset[Square], start: Square) -> set[Square]:
    seen, stack = {start}, [start]
    while stack:
        r, c = stack.pop()
        for a, b in AROUND:
            to = (r + a, c + b)
            if to in floor and to not in boxes and to not in seen:
                seen.add(to)
                stack.append(to)
    return seen


def _layers(floor: Floor, goals: frozenset[Square], most_states: int) -> Iterator[tuple[Position, ...]]:
    """Positions 0, 1, 2, ... pushes before the end; a layer that would pass `most_states` is not begun."""
    left = set(floor - goals)
    layer: list[Position] = []
    while left:
        region = _region(floor, goals, min(left))
        layer.append((goals, min(region)))
        left -= region
    known = set(layer)
    while layer:
        yield tuple(layer)
        if len(known) > most_states:
            return
        following: dict[Position, None] = {}
        for boxes, player in layer:
            area = _region(floor, boxes, player)
            for r, c in sorted(boxes):
                for a, b in AROUND:
                    to, behind = (r + a, c + b), (r + 2 * a, c + 2 * b)
                    if to in area and behind in floor and behind not in boxes:
                        after = boxes - {(r, c)} | {to}
                        position = (after, min(_region(floor, after, behind)))
                        if position not in known:
                            known.add(position)
                            following[position] = None
        layer = list(following)

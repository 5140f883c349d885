"""New levels: rooms and corridors, boxes on their goals, then backward play to the state that is farthest away.

Breadth-first backward play from all places the player can end in gives each state its exact distance in pushes, so
the levels are solvable by construction and their optimum is known before any solver looks at them.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator

from gridproof.errors import UsageError
from gridproof.levels.sokoban.level import Sokoban

Square = tuple[int, int]
Floor = frozenset[Square]
Position = tuple[frozenset[Square], Square]  # boxes, and the least square the player can walk to
AROUND = ((-1, 0), (0, -1), (1, 0), (0, 1))
MOST_STATES = 3_000
LARGEST = 30  # rows and columns of a generated board


def generate(rows: int | None, columns: int | None, seed: int, index: int) -> Sokoban:
    """Level number `index` of a seed; the size is that of the board with its walls, 8x9 unless given."""
    rows, columns = rows or 8, columns or 9
    if min(rows, columns) < 5 or max(rows, columns) > LARGEST:
        raise UsageError(f"a board of {rows}x{columns}: expected 5x5 to {LARGEST}x{LARGEST}")
    rng = random.Random(f"sokoban {rows}x{columns} {seed} {index}")
    while True:
        floor = carve(rng, rows - 2, columns - 2)
        goals = choose_goals(rng, floor, rng.randint(2, 3))
        if goals is not None and len(layers := list(play_back(floor, goals, MOST_STATES))) > 8:
            title = f"Rooms {rows}x{columns}, seed {seed}, {index + 1}"
            return level_at(floor, goals, rng.choice(layers[-1]), title)


def choose_goals(
    rng: random.Random, floor: Floor, count: int, among: Floor | None = None
) -> frozenset[Square] | None:
    """Goals from which boxes can be pulled, scattered or in one place; None when the floor is too small."""
    useful = sorted(square for square in among or floor if _can_be_pulled(floor, square))
    if len(useful) < count or len(floor) < 3 * count + 4:
        return None
    if rng.random() < 0.5:
        return frozenset(rng.sample(useful, count))
    r, c = rng.choice(useful)  # goals near each other make longer ways
    return frozenset(sorted(useful, key=lambda square: (abs(square[0] - r) + abs(square[1] - c), square))[:count])


def scramble(rng: random.Random, floor: Floor, goals: frozenset[Square], pulls: int) -> Position:
    """Backward play at random from the end: a box once taken is mostly pulled straight on, so it gets somewhere."""
    boxes = goals
    area = _region(floor, boxes, rng.choice(sorted(floor - goals)))
    held: tuple[Square, Square] | None = None
    for _ in range(pulls):
        choices = [
            (box, (a, b))
            for box in sorted(boxes)
            for a, b in AROUND
            if (box[0] + a, box[1] + b) in area and (box[0] + 2 * a, box[1] + 2 * b) in floor - boxes
        ]
        if not choices:
            break
        choice = held if held in choices and rng.random() < 0.93 else rng.choice(choices)
        assert choice is not None
        box, (a, b) = choice
        to = (box[0] + a, box[1] + b)
        boxes = boxes - {box} | {to}
        held = (to, (a, b))
        area = _region(floor, boxes, (to[0] + a, to[1] + b))
    return boxes, min(area)


def joined(rng: random.Random, length: int) -> tuple[Floor, Floor]:
    """Two suites of rooms joined by a straight corridor of about `length` squares: all floor, and the right part."""
    left, right = carve(rng, 6, 6), carve(rng, 6, 7)
    row = rng.choice(sorted({r for r, _ in left} & {r for r, _ in right}) or [0])
    start = max((c for r, c in left if r == row), default=0)
    shift = 6 + length
    right = frozenset((r, c + shift) for r, c in right)
    stop = min((c for r, c in right if r == row), default=shift)
    return left | right | {(row, c) for c in range(start, stop + 1)}, right


def carve(rng: random.Random, rows: int, columns: int, most_rooms: int = 30) -> Floor:
    """A connected floor inside rows x columns: a few rooms, joined by bent corridors, with pillars here and there."""
    floor: set[Square] = set()
    middles: list[Square] = []
    for _ in range(rng.randint(3, min(most_rooms, max(4, rows * columns // 10)))):
        height, width = rng.randint(1, min(4, rows)), rng.randint(2, min(4, columns))
        top, left = rng.randint(0, rows - height), rng.randint(0, columns - width)
        floor |= {(r, c) for r in range(top, top + height) for c in range(left, left + width)}
        middles.append((top + height // 2, left + width // 2))
    for (r, c), (r2, c2) in itertools.pairwise(middles):
        floor |= {(x, c) for x in range(min(r, r2), max(r, r2) + 1)}
        floor |= {(r2, x) for x in range(min(c, c2), max(c, c2) + 1)}
    for _ in range(rng.randint(0, 5)):
        pillar = rng.choice(sorted(floor))
        if len(floor) > 8 and len(_region(floor - {pillar}, frozenset(), min(floor - {pillar}))) == len(floor) - 1:
            floor.remove(pillar)
    return frozenset(floor)


def level_at(floor: Floor, goals: frozenset[Square], position: Position, title: str | None = None) -> Sokoban:
    """The level that starts at a position; walls stand only where they touch the floor."""
    boxes, player = position
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
    return Sokoban(tuple(rows), title)


def images(rows: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The eight turned and mirrored forms of a board, right-hand blanks cut."""
    width = max(map(len, rows))
    grid = [row.ljust(width) for row in rows]
    for _ in range(4):
        yield tuple(row.rstrip() for row in grid)
        yield tuple(row[::-1].rstrip() for row in grid)
        grid = ["".join(column) for column in zip(*grid[::-1], strict=True)]


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


def play_back(floor: Floor, goals: frozenset[Square], most_states: int) -> Iterator[tuple[Position, ...]]:
    """Positions 0, 1, 2, ... pushes before the end; a layer after `most_states` positions is not begun.

    On bits: square (r, c) is bit r * stride + c, with a column to spare so that a step never wraps around.
    """
    stride = max(c for _, c in floor) + 2

    def mask(squares: Iterable[Square]) -> int:
        return sum(1 << r * stride + c for r, c in squares)

    whole, steps = mask(floor), (1, stride)

    def region(start: int, free: int) -> int:
        before = 0
        while start != before:
            before = start
            start |= (start << 1 | start >> 1 | start << stride | start >> stride) & free
        return start

    ends = mask(goals)
    layer, left = [], whole & ~ends
    while left:
        area = region(left & -left, whole & ~ends)
        layer.append((ends, area & -area))
        left &= ~area
    known = set(layer)
    while layer:
        yield tuple((frozenset(_squares(boxes, stride)), next(_squares(player, stride))) for boxes, player in layer)
        if len(known) > most_states:
            return
        following: dict[tuple[int, int], None] = {}
        for boxes, player in layer:
            area = region(player, whole & ~boxes)
            for step in steps:
                # the box comes to `to`, where the player stood, and the player ends one square behind
                pulls = [(boxes & area >> step, step), (boxes & area << step, -step)]
                for movable, by in pulls:
                    while movable:
                        box = movable & -movable
                        movable ^= box
                        to, behind = (box << by, box << 2 * by) if by > 0 else (box >> -by, box >> -2 * by)
                        if behind & whole & ~boxes:
                            after = boxes ^ box | to
                            around = region(behind, whole & ~after)
                            position = (after, around & -around)
                            if position not in known:
                                known.add(position)
                                following[position] = None
        layer = list(following)


def _squares(mask: int, stride: int) -> Iterator[Square]:
    while mask:
        low = mask & -mask
        mask ^= low
        yield divmod(low.bit_length() - 1, stride)

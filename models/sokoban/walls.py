"""Facts about walking that rule out an impossible push: which boxes the player would have to walk through."""

from __future__ import annotations

from collections.abc import Iterator

from gridproof.levels.sokoban.level import LETTERS, Sokoban
from gridproof.models.sokoban.encode import Fact, around
from gridproof.models.sokoban.tables import Push, Tables, reach


def broken(tables: Tables, pushes: list[Push]) -> Iterator[Fact]:
    """Facts that exclude these pushes, one or more for each push whose stand cannot be walked to; none if all can."""
    boxes, player = set(tables.boxes), tables.player
    for push in pushes:
        area = reach(tables.near, player, boxes)
        if push.stand not in area:
            yield from separating(tables, boxes, player, push.stand)
        boxes.remove(push.square)
        boxes.add(push.to)
        player = push.square


def separating(tables: Tables, boxes: set[int], player: int, stand: int) -> set[Fact]:
    """Sets closed by few boxes, each holding just one of the two squares.

    Boxes are left away while the rest separates the squares: first those nearest to one of them, or the other.
    """
    found = set()
    for source, target in ((player, stand), (stand, player)):
        barrier = set(around(tables, reach(tables.near, source, boxes)))
        barrier = set(around(tables, reach(tables.near, target, barrier)))  # both ends see what is left
        for box in _by_distance(tables, source, barrier):
            if target not in reach(tables.near, source, barrier - {box}):
                barrier.remove(box)
        one, other = (reach(tables.near, end, barrier) for end in (source, target))
        found.add(frozenset(one if len(one) <= len(other) else other))
    return found


def _by_distance(tables: Tables, source: int, barrier: set[int]) -> list[int]:
    """The boxes, nearest to `source` first, over squares with boxes or not."""
    order, seen = [source], {source}
    for square in order:
        for to in tables.near[square]:
            if to >= 0 and to not in seen:
                seen.add(to)
                order.append(to)
    return [square for square in order if square in barrier]


def told(level: Sokoban, tables: Tables, pushes: list[Push]) -> str:
    """The pushes as LURD text, with shortest walks between them."""
    boxes, player = set(level.boxes), level.player
    letters = []
    for push in pushes:
        stand, square, to = (tables.squares[s] for s in (push.stand, push.square, push.to))
        letters.append(level.walks(boxes, player)[stand] + LETTERS[push.direction].upper())
        boxes.remove(square)
        boxes.add(to)
        player = square
    return "".join(letters)

"""Symmetries of a peg solitaire board, as permutations of its holes."""

from __future__ import annotations

import itertools

from gridproof.levels.pegs.level import DIRECTIONS, Pegs

Permutation = tuple[int, ...]  # hole i goes to permutation[i]


def symmetries(level: Pegs) -> list[Permutation]:
    """Every rotation and reflection that maps the board onto itself, the identity first.

    They are the linear maps that permute the directions of jumps (8 on a square grid, 12 on a triangular one)
    followed by the shift that brings the holes back to their places.
    """
    directions = set(DIRECTIONS[level.neighbours])
    found = [tuple(range(level.size))]
    for (a, c), (b, d) in itertools.product(directions, repeat=2):  # images of (1, 0) and (0, 1)
        if {(a * r + b * s, c * r + d * s) for r, s in directions} != directions:
            continue
        images = [(a * r + b * s, c * r + d * s) for r, s in level.holes]
        down = min(r for r, _ in images) - min(r for r, _ in level.holes)
        right = min(s for _, s in images) - min(s for _, s in level.holes)
        places = [level.index.get((r - down, s - right)) for r, s in images]
        if None not in places and (permutation := tuple(p for p in places if p is not None)) not in found:
            found.append(permutation)
    return found


def goal_symmetries(level: Pegs) -> list[Permutation]:
    """The symmetries of the board that leave the goal as it is, the identity first."""
    if level.anywhere:
        return symmetries(level)
    return [p for p in symmetries(level) if image(p, level.must) == level.must and image(p, level.free) == level.free]


def image(permutation: Permutation, position: int) -> int:
    """Where a symmetry takes the pegs of a position."""
    result = 0
    for source, target in enumerate(permutation):
        result |= (position >> source & 1) << target
    return result


def canonical(group: list[Permutation], position: int) -> int:
    """The least image of a position: the same for all positions that the group takes into each other."""
    return min(image(permutation, position) for permutation in group)


def group_name(level: Pegs) -> str:
    """The symmetry group in words: D4 (order 8) and the like; C for rotations alone."""
    group = symmetries(level)
    mirrors = sum(1 for p in group if _reflects(level, p))
    order = len(group)
    if order == 1:
        return "trivial"
    if mirrors:
        return f"D{order // 2} (order {order})" if order > 2 else "D1 (order 2, one mirror)"
    return f"C{order} (order {order})"


def _reflects(level: Pegs, permutation: Permutation) -> bool:
    """Whether a symmetry turns the board over: the sign of a triangle of three holes changes."""
    holes = level.holes
    for i, j, k in itertools.combinations(range(level.size), 3):
        before = _sign(holes[i], holes[j], holes[k])
        if before:
            return before * _sign(holes[permutation[i]], holes[permutation[j]], holes[permutation[k]]) < 0
    return False  # all holes on one line: turning over and turning round are the same


def _sign(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

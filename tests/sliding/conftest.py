"""Random small boards, solvable and not, for comparing engines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from gridproof.levels.sliding import Sliding
from gridproof.levels.sliding.generate import scatter
from gridproof.levels.sliding.kinds import offsets_of
from gridproof.levels.sliding.level import Piece


def _random_level(seed: int, cars: bool = False) -> Sliding:
    """A board of 3-5 x 3-4 (cars: 4-5 x 4-5) with walls, gates and a goal drawn at random, in or out of reach."""
    rng = np.random.default_rng([2026, seed])
    rows, columns = (
        (int(rng.integers(4, 6)), int(rng.integers(4, 6)))
        if cars
        else (int(rng.integers(3, 6)), int(rng.integers(3, 5)))
    )
    level = scatter(
        rng, rows, columns, walls=float(rng.choice([0, 0, 0.1, 0.25])), cars=cars, largest=int(rng.integers(1, 5))
    )
    used = {cell for piece in level.pieces for cell in piece.cells} | level.walls
    gates = {cell for cell in range(rows * columns) if cell not in used and rng.random() < 0.1}
    level = replace(level, gates=frozenset(gates))
    if rng.random() < 0.25:
        return _far_goal(level, rng)
    return _any_goal(level, rng)


def _far_goal(level: Sliding, rng: np.random.Generator) -> Sliding:
    """Some or all pieces as they lie after a random walk: solvable unless the goal's gates say otherwise."""
    state = level.initial()
    for _ in range(60):
        options = list(level.successors(state, "moves"))
        if not options:
            break
        state = options[int(rng.integers(len(options)))][1]
    share = rng.choice([0.3, 1.0])
    goal = [_placed(level, i, anchor) for i, anchor in enumerate(state.anchors) if i == 0 or rng.random() < share]
    return replace(level, goal=tuple(sorted(goal, key=lambda piece: piece.cells[0])), same=_same(level, rng))


def _any_goal(level: Sliding, rng: np.random.Generator) -> Sliding:
    """One to three pieces put anywhere off the walls."""
    rows, columns = level.shape
    taken, goal = set(level.walls), []
    for index in rng.permutation(len(level.pieces))[: int(rng.integers(1, 4))]:
        shape = offsets_of(level.pieces[index].cells, columns)
        for anchor in rng.permutation(rows * columns):
            top, left = divmod(int(anchor), columns)
            places = [(top + dr, left + dc) for dr, dc in shape]
            if all(0 <= r < rows and 0 <= c < columns for r, c in places):
                cells = tuple(r * columns + c for r, c in places)
                if not taken & set(cells):
                    taken |= set(cells)
                    goal.append(Piece(level.pieces[index].name, cells))
                    break
    if not goal:
        goal = [level.pieces[0]]
    return replace(level, goal=tuple(sorted(goal, key=lambda piece: piece.cells[0])), same=_same(level, rng))


def _placed(level: Sliding, index: int, anchor: int) -> Piece:
    columns = level.shape[1]
    top, left = divmod(anchor, columns)
    shape = offsets_of(level.pieces[index].cells, columns)
    return Piece(level.pieces[index].name, tuple((top + dr) * columns + left + dc for dr, dc in shape))


def _same(level: Sliding, rng: np.random.Generator) -> tuple[str, ...]:
    """Now and then, pieces of one shape made interchangeable also where the goal names them."""
    if rng.random() < 0.7:
        return ()
    groups: dict[object, str] = {}
    for piece in level.pieces:
        shape = offsets_of(piece.cells, level.shape[1])
        groups[shape] = groups.get(shape, "") + piece.name
    return tuple(group for group in groups.values() if len(group) > 1)[:1]


@pytest.fixture(scope="session")
def random_level() -> Callable[..., Sliding]:
    return _random_level

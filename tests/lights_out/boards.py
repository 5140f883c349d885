"""Random small Lights Out boards of every kind, the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gridproof.levels.lights_out.level import PRIMES, SHAPES, LightsOut

NEIGHBOURS = tuple(SHAPES)


def random_board(rng: np.random.Generator, most_cells: int = 36, solvable: bool = False) -> LightsOut:
    """Any shape from 1x1, holes, all neighbourhoods, torus, 2 to 7 states, listed buttons, any target."""
    while True:
        rows, columns = (int(side) for side in rng.integers(1, 10, 2))
        q = int(rng.choice([2, 2, 2, *PRIMES]))
        cells = rng.random((rows, columns)) >= rng.choice([0.0, 0.0, 0.1, 0.4])
        if rows * columns <= most_cells and cells.any():
            break
    buttons = _random_buttons(rng, np.flatnonzero(cells), q) if rng.random() < 0.25 else None
    states = [(rng.integers(0, q, cells.shape) * cells).astype(np.uint8) for _ in range(2)]
    level = LightsOut(
        start=states[0],
        target=states[1] if rng.random() < 0.3 else np.zeros_like(states[1]),
        cells=cells,
        states=q,
        neighbours=str(rng.choice(NEIGHBOURS)) if buttons is None else "plus",
        torus=buttons is None and bool(rng.random() < 0.3),
        buttons=buttons,
    )
    if not solvable:
        return level
    presses = rng.integers(0, q, level.button_shape)
    if buttons is None:
        presses = presses * cells
    start = (level.target + (q - level.effect(presses))) % q * cells
    return LightsOut(start.astype(np.uint8), level.target, cells, q, level.neighbours, level.torus, buttons)


def random_boards(seed: int, count: int, most_cells: int = 36) -> Iterator[LightsOut]:
    """Half of them made solvable, the others as they come."""
    rng = np.random.default_rng(seed)
    for number in range(count):
        yield random_board(rng, most_cells, solvable=number % 2 == 0)


def _random_buttons(rng: np.random.Generator, places: np.ndarray, q: int) -> tuple[tuple[int, ...], ...]:
    """Up to 12 buttons with up to 5 cells each; with more than two states a cell may stand twice."""
    return tuple(
        tuple(sorted(rng.choice(places, size=min(len(places), int(rng.integers(1, 6))), replace=q > 2).tolist()))
        for _ in range(int(rng.integers(1, 13)))
    )

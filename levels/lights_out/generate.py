"""Random solvable boards: presses drawn at random, played on a board without light."""

from __future__ import annotations

import numpy as np

from gridproof.errors import UsageError
from gridproof.levels.lights_out.format import LARGEST
from gridproof.levels.lights_out.level import LightsOut


def generate(rows: int | None, columns: int | None, seed: int, index: int) -> LightsOut:
    """Board number `index` of a seed; 5x5 unless a size is given."""
    rows, columns = rows or 5, columns or 5
    if max(rows, columns) > LARGEST:
        raise UsageError(f"a board of {rows}x{columns}: expected at most {LARGEST} of each")
    dark = LightsOut(
        start=np.zeros((rows, columns), dtype=np.uint8),
        target=np.zeros((rows, columns), dtype=np.uint8),
        cells=np.ones((rows, columns), dtype=np.bool_),
    )
    presses = np.random.default_rng([seed, index]).integers(0, 2, dark.shape, dtype=np.uint8)
    return LightsOut(
        dark.effect(presses),
        dark.target,
        dark.cells,
        title=f"Random {rows}x{columns}, seed {seed}, {index + 1}",
    )

"""Engine `gf4`: the position class over GF(4) (rule of three), with galois; a second opinion on `classes`.

A colouring v of the holes with v[from] + v[over] + v[to] = 0 for each jump keeps the sum of v over the pegs
(de Bruijn 1972). The colourings are the null space of the jump matrix. Written as x + y * a with x, y in GF(2), each
is two sets of holes, of which every jump changes an even number: that is what the certificate holds.
"""

from __future__ import annotations

import galois
import numpy as np

from gridproof.answer import Certificate
from gridproof.ledger import Ledger
from gridproof.levels.pegs.evidence import goals
from gridproof.levels.pegs.level import Pegs
from gridproof.limits import Budget

NAME = "gf4"
LARGEST = 400  # holes


def applies(level: Pegs, metric: str) -> str | None:
    if level.size > LARGEST:
        return f"{level.size} holes; it works on up to {LARGEST}"
    return None if not level.free else "its goal leaves holes free"


def run(level: Pegs, ledger: Ledger, budget: Budget) -> None:
    """Proves that there is no solution, or nothing."""
    field = galois.GF(4)
    matrix = np.zeros((max(1, len(level.jumps)), level.size), dtype=np.uint8)
    for row, jump in enumerate(level.jumps):
        matrix[row, list(jump)] = 1
    colourings = field(matrix).null_space()
    left = {must for must, _ in goals(level)}
    sets = []
    for colouring in np.asarray(colourings, dtype=np.uint8):
        for part in (colouring & 1, colouring >> 1):
            cells = sum(1 << hole for hole in np.flatnonzero(part).tolist())
            refuted = {must for must in left if ((level.start ^ must) & cells).bit_count() % 2}
            if refuted:
                sets.append(level.cells(cells))
                left -= refuted
    if not left:
        ledger.prove(NAME, float("inf"), Certificate("class", "unsolvable", {"sets": sets}))

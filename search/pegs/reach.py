"""Everything that can be reached: how many positions there are after each jump, and how few pegs can be left."""

from __future__ import annotations

import numpy as np

from gridproof.ledger import Ledger
from gridproof.levels.pegs.level import Pegs
from gridproof.levels.pegs.symmetry import Permutation
from gridproof.limits import Budget
from gridproof.search.pegs.board import Board
from gridproof.search.pegs.layers import Layers


def layer_sizes(level: Pegs, group: list[Permutation], budget: Budget | None = None) -> list[int]:
    """Number of positions after 0, 1, ... jumps, until no jump is left, those that `group` relates once.

    The fewest pegs that can be left are those of the start less the jumps, len(sizes) - 1.
    """
    board = Board.of(level, group)
    layers = Layers(board, Ledger(level, "jumps"), budget or Budget(), "reach")
    layer = np.array([board.canonical(level.start)[0]], dtype=np.uint64)
    sizes = []
    while len(layer):
        sizes.append(len(layer))
        layer = layers.next(layer)
    return sizes

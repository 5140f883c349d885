"""Engine `wide`: wider beams that learn, for levels without a solution so far.

When a beam dies out, pagoda functions are looked for that refute what it kept last: positions that could not
reach the goal any more, though they looked good. The next beam is kept clear of all such.
"""

from __future__ import annotations

import numpy as np

from gridproof.ledger import Ledger
from gridproof.levels.pegs.level import Pegs
from gridproof.limits import Budget
from gridproof.search.pegs.beam import Beam, single_goals, widen
from gridproof.search.pegs.board import Board, Words, too_large
from gridproof.search.pegs.pruning import Pruning

NAME = "wide"
WIDTHS = tuple(1 << power for power in (10, 11, 12, 12, 13, 13, 14, 14, 15, 16))
SAMPLE = 4_000  # positions, in all
LAYERS = 8  # from which the sample is taken


def applies(level: Pegs, metric: str) -> str | None:
    return too_large(level)


def run(level: Pegs, ledger: Ledger, budget: Budget) -> None:
    """Offers a solution, or nothing; does nothing when there is one."""
    if ledger.cost is not None:
        return
    nodes = 0
    boards = [Board.of(single) for single in single_goals(level)]
    prunings = [Pruning.none(board) for board in boards]
    hopeless = [False] * len(boards)  # searched without leaving anything out
    for width in WIDTHS:
        for number, board in enumerate(boards):
            if hopeless[number]:
                continue
            beam = Beam(board, budget, width, 0, prunings[number])
            solution = beam.search()
            nodes += beam.nodes
            ledger.progress(NAME, nodes, width=width)
            if solution is not None:
                ledger.offer(NAME, solution)
                widen(level, ledger, budget, NAME, (1 << 12,))
                return
            hopeless[number] = not beam.cut
            if beam.cut:
                prunings[number] = _learn(board, beam.layers, prunings[number], budget)


def _learn(board: Board, layers: list[Words], old: Pruning, budget: Budget) -> Pruning:
    """Functions that refute what the beam kept in its last layers and before."""
    from gridproof.search.pegs.pruning_functions import find_pruning

    chosen = layers[len(layers) // 3 :: max(1, len(layers) // LAYERS)]
    sample = np.concatenate([layer[:: max(1, len(layer) // (SAMPLE // LAYERS))] for layer in chosen])
    return find_pruning(board, sample, sample[:0], old, budget)

"""Fewest moves over layers of positions, and the solution that they spell out.

For each position: the fewest moves to it, and the pegs that may have moved last in so few. That is all one needs
(see `layers_kernel.relax`), so a pass over the winning positions finds the fewest moves exactly.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gridproof.levels.pegs.level import Chain, Jump, chains_of
from gridproof.levels.pegs.symmetry import image
from gridproof.search.pegs import layers_kernel as kernel
from gridproof.search.pegs.board import Board, Words
from gridproof.search.pegs.goal_positions import goals_in
from gridproof.search.pegs.layers import SLICE, Layers
from gridproof.search.pegs.pruning import Pruning


@dataclass(frozen=True, eq=False)
class Stage:
    """One layer: positions, the fewest moves to each, and as a mask of holes the pegs that may have moved last."""

    positions: Words
    moves: npt.NDArray[np.uint8]
    lasts: Words


def fewest_moves(layers: Layers, winning: dict[int, Words]) -> tuple[int, list[Chain]]:
    """The fewest moves of any solution and one such solution, given all winning positions."""
    board = layers.board
    pegs = max(winning)
    first = winning[pegs]
    stages = {pegs: Stage(first, np.zeros(len(first), dtype=np.uint8), np.zeros(len(first), dtype=np.uint64))}
    best: tuple[int, int, int] | None = None  # moves, pegs, index in the stage
    while True:
        at_goal = np.flatnonzero(goals_in(board.level, stages[pegs].positions, pegs))
        if len(at_goal):
            index = int(at_goal[int(np.argmin(stages[pegs].moves[at_goal]))])
            candidate = (int(stages[pegs].moves[index]), pegs, index)
            best = candidate if best is None or candidate < best else best
        if pegs - 1 not in winning:
            break
        stages[pegs - 1] = _relax(layers, stages[pegs], winning.pop(pegs - 1))
        pegs -= 1
    assert best is not None
    return best[0], spell_out(board, stages, best[1], best[2])


def _relax(layers: Layers, stage: Stage, members: Words) -> Stage:
    """The stage after `stage`, over `members`."""
    board, budget = layers.board, layers.budget
    table = layers.set_of(members)
    budget.reserve(13 * len(table))
    moves, lasts = np.full(len(table), 255, dtype=np.uint8), np.zeros(len(table), dtype=np.uint64)
    scores = np.zeros(1, dtype=np.int32)  # no insertions, so no scores
    state = np.array([-1, 0], dtype=np.int64)
    none = Pruning.none(board)
    for start in range(0, len(stage.positions), SLICE):
        budget.check()
        kernel.relax(
            stage.positions, start, min(start + SLICE, len(stage.positions)), stage.moves, stage.lasts, scores,
            board.triple, board.forward, board.sources, board.images, board.tables, board.landings,
            none.forward, none.losses, table, moves, lasts, scores, scores, state,
        )  # fmt: skip
    # A goal may be a winning position of a lower layer without a winning one above: those stay out of reach.
    taken = (table != 0) & (moves < 255)
    return Stage(table[taken], moves[taken], lasts[taken])


def spell_out(board: Board, stages: dict[int, Stage], pegs: int, index: int) -> list[Chain]:
    """The solution that ends in position `index` of the stage with `pegs` pegs, from the start of the level."""
    level, group = board.level, board.group
    position, cost = int(stages[pegs].positions[index]), int(stages[pegs].moves[index])
    lasts = int(stages[pegs].lasts[index])
    lookup = {number: np.argsort(stage.positions) for number, stage in stages.items() if number > pegs}
    jumps: list[Jump] = []
    while pegs < max(stages):
        pegs += 1
        jump, position, cost, lasts = _jump_back(board, stages[pegs], lookup[pegs], position, cost, lasts)
        jumps.append(jump)
    turn = next(permutation for permutation in group if image(permutation, level.start) == position)
    back = {target: source for source, target in enumerate(turn)}
    return chains_of(level, [(back[s], back[o], back[t]) for s, o, t in reversed(jumps)])


def _jump_back(
    board: Board, stage: Stage, order: npt.NDArray[np.int64], position: int, cost: int, lasts: int
) -> tuple[Jump, int, int, int]:
    """A jump that led to `position` with one of the pegs `lasts` and `cost` moves, and the state before it.

    `lasts` is a mask of holes in the orientation of `position`; `order` sorts the stage's positions.
    """
    for source, over, to in board.level.jumps:
        triple = 1 << source | 1 << over | 1 << to
        if not lasts >> to & 1 or position & triple != 1 << to:
            continue
        before = position ^ triple
        least, symmetry = board.canonical(before)
        place = int(np.searchsorted(stage.positions, np.uint64(least), sorter=order))
        if place == len(order) or int(stage.positions[order[place]]) != least:
            continue
        moves = int(stage.moves[order[place]])
        turned = int(stage.lasts[order[place]])
        permutation = board.group[symmetry]
        pegs_before = sum(1 << hole for hole, target in enumerate(permutation) if turned >> target & 1)
        if moves == cost and pegs_before >> source & 1:
            return (source, over, to), before, moves, 1 << source
        if moves + 1 == cost:
            return (source, over, to), before, moves, pegs_before
    raise AssertionError("a stage without the position before")

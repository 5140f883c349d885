"""The winning positions of a game: reached from the start and leading to the goal, layer by layer.

Meet in the middle by jumps: layers of positions from the start and layers from the goal (jumps taken back), the
smaller side first, until they have the same number of pegs. What they share there is winning; the rest of the
winning set follows by filtering the stored layers outwards. All up to the symmetries that fix the goal: a path
between classes lifts to a path from the start itself, turned as a whole.
"""

from __future__ import annotations

import numpy as np

from gridproof.search.pegs.board import Words
from gridproof.search.pegs.goal_positions import goal_layers, goals_in
from gridproof.search.pegs.layers import Layers

PRUNING_PAYS = 200_000  # positions in the two layers
GROWTH = 3  # of the layers, until functions are chosen anew
SAMPLE = 20_000


def winning_layers(layers: Layers) -> dict[int, Words]:
    """Winning positions by number of pegs, from the start down to the last goal; empty when there are none."""
    board = layers.board
    pegs = board.level.start.bit_count()
    down = {pegs: np.array([board.canonical(board.level.start)[0]], dtype=np.uint64)}
    goals = goal_layers(board)
    if goals is not None and not goals:
        return {}
    low = min(goals) if goals is not None else board.level.goal_pegs[0]
    up = {low: goals[low]} if goals is not None else {}
    layers.nodes = 1 + sum(len(layer) for layer in up.values())
    pruning_pays = PRUNING_PAYS
    while pegs > low:
        if goals is not None and len(down[pegs]) + len(up[low]) > pruning_pays:
            _prune(layers, _sample(down[pegs]), _sample(up[low]))
            pruning_pays = GROWTH * (len(down[pegs]) + len(up[low]))
        if goals is None or len(down[pegs]) <= len(up[low]):
            down[pegs - 1] = layers.next(down[pegs])
            pegs -= 1
        else:
            up[low + 1] = layers.next(up[low], backward=True, add=goals.get(low + 1))
            low += 1
    if goals is None:  # too many to list: everything that can be reached stands in for the winning side
        up[low] = down[low][goals_in(board.level, down[low], low)]
    return _filter(layers, down, up, low)


def _prune(layers: Layers, down: Words, up: Words) -> None:
    from gridproof.search.pegs.pruning_functions import find_pruning

    layers.pruning = find_pruning(layers.board, down, up, layers.pruning, layers.budget)


def _sample(layer: Words) -> Words:
    return layer[:: max(1, len(layer) // SAMPLE)]


def _filter(layers: Layers, down: dict[int, Words], up: dict[int, Words], meeting: int) -> dict[int, Words]:
    """Keep what is winning, outwards from the layer where the sides met; frees the layers as it goes."""
    winning = {meeting: layers.common(down.pop(meeting), up.pop(meeting))}
    for pegs in sorted(down):
        layer = down.pop(pegs)
        marks = layers.with_jump_into(layer, winning[pegs - 1])
        winning[pegs] = layer[marks | goals_in(layers.board.level, layer, pegs)]
    for pegs in sorted(up, reverse=True):
        layer = up.pop(pegs)
        winning[pegs] = layer[layers.with_jump_into(layer, winning[pegs + 1], backward=True)]
    if not len(winning[max(winning)]):
        return {}
    return {pegs: winning[pegs] for pegs in sorted(winning, reverse=True) if len(winning[pegs])}

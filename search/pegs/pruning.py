"""Pagoda functions that cut positions off: what weighs less than the goal can't reach it, and what weighs
more than the start can't come from it.

Validity rests on integer inequalities alone (`Pruning.of`); which functions are worth their while is found by
linear programming in `pruning_functions`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gridproof.levels.pegs.classes import class_goals, invariant_sets
from gridproof.levels.pegs.evidence import gaining_jump, least_goal, weight
from gridproof.levels.pegs.level import Pegs
from gridproof.search.pegs.board import RUN, Board, Words

LANES = 4  # functions in a word, 16 bits each
LARGEST = 1 << 14  # the sum of all weights of a function, so that 16 bits hold what is to spare
HALF = 1 << 15


@dataclass(frozen=True, eq=False)
class Pruning:
    """`forward` and `backward` (G, K, 2048): what a position has to spare; `losses` (J, G); see the kernel.

    `functions` are the weights by which they were made.
    """

    forward: Words
    backward: Words
    losses: Words
    functions: tuple[tuple[int, ...], ...] = ()

    @classmethod
    def none(cls, board: Board) -> Pruning:
        parts = -(-board.level.size // RUN)
        empty = np.zeros((0, parts, 1 << RUN), dtype=np.uint64)
        return cls(empty, empty, np.zeros((len(board.level.jumps), 0), dtype=np.uint64))

    @classmethod
    def of(cls, board: Board, functions: list[tuple[int, ...]]) -> Pruning:
        """Pack functions, four to a word (the last is repeated to fill it).

        Raises ValueError for a function that some jump raises, or that is too large. The set must be closed under
        the symmetries of the board, which must fix the start, too.
        """
        level = board.level
        if not functions:
            return cls.none(board)
        for w in functions:
            if gaining_jump(level, w) is not None or sum(map(abs, w)) >= LARGEST:
                raise ValueError("not a pagoda function of moderate size")
        goals = class_goals(level, invariant_sets(level))
        padded = [*functions, *[functions[-1]] * (-len(functions) % LANES)]
        down = [(w, -min(least_goal(w, must, free) for must, free in goals)) for w in padded]
        up = [(tuple(-x for x in w), weight(w, level.start)) for w in padded]
        losses = [[w[s] + w[o] - w[t] for w in padded] for s, o, t in level.jumps]
        packed = [[_pack(row[g : g + LANES]) for g in range(0, len(row), LANES)] for row in losses]
        return cls(_tables(level, down), _tables(level, up), np.array(packed, dtype=np.uint64), tuple(functions))


def _pack(values: list[int]) -> int:
    """Values as one word, negative ones borrowing from the next: sums of such words come out right."""
    return sum(value << 16 * lane for lane, value in enumerate(values)) % (1 << 64)


def _tables(level: Pegs, functions: list[tuple[tuple[int, ...], int]]) -> Words:
    """tables[g, k, b]: the packed sums over the holes b of run k, the constants and 2^15 with run 0."""
    parts = -(-level.size // RUN)
    tables = np.zeros((len(functions) // LANES, parts, 1 << RUN), dtype=np.uint64)
    bits = np.arange(1 << RUN)
    for g in range(len(tables)):
        group = functions[g * LANES : (g + 1) * LANES]
        tables[g, 0] = np.uint64(_pack([constant + HALF for _, constant in group]))
        for hole in range(level.size):
            part, bit = divmod(hole, RUN)
            tables[g, part, bits >> bit & 1 == 1] += np.uint64(_pack([w[hole] for w, _ in group]))
    return tables

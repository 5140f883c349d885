"""Engine `large`: beam search on boards of more than 64 holes, with positions of several words, in numpy.

The same search as `beam` without symmetries and without counting moves: what it finds is a solution.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gridproof.ledger import Ledger
from gridproof.levels.pegs.level import Chain, Pegs, chains_of
from gridproof.limits import Budget
from gridproof.search.pegs.beam import distances, single_goals
from gridproof.search.pegs.board import LARGEST

NAME = "large"
WIDTHS = (64, 512, 4096)
WORD = 64

Positions = npt.NDArray[np.uint64]  # shape (n, words)
Step = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]  # for each position of a layer its parent and jump


def applies(level: Pegs, metric: str) -> str | None:
    return None if level.size > LARGEST else f"{level.size} holes; it is for more than {LARGEST}"


def run(level: Pegs, ledger: Ledger, budget: Budget) -> None:
    """Offers the first solution it finds."""
    nodes = 0
    for width in WIDTHS:
        for single in single_goals(level):
            beam = LargeBeam(single, budget, width)
            solution = beam.search()
            nodes += beam.nodes
            ledger.progress(NAME, nodes, width=width)
            if solution is not None:
                ledger.offer(NAME, solution)
                return


class LargeBeam:
    """One beam search towards one goal. `nodes` counts the positions made."""

    def __init__(self, level: Pegs, budget: Budget, width: int):
        self.level, self.budget, self.width, self.nodes = level, budget, width, 0
        self.triple = self._words([1 << s | 1 << o | 1 << t for s, o, t in level.jumps])
        self.need = self._words([1 << s | 1 << o for s, o, _ in level.jumps])
        distance = distances(level)
        self.gains = [int(distance[t]) - int(distance[s]) - int(distance[o]) for s, o, t in level.jumps]

    def search(self) -> list[Chain] | None:
        """A solution, or None. Raises LimitReached."""
        level = self.level
        layer, scores = self._words([level.start]), np.zeros(1, dtype=np.int64)
        steps: list[Step] = []
        pegs = level.start.bit_count()
        must, care = self._words([level.must, level.everything & ~level.free])
        while len(layer):
            at_goal = np.flatnonzero(((layer & care) == must).all(axis=1))
            if len(at_goal):
                return self._path(steps, int(at_goal[0]))
            if pegs <= level.goal_pegs[0]:
                break
            self.budget.check()
            layer, scores, step = self._next(layer, scores)
            steps.append(step)
            pegs -= 1
        return None

    def _next(self, layer: Positions, scores: npt.NDArray[np.int64]) -> tuple[Positions, npt.NDArray[np.int64], Step]:
        """The best `width` positions one jump further."""
        children, values, parents, jumps = [], [], [], []
        for jump, (triple, need) in enumerate(zip(self.triple, self.need, strict=True)):
            which = np.flatnonzero(((layer & triple) == need).all(axis=1))
            if len(which):
                children.append(layer[which] ^ triple)
                values.append(scores[which] + self.gains[jump])
                parents.append(which)
                jumps.append(np.full(len(which), jump, dtype=np.int64))
        if not children:
            nothing = np.zeros(0, dtype=np.int64)
            return layer[:0], nothing, (nothing, nothing)
        _, first = np.unique(np.concatenate(children), axis=0, return_index=True)
        score = np.concatenate(values)[first]
        self.nodes += len(first)
        if len(first) > self.width:
            best = np.argpartition(score, self.width - 1)[: self.width]
            first, score = first[best], score[best]
        step = np.concatenate(parents)[first], np.concatenate(jumps)[first]
        return np.concatenate(children)[first], score, step

    def _path(self, steps: list[Step], index: int) -> list[Chain]:
        jumps = []
        for parents, made in reversed(steps):
            jumps.append(self.level.jumps[int(made[index])])
            index = int(parents[index])
        return chains_of(self.level, jumps[::-1])

    def _words(self, positions: list[int]) -> Positions:
        words = -(-self.level.size // WORD)
        rows = [[p >> WORD * w & (1 << WORD) - 1 for w in range(words)] for p in positions]
        return np.array(rows, dtype=np.uint64).reshape(len(rows), words)

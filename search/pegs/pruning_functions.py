"""Which pagoda functions cut off most: candidates by linear programming, a choice by trying them on a sample.

Candidates refute positions of the sample themselves, or charge one jump 1 and spare least between start and goal
(the optimum is how often that jump can be made at most).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from ortools.linear_solver import pywraplp

from gridproof.levels.pegs.classes import class_goals, invariant_sets
from gridproof.levels.pegs.evidence import gaining_jump, least_goal, weight
from gridproof.levels.pegs.integers import integer_weights
from gridproof.levels.pegs.level import Pegs
from gridproof.limits import Budget
from gridproof.search.pegs.board import Board, Words
from gridproof.search.pegs.pruning import LARGEST, Pruning

MOST = 96  # functions
PROBES = 200  # positions of each sample for which a function is looked for
Weights = tuple[int, ...]


def find_pruning(board: Board, down: Words, up: Words, old: Pruning, budget: Budget) -> Pruning:
    """The functions that cut off most of two samples, from the start's side and from the goal's."""
    level = board.level
    goals = class_goals(level, invariant_sets(level))
    orbits: dict[Weights, list[Weights]] = {}

    def note(weights: Weights | None) -> None:
        if weights is not None and weights not in orbits:
            images = {tuple(weights[p[hole]] for hole in range(level.size)) for p in board.group}
            orbits.update(dict.fromkeys(images, sorted(images)))

    for weights in old.functions:
        note(weights)
    for jump in range(len(level.jumps)):
        budget.check()
        note(_Program(level, goals).charging(jump))
    for sample, backward in ((down, False), (up, True)):
        for position in sample[:: max(1, len(sample) // PROBES)].tolist():
            budget.check()
            note(_Program(level, goals).against(position, backward))
    return Pruning.of(board, _choose(level, goals, list({tuple(o): o for o in orbits.values()}.values()), down, up))


def _choose(
    level: Pegs, goals: list[tuple[int, int]], orbits: list[list[Weights]], down: Words, up: Words
) -> list[Weights]:
    """Greedily the orbits that cut off most of what is left of the samples for each function."""
    cuts = []
    for orbit in orbits:
        low = [min(least_goal(w, *goal) for goal in goals) for w in orbit]
        high = [weight(w, level.start) for w in orbit]
        below = [_weigh(w, down) < limit for w, limit in zip(orbit, low, strict=True)]
        above = [_weigh(w, up) > limit for w, limit in zip(orbit, high, strict=True)]
        cuts.append(np.concatenate([np.any(below, axis=0), np.any(above, axis=0)]))
    chosen: list[Weights] = []
    left = np.ones(len(down) + len(up), dtype=np.bool_)
    while cuts:
        gains = [int((cut & left).sum()) for cut in cuts]
        best = max(range(len(cuts)), key=lambda k: gains[k] / (1 + len(orbits[k])))
        if gains[best] < max(2, len(left) // 1000) or len(chosen) + len(orbits[best]) > MOST:
            break
        chosen += orbits.pop(best)
        left &= ~cuts.pop(best)
    return chosen


def _weigh(weights: Weights, positions: Words) -> npt.NDArray[np.int64]:
    total = np.zeros(len(positions), dtype=np.int64)
    for hole, w in enumerate(weights):
        if w:
            total += w * (positions >> np.uint64(hole) & np.uint64(1)).astype(np.int64)
    return total


class _Program:
    """A linear program over pagoda functions; `goal` is the least weight of a position that meets the goal."""

    def __init__(self, level: Pegs, goals: list[tuple[int, int]]):
        self.level = level
        self.solver = solver = pywraplp.Solver.CreateSolver("GLOP")
        self.weights = [solver.NumVar(-20, 20, "") for _ in range(level.size)]
        self.goal = solver.NumVar(-solver.infinity(), solver.infinity(), "")
        for must, free in goals:
            row = solver.Constraint(0, solver.infinity())
            row.SetCoefficient(self.goal, -1)
            for hole in range(level.size):
                if must >> hole & 1:
                    row.SetCoefficient(self.weights[hole], 1)
                elif free >> hole & 1:
                    least = solver.NumVar(-20, 0, "")
                    solver.Add(least - self.weights[hole] <= 0)
                    row.SetCoefficient(least, 1)
        w = self.weights
        self.losses = [solver.Add(w[s] + w[o] - w[t] >= 0) for s, o, t in level.jumps]

    def charging(self, jump: int) -> Weights | None:
        """The function that charges `jump` 1 or more with the least to spare between start and goal.

        A small bonus for what other jumps lose makes it as sharp as it can be elsewhere.
        """
        objective = self.solver.Objective()
        objective.SetMinimization()
        self.losses[jump].SetLb(1)
        self._add(self.level.start, 1)
        objective.SetCoefficient(self.goal, -1)
        for source, over, to in self.level.jumps:
            bonus = self.solver.NumVar(0, 1, "")
            self.solver.Add(bonus - self.weights[source] - self.weights[over] + self.weights[to] <= 0)
            objective.SetCoefficient(bonus, -1e-3)
        return self._solve()

    def against(self, position: int, backward: bool) -> Weights | None:
        """A function by which the goal outweighs the position, or, backward, the position the start."""
        objective = self.solver.Objective()
        objective.SetMaximization()
        for weight_variable in self.weights:
            weight_variable.SetBounds(-1, 1)
        if backward:
            self._add(position & ~self.level.start, 1)
            self._add(self.level.start & ~position, -1)
        else:
            self._add(position, -1)
            objective.SetCoefficient(self.goal, 1)
        found = self._solve()
        return None if objective.Value() < 1e-7 else found

    def _add(self, position: int, factor: int) -> None:
        for hole, variable in enumerate(self.weights):
            if position >> hole & 1:
                self.solver.Objective().SetCoefficient(variable, factor)

    def _solve(self) -> Weights | None:
        if self.solver.Solve() != pywraplp.Solver.OPTIMAL:
            return None
        found = integer_weights(
            [variable.solution_value() for variable in self.weights],
            lambda w: gaining_jump(self.level, w) is None and sum(map(abs, w)) < LARGEST,
        )
        return None if found is None else tuple(found)

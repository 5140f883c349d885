"""Pagoda functions that cut positions off: what weighs less than the goal can't reach it, and what weighs more
than the start can't come from it.

For each jump a linear program finds the function that charges this jump 1 and spares least between start and
goal: its optimum is how often the jump can be made at most. Among them, those are kept that cut off most of a
sample. Validity rests on the integer inequalities alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gridproof.levels.pegs.classes import class_goals, invariant_sets
from gridproof.levels.pegs.evidence import gaining_jump, least_goal, weight
from gridproof.levels.pegs.integers import integer_weights
from gridproof.levels.pegs.level import Pegs
from gridproof.levels.pegs.symmetry import Permutation
from gridproof.limits import Budget
from gridproof.search.pegs.board import RUN, Board, Words

LANES = 4  # functions in a word, 16 bits each
LARGEST = 1 << 14  # the sum of all weights of a function, so that 16 bits hold what is to spare
MOST = 96  # functions
HALF = 1 << 15


@dataclass(frozen=True, eq=False)
class Pruning:
    """`forward` and `backward` (G, K, 2048): what a position has to spare; `losses` (J, G); see the kernel."""

    forward: Words
    backward: Words
    losses: Words

    @classmethod
    def none(cls, board: Board) -> Pruning:
        parts = -(-board.level.size // RUN)
        empty = np.zeros((0, parts, 1 << RUN), dtype=np.uint64)
        return cls(empty, empty, np.zeros((len(board.level.jumps), 0), dtype=np.uint64))

    @classmethod
    def of(cls, board: Board, functions: list[list[int]]) -> Pruning:
        """Pack functions that no jump raises, four to a word; the last is repeated to fill it."""
        level = board.level
        if not functions:
            return cls.none(board)
        goals = class_goals(level, invariant_sets(level))
        while len(functions) % LANES:
            functions = [*functions, functions[-1]]
        spare_down = [(w, -min(least_goal(w, must, free) for must, free in goals)) for w in functions]
        spare_up = [([-x for x in w], weight(w, level.start)) for w in functions]
        losses = [[w[s] + w[o] - w[t] for w in functions] for s, o, t in level.jumps]
        packed = [[_pack(row[g : g + LANES]) for g in range(0, len(row), LANES)] for row in losses]
        return cls(_tables(level, spare_down), _tables(level, spare_up), np.array(packed, dtype=np.uint64))


def _pack(values: list[int]) -> int:
    """Values as one word, negative ones borrowing from the next: sums of such words come out right."""
    return sum(value << 16 * lane for lane, value in enumerate(values)) % (1 << 64)


def _tables(level: Pegs, functions: list[tuple[list[int], int]]) -> Words:
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


def find_pruning(board: Board, samples: list[tuple[Words, bool]], budget: Budget) -> Pruning:
    """The functions that cut off most of the samples: (positions, whether they come from the goal's side)."""
    level = board.level
    goals = class_goals(level, invariant_sets(level))
    candidates = _candidates(level, goals, board.group, budget)
    cut = []
    for orbit in candidates:
        marks = []
        for positions, backward in samples:
            values = np.stack([_weigh(level, w, positions) for w in orbit])
            limits = np.array(
                [
                    weight(w, level.start) if backward else min(least_goal(w, *goal) for goal in goals)
                    for w in orbit
                ]
            )[:, None]
            marks.append(((values > limits) if backward else (values < limits)).any(axis=0))
        cut.append(np.concatenate(marks))
    chosen: list[list[int]] = []
    left = np.ones(sum(len(positions) for positions, _ in samples), dtype=np.bool_)
    while cut and len(chosen) < MOST:
        best = max(range(len(cut)), key=lambda k: int((cut[k] & left).sum()) / (1 + len(candidates[k])))
        gain = int((cut[best] & left).sum())
        if gain < max(2, len(left) // 500):
            break
        chosen += candidates.pop(best)
        left &= ~cut.pop(best)
    return Pruning.of(board, chosen[:MOST])


def _weigh(level: Pegs, weights: list[int], positions: Words) -> npt.NDArray[np.int64]:
    total = np.zeros(len(positions), dtype=np.int64)
    for hole, w in enumerate(weights):
        if w:
            total += w * (positions >> np.uint64(hole) & np.uint64(1)).astype(np.int64)
    return total


def _candidates(
    level: Pegs, goals: list[tuple[int, int]], group: list[Permutation], budget: Budget
) -> list[list[list[int]]]:
    """Functions with all their images, one set for each jump up to symmetry; equal sets once."""
    seen: set[tuple[int, ...]] = set()
    done: set[tuple[int, int]] = set()
    orbits = []
    for source, over, to in level.jumps:
        if (source, to) in done:
            continue
        done.update((p[source], p[to]) for p in group)
        budget.check()
        weights = _cheapest(level, goals, (source, over, to))
        if weights is None or tuple(weights) in seen:
            continue
        images = {tuple(weights[p[hole]] for hole in range(level.size)) for p in group}
        seen |= images
        orbits.append([list(image) for image in sorted(images)])
    return orbits


def _cheapest(level: Pegs, goals: list[tuple[int, int]], jump: tuple[int, int, int]) -> list[int] | None:
    """The pagoda function that charges `jump` 1 or more with the least to spare between start and goal.

    A small bonus for what other jumps lose makes it as sharp as it can be elsewhere.
    """
    from ortools.linear_solver import pywraplp

    solver = pywraplp.Solver.CreateSolver("GLOP")
    weights = [solver.NumVar(-20, 20, "") for _ in range(level.size)]
    goal = solver.NumVar(-solver.infinity(), solver.infinity(), "")
    objective = solver.Objective()
    objective.SetMinimization()
    for must, free in goals:
        row = solver.Constraint(0, solver.infinity())  # weight of the goal - `goal`
        row.SetCoefficient(goal, -1)
        for hole in range(level.size):
            if must >> hole & 1:
                row.SetCoefficient(weights[hole], 1)
            elif free >> hole & 1:
                least = solver.NumVar(-20, 0, "")
                solver.Add(least - weights[hole] <= 0)
                row.SetCoefficient(least, 1)
    objective.SetCoefficient(goal, -1)
    for hole in range(level.size):
        objective.SetCoefficient(weights[hole], level.start >> hole & 1)
    for source, over, to in level.jumps:
        loss = weights[source] + weights[over] - weights[to]
        solver.Add(loss >= (1 if (source, over, to) == jump else 0))
        bonus = solver.NumVar(0, 1, "")
        solver.Add(bonus - loss <= 0)
        objective.SetCoefficient(bonus, -1e-3)
    if solver.Solve() != pywraplp.Solver.OPTIMAL:
        return None
    return integer_weights(
        [w.solution_value() for w in weights],
        lambda w: gaining_jump(level, w) is None and sum(map(abs, w)) < LARGEST,
    )

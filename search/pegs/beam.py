"""Engine `beam`: a solution, soon, by beam search on layers of positions; few moves, but nothing is proven.

From each layer the positions that look best are kept: the squared distances of their pegs to the goal, summed,
and the moves made so far. When no solution turns up the beam is widened.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from gridproof.ledger import Ledger
from gridproof.levels.pegs.classes import class_goals, invariant_sets
from gridproof.levels.pegs.level import Chain, Pegs
from gridproof.levels.pegs.symmetry import image, symmetries
from gridproof.limits import Budget
from gridproof.search.pegs.board import Board, Words, too_large
from gridproof.search.pegs.pruning import Pruning

if TYPE_CHECKING:
    from gridproof.search.pegs.chains import Stage

NAME = "beam"
FIRST_WIDTHS = (64, 512)  # for a first solution
WIDTHS = (64, 512, 4096)  # for better ones
MOVE_WEIGHTS = (4, 12, 50)  # squared distance that a move is worth; which serves best depends on the board


def applies(level: Pegs, metric: str) -> str | None:
    return too_large(level)


def run(level: Pegs, ledger: Ledger, budget: Budget) -> None:
    """Offers a solution soon or not at all, then better ones where moves count. Proves nothing."""
    widen(level, ledger, budget, NAME, FIRST_WIDTHS)


def widen(level: Pegs, ledger: Ledger, budget: Budget, engine: str, widths: tuple[int, ...]) -> None:
    """Widen the beam until there is a solution; then, if moves count, search with moves as part of the score."""
    boards = [Board.of(single) for single in single_goals(level)]
    better, nodes = widths, 0
    if ledger.cost is None:
        nodes = _rounds([(width, 0) for width in widths], boards, ledger, budget, engine, 0)
        better = tuple(sorted({*WIDTHS, *widths}))
    if ledger.cost is not None and ledger.metric == "moves":
        rounds = [(width, weight) for width in better for weight in MOVE_WEIGHTS]
        _rounds(rounds, boards, ledger, budget, engine, nodes)


def _rounds(
    rounds: list[tuple[int, int]], boards: list[Board], ledger: Ledger, budget: Budget, engine: str, nodes: int
) -> int:
    """One search for each width, weight of moves and goal, until the ledger is closed; the nodes so far.

    Without a weight of moves the first solution ends it.
    """
    for width, weight in rounds:
        for board in boards:
            if ledger.closed:
                return nodes
            beam = Beam(board, budget, width, weight)
            solution = beam.search()
            nodes += beam.nodes
            ledger.progress(engine, nodes, width=width)
            if solution is not None:
                ledger.offer(engine, solution)
                if not weight and ledger.metric == "moves":
                    return nodes
    return nodes


def single_goals(level: Pegs) -> Iterator[Pegs]:
    """The level with each goal that the position class allows, one of each kind up to symmetry, near ones first."""
    goals = class_goals(level, invariant_sets(level))
    if not level.anywhere:
        if goals:
            yield level
        return
    group = [p for p in symmetries(level) if image(p, level.start) == level.start]
    seen: set[int] = set()
    middle = sum(np.array(hole) for hole in level.holes) / level.size
    goals.sort(key=lambda goal: float(((np.array(level.holes[goal[0].bit_length() - 1]) - middle) ** 2).sum()))
    for must, _ in goals:
        if must not in seen:
            seen.update(image(p, must) for p in group)
            yield replace(level, must=must, anywhere=False)


def distances(level: Pegs) -> npt.NDArray[np.int32]:
    """For each hole the squared distance to the nearest hole where the goal has a peg or does not care."""
    targets = level.must or level.free or level.everything
    points = np.array(level.holes, dtype=np.int64)
    offsets = points[:, None, :] - points[None, [i for i in range(level.size) if targets >> i & 1], :]
    squares = (offsets**2).sum(axis=2)
    if level.neighbours == "hex":
        squares -= offsets[:, :, 0] * offsets[:, :, 1]  # axes at 60 degrees
    return np.asarray(squares.min(axis=1), dtype=np.int32)


class Beam:
    """One beam search towards one goal, up to its symmetries. `nodes` counts the positions made.

    `pruning` cuts off what can't reach the goal; `layers` are the positions kept, for those who learn from them.
    """

    def __init__(self, board: Board, budget: Budget, width: int, weight: int, pruning: Pruning | None = None):
        self.board, self.budget, self.width, self.weight = board, budget, width, weight
        self.pruning = pruning or Pruning.none(board)
        self.layers: list[Words] = []
        self.cut = False  # whether the beam left anything out
        self.nodes = 0
        distance = distances(board.level)
        self.gains = np.array(
            [distance[t] - distance[s] - distance[o] for s, o, t in board.level.jumps], dtype=np.int32
        )
        self.first_score = int(sum(d for i, d in enumerate(distance) if board.level.start >> i & 1))

    def search(self) -> list[Chain] | None:
        """A solution, or None. Raises LimitReached."""
        from gridproof.search.pegs.chains import Stage, spell_out
        from gridproof.search.pegs.goal_positions import goals_in

        level = self.board.level
        pegs = level.start.bit_count()
        one = np.array([self.board.canonical(level.start)[0]], dtype=np.uint64)
        stages = {pegs: Stage(one, np.zeros(1, dtype=np.uint8), np.zeros(1, dtype=np.uint64))}
        scores = np.array([self.first_score], dtype=np.int32)
        best: tuple[int, int, int] | None = None
        while len(stages[pegs].positions):
            self.layers.append(stages[pegs].positions)
            at_goal = np.flatnonzero(goals_in(level, stages[pegs].positions, pegs))
            if len(at_goal):
                index = int(at_goal[int(np.argmin(stages[pegs].moves[at_goal]))])
                candidate = (int(stages[pegs].moves[index]), pegs, index)
                best = candidate if best is None or candidate < best else best
            if pegs <= level.goal_pegs[0]:
                break
            stages[pegs - 1], scores = self._next(stages[pegs], scores)
            pegs -= 1
        return None if best is None else spell_out(self.board, stages, best[1], best[2])

    def _next(self, stage: Stage, scores: npt.NDArray[np.int32]) -> tuple[Stage, npt.NDArray[np.int32]]:
        """The best `width` positions one jump further."""
        from gridproof.search.pegs import layers_kernel as kernel
        from gridproof.search.pegs.chains import Stage

        board, count = self.board, len(stage.positions)
        slots = 1 << 12
        while slots < 2 * count * 12:
            slots *= 2
        while True:
            self.budget.check()
            self.budget.reserve(17 * slots)
            table = np.zeros(slots, dtype=np.uint64)
            moves, lasts = np.empty(slots, dtype=np.uint8), np.empty(slots, dtype=np.uint64)
            table_scores = np.empty(slots, dtype=np.int32)
            done, inserted = 0, 0
            state = np.zeros(2, dtype=np.int64)
            while done < count and inserted + len(board.triple) < slots * 3 // 4:
                self.budget.check()
                state[0] = slots * 3 // 4 - inserted
                done = kernel.relax(
                    stage.positions, done, min(count, done + 8192), stage.moves, stage.lasts, scores,
                    board.triple, board.forward, board.sources, board.images, board.tables, board.landings,
                    self.pruning.forward, self.pruning.losses, table, moves, lasts, table_scores, self.gains, state,
                )  # fmt: skip
                inserted += int(state[1])
            if done == count:
                break
            slots *= 2  # rare: start the layer again in a larger table
        self.nodes += inserted
        taken = np.flatnonzero(table)
        if len(taken) > self.width:
            self.cut = True
            keys = table_scores[taken] + self.weight * moves[taken].astype(np.int32)
            taken = taken[np.argpartition(keys, self.width - 1)[: self.width]]
        return Stage(table[taken], moves[taken], lasts[taken]), table_scores[taken]

"""Beam search for one solution within a target: of each cost only so many states are kept, those of least rank.

States of equal cost (pushes, or moves) are a layer. A layer is ranked when its turn comes, and the best `width` of
its states are expanded; the others are forgotten, and so is nothing that stands on a way to a state that is kept.
States are pruned as in A* (`astar_kernel.py`), by the bound of A* above the target, and by deadlocks learned on the
way (`closed_kernel.py`). The ranks are those of `beam_ranks.py`. (Beam search: Lowerre 1976; by layers of equal cost
with all duplicates found: Zhou and Hansen 2005.)
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gridproof.errors import LimitReached
from gridproof.levels.sokoban.level import LETTERS, Sokoban
from gridproof.limits import Budget
from gridproof.search.sokoban.astar import TABLE_BYTES
from gridproof.search.sokoban.board import Board, colours
from gridproof.search.sokoban.closed import Closed
from gridproof.search.sokoban.groups import cover_lists
from gridproof.search.sokoban.packing import Packing
from gridproof.search.sokoban.path import Tracer
from gridproof.search.sokoban.surplus import Surplus
from gridproof.search.sokoban.symmetry import bits_of, symmetries

MOST_NODES = 8_000_000
CHILDREN = 24  # states met for each that is kept, when the layers to come are held
SLICE_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Plan:
    """One round: the greatest cost, states kept of a layer, and what makes a state worth keeping.

    near         close to the path of `Beam.follow`; otherwise by what a solution looks like
    fixed_order  goals are packed in one order, see `packing.py`
    weights      see `beam_ranks.py`
    whims        so much, at most, a box on a square of the start or on a goal counts besides, at random for each such
                 square: every round takes the boxes in another order
    crowd        the part of the width that states with the same goals filled may take ...
    by_start     ... or with the same goals and the same squares of the start
    seed         for the whims, and the order of states of equal rank
    """

    target: int
    width: int
    seed: int
    weights: Sequence[int]
    near: bool = False
    fixed_order: bool = False
    whims: int = 0
    crowd: float = 1.0
    by_start: bool = False


class Beam(Closed):
    """The arrays of a beam search on one level; what has been learned is kept from round to round."""

    def __init__(self, level: Sokoban, board: Board, surplus: Surplus, budget: Budget, share: float, moves: bool):
        from gridproof.search.sokoban import beam_kernel as kernel
        from gridproof.search.sokoban import beam_layers, beam_ranks

        n, k, m = len(board.squares), len(board.boxes), len(board.goals)
        self.packings = Packing(board), Packing(board, fixed_order=True)
        Closed.__init__(self, n)
        self.kernel, self.at, self.level, self.board = kernel, beam_layers, level, board  # at: names of self.state
        self.budget, self.moves = budget, moves
        self.surplus, self.lists = surplus, cover_lists(colours(level, board), k)
        self.words = max(1, -(-len(board.lives) // 64))
        rng = np.random.default_rng(20261130)
        self.zobrist = rng.integers(1, 1 << 63, self.words * 64, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
        self.zobrist_player = rng.integers(1, 1 << 63, n, dtype=np.uint64)
        self.state, self.options = np.zeros(16, dtype=np.int64), np.zeros(16, dtype=np.int64)
        self.pack_state = np.zeros(16, dtype=np.int64)
        self.options[kernel.MOVES], self.options[kernel.CORRAL] = moves, not moves
        self.options[kernel.BUDGET] = 100
        self.scratch = np.zeros((25, max(n + 1, k + 1, m + 1, len(board.dist))), dtype=np.int64)
        self.counts = np.zeros(beam_ranks.RANKS + 2, dtype=np.int64)
        count = 2 + min(1 << 12, TABLE_BYTES // (4 * board.dist.size + 1))
        self.crowds = np.zeros(beam_layers.CROWDS, dtype=np.int64)
        self.tables = np.empty((count, *board.dist.shape), dtype=np.int32)
        self.tables[0] = board.dist
        self.keys = np.zeros((count, self.words), dtype=np.uint64)
        self.occ, self.mark = np.zeros(n + 1, dtype=np.uint8), np.zeros(n + 1, dtype=np.uint8)
        self.occ[n] = 2
        self.word = np.zeros((3, self.words), dtype=np.uint64)
        self.start = self._set_of(board.boxes.tolist())
        region = level.walks(level.boxes, level.player)  # named by its lowest square
        self.first_player = board.player if moves else board.numbers[min(region)]
        self.goals = self._set_of(board.goals.tolist())
        self.path = np.zeros((0, self.words), dtype=np.uint64)
        self._allocate(share)

    def _allocate(self, share: float) -> None:
        """Node arrays as large as the budget allows; pages that are never touched take no memory."""
        left = max(share * (self.budget.memory_left - (64 << 20)), 1 << 24)
        capacity = min(MOST_NODES, int(left) // (8 * self.words + 2 + 4 * 5 + 2 + 3 + 32))  # 32: slots, at worst
        try:
            self.boxes = np.empty((capacity, self.words), dtype=np.uint64)
            self.player, self.bound = (np.empty(capacity, dtype=np.uint16) for _ in range(2))
            self.status, self.packed, self.stray = (np.empty(capacity, dtype=np.uint8) for _ in range(3))
            self.parent, self.cost, self.rank, self.following, self.layer = (
                np.empty(capacity, dtype=np.int32) for _ in range(5)
            )
        except MemoryError:
            raise LimitReached("memory") from None

    def follow(self, solution: str) -> None:
        """Take the states along a solution, one for each unit of cost, as the path."""
        board, level = self.board, self.level
        boxes, player = set(level.boxes), level.player
        fixed = boxes - set(board.squares[board.boxes].tolist())
        rows = [self.start]
        for letter in solution:
            step = level.steps[LETTERS.index(letter.lower())]
            player += step
            if player in boxes:
                boxes.remove(player)
                boxes.add(player + step)
                rows.append(self._set_of([board.numbers[box] for box in boxes - fixed]))
            elif self.moves:
                rows.append(rows[-1])
        self.path = np.array(rows)

    def _set_of(self, squares: Sequence[int]) -> np.typing.NDArray[np.uint64]:
        words = np.zeros(self.words, dtype=np.uint64)
        for square in squares:
            bit = int(self.board.live[square])
            words[bit // 64] |= np.uint64(1 << bit % 64)
        return words

    def begin(self, plan: Plan) -> None:
        """Put the start into the first layer."""
        kernel, state, o, board = self.kernel, self.state, self.options, self.board
        self.target, self.packing = plan.target, self.packings[plan.fixed_order]
        stamp = state[self.at.STAMP]  # what is marked with earlier ones must stay behind
        state[:] = 0
        state[self.at.STAMP] = stamp
        state[self.at.FREE] = state[self.at.GOAL_NODE] = -1
        o[kernel.MOST], o[kernel.WIDTH], o[kernel.NEAR], o[kernel.SEED] = (
            plan.target,
            plan.width,
            plan.near,
            plan.seed,
        )
        o[kernel.MOST_OF_KIND] = max(1, int(plan.width * plan.crowd))
        self.kinds = self.goals | self.start if plan.by_start else self.goals
        self.worth = np.zeros(64 * self.words, dtype=np.int64)
        at = np.concatenate([board.live[board.boxes], board.live[board.goals]])
        self.worth[at] = np.random.default_rng(plan.seed).integers(0, plan.whims + 1, len(at))
        o[kernel.WEIGHTS : kernel.WEIGHTS + len(plan.weights)] = plan.weights
        self.heads = np.full(plan.target + 2, -1, dtype=np.int32)
        self.slots = np.zeros(1 << 16, dtype=np.uint64)
        self.boxes[0] = self.start
        self.player[0] = self.first_player
        self.parent[0] = self.following[0] = -1
        self.cost[0] = self.bound[0] = self.rank[0] = self.packed[0] = self.stray[0] = 0
        self.status[0] = kernel.OPEN
        self.heads[0] = 0
        state[self.at.COUNT] = 1
        self._rehash()

    @property
    def expanded(self) -> int:
        return int(self.state[self.at.EXPANDED])

    @property
    def complete(self) -> bool:
        """Whether nothing was left out that could be solved within the target."""
        return not self.state[self.at.LEFT_OUT]

    @property
    def cut(self) -> bool:
        """Whether states were left out because they cannot be solved within the target."""
        return bool(self.state[self.at.CUT])

    @property
    def widest(self) -> int:
        """The greatest width for which the memory is enough."""
        return len(self.player) // (len(self.heads) + CHILDREN)

    def _rehash(self) -> None:
        """A new table with the states that are known; those forgotten meanwhile are left out."""
        from gridproof.search.sokoban import states_kernel

        state = self.state
        count = int(state[self.at.COUNT])
        known = int(np.count_nonzero(self.status[:count] != states_kernel.REPLACED))
        size = len(self.slots)
        while 4 * (known + 4 * len(self.board.squares)) > size:
            size *= 2
        self.budget.reserve(8 * size)
        self.slots = np.zeros(size, dtype=np.uint64)
        states_kernel.rehash(
            self.slots, self.boxes, self.player, self.status, self.zobrist, self.zobrist_player, count
        )
        state[self.at.SLOTS_USED] = known

    def slice(self, target: int) -> int:
        """Work for about SLICE_SECONDS; returns SPENT, FOUND or ENDED. The target may only sink."""
        kernel, options = self.kernel, self.options
        if target < options[kernel.MOST]:
            options[kernel.MOST] = self.target = target
        began = time.perf_counter()
        code = self._call()
        spent = time.perf_counter() - began
        if code == kernel.SPENT and spent < SLICE_SECONDS:
            options[kernel.BUDGET] = min(1 << 20, 2 * int(options[kernel.BUDGET]))
        elif spent > 2 * SLICE_SECONDS:
            options[kernel.BUDGET] = max(10, int(options[kernel.BUDGET]) // 2)
        if code == kernel.CROWDED:
            self._rehash()
            return int(kernel.SPENT)
        return code

    def _call(self) -> int:
        b, p = self.board, self.packing
        return int(
            self.kernel.search(
                b.nb, b.live, b.lives, b.single, self.tables, b.alive, b.goal, self.zobrist, self.zobrist_player,
                self.state, self.options, self.boxes, self.player, self.parent, self.cost, self.bound, self.status,
                self.packed, self.stray, self.rank, self.following, self.slots, self.heads, self.layer, self.path,
                self.start, self.kinds, self.crowds, self.worth, self.surplus.arrays, self.keys, b.goals, b.first,
                b.back_first, b.back_state, b.back_stand, b.square_of, self.scratch, self.counts, self.occ, self.mark,
                self.word, self.patterns, self.areas, self.links, self.ends, self.tested, self.counters, self.store,
                self.small, self.bytes, self.work, p.goal_number, p.sources, p.parks, p.seeds, p.loose, p.order,
                self.pack_state, p.pack_keys, p.packs, p.pack_count, p.layers, p.squares, p.wide, p.stack,
                p.state_mark, p.stamps, p.full, self.lists,
            )
        )  # fmt: skip

    def solution(self) -> str:
        """LURD of the solution that was found."""
        chain, node = [], int(self.state[self.at.GOAL_NODE])
        while node >= 0:
            chain.append((tuple(self.boxes[node].tolist()), int(self.player[node])))
            node = int(self.parent[node])
        images = symmetries(self.level, self.board)[:1]
        bits = bits_of(self.board, images)
        return Tracer(self.level, self.board, images, bits, self.moves).solution(chain[::-1])

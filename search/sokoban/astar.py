"""Engine `astar`: A* over pushes (or moves) on normalised states, by the kernel of `astar_kernel.py`.

A state is a set of boxes and the player's region, named by its lowest square (with metric `moves`: the player's
own square). The lower bound is a minimum-cost perfect matching of boxes to goals over side-aware push distances
(Junghanns and Schaeffer 2001; see `board.py`), plus the least surplus that groups of two to four boxes and the boxes
around goals allow (`surplus.py`, `groups_kernel.py`, `zones_kernel.py`, `cover_kernel.py`). It is admissible but not
consistent, so a closed state that is reached more cheaply is opened again. What prunes, and what each pruning
preserves, stands where it is written: dead squares (`board.py`), freeze deadlocks (`kernel_parts.py`), dead groups
and zones (the files above), deadlocks learned on the way (`learn_kernel.py`), PI-corrals (`corral_kernel.py`) and
tunnels (`tunnel_kernel.py`), both for pushes only, symmetries of the board (`symmetry.py`). The order among states of
one bound is that of `open_kernel.py`.

With `--any` the same loop runs greedily (a large weight on the bound) and stops at the first solution.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from gridproof.errors import LimitReached
from gridproof.ledger import Ledger
from gridproof.levels.sokoban.level import Sokoban
from gridproof.limits import Budget
from gridproof.search.sokoban.board import Board, colours, make_board, too_large
from gridproof.search.sokoban.groups import cover_lists
from gridproof.search.sokoban.matching import matching_bound, nearest_bound
from gridproof.search.sokoban.options import Options
from gridproof.search.sokoban.order import layers
from gridproof.search.sokoban.path import Tracer
from gridproof.search.sokoban.patterns import MOST_LIVE, learner, no_patterns
from gridproof.search.sokoban.reasons import exhausted, settle
from gridproof.search.sokoban.surplus import Surplus
from gridproof.search.sokoban.symmetry import bits_of, symmetries

MOVES_SHIFT = 13  # a cost of moves is moves << 13 | pushes: pushes break ties
MOST_NODES = (1 << 31) - 2
BUCKETS = 1 << 18
FS = 1 << 16  # the greatest f that is counted
SCRATCH, PLACES = 19, 6
TABLE_BYTES = 64 << 20  # for push distances with frozen boxes as walls
SLICE_SECONDS = 0.05


def applies(level: Sokoban, metric: str) -> str | None:
    return too_large(level)


def run(level: Sokoban, ledger: Ledger, budget: Budget) -> None:
    options = Options(weight_h=5, first=True) if ledger.any_solution else Options()
    search(level, ledger, budget, options)


def search(level: Sokoban, ledger: Ledger, budget: Budget, options: Options, name: str = "astar") -> None:
    """Search until the ledger is closed; bounds and solutions are entered as they are found.

    Raises LimitReached when time or memory ends first, after entering the least f of all open states.
    """
    if settle(name, level, ledger, budget):
        return
    run_ = prepare(level, ledger, budget, options, name)
    try:
        for _ in run_.slices():
            budget.check()
    finally:
        run_.enter_bound()


def prepare(
    level: Sokoban, ledger: Ledger, budget: Budget, options: Options, name: str = "astar", share: float = 1.0
) -> Run:
    """A search ready to run, with `share` of the memory that is left. The level must not be settled."""
    if ledger.metric == "moves":
        options = replace(options, corral=False, tunnels=False)  # they keep the fewest pushes, not the fewest moves
    board = make_board(level, options.sides, options.dead_squares)
    ledger.prove(name, nearest_bound(board))  # stands while the kernels are loaded, and when somebody ends that
    return Run(level, board, ledger, budget, options, name, share)


class Run:
    """The arrays of one search, and the loop of slices around the kernel."""

    def __init__(
        self, level: Sokoban, board: Board, ledger: Ledger, budget: Budget, options: Options, name: str, share: float
    ):
        from gridproof.search.sokoban import astar_kernel as kernel
        from gridproof.search.sokoban import open_kernel

        self.kernel, self.level, self.board, self.ledger, self.budget = kernel, level, board, ledger, budget
        self.name = name
        self.shift = MOVES_SHIFT if ledger.metric == "moves" else 0
        self.words = max(1, -(-len(board.lives) // 64))
        self.proven: int = 0
        rng = np.random.default_rng(20261130)
        n, k, m = len(board.squares), len(board.boxes), len(board.goals)
        self.zobrist = rng.integers(1, 1 << 63, self.words * 64, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
        self.zobrist_player = rng.integers(1, 1 << 63, n, dtype=np.uint64)
        self.state = np.zeros(16, dtype=np.int64)
        self.options = np.zeros(24, dtype=np.int64)
        o = self.options
        o[kernel.SHIFT], o[kernel.WEIGHT_G], o[kernel.WEIGHT_H] = self.shift, options.weight_g, options.weight_h
        o[kernel.FREEZE], o[kernel.CORRAL], o[kernel.MATCHING] = options.freeze, options.corral, options.matching
        o[kernel.WALLS] = options.walls
        o[kernel.EXCESS] = options.excess and options.matching and not options.first
        o[kernel.GROUPS] = options.pairs or o[kernel.EXCESS]
        self.surplus = Surplus(board, budget, options.groups if o[kernel.GROUPS] else 0, options.zones)
        self.lists = cover_lists(colours(level, board), k)
        o[kernel.STOP_AT_FIRST], o[kernel.BUDGET] = options.first, 1000
        o[kernel.MOST_F] = FS if ledger.max_cost is None else min(FS, ledger.max_cost)
        cyclic = options.cyclic and not self.shift and not options.first
        o[kernel.CYCLIC] = cyclic
        self.heads = np.full(BUCKETS, -1, dtype=np.int32)
        slices, levels, fills = open_kernel.SLICES, open_kernel.LEVELS, open_kernel.FILLS
        self.cycle = np.full((slices if cyclic else 1, levels, fills + 1), -1, dtype=np.int32)
        self.cursor = np.array([BUCKETS, 0], dtype=np.int64)
        self.layer, self.layer_size = layers(board)
        self.images = symmetries(level, board)[: None if options.symmetry else 1]
        self.bits = bits_of(board, self.images)
        turned = np.zeros((len(self.images), self.words), dtype=np.uint64)
        self.symmetry = (self.images, np.argsort(self.images, axis=1), self.bits, turned, turned[:, 0].copy())
        self.histogram = np.zeros(FS + 1, dtype=np.int32)
        self.scratch = np.zeros((SCRATCH, max(n + 1, k + 1, m + 1, len(board.dist))), dtype=np.int64)
        self.places = np.zeros((PLACES, n + 1), dtype=np.uint16)
        self.nb, self.lives = board.nb.astype(np.uint16), board.lives.astype(np.uint16)  # small, to stay in cache;
        self.live, self.single = board.live.astype(np.int16), board.single.astype(np.int16)  # see MOST_SQUARES
        count = 2 + min(1 << 12, TABLE_BYTES // (4 * board.dist.size + 1))
        self.tables = np.empty((count, *board.dist.shape), dtype=np.int32)
        self.tables[0] = board.dist
        self.keys = np.zeros((count, self.words), dtype=np.uint64)
        self.occ = np.zeros(n + 1, dtype=np.uint8)
        self.occ[n] = 2
        self.mark = np.zeros(n + 1, dtype=np.uint8)
        self.word = np.zeros((4, self.words), dtype=np.uint64)
        o[kernel.TUNNELS] = options.tunnels
        o[kernel.LEARN] = options.learn and len(board.lives) <= MOST_LIVE
        self.patterns, self.learner = no_patterns(board), learner(board)
        self.slots = np.zeros(1 << max(16, (16 * n).bit_length()), dtype=np.uint64)
        self._allocate(8 * self.words + 2 + 4 + 4 + 2 + 1 + 2 + 4 * (1 + cyclic), share)
        self._first_node()

    def _allocate(self, per_node: int, share: float) -> None:
        """Node arrays as large as the budget allows; pages that are never touched take no memory."""
        left = max(share * (self.budget.memory_left - (64 << 20)), 1 << 24)
        capacity = min(MOST_NODES, int(left) // (per_node + 24))  # 24: slots at a load of a third, at worst
        while True:
            try:
                self.boxes = np.empty((capacity, self.words), dtype=np.uint64)
                self.player = np.empty(capacity, dtype=np.uint16)
                self.parent = np.empty(capacity, dtype=np.int32)
                self.cost = np.empty(capacity, dtype=np.int32)
                self.bound = np.empty(capacity, dtype=np.uint16)
                self.status = np.empty(capacity, dtype=np.uint8)
                self.forced = np.empty(capacity, dtype=np.uint16)
                self.following = np.empty((1 + int(self.options[self.kernel.CYCLIC]), capacity), dtype=np.int32)
                return
            except MemoryError:
                capacity //= 2
                if capacity < 100_000:
                    raise LimitReached("memory") from None

    def _first_node(self) -> None:
        board, kernel = self.board, self.kernel
        self.boxes[0] = 0
        for box in board.boxes.tolist():
            bit = int(board.live[box])
            self.boxes[0, bit // 64] |= np.uint64(1 << bit % 64)
        occupied = set(board.boxes.tolist())
        self.player[0] = board.player if self.shift else _lowest(board, occupied, board.player)
        self.parent[0], self.cost[0], self.status[0], self.forced[0] = -1, 0, kernel.OPEN, 0
        h = 0
        if self.options[kernel.MATCHING]:
            h = matching_bound(board, board.boxes.tolist(), board.player)
        self.state[kernel.GOAL_NODE] = -1
        if h >= 1 << 16:
            self.state[kernel.LEAST] = FS + 1  # no matching: nothing is open
            return
        self.bound[0] = h
        if h > self.options[kernel.MOST_F]:
            self.state[kernel.LEAST], self.state[kernel.CUT] = FS + 1, 1
            return
        self.state[kernel.COUNT] = self.state[kernel.SLOTS_USED] = 1
        key = min(int(self.options[kernel.WEIGHT_H]) * h * kernel.RANKS, BUCKETS - 1)
        self.heads[key], self.cursor[0] = 0, key
        self.following[:, 0] = -1
        self.state[kernel.START] = h
        if self.options[kernel.CYCLIC]:
            self.cycle[0, -1, [0, -1]] = 0  # the node, and that there is one
        self.histogram[h] = 1
        self.state[kernel.LEAST] = h
        self._rehash()

    def _rehash(self) -> None:
        from gridproof.search.sokoban import states_kernel

        states_kernel.rehash(
            self.slots, self.boxes, self.player, self.status, self.zobrist, self.zobrist_player,
            int(self.state[self.kernel.COUNT]),
        )  # fmt: skip

    def _grow(self) -> None:
        size = 2 * len(self.slots)
        self.budget.reserve(8 * size)
        self.slots = np.zeros(size, dtype=np.uint64)
        self._rehash()

    @property
    def nodes(self) -> int:
        return int(self.state[self.kernel.GENERATED])

    def slice(self) -> int:
        b = self.board
        return int(
            self.kernel.search(
                self.nb,
                self.live,
                self.lives,
                self.single,
                self.tables,
                b.alive,
                b.goal,
                self.zobrist,
                self.zobrist_player,
                self.state,
                self.options,
                self.boxes,
                self.player,
                self.parent,
                self.cost,
                self.bound,
                self.status,
                self.following,
                self.slots,
                self.heads,
                self.cycle,
                self.cursor,
                self.histogram,
                self.layer,
                self.layer_size,
                self.symmetry,
                self.surplus.arrays,
                self.keys,
                b.goals,
                b.first,
                b.back_first,
                b.back_state,
                b.back_stand,
                b.square_of,
                self.scratch,
                self.places,
                self.occ,
                self.mark,
                self.word,
                self.lists,
                self.patterns,
                self.learner,
                self.forced,
            )
        )

    def slices(self) -> Iterator[None]:
        """Work in slices of about SLICE_SECONDS until there is a decision or the ledger is closed.

        Raises LimitReached when the memory is full.
        """
        kernel, state = self.kernel, self.state
        offered = -1
        yield from self.surplus.first()
        searched = 0.0
        while not self.ledger.closed:
            self._heed()
            began = time.perf_counter()
            code = self.slice()
            spent = time.perf_counter() - began
            searched += spent
            yield from self.surplus.further(searched)
            if code == kernel.SPENT and spent < SLICE_SECONDS:
                self.options[kernel.BUDGET] = min(1 << 20, 2 * int(self.options[kernel.BUDGET]))
            elif spent > 2 * SLICE_SECONDS:
                self.options[kernel.BUDGET] = max(50, int(self.options[kernel.BUDGET]) // 2)
            self.ledger.progress(self.name, self.nodes)
            if state[kernel.GOAL_NODE] != offered:
                offered = int(state[kernel.GOAL_NODE])
                self.ledger.offer(self.name, self._solution(offered))
            self.enter_bound(code in (kernel.EXHAUSTED, kernel.PROVEN))
            if code in (kernel.EXHAUSTED, kernel.PROVEN):
                return
            if code == kernel.FULL:
                raise LimitReached("memory")
            if code == kernel.CROWDED:
                self._grow()
            yield

    def _heed(self) -> None:
        """Use what others have told the ledger: a solution to beat, and f below their bound are all the same."""
        from gridproof.search.sokoban import open_kernel

        kernel, state, options = self.kernel, self.state, self.options
        best = self.ledger.cost
        own = int(state[kernel.GOAL_COST]) >> self.shift if state[kernel.GOAL_NODE] >= 0 else FS
        if best is not None and best <= options[kernel.MOST_F] and best < own:
            options[kernel.MOST_F] = best - 1
            state[kernel.CUT] = 1  # what is open already may lie above it
        bound = self.ledger.lower_bound
        if max(self.proven, options[kernel.FLOOR]) < bound < FS and options[kernel.WEIGHT_H] == 1:
            options[kernel.FLOOR] = int(bound)
            start = int(state[kernel.START])
            open_kernel.raise_floor(self.heads, self.cycle, self.following, self.cursor, int(bound), start)

    def enter_bound(self, ended: bool = False) -> None:
        """Tell the ledger the least f of all open states (infinity when there are none left)."""
        kernel, state = self.kernel, self.state
        goal = int(state[kernel.GOAL_COST]) >> self.shift if state[kernel.GOAL_NODE] >= 0 else None
        if state[kernel.OVERFLOW]:
            return  # states were left out for their size: nothing more can be said
        least: float = float(state[kernel.LEAST])
        if ended and goal is not None:
            least = goal
        elif state[kernel.LEAST] > FS:
            least = float("inf")
        if state[kernel.CUT]:
            least = min(least, int(self.options[kernel.MOST_F]) + 1)
        if goal is not None:
            least = min(least, goal)
        if least > self.proven:
            self.proven = int(least) if least < float("inf") else 1 << 60
            self.ledger.prove(self.name, least, exhausted(self.nodes) if least == float("inf") else None)

    def _solution(self, node: int) -> str:
        chain = []
        while node >= 0:
            chain.append((tuple(self.boxes[node].tolist()), int(self.player[node])))
            node = int(self.parent[node])
        return Tracer(self.level, self.board, self.images, self.bits, bool(self.shift)).solution(chain[::-1])


def _lowest(board: Board, boxes: set[int], player: int) -> int:
    wall = len(board.squares)
    seen, stack = {player}, [player]
    while stack:
        for to in board.nb[stack.pop()].tolist():
            if to != wall and to not in boxes and to not in seen:
                seen.add(to)
                stack.append(to)
    return min(seen)

"""Engine `features`: any solution, by a search over cells of features (FESS: Shoham and Schaeffer, CoG 2020).

One move takes one box anywhere it can be pushed while the others stand. Each state falls into a cell: how many boxes
are packed (`packing_kernel.py`), into how many regions the boxes cut the floor, how many doors they stand in, and how
many of them the packed boxes shut off from all goals. The cells take turns. Each tries the lightest move of its
states, by the weight of all moves that led there: little for a move that one of several advisers names
(`features_moves.py`), more for the others. Cells and advisers only decide what is tried first. What prunes (dead
squares, pairs, freeze, matching with frozen boxes as walls, PI-corrals, and deadlocks learned on the way,
`closed_kernel.py`) keeps every level solvable that is: a search that ends without one proves that there is none.

Two such searches take turns: in one a packing is any set of boxes around which the other goals can still be filled,
in the other the goals are filled in one order. After a second a greedy A* joins them (`astar.py`), to which some
small levels with few boxes on goals fall, and which raises the lower bound; and beams (`improve.py`), to which levels
fall that want a good solution or none.
"""

from __future__ import annotations

import itertools
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gridproof.errors import LimitReached
from gridproof.ledger import Ledger
from gridproof.levels.sokoban.level import LETTERS, Sokoban
from gridproof.limits import Budget
from gridproof.search.sokoban import astar, improve
from gridproof.search.sokoban.astar import TABLE_BYTES
from gridproof.search.sokoban.board import INFINITE, Board, Ints, make_board, too_large
from gridproof.search.sokoban.closed import Closed
from gridproof.search.sokoban.groups import pair_table
from gridproof.search.sokoban.options import Options
from gridproof.search.sokoban.packing import Packing
from gridproof.search.sokoban.reasons import exhausted, settle

NAME = "features"
SLICE_SECONDS = 0.05
MOST_NODES = 20_000_000
MOVES_PER_NODE = 60
HEAD_START = 1.0  # seconds before the others join in
SHARE = 0.5  # of each of those, to the time of this search


def applies(level: Sokoban, metric: str) -> str | None:
    return too_large(level)


def run(level: Sokoban, ledger: Ledger, budget: Budget) -> None:
    """Search until there is a solution or none is left, or until every search has filled its memory.

    Raises LimitReached when the budget ends.
    """
    if settle(NAME, level, ledger, budget):
        return
    board = make_board(level)
    pairs = pair_table(board)
    finders = [Finder(level, board, budget, fixed_order, pairs=pairs) for fixed_order in (False, True)]
    greedy: astar.Run | None = None
    others: list[_Other] = []
    spent = 0.0
    try:
        while finders and ledger.cost is None and not ledger.closed:
            began = time.perf_counter()
            behind = min(others, key=lambda other: other.seconds, default=None)
            if behind is not None and SHARE * spent > behind.seconds:
                _advance(behind)
            else:
                _slice(finders, ledger, budget)
                spent += time.perf_counter() - began
            budget.check()
            if greedy is None and spent > HEAD_START and finders:
                greedy = astar.prepare(level, ledger, budget, Options(weight_h=5, first=True), share=0.5)
                beams = improve.Improver(level, ledger, budget, share=0.3)
                others = [_Other("astar", greedy.slices()), _Other(improve.NAME, beams.slices())]
                for other in others:
                    ledger.start(other.name)
    finally:
        if greedy is not None:
            greedy.enter_bound()
        for other in others:
            ledger.stop(other.name)


@dataclass
class _Other:
    name: str
    slices: Iterator[None]
    seconds: float = 0.0  # infinite when it has ended


def _slice(finders: list[Finder], ledger: Ledger, budget: Budget) -> None:
    """A slice of the search that had the least time; it leaves the list when it has ended."""
    finder = min(finders, key=lambda finder: finder.seconds)
    solution = finder.slice()
    ledger.progress(NAME, finder.nodes)
    if solution is not None:
        ledger.offer(NAME, solution)
    elif ledger.lower_bound < finder.bound:
        ledger.prove(NAME, finder.bound)
    if finder.exhausted:
        ledger.prove(NAME, float("inf"), exhausted(finder.nodes))
    if finder.ended:
        finders.remove(finder)


def _advance(other: _Other) -> None:
    began = time.perf_counter()
    try:
        next(other.slices)
        other.seconds += time.perf_counter() - began
    except (StopIteration, LimitReached):
        other.seconds = float("inf")


class Finder(Packing, Closed):
    """The arrays of one search, and slices of it."""

    def __init__(
        self, level: Sokoban, board: Board, budget: Budget, fixed_order: bool = False, corral: bool = True,
        pairs: npt.NDArray[np.uint8] | None = None,
    ):  # fmt: skip
        from gridproof.search.sokoban import features_kernel as kernel
        from gridproof.search.sokoban import features_parts

        self.kernel, self.parts, self.level, self.board, self.budget = kernel, features_parts, level, board, budget
        self.ended = self.exhausted = False
        self.fixed = set(level.boxes) - set(board.squares[board.boxes].tolist())  # boxes that are walls to `board`
        self.seconds = 0.0
        n, k, m = len(board.squares), len(board.boxes), len(board.goals)
        Packing.__init__(self, board, fixed_order)
        Closed.__init__(self, n)
        states = len(board.dist)
        self.words = max(1, -(-len(board.lives) // 64))
        rng = np.random.default_rng(20261130)
        self.zobrist = rng.integers(1, 1 << 63, self.words * 64, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
        self.zobrist_player = rng.integers(1, 1 << 63, n, dtype=np.uint64)
        self.state, self.options = np.zeros(16, dtype=np.int64), np.zeros(8, dtype=np.int64)
        self.state[self.parts.GOAL_NODE] = -1
        self.pairs = pair_table(board) if pairs is None else pairs
        self.options[kernel.BUDGET], self.options[kernel.CORRAL] = 1, corral

        count = 2 + min(1 << 14, TABLE_BYTES // (4 * board.dist.size + 1))
        self.tables = np.empty((count, *board.dist.shape), dtype=np.int32)
        self.tables[0] = board.dist
        self.keys = np.zeros((count, self.words), dtype=np.uint64)
        self.door = doors(board)
        self.occ = np.zeros(n + 1, dtype=np.uint8)
        self.occ[n] = 2
        self.mark = np.zeros(n + 1, dtype=np.uint8)
        self.way = np.zeros((4, 16 * n + 16), dtype=np.int64)
        self.found = np.zeros((10, max(9 * k, min(1 << 16, 4 * n * k + 4))), dtype=np.int64)
        self.scratch = np.zeros((16, max(n + 1, k + 1, m + 1, states)), dtype=np.int64)
        self.visited = np.zeros(4 * (n + 1), dtype=np.int64)
        self.word = np.zeros((2, self.words), dtype=np.uint64)
        self.heads = np.full(
            (m + 1) * kernel.MOST_REGIONS * kernel.MOST_DOORS * kernel.MOST_STRAY, -2, dtype=np.int32
        )
        self.cells = np.zeros(len(self.heads), dtype=np.int32)
        self.used_at = np.zeros(len(self.heads), dtype=np.int64)
        self._allocate()
        for box in board.boxes.tolist():
            bit = int(board.live[box])
            self.boxes[0, bit // 64] |= np.uint64(1 << bit % 64)
        self.player[0], self.parent[0], self.weight[0] = board.player, -1, 0

    def _allocate(self) -> None:
        """Node arrays as large as the budget allows; pages that are never touched take no memory."""
        left = max(self.budget.memory_left // 3 - (64 << 20), 1 << 24)
        per_node = 8 * self.words + 2 + 4 * 3 + 8 + 4 + 1 + 8 + 8 + 24 + 4 * MOVES_PER_NODE
        capacity = min(MOST_NODES, left // per_node)
        self.boxes = np.zeros((capacity, self.words), dtype=np.uint64)
        self.player = np.empty(capacity, dtype=np.uint16)
        self.parent, self.weight, self.cell = (np.empty(capacity, dtype=np.int32) for _ in range(3))
        self.next_move, self.key = np.empty(capacity, dtype=np.int64), np.empty(capacity, dtype=np.int64)
        self.moves_left = np.empty(capacity, dtype=np.int32)
        self.advised = np.empty(capacity, dtype=np.uint8)
        self.child, self.sibling = np.empty(capacity, dtype=np.int32), np.empty(capacity, dtype=np.int32)
        self.moves = np.empty(capacity * MOVES_PER_NODE + len(self.found[0]), dtype=np.uint32)
        self.slots = np.zeros(1 << 16, dtype=np.uint64)

    @property
    def nodes(self) -> int:
        return int(self.state[self.parts.GENERATED])

    @property
    def bound(self) -> int:
        """The matching bound of the start; 0 before it is known, or when there is no matching."""
        bound = int(self.state[self.parts.BOUND])
        return bound if bound < INFINITE else 0

    def slice(self) -> str | None:
        """Work for about SLICE_SECONDS; a solution when there is one."""
        kernel, options = self.kernel, self.options
        began = time.perf_counter()
        code = self._call()
        spent = time.perf_counter() - began
        self.seconds += spent
        if code == kernel.SPENT and spent < SLICE_SECONDS:
            options[kernel.BUDGET] = min(1 << 20, 2 * int(options[kernel.BUDGET]))
        elif spent > 2 * SLICE_SECONDS:
            options[kernel.BUDGET] = max(1, int(options[kernel.BUDGET]) // 2)
        if code == kernel.FOUND:
            return self.solution(int(self.state[self.parts.GOAL_NODE]))
        if code == kernel.CROWDED:
            self._grow()
        self.exhausted = code == kernel.EXHAUSTED
        self.ended = code in (kernel.EXHAUSTED, kernel.FULL)
        return None

    def _grow(self) -> None:
        from gridproof.search.sokoban import states_kernel

        size = 4 * len(self.slots)
        self.budget.reserve(8 * size)
        self.slots = np.zeros(size, dtype=np.uint64)
        count = int(self.state[self.parts.COUNT])
        status = np.zeros(count, dtype=np.uint8)
        states_kernel.rehash(self.slots, self.boxes, self.player, status, self.zobrist, self.zobrist_player, count)

    def _call(self) -> int:
        b = self.board
        return int(
            self.kernel.search(
                b.nb, b.live, b.lives, b.single, self.tables, b.alive, b.goal, self.zobrist, self.zobrist_player,
                self.state, self.options, self.boxes, self.player, self.parent, self.weight, self.cell,
                self.next_move, self.moves_left, self.advised, self.key, self.child, self.sibling, self.moves,
                self.slots, self.heads, self.cells, self.used_at, self.pairs, self.keys, b.goals, b.first,
                b.back_first, b.back_state, b.back_stand, b.square_of, self.goal_number, self.door, self.sources,
                self.parks, self.seeds, self.loose, self.order, self.pack_keys, self.packs, self.pack_count,
                self.layers, self.squares, self.wide, self.stack, self.state_mark, self.stamps, self.full, self.occ,
                self.mark, self.way, self.found, self.patterns, self.areas, self.links, self.ends, self.tested,
                self.counters, self.store, self.small, self.bytes, self.work, self.scratch, self.visited, self.word,
            )
        )  # fmt: skip

    def solution(self, node: int) -> str:
        """LURD of the way to a node."""
        chain = []
        while node >= 0:
            chain.append((self._squares(node), int(self.board.squares[self.player[node]])))
            node = int(self.parent[node])
        chain.reverse()
        walk, player = [], self.level.player
        for (before, _), (after, end) in itertools.pairwise(chain):
            letters, player = relocate(self.level, before, player, after, end)
            walk.append(letters)
        return "".join(walk)

    def _squares(self, node: int) -> set[int]:
        board = self.board
        bits = np.unpackbits(self.boxes[node].view(np.uint8), bitorder="little")
        moved = {int(board.squares[board.lives[bit]]) for bit in np.flatnonzero(bits)}
        return moved | self.fixed


def doors(board: Board) -> Ints:
    """(n + 1,) 1 on squares that hold parts of the floor together: walled on two opposite sides, or articulations."""
    n = len(board.squares)
    found = np.zeros(n + 1, dtype=np.int64)
    for x in range(n):
        for axis in range(2):
            if board.nb[x, axis] == n and board.nb[x, axis + 2] == n:
                found[x] = 1
        found[x] |= board.first[x + 1] - board.first[x] > 1
    return found


def relocate(level: Sokoban, before: set[int], player: int, after: set[int], end: int) -> tuple[str, int]:
    """The fewest pushes of one box that lead from one set of boxes to another, with walks; and the player's place.

    `end` is a square the player must be able to walk to afterwards. The box may come back to where it was.
    """
    moved = before - after or before
    for box in sorted(moved):
        others = before - {box}
        target = next(iter(after - before)) if after != before else box
        queue: deque[tuple[int, int, str]] = deque([(box, player, "")])
        seen: set[tuple[int, int]] = set()
        while queue:
            x, stand, walk = queue.popleft()
            paths = level.walks(others | {x}, stand)
            if x == target and end in paths and walk:
                return walk, stand
            for direction, step in enumerate(level.steps):
                to = x + step
                if x - step in paths and (to, direction) not in seen and to not in others and to not in level.walls:
                    seen.add((to, direction))
                    queue.append((to, x, walk + paths[x - step] + LETTERS[direction].upper()))
    raise AssertionError("no such relocation")

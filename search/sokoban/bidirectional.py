"""Engine `bidirectional`: pushes forward and pulls backward, layer by layer, meeting on normalised states.

Both sides are complete up to their depth, and layers are expanded whole (the side with the smaller last layer
first), so the first meeting has the fewest pushes: depths a and b without a meeting prove that more than a + b
pushes are needed (Pohl 1971 on uniform costs; Virkkala 2011 for Sokoban). The only pruning is by dead squares:
forward those from which no goal, backward those to which no box can be pushed. Nothing here is shared with `astar`.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from gridproof.errors import LimitReached
from gridproof.ledger import Ledger
from gridproof.levels.sokoban.certificates import live_squares, squares_of
from gridproof.levels.sokoban.level import LETTERS, Sokoban
from gridproof.limits import Budget
from gridproof.search.sokoban.reasons import exhausted, settle

MOST_SQUARES = 4_000
MOST_ENDINGS = 2_000  # ways to choose the goals that are used, where goals are more than boxes
SLICE_SECONDS = 0.05


def applies(level: Sokoban, metric: str) -> str | None:
    if metric != "pushes":
        return "layers of pushes say nothing about moves"
    if (inside := len(level.cells) - len(level.walls)) > MOST_SQUARES:
        return f"{inside:,} squares without a wall: expected at most {MOST_SQUARES:,}"
    if len(level.goals) > len(level.boxes) and math.comb(len(level.goals), len(level.boxes)) > MOST_ENDINGS:
        return "too many ways to choose the goals that are used"
    return None


def run(level: Sokoban, ledger: Ledger, budget: Budget) -> None:
    if not settle("bidirectional", level, ledger, budget):
        for _ in Meeting(level, ledger, budget).slices():
            budget.check()


class _Side:
    """Nodes of one side: a node is a set of boxes (bits over squares) and the player's lowest square."""

    def __init__(self, words: int, capacity: int):
        self.boxes = np.empty((capacity, words), dtype=np.uint64)
        self.player = np.empty(capacity, dtype=np.uint16)
        self.parent = np.empty(capacity, dtype=np.int32)
        self.slots = np.zeros(1 << 16, dtype=np.int32)
        self.state = np.zeros(8, dtype=np.int64)
        self.first = [0]  # first node of each layer

    @property
    def depth(self) -> int:
        """Pushes from the start (or the goals) up to which all states are known: `first` ends with the count."""
        return len(self.first) - 2


class Meeting:
    """The arrays of both sides, and the loop of layers; takes `share` of the memory that is left."""

    def __init__(self, level: Sokoban, ledger: Ledger, budget: Budget, share: float = 1.0):
        from gridproof.search.sokoban import bidirectional_kernel as kernel

        self.kernel, self.level, self.ledger, self.budget = kernel, level, ledger, budget
        self.squares = sorted(_floor(level))
        self.number = {square: i for i, square in enumerate(self.squares)}
        n = len(self.squares)
        self.nb = np.array(
            [[self.number.get(square + step, n) for step in level.steps] for square in self.squares] + [[n] * 4],
            dtype=np.int64,
        )
        self.words = -(-n // 64)
        rng = np.random.default_rng(1511)
        self.zobrist = rng.integers(1, 1 << 63, 64 * self.words, dtype=np.uint64)
        self.zobrist_player = rng.integers(1, 1 << 63, n + 1, dtype=np.uint64)
        self.is_box = np.zeros(n + 1, dtype=np.uint8)
        self.is_box[n] = 1
        self.scratch = np.zeros((3, n + 1), dtype=np.int64)
        self.expansions = 1_000  # in a slice
        self.word = np.zeros(self.words, dtype=np.uint64)
        self.useful = (self._flags(live_squares(level)), self._flags(squares_of(level, level.boxes)))
        per_node = 2 * (8 * self.words + 2 + 4 + 16)
        memory = max(share * (budget.memory_left - (32 << 20)), 1 << 24)
        capacity = min((1 << 31) - 2, int(memory) // per_node)
        try:
            self.sides = (_Side(self.words, capacity), _Side(self.words, capacity))
        except MemoryError:
            raise LimitReached("memory") from None
        boxes = frozenset(level.boxes & self.number.keys())
        self._enter(0, boxes, level.player)
        for ending in itertools.combinations(sorted(level.goals & self.number.keys()), len(boxes)):
            left = set(self.squares) - set(ending)
            while left:
                region = level.region(set(ending), min(left))
                self._enter(1, frozenset(ending), min(left))
                left -= region
        for side in self.sides:
            side.first.append(int(side.state[kernel.COUNT]))
            self._rehash(side)

    def _flags(self, squares: set[int]) -> npt.NDArray[np.uint8]:
        flags = np.zeros(len(self.squares) + 1, dtype=np.uint8)
        flags[[self.number[square] for square in squares if square in self.number]] = 1
        return flags

    def _enter(self, which: int, boxes: frozenset[int], player: int) -> None:
        side = self.sides[which]
        node = int(side.state[self.kernel.COUNT])
        side.state[self.kernel.COUNT] += 1
        side.boxes[node] = 0
        for box in boxes:
            at = self.number[box]
            side.boxes[node, at // 64] |= np.uint64(1 << at % 64)
        side.player[node] = min(self.number[square] for square in self.level.region(boxes, player))
        side.parent[node] = -1

    def _rehash(self, side: _Side) -> None:
        count = int(side.state[self.kernel.COUNT])
        size = len(side.slots)
        while 2 * (count + 4 * len(self.squares)) >= size:
            size *= 2
        self.budget.reserve(4 * size)
        side.slots = np.zeros(size, dtype=np.int32)
        self.kernel.enter_all(side.slots, side.boxes, side.player, self.zobrist, self.zobrist_player, count)

    def slices(self) -> Iterator[None]:
        """Expand layers in slices of about SLICE_SECONDS until the sides meet or one has no new state.

        Raises LimitReached when the memory is full.
        """
        ledger = self.ledger
        while not ledger.closed:
            sizes = [side.first[-1] - side.first[-2] for side in self.sides]
            if 0 in sizes:
                nodes = sum(int(side.state[self.kernel.GENERATED]) for side in self.sides)
                self.ledger.prove("bidirectional", float("inf"), exhausted(nodes))
                return
            self.ledger.prove("bidirectional", sum(side.depth for side in self.sides) + 1)
            which = int(sizes[1] < sizes[0])
            side = self.sides[which]
            side.state[self.kernel.CURSOR], side.state[self.kernel.LAYER_END] = side.first[-2], side.first[-1]
            while (code := self._slice(which)) != self.kernel.LAYER_DONE:
                if code == self.kernel.MET:
                    ends = int(side.state[self.kernel.MEET]), int(side.state[self.kernel.OTHER])
                    solution = self._solution(*(ends if which == 0 else ends[::-1]))
                    self.ledger.prove("bidirectional", self.ledger.offer("bidirectional", solution))
                    return
                if code == self.kernel.FULL:
                    raise LimitReached("memory")
                if code == self.kernel.CROWDED:
                    self._rehash(side)
                yield
            side.first.append(int(side.state[self.kernel.COUNT]))

    def _slice(self, which: int) -> int:
        kernel, side, other = self.kernel, self.sides[which], self.sides[1 - which]
        began = time.perf_counter()
        code = int(
            kernel.expand(
                self.nb,
                self.useful[which],
                which == 1,
                self.expansions,
                self.zobrist,
                self.zobrist_player,
                side.state,
                side.boxes,
                side.player,
                side.parent,
                side.slots,
                other.boxes,
                other.player,
                other.slots,
                self.is_box,
                self.scratch,
                self.word,
            )
        )
        spent = time.perf_counter() - began
        if code == kernel.SPENT and spent < SLICE_SECONDS:
            self.expansions = min(1 << 20, 2 * self.expansions)
        elif spent > 2 * SLICE_SECONDS:
            self.expansions = max(50, self.expansions // 2)
        other.state[kernel.STAMP] = side.state[kernel.STAMP]  # the sides share the marks
        self.ledger.progress("bidirectional", sum(int(one.state[kernel.GENERATED]) for one in self.sides))
        return code

    def _solution(self, forward: int, backward: int) -> str:
        """LURD along both chains of box sets."""
        chain: list[npt.NDArray[Any]] = []
        while forward >= 0:
            chain.append(self.sides[0].boxes[forward])
            forward = int(self.sides[0].parent[forward])
        chain.reverse()
        while (backward := int(self.sides[1].parent[backward])) >= 0:
            chain.append(self.sides[1].boxes[backward])
        level, boxes, player, walk = self.level, set(self.level.boxes), self.level.player, []
        for before, after in itertools.pairwise(chain):
            old, new = self._square(before & ~after), self._square(after & ~before)
            direction = level.steps.index(new - old)
            walk.append(level.walks(boxes, player)[2 * old - new] + LETTERS[direction].upper())
            boxes.remove(old)
            boxes.add(new)
            player = old
        return "".join(walk)

    def _square(self, words: npt.NDArray[Any]) -> int:
        at = int(np.flatnonzero(words)[0])
        return self.squares[64 * at + int(words[at]).bit_length() - 1]


def _floor(level: Sokoban) -> set[int]:
    """Squares the player could come to if there were no boxes; boxes elsewhere stay where they are."""
    return level.region(frozenset(), level.player)

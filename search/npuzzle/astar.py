"""Engine `astar`: A* (Hart, Nilsson & Raphael 1968) on boards of any kind, as long as memory allows.

Heuristic: each tile's distance to the nearest place of its number. A move changes it by at most 1, so it is
consistent, and a node that was expanded has its least cost. When all is expanded, there is no solution.
"""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import numpy.typing as npt

from gridproof.errors import LimitReached
from gridproof.ledger import Ledger
from gridproof.levels.npuzzle import certificates
from gridproof.levels.npuzzle.level import BLANK, NPuzzle
from gridproof.limits import Budget
from gridproof.search.npuzzle.board import LETTERS, neighbours
from gridproof.search.npuzzle.tables import distance

NAME = "astar"
SLICE = 50_000  # expansions
SMALLEST = 1 << 14  # nodes
MOST_CELLS = 100
NODE_BYTES = 4 + 2 + 2 + 1 + 2 * 4 + 4 * 4  # a node without its key, its share of slots and entries
GREATEST_F = 16_384
LARGEST_EXHAUSTION = 12  # cells of a board without a solution, above which exhaustion is out of reach


def applies(level: NPuzzle, metric: str) -> str | None:
    if level.cells > MOST_CELLS:
        return f"it needs a board of at most {MOST_CELLS} cells"
    if level.cells > LARGEST_EXHAUSTION and certificates.unsolvable(level):
        return "the board has no solution, and too many positions to meet them all"
    return None


def run(level: NPuzzle, ledger: Ledger, budget: Budget) -> None:
    AStar(level, ledger, budget).run()


def _width(level: NPuzzle) -> int:
    return max(1, (len(set(level.start)) - 1).bit_length())


class AStar:
    """The arrays of one run, which grow as they fill.

    With a `weight` above 1, h counts so many times: the first solution comes sooner and need not be a cheapest
    (Pohl 1970), and `run` proves nothing.
    """

    def __init__(self, level: NPuzzle, ledger: Ledger, budget: Budget, weight: int = 1):
        self.level, self.ledger, self.budget, self.weight = level, ledger, budget, weight
        self.width = _width(level)
        self.per_word = 64 // self.width
        numbers = [BLANK, *sorted(set(level.start) - {BLANK})]
        self.label = {number: i for i, number in enumerate(numbers)}
        self.near = np.array(neighbours(level.rows, level.columns), dtype=np.int16)
        self.away = self._distances(numbers)
        self.control = np.zeros(8, dtype=np.int64)
        self.control[7] = GREATEST_F if ledger.max_cost is None else ledger.max_cost
        self.heads = np.full(GREATEST_F, 0xFFFFFFFF, dtype=np.uint32)
        self.words = -(-level.cells // self.per_word)
        self.keys = np.zeros((0, self.words), dtype=np.uint64)
        self.parent = np.zeros(0, dtype=np.uint32)
        self.cost = np.zeros(0, dtype=np.uint16)
        self.ahead = np.zeros(0, dtype=np.uint16)
        self.closed = np.zeros(0, dtype=np.uint8)
        self.entry_node = np.zeros(0, dtype=np.uint32)
        self.entry_next = np.zeros(0, dtype=np.uint32)
        self.slots = np.zeros(0, dtype=np.uint32)

    def step(self) -> int:
        """Expand SLICE nodes; returns the status."""
        from gridproof.search.npuzzle.astar_kernel import FULL, search

        if not len(self.keys):
            self._grow()
            self._enter_root()
        self.budget.check()
        self.control[2] = self.control[5] + SLICE
        search(
            self.keys, self.parent, self.cost, self.ahead, self.closed, self.slots, self.heads,
            self.entry_node, self.entry_next, self.near, self.away, self.width, self.per_word, self.control,
        )  # fmt: skip
        if self.control[0] == FULL:
            self._grow()
        return int(self.control[0])

    def any_solution(self, most: int) -> Any | None:
        """The first solution that some `most` expansions give, None when they give none."""
        from gridproof.search.npuzzle.astar_kernel import EMPTY, FOUND

        while True:
            status = self.step()
            if status == FOUND:
                return self._solution(int(self.control[4]))
            if status == EMPTY or self.control[5] >= most:
                return None

    def run(self) -> None:
        from gridproof.search.npuzzle.astar_kernel import EMPTY, FOUND

        assert self.weight == 1
        while not self.ledger.closed:
            status = self.step()
            f = int(self.control[3])
            self.ledger.progress(NAME, int(self.control[5]))
            if status == EMPTY:
                above = f < GREATEST_F  # all that is left is above the greatest cost that was asked for
                self.ledger.prove(NAME, f if above else math.inf)
                return
            self.ledger.prove(NAME, f)
            if status == FOUND:
                self.ledger.offer(NAME, self._solution(int(self.control[4])))
                return

    def _distances(self, numbers: list[int]) -> npt.NDArray[np.int16]:
        level = self.level
        table = np.zeros((len(numbers), level.cells), dtype=np.int16)
        for i, number in enumerate(numbers[1:], 1):
            homes = [cell for cell in range(level.cells) if level.goal[cell] == number]
            for cell in range(level.cells):
                table[i, cell] = self.weight * min(distance(level.columns, cell, home) for home in homes)
        return table

    def _enter_root(self) -> None:
        from gridproof.search.npuzzle.astar_kernel import rehash

        h = 0
        for cell, number in enumerate(self.level.start):
            label = self.label[number]
            h += int(self.away[label, cell])
            word, place = divmod(cell, self.per_word)
            self.keys[0, word] |= np.uint64(label << place * self.width)
        self.ahead[0] = h
        self.entry_next[0] = 0xFFFFFFFF
        self.heads[h] = 0
        self.control[1] = self.control[6] = 1
        self.control[3] = h
        rehash(self.keys, 1, self.slots)

    def _grow(self) -> None:
        """Double the room. Raises LimitReached when memory does not allow it."""
        from gridproof.search.npuzzle.astar_kernel import rehash

        size = max(SMALLEST, 2 * len(self.keys))
        if size >= 1 << 31:
            raise LimitReached("memory")
        # old and new arrays are there together for a moment
        self.budget.reserve(size * (NODE_BYTES + 8 * self.words))
        count = int(self.control[1])
        for name in ("keys", "parent", "cost", "ahead", "closed"):
            setattr(self, name, _longer(getattr(self, name), size))
        for name in ("entry_node", "entry_next"):
            setattr(self, name, _longer(getattr(self, name), 2 * size))
        self.slots = np.full(2 * size, 0xFFFFFFFF, dtype=np.uint32)
        rehash(self.keys, count, self.slots)

    def _solution(self, node: int) -> Any:
        """The moves from the start to a node, in the form of the level."""
        states = [node]
        while states[-1]:
            states.append(int(self.parent[states[-1]]))
        moves: list[Any] = []
        boards = [self._unpack(state) for state in reversed(states)]
        for before, after in itertools.pairwise(boards):
            changed = [cell for cell in range(self.level.cells) if before[cell] != after[cell]]
            blank, cell = sorted(changed, key=lambda c: before[c] != 0)
            letter = LETTERS[list(self.near[blank]).index(cell)]
            moves.append(letter if self.level.blanks == 1 else [*divmod(cell, self.level.columns), letter])
        return "".join(moves) if self.level.blanks == 1 else moves

    def _unpack(self, node: int) -> list[int]:
        ones = (1 << self.width) - 1
        words = [int(word) for word in self.keys[node]]
        return [
            words[cell // self.per_word] >> cell % self.per_word * self.width & ones
            for cell in range(self.level.cells)
        ]


def _longer(array: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    longer = np.zeros((size, *array.shape[1:]), dtype=array.dtype)
    longer[: len(array)] = array
    return longer

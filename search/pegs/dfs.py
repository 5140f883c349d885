"""Engine `dfs`: depth-first search that looks at every position once, up to the symmetries that fix the goal.

The exhaustive decider, for boards of any size, and a witness that shares no kernel with the layered searches.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from gridproof.errors import LimitReached
from gridproof.ledger import Ledger
from gridproof.levels.pegs.level import Chain, Pegs, chains_of
from gridproof.levels.pegs.symmetry import goal_symmetries, image
from gridproof.limits import Budget

NAME = "dfs"
STEPS = 2_000_000  # about 50 ms
LOAD = 0.7
WORD = 64
MASK = (1 << WORD) - 1


def applies(level: Pegs, metric: str) -> str | None:
    return None


def run(level: Pegs, ledger: Ledger, budget: Budget) -> None:
    """A solution, or the proof that there is none: no fewest moves.

    With free holes in the goal the solution may not be one of the fewest jumps.
    """
    if ledger.cost is not None:
        return
    search = DepthFirst(level)
    solution = search.run(ledger, budget)
    if solution is None:
        ledger.prove(NAME, float("inf"))
    else:
        ledger.offer(NAME, solution)


class DepthFirst:
    """The arrays of one search; see `dfs_kernel` for their shapes."""

    def __init__(self, level: Pegs):
        self.level = level
        self.words = -(-level.size // WORD)
        self.order = jump_order(level)
        group = goal_symmetries(level)
        jumps = [level.jumps[number] for number in self.order]
        masks = [1 << s | 1 << o | 1 << t for s, o, t in jumps]
        self.triple = self._split(masks)
        self.need = self._split([1 << s | 1 << o for s, o, _ in jumps])
        images = [[self._row(image(p, mask)) for p in group] for mask in masks]
        self.images = np.array(images, dtype=np.uint64).reshape(len(jumps), len(group), self.words)
        self.must = self._split([level.must])[0]
        self.care = self._split([level.everything & ~level.free])[0]
        self.depths = level.start.bit_count() + 1
        self.stack = np.zeros((self.depths + 1, len(group), self.words), dtype=np.uint64)
        self.stack[0] = [self._row(image(p, level.start)) for p in group]
        self.next_jump = np.zeros(self.depths + 1, dtype=np.int64)

    def run(self, ledger: Ledger, budget: Budget) -> list[Chain] | None:
        """A solution, or None when every position has been seen. Raises LimitReached."""
        from gridproof.search.pegs import dfs_kernel as kernel

        table = np.zeros((1 << 12, self.words), dtype=np.uint64)
        room = int(len(table) * LOAD)
        state = np.array([0, 1, room, self.level.start.bit_count(), self.level.goal_pegs[0]], dtype=np.int64)
        while True:
            budget.check()
            code = kernel.search(
                self.triple, self.need, self.images, self.must, self.care, int(self.level.anywhere),
                self.stack, self.next_jump, table, STEPS, state,
            )  # fmt: skip
            ledger.progress(NAME, int(state[1]))
            if code == kernel.FOUND:
                return self._path(int(state[0]))
            if code == kernel.EXHAUSTED:
                return None
            if code == kernel.TABLE_FULL:
                if 24 * self.words * len(table) > budget.memory_left:
                    raise LimitReached("memory")
                larger = np.zeros((2 * len(table), self.words), dtype=np.uint64)
                kernel.move_all(table, larger)
                state[2] += int(len(larger) * LOAD) - int(len(table) * LOAD)
                table = larger

    def _path(self, depth: int) -> list[Chain]:
        """The jumps on the stack: `next_jump` stands one past the jump taken."""
        return chains_of(self.level, [self.level.jumps[self.order[int(self.next_jump[d]) - 1]] for d in range(depth)])

    def _row(self, position: int) -> list[int]:
        return [position >> (WORD * word) & MASK for word in range(self.words)]

    def _split(self, positions: list[int]) -> npt.NDArray[Any]:
        rows = [self._row(position) for position in positions]
        return np.array(rows, dtype=np.uint64).reshape(len(rows), self.words)


def jump_order(level: Pegs) -> list[int]:
    """Jumps towards the goal first: by the change of the squared distance to the nearest hole of the goal."""
    targets = level.must or level.free or level.everything
    goal = [level.holes[hole] for hole in range(level.size) if targets >> hole & 1]

    def distance(hole: int) -> int:
        row, column = level.holes[hole]
        return min((row - r) ** 2 + (column - c) ** 2 for r, c in goal)

    near = [distance(hole) for hole in range(level.size)]
    return sorted(
        range(len(level.jumps)),
        key=lambda j: near[level.jumps[j][2]] - near[level.jumps[j][0]] - near[level.jumps[j][1]],
    )

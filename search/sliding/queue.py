"""A breadth-first search under way: the arrays of its queue and table, and the kernel that fits the level."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from gridproof.levels.sliding.level import Entry, Position
from gridproof.limits import Budget
from gridproof.search.sliding.tables import Tables, metric_number
from gridproof.search.sliding.trace import Tracer

RUNNING, EXHAUSTED, GOAL, GROW = 0, 1, 2, 3
HEAD, COUNT, LAYER_END, DEPTH, FOUND, STAMP, MOST, PIECES = range(8)
SLICE = 20_000  # expansions: some 10 to 50 ms
FIRST_KEYS = 1 << 13
MOST_STATES = (1 << 32) - 2  # queue numbers have 32 bits


class Queue:
    """Positions in the order of discovery from some roots.

    `symmetric` counts mirror images once where that is valid; `wide` takes the kernel for any size of board also
    where the fast one would do.
    """

    def __init__(self, tables: Tables, metric: str, budget: Budget, symmetric: bool = True, wide: bool = False):
        self.tables, self.metric, self.budget = tables, metric, budget
        self.symmetric = symmetric and tables.symmetric
        self.narrow = tables.words == 1 and tables.occupancy_words == 1 and not wide
        if self.narrow:
            from gridproof.search.sliding import narrow_kernel as kernel
        else:
            from gridproof.search.sliding import wide_kernel as kernel  # type: ignore[no-redef]  # one of the two
        self.kernel: Any = kernel
        self.keys: npt.NDArray[np.uint64]
        self.slots: npt.NDArray[np.uint32]
        members = (len(kind.members) for kind in tables.level.kinds)
        most = sum(n * len(own) for n, own in zip(members, tables.anchors, strict=True))
        self.state = np.zeros(8, dtype=np.int64)
        self.state[FOUND], self.state[MOST], self.state[PIECES] = -1, most, len(tables.level.pieces)
        self.starts = np.zeros(256, dtype=np.int64)
        places = tables.cells.shape[0]
        self.stack = np.zeros(places, dtype=np.int32)
        self.seen = np.zeros(places, dtype=np.uint32)
        capacity = FIRST_KEYS
        while capacity <= 2 * most:
            capacity *= 2
        self._allocate(capacity)
        self._fixed = (
            self._shaped(tables.cells),
            tables.steps,
            self._shaped(tables.code),
            self._shaped(tables.mirror),
            tables.fields,
            tables.goal_mask[0] if self.narrow else tables.goal_mask,
            tables.goal_value[0] if self.narrow else tables.goal_value,
        )

    def _shaped(self, words: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
        """A table as its kernel takes it: flat for one word."""
        return np.ascontiguousarray(words[:, 0]) if self.narrow else words

    # --- the search ----------------------------------------------------------------------------------------

    def seed(self, roots: npt.NDArray[np.uint64]) -> None:
        """Put distinct canonical keys, shape (n, W), into layer 0."""
        while len(roots) + self.state[MOST] >= len(self.keys):
            self._allocate(2 * len(self.keys))
        self.keys[: len(roots)] = roots[:, 0] if self.narrow else roots
        self.state[COUNT] = self.state[LAYER_END] = len(roots)
        self.kernel.rebuild(self.keys, len(roots), self.slots, self.shift)

    def advance(self, stop_at_goal: bool, slice_size: int = SLICE) -> int:
        """Run one slice, growing what is full; returns RUNNING, EXHAUSTED or GOAL."""
        while True:
            code: int = self.kernel.advance(
                metric_number(self.metric),
                self.symmetric,
                stop_at_goal,
                *self._fixed,
                self.keys,
                self.slots,
                self.shift,
                self.state,
                self.starts,
                self.stack,
                self.seen,
                slice_size,
            )
            if code != GROW:
                return code
            self._grow()

    @property
    def count(self) -> int:
        return int(self.state[COUNT])

    @property
    def depth(self) -> int:
        """Depth of the layer that is being expanded, or of the last layer when all is done."""
        return int(self.state[DEPTH])

    def layer(self, depth: int) -> slice:
        """Queue numbers of a finished layer."""
        end = self.starts[depth + 1] if depth < self.depth else self.state[LAYER_END]
        return slice(int(self.starts[depth]), int(end))

    def layer_sizes(self) -> list[int]:
        return [part.stop - part.start for part in map(self.layer, range(self.depth + 1))]

    def key_at(self, index: int) -> npt.NDArray[np.uint64]:
        return np.atleast_1d(self.keys[index])

    def canonical(self, position: Position) -> npt.NDArray[np.uint64]:
        return self.tables.canonical(position) if self.symmetric else self.tables.key(position)

    # --- what it found -------------------------------------------------------------------------------------

    def path(self, start: Position, index: int) -> list[Entry]:
        """A cheapest solution from `start`, the only root, to queue number `index`."""
        tracer = Tracer(self.tables, self.metric, self.symmetric)
        return tracer.solution(start, self.key_at(index), self._depth_of(index), self.layer, self.find)

    def find(self, key: int) -> int:
        """Queue number of a canonical key as one integer, or -1."""
        if self.narrow:
            return int(self.kernel.find(self.keys, self.slots, self.shift, np.uint64(key)))
        words = [key >> 64 * w & (1 << 64) - 1 for w in reversed(range(self.tables.words))]
        return int(self.kernel.find(self.keys, self.slots, self.shift, np.array(words, dtype=np.uint64)))

    def _depth_of(self, index: int) -> int:
        """Layer of a queue number; the layer after the one being expanded is not closed yet."""
        if index >= self.state[LAYER_END]:
            return self.depth + 1
        return int(np.searchsorted(self.starts[: self.depth + 1], index, side="right")) - 1

    # --- memory --------------------------------------------------------------------------------------------

    @property
    def bytes_per_state(self) -> int:
        """Bytes for one position when the arrays are full: its key and two 32-bit slots."""
        return 8 * self.tables.words + 8

    def _allocate(self, capacity: int) -> None:
        if capacity > FIRST_KEYS:
            self.budget.reserve(capacity * self.bytes_per_state)
        shape = (capacity,) if self.narrow else (capacity, self.tables.words)
        keys = np.empty(shape, dtype=np.uint64)
        count = self.count
        if count:
            keys[:count] = self.keys[:count]
        self.keys = keys
        self.slots = np.zeros(2 * capacity, dtype=np.uint32)
        self.shift = np.uint64(64 - (2 * capacity).bit_length() + 1)

    def _grow(self) -> None:
        if self.depth + 2 >= len(self.starts):
            self.starts = np.concatenate((self.starts, np.zeros_like(self.starts)))
        self.seen[:] = 0
        self.state[STAMP] = 0
        if self.count > len(self.keys) - self.state[MOST]:
            self._allocate(2 * len(self.keys))
            self.kernel.rebuild(self.keys, self.count, self.slots, self.shift)

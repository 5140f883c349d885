"""A level of up to 64 holes as the arrays that the kernels read, and one position under its symmetries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from gridproof.levels.pegs.level import Pegs
from gridproof.levels.pegs.symmetry import Permutation, goal_symmetries, image

Words = npt.NDArray[np.uint64]
RUN = 11  # holes for each part of `tables`, as in the kernels
LARGEST = 64  # holes


@dataclass(frozen=True, eq=False)
class Board:
    """Arrays over the jumps (J) and the symmetries that fix the goal (S, the identity first).

    triple, forward, backward, sources: (J,) masks; images: (J, S) masks; tables: (S, K, 2048) images of runs of
    11 holes; landings: (J, S) holes. See `layers_kernel` for their meaning.
    """

    level: Pegs
    group: list[Permutation]

    @classmethod
    def of(cls, level: Pegs, group: list[Permutation] | None = None) -> Board:
        return cls(level, goal_symmetries(level) if group is None else group)

    @cached_property
    def triple(self) -> Words:
        return _words(1 << s | 1 << o | 1 << t for s, o, t in self.level.jumps)

    @cached_property
    def forward(self) -> Words:
        return _words(1 << s | 1 << o for s, o, _ in self.level.jumps)

    @cached_property
    def backward(self) -> Words:
        return _words(1 << t for _, _, t in self.level.jumps)

    @cached_property
    def sources(self) -> Words:
        return _words(1 << s for s, _, _ in self.level.jumps)

    @cached_property
    def images(self) -> Words:
        rows = [[1 << p[s] | 1 << p[o] | 1 << p[t] for p in self.group] for s, o, t in self.level.jumps]
        return np.array(rows, dtype=np.uint64).reshape(len(rows), len(self.group))

    @cached_property
    def landings(self) -> npt.NDArray[np.uint8]:
        rows = [[p[t] for p in self.group] for _, _, t in self.level.jumps]
        return np.array(rows, dtype=np.uint8).reshape(len(rows), len(self.group))

    @cached_property
    def tables(self) -> Words:
        parts = -(-self.level.size // RUN)
        tables = np.zeros((len(self.group), parts, 1 << RUN), dtype=np.uint64)
        for s, permutation in enumerate(self.group):
            for hole, target in enumerate(permutation):
                part, bit = divmod(hole, RUN)
                with_bit = np.arange(1 << RUN) >> bit & 1 == 1
                tables[s, part, with_bit] |= np.uint64(1 << target)
        return tables

    def canonical(self, position: int) -> tuple[int, int]:
        """The least image of a position and the number of a symmetry that gives it."""
        return min((image(permutation, position), s) for s, permutation in enumerate(self.group))

    def canonical_all(self, positions: Words) -> Words:
        """The least image of each position, duplicates dropped, in order."""
        best = positions
        for s in range(1, len(self.group)):
            turned = np.zeros_like(positions)
            for k in range(self.tables.shape[1]):
                bits = positions >> np.uint64(k * RUN) & np.uint64((1 << RUN) - 1)
                turned |= self.tables[s, k][bits]
            best = np.minimum(best, turned)
        return np.unique(best)


def _words(values: Iterable[int]) -> Words:
    return np.array(list(values), dtype=np.uint64)


def too_large(level: Pegs) -> str | None:
    """Why a level can't be held in one word, None when it can."""
    return f"{level.size} holes; it works on up to {LARGEST}" if level.size > LARGEST else None

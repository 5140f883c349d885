"""From a queue of keys back to a solution: the rules name the moves, keys are compared as Python integers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from gridproof.levels.sliding.level import Entry, Position, Sliding, reachable
from gridproof.search.sliding.tables import Tables

Find = Callable[[int], int]  # queue number of a canonical key, -1 when it is not there


def as_integer(key: npt.NDArray[np.uint64]) -> int:
    """Words of a key as one integer; the first word is the most significant, as in the kernels' order."""
    value = 0
    for word in key.tolist():
        value = value << 64 | word
    return value


class Tracer:
    """Walks over positions of one level in one metric, each with its key and its mirror image's."""

    def __init__(self, tables: Tables, metric: str, symmetric: bool):
        self.level, self.metric, self.symmetric = tables.level, metric, symmetric
        self.tables = tables
        code = [as_integer(row) for row in tables.code]
        mirror = [as_integer(row) for row in tables.mirror] if symmetric else code
        by_kind = {}
        for kind, base, own in zip(self.level.kinds, tables.bases, tables.anchors, strict=True):
            by_kind[kind.members] = (
                {anchor: code[base + i] for i, anchor in enumerate(own)},
                {anchor: mirror[base + i] for i, anchor in enumerate(own)},
            )
        self.codes = [by_kind[kind.members] for kind in self.level.kind_of]

    def solution(
        self, start: Position, goal: npt.NDArray[np.uint64], depth: int, layer: Callable[[int], slice], find: Find
    ) -> list[Entry]:
        """A cheapest way from `start` to the position with key `goal`, which is `depth` entries away.

        Backwards from layer to layer (every move can be taken back), then forwards again from the true start,
        which settles mirror images and which of equal pieces moved.
        """
        chain = [as_integer(goal)]
        walker = Walker(self, self.tables.position(goal))
        for step in range(depth - 1, 0, -1):
            part = layer(step)
            for _, key, anchors in walker.around():
                if part.start <= find(key) < part.stop:
                    chain.append(key)
                    walker.go(anchors)
                    break
            else:
                raise AssertionError("a layer without a way back")
        entries: list[Entry] = []
        walker = Walker(self, start)
        for wanted in reversed(chain):
            for entry, key, anchors in walker.around():
                if key == wanted:
                    entries.append(entry)
                    walker.go(anchors)
                    break
            else:
                raise AssertionError("a path without a way on")
        return entries


class Walker:
    """One position that moves."""

    def __init__(self, tracer: Tracer, start: Position):
        self.tracer = tracer
        self.go(list(start.anchors))

    def go(self, anchors: list[int]) -> None:
        self.anchors = anchors
        self.key = self.image = self.covered = 0
        codes, kinds = self.tracer.codes, self.tracer.level.kind_of
        for (code, mirror), kind, anchor in zip(codes, kinds, anchors, strict=True):
            self.key ^= code[anchor]
            self.image ^= mirror[anchor]
            self.covered |= kind.masks[anchor]

    def around(self) -> Iterator[tuple[Entry, int, list[int]]]:
        """Each entry from here with the canonical key and the anchors after it."""
        level: Sliding = self.tracer.level
        for index, ((code, mirror), kind, anchor) in enumerate(
            zip(self.tracer.codes, level.kind_of, self.anchors, strict=True)
        ):
            others = self.covered & ~kind.masks[anchor]
            rest, rest_image = self.key ^ code[anchor], self.image ^ mirror[anchor]
            for path, target in reachable(kind, anchor, others, self.tracer.metric):
                key = rest ^ code[target]
                if self.tracer.symmetric:
                    key = min(key, rest_image ^ mirror[target])
                yield (
                    [level.pieces[index].name, path],
                    key,
                    [*self.anchors[:index], target, *self.anchors[index + 1 :]],
                )

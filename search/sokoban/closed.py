"""Deadlocks learned on the way: the arrays of `closed_kernel.py` for one board."""

from __future__ import annotations

import numpy as np

PATTERNS = 1 << 14  # deadlocks that are learned


class Closed:
    """What `closed_in` and `known_dead` need: patterns with their areas and links, and scratch."""

    def __init__(self, n: int):
        from gridproof.search.sokoban import closed_kernel as closed

        self.patterns = np.zeros((PATTERNS, closed.MOST_BOXES + 1), dtype=np.int16)
        self.areas = np.zeros((PATTERNS, n // 64 + 1), dtype=np.uint64)
        self.links = np.full((PATTERNS, closed.MOST_BOXES), -1, dtype=np.int32)
        self.ends = np.full(n + 1, -1, dtype=np.int32)
        self.tested, self.counters = np.zeros(1 << 16, dtype=np.uint64), np.zeros(4, dtype=np.int64)
        self.store = np.zeros((closed.MOST_STATES + 1, closed.MOST_BOXES + 1), dtype=np.int64)
        self.small, self.bytes = np.zeros(closed.SLOTS, dtype=np.int64), np.zeros((2, n + 1), dtype=np.uint8)
        self.bytes[0, n] = 2
        self.work = np.zeros((12, max(n + 1, closed.MOST_STATES + 2)), dtype=np.int64)

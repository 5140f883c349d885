"""Arrays of the deadlocks that A* learns, for `patterns_kernel.py` and `learn_kernel.py`."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridproof.search.sokoban.board import Board

MOST_PATTERNS = 1 << 14
MOST_LIVE = 1_000  # live squares; larger boards do without
MOST_STATES = 250  # of one set of boxes that is tried
TRIED = 1 << 18  # sets that are remembered
Arrays = tuple[Any, ...]


def no_patterns(board: Board) -> Arrays:
    """Arrays with no pattern yet."""
    from gridproof.search.sokoban import patterns_kernel as kernel

    n, size = len(board.squares), min(len(board.lives), MOST_LIVE)
    return (
        np.zeros((MOST_PATTERNS, max(1, -(-size // 64))), dtype=np.uint64),
        np.zeros((MOST_PATTERNS, -(-n // 64)), dtype=np.uint64),
        np.full((MOST_PATTERNS, kernel.MOST_BOXES + 1), -1, dtype=np.int32),
        np.full((size, size), -1, dtype=np.int32),
        np.zeros((size, size), dtype=np.int32),
        np.zeros(2, dtype=np.int64),
    )


def learner(board: Board) -> Arrays:
    """What the learner needs: (nb, live, single) of the board and (tested, counters, store, slots, bytes_, work)."""
    from gridproof.search.sokoban import closed_kernel as closed

    n = len(board.squares)
    bytes_ = np.zeros((2, n + 1), dtype=np.uint8)
    bytes_[0, n] = 2
    return (
        board.nb,
        board.live,
        board.single,
        np.zeros(TRIED, dtype=np.uint64),
        np.zeros(8, dtype=np.int64),
        np.zeros((MOST_STATES + 1, closed.MOST_BOXES + 1), dtype=np.int64),
        np.zeros(1 << (8 * MOST_STATES).bit_length(), dtype=np.int64),
        bytes_,
        np.zeros((12, max(n + 1, MOST_STATES + 2)), dtype=np.int64),
    )

"""The lower bound of one state: a minimum-cost perfect matching of boxes to goals."""

from __future__ import annotations

import numpy as np

from gridproof.search.sokoban.board import INFINITE, Board


def nearest_bound(board: Board) -> int:
    """A lower bound of the start that needs no kernel: no box gets to a goal sooner than to its nearest one."""
    if not len(board.boxes) or not len(board.goals):
        return 0
    least = board.dist[board.single[board.live[board.boxes], board.player]].min(axis=1)
    return int(least[least < INFINITE].sum())


def matching_bound(board: Board, boxes: list[int], player: int) -> int:
    """The lower bound of a state, by plain Python; INFINITE or more when no perfect matching exists."""
    from gridproof.search.sokoban import kernel_parts

    m = len(board.goals)
    if len(boxes) > m:  # other goals lie behind boxes that never move
        return INFINITE
    rows = np.full(m, -1, dtype=np.int64)
    for i, box in enumerate(boxes):
        rows[i] = board.single[board.live[box], player]
    arrays = [np.zeros(m + 1, dtype=np.int64) for _ in range(6)]
    return int(kernel_parts.match_all(board.dist, rows, m, *arrays))

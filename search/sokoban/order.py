"""An order in which goals are likely to be filled: it ranks states of equal bound and decides nothing else.

Played backward from the board with all goals filled: the goals from which a box could be taken away to where some
box starts, the other filled goals being walls, make up the last layer to be filled; without them the next ones come
free, and so on.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gridproof.search.sokoban.board import Board

Ints = npt.NDArray[np.int64]


def layers(board: Board) -> tuple[Ints, Ints]:
    """(layer of each goal by square, shape (n + 1,), -1 elsewhere; goals in each layer), first to be filled first."""
    from gridproof.search.sokoban import order_kernel as kernel

    wanted = np.zeros(len(board.square_of), dtype=np.uint8)
    for box in board.boxes.tolist():
        if box != board.player:
            wanted[board.single[board.live[box], board.player]] = 1
    wall = board.goal.copy()
    seen, queue = np.zeros_like(wanted), np.zeros(len(wanted), dtype=np.int64)
    left, found = board.goals.tolist(), []
    while left:
        free = []
        for goal in left:
            wall[goal] = 0
            if kernel.can_be_filled(
                board.first, board.back_first, board.back_state, board.back_stand, board.square_of,
                goal, wall, wanted, seen, queue,
            ):  # fmt: skip
                free.append(goal)
            wall[goal] = 1
        free = free or left
        found.append(free)
        wall[free] = 0
        left = [goal for goal in left if goal not in free]
    found.reverse()
    layer = np.full(len(board.goal), -1, dtype=np.int64)
    for number, goals in enumerate(found):
        layer[goals] = number
    return layer, np.array([len(goals) for goals in found], dtype=np.int64)

"""Which boxes on goals stand well: the arrays of `packing_kernel.py`, and the packings met so far, for one board."""

from __future__ import annotations

import numpy as np

from gridproof.search.sokoban.board import Board, Ints

PACKS = 1 << 14  # packings that are remembered


class Packing:
    """Arrays with which kernels tell packed boxes from others on goals (`features_parts.pack_of`).

    goal_number (n + 1,): column of each goal, -1 elsewhere. loose (m,): 1 on goals that no box comes to while others
    are full; they are not taken for obstacles. order (m,) with a fixed order, otherwise empty: the goals from the
    first to be filled.
    """

    def __init__(self, board: Board, fixed_order: bool = False):
        n, k, m = len(board.squares), len(board.boxes), len(board.goals)
        self.goal_number = np.full(n + 1, -1, dtype=np.int64)
        self.goal_number[board.goals] = np.arange(m)
        self.sources, self.seeds = board.boxes, seeds(board)
        self.parks = board.lives[board.goal[board.lives] == 0]
        self.loose = np.zeros(m, dtype=np.uint8)
        self.order = np.zeros(0, dtype=np.int64)
        self.pack_keys, self.packs = np.zeros((PACKS, m), dtype=np.uint8), np.zeros((PACKS, m), dtype=np.uint8)
        self.pack_count = np.full(PACKS, -1, dtype=np.int32)
        self.layers = np.zeros((PACKS, m), dtype=np.int16)
        self.squares = np.zeros((4, n + 1), dtype=np.int64)
        self.wide = np.zeros((2, 8 * n + 4 * k + 4), dtype=np.int64)
        self.stack = np.zeros(2 * m, dtype=np.int64)
        self.state_mark, self.stamps = np.zeros(4 * n + 4, dtype=np.int64), np.zeros(1, dtype=np.int64)
        self.full = np.zeros(m, dtype=np.uint8)
        self._loosen(board, fixed_order)

    def _loosen(self, board: Board, fixed_order: bool) -> None:
        """Goals that no box comes to while others are full are not taken for obstacles."""
        from gridproof.search.sokoban import packing_kernel

        packed = np.zeros(len(board.goals), dtype=np.uint8)
        packing_kernel.peel(
            board.nb, board.live, board.goals, self.goal_number, self.sources, self.parks, self.seeds, self.loose,
            self.full, packed, self.layers[0], self.stamps, self.state_mark, self.squares, self.wide, self.stack,
        )  # fmt: skip
        self.loose[:] = self.squares[0][board.goals] == 1
        if fixed_order:
            reach = [board.dist[board.first[box] : board.first[box + 1]].min(axis=0) for box in board.boxes.tolist()]
            self.order = np.lexsort((-np.min(reach, axis=0), -self.layers[0].astype(np.int64))).astype(np.int64)


def seeds(board: Board) -> Ints:
    """Where the player starts, and squares beside a box from which it could be pushed."""
    n = len(board.squares)
    found = {board.player}
    for box in board.boxes.tolist():
        for d in range(4):
            if board.nb[box, d] < n and board.nb[box, d ^ 2] < n:
                found |= {int(board.nb[box, d]), int(board.nb[box, d ^ 2])}
    return np.array(sorted(found), dtype=np.int64)

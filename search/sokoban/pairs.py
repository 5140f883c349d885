"""Tables of pairs of boxes, filled by `pairs_kernel.py`: dead pairs, and pushes beyond those of single boxes."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from gridproof.search.sokoban.board import Board

PAIR_BYTES = 32 << 20  # for the table, and twice as much while it is filled; larger boards do without
MOST_WORK = 3_000_000_000  # entries filled, over all pairs of goals; with more the table tells dead pairs only
Table = npt.NDArray[np.uint8]


def empty_table(board: Board) -> Table:
    """Shape (pairs of live squares, n), to be filled; without entries where it would be too large or of no use."""
    size, n = len(board.lives), len(board.squares)
    count = size * (size - 1) // 2
    if len(board.boxes) < 2 or not count or count * n > PAIR_BYTES:
        count = 0
    return np.zeros((count, n), dtype=np.uint8)


def fill(board: Board, table: Table, excess: bool = True) -> Iterator[None]:
    """Fill `table`: for two live squares and the player's, the pushes beyond those of single boxes, or DEAD.

    One yield for each pair of goals. `excess=False` tells only which pairs are dead, at once.
    """
    from gridproof.search.sokoban import pairs_kernel as kernel

    if not len(table):
        return
    steps = np.empty(table.shape, dtype=np.int16)
    queue = np.empty((3, 8 * len(table) + 8), dtype=np.int32)
    scratch = np.empty((2, len(board.squares) + 1), dtype=np.int64)
    endings = list(itertools.combinations(range(len(board.goals)), 2))
    table[:] = kernel.DEAD
    if not excess or table.size * len(endings) > MOST_WORK:
        ends = np.array([(board.goals[g], board.goals[h]) for g, h in endings], dtype=np.int64)
        kernel.distances(board.nb, board.live, board.lives, ends, steps, queue, scratch)
        table[steps < kernel.FAR] = 0
        yield
        return
    for g, h in endings:
        ends = np.array([(board.goals[g], board.goals[h])], dtype=np.int64)
        kernel.distances(board.nb, board.live, board.lives, ends, steps, queue, scratch)
        kernel.fold(steps, board.lives, board.single, board.dist, g, h, table)
        yield


def pair_table(board: Board, excess: bool = True) -> Table:
    """The filled table."""
    table = empty_table(board)
    for _ in fill(board, table, excess):
        pass
    return table

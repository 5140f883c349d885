"""Tables of groups of boxes, filled by `groups_kernel.py`: what they lose together, and which are deadlocks."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gridproof.search.sokoban.board import Board

PAIR_BYTES = 32 << 20  # larger boards do without
CAPS = {2: 60, 3: 30, 4: 12}  # greatest value told, by size of the group
SLICE = 20_000  # rows and regions
Bytes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint64]


class Groups(NamedTuple):
    """Tables for the kernels. P pairs of live squares, T groups of three, Q groups of four; n squares.

    pairs  (P, n) values of pairs by the player's square, DEAD for deadlocks; no rows where the board is too large
    near   (L, words) for a live square those that make a pair with some value other than 0
    index3 (T,), rows3 (., n)  row of each group of three that tells more than its pairs, -1 for others; the rows
    near3  (P, words) for a pair the squares of which such groups, or such groups of four, are made with it
    index4, rows4, near4  the same for groups of four; near4 (T, words)
    """

    pairs: Bytes
    near: Words
    index3: npt.NDArray[np.int32]
    rows3: Bytes
    near3: Words
    index4: npt.NDArray[np.int32]
    rows4: Bytes
    near4: Words


def no_groups(board: Board) -> Groups:
    """Tables that tell nothing."""
    n, words = len(board.squares), _words(board)
    none, empty, masks = (
        np.empty(0, dtype=np.int32),
        np.empty((0, n), dtype=np.uint8),
        np.empty((0, words), np.uint64),
    )
    near = np.zeros((len(board.lives), words), dtype=np.uint64)
    return Groups(empty, near, none, empty, masks, none, empty, masks)


def table_bytes(board: Board, k: int) -> int:
    """Memory that is taken while the table of groups of k is filled; 0 where there are no such groups."""
    rows = comb(len(board.lives), k)
    return rows * (len(board.squares) + 16) if len(board.boxes) >= k else 0


def fill(board: Board, k: int) -> Iterator[Bytes | None]:
    """The table of groups of k, (groups, n); yields None between slices, then the table.

    Yields nothing more when there is no room for the regions to be left.
    """
    from gridproof.search.sokoban import groups_kernel as kernel

    n, rows = len(board.squares), comb(len(board.lives), k)
    over = kernel.binomials(len(board.lives))
    loss = kernel.losses(board.nb, board.live, board.lives, board.single, board.dist)
    table = np.full((rows, n), kernel.DEAD, dtype=np.uint8)
    waiting = np.empty(2 * rows + 8 * n, dtype=np.uint64)
    state = np.zeros(kernel.CHOSEN + k, dtype=np.int64)
    state[kernel.CHOSEN :] = np.arange(k)
    scratch = np.zeros((4, n + 1), dtype=np.int64)
    occ = np.zeros(n + 1, dtype=np.uint8)
    occ[n] = 2
    kernel.finish(board.live, board.lives, board.goals, over, k, table)
    while True:
        code = kernel.fill(
            board.nb, board.live, board.lives, loss, over, k, CAPS[k], SLICE, table, waiting, state, scratch, occ
        )
        if code == kernel.CROWDED:
            return
        if code == kernel.DONE:
            yield table
            return
        yield None


def pair_table(board: Board) -> Bytes:
    """Values of all pairs, (pairs, n); without rows where the table would be too large or of no use."""
    if 0 < table_bytes(board, 2) <= PAIR_BYTES:
        for table in fill(board, 2):
            if table is not None:
                return table
    return no_groups(board).pairs


def with_pairs(board: Board) -> Groups:
    """The tables with pairs, as far as they are of use."""
    groups = no_groups(board)
    pairs = pair_table(board)
    rows = np.flatnonzero(_tells(board, pairs))
    b = ((1 + np.sqrt(1 + 8 * rows)) // 2).astype(np.int64)  # pairs (a, b), b > a, are numbered b (b - 1) / 2 + a
    b -= b * (b - 1) // 2 > rows
    a = rows - b * (b - 1) // 2
    one = np.uint64(1)
    for x, y in ((a, b), (b, a)):
        np.bitwise_or.at(groups.near, (x, y // 64), one << (y % 64).astype(np.uint64))
    return groups._replace(pairs=pairs)


def _tells(board: Board, pairs: Bytes) -> npt.NDArray[np.bool_]:
    """Whether a pair has a value other than 0 on some square that is not its own: those two are DEAD by default."""
    from gridproof.search.sokoban import groups_kernel as kernel

    return np.asarray(((pairs > 0) & (pairs < kernel.DEAD)).any(axis=1) | ((pairs == kernel.DEAD).sum(axis=1) > 2))


def with_more(board: Board, groups: Groups, k: int) -> Iterator[Groups | None]:
    """The tables with groups of k = 3 or 4, from those with groups of k - 1; yields None between slices."""
    from gridproof.search.sokoban import groups_kernel as kernel

    found = None
    for found in fill(board, k):
        if found is None:
            yield None
    if found is None:
        return
    over, words = kernel.binomials(len(board.lives)), _words(board)
    triples = expanded(groups.index3, groups.rows3) if k == 4 else found
    group, count = np.arange(k), 0
    for begin, end in _parts(len(found)):
        count += kernel.thin(k, over, groups.pairs, triples, found, group, begin, end)
        yield None
    index, rows = np.empty(len(found), dtype=np.int32), np.empty((count, found.shape[1]), dtype=np.uint8)
    masks = np.zeros((comb(len(board.lives), k - 1), words), dtype=np.uint64)
    group, count = np.arange(k), 0
    for begin, end in _parts(len(found)):
        count = kernel.gather(k, over, found, index, rows, masks, group, begin, end, count)
        yield None
    if k == 3:
        yield groups._replace(index3=index, rows3=rows, near3=masks)
        return
    near3 = groups.near3.copy()
    kernel.spread(over, masks, near3)
    yield groups._replace(index4=index, rows4=rows, near4=masks, near3=near3)


def expanded(index: npt.NDArray[np.int32], rows: Bytes) -> Bytes:
    """A table with a row for every group again."""
    table = np.zeros((len(index), rows.shape[1]), dtype=np.uint8)
    table[index >= 0] = rows[index[index >= 0]]
    return table


def _parts(rows: int) -> Iterator[tuple[int, int]]:
    """Begin and end of so many rows in slices."""
    return ((begin, min(begin + SLICE, rows)) for begin in range(0, rows, SLICE))


def _words(board: Board) -> int:
    return max(1, -(-len(board.lives) // 64))


def cover_lists(colour: npt.NDArray[np.int64], k: int) -> tuple[npt.NDArray[np.generic], ...]:
    """The lists of groups of `cover_kernel.py` and its scratch, for k boxes and squares of these colours."""
    from gridproof.search.sokoban import cover_kernel as cover

    sizes = [cover.MOST_GROUPS] * 6 + [cover.DEPTH + 1] * 3
    kinds = [np.uint64, np.int64] * 3 + [np.uint64] * 3
    scratch = [np.zeros(size, dtype=kind) for size, kind in zip(sizes, kinds, strict=True)]
    return (*scratch, colour, np.zeros(k + 1, dtype=np.int64))

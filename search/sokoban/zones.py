"""Zones around goals and their tables, filled by `zones_kernel.py`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from gridproof.search.sokoban.board import Board

SIZE = 18  # squares of a zone
GOALS = 15  # of these, goals to begin with
MOST = 4  # zones
CAP = 12  # greatest value told
SLICE = 20_000  # rows and regions
Zones = tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]


def no_zones(board: Board) -> Zones:
    """Tables that tell nothing."""
    return np.empty((0, len(board.squares)), dtype=np.uint8), np.empty((0, len(board.lives)), dtype=np.int64)


def table_bytes(board: Board) -> int:
    """Memory of one table."""
    return (len(board.squares) + 8) << min(SIZE, len(board.lives))


def choose(board: Board) -> list[list[int]]:
    """Squares of each zone: goals that are near each other, and live squares around them."""
    size = min(SIZE, len(board.lives))
    zones: list[list[int]] = []
    left = board.goals.tolist()
    while left and len(zones) < MOST:
        near = [square for square in _around(board, left[:1]) if square in set(left)]
        zone = _around(board, near[: min(GOALS, size)])[:size]
        zones.append(zone)
        left = [goal for goal in left if goal not in zone]
    return [zone for zone in zones if len(zone) == size]


def _around(board: Board, starts: list[int]) -> list[int]:
    """Live squares by their distance from any of `starts`, these first."""
    found = list(starts)
    seen = {*starts, len(board.squares)}
    floor = list(starts)
    for square in floor:
        for to in board.nb[square].tolist():
            if to not in seen:
                seen.add(to)
                floor.append(to)
                if board.live[to] >= 0:
                    found.append(to)
    return found


def fill(board: Board, most_bytes: int) -> Iterator[Zones | None]:
    """The tables of all zones; yields None between slices, then the tables, once more for each zone."""
    from gridproof.search.sokoban import groups_kernel
    from gridproof.search.sokoban import zones_kernel as kernel

    n = len(board.squares)
    loss = groups_kernel.losses(board.nb, board.live, board.lives, board.single, board.dist)
    tables, bits = no_zones(board)
    for zone in choose(board):
        if len(tables) * n + table_bytes(board) > most_bytes:
            return
        place = np.zeros(n + 1, dtype=np.int64)
        place[zone] = 1 << np.arange(len(zone))
        goals = int(place[board.goals].sum())
        table = np.full((1 << len(zone), n), kernel.DEAD, dtype=np.uint8)
        table[goals] = np.where(place[:n] & goals, kernel.DEAD, 0)
        waiting = np.empty(len(table) * 2 + 64 * n, dtype=np.int64)
        state, occ = np.zeros(kernel.BUILD + 1, dtype=np.int64), np.zeros(n + 1, dtype=np.uint8)
        occ[n] = 2
        scratch = np.zeros((2, n + 1), dtype=np.int64)
        while True:
            code = kernel.fill(
                board.nb, board.live, board.lives, loss, np.array(zone), place, len(board.boxes), CAP, SLICE, table,
                waiting, state, scratch, occ,
            )  # fmt: skip
            if code != kernel.MORE:
                break
            yield None
        if code == kernel.DONE:
            tables, bits = np.concatenate((tables, table)), np.concatenate((bits, place[board.lives][None]))
            yield tables, bits

"""Small tables for the kernels: changes of the Manhattan distance, linear conflicts by line."""

from __future__ import annotations

import itertools
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from gridproof.levels.npuzzle.facts import line_conflicts
from gridproof.search.npuzzle.board import Board, neighbours

LONGEST_LINE = 7  # cells: a table of 8^7 keys; longer lines count no conflicts


def distance(columns: int, a: int, b: int) -> int:
    return abs(a // columns - b // columns) + abs(a % columns - b % columns)


def manhattan(board: Board) -> int:
    pairs = enumerate(board.start)
    return sum(distance(board.columns, cell, tile) for cell, tile in pairs if tile != board.blank_home)


@lru_cache(maxsize=16)
def distance_changes(rows: int, columns: int) -> npt.NDArray[np.int8]:
    """Flat int8[(tile * cells + cell) * 4 + direction]: the change of distance when the tile moves from the cell."""
    cells = rows * columns
    table = np.zeros((cells, cells, 4), dtype=np.int8)
    for blank, around in enumerate(neighbours(rows, columns)):
        for direction, cell in enumerate(around):
            if cell >= 0:
                for tile in range(cells):
                    change = distance(columns, blank, tile) - distance(columns, cell, tile)
                    table[tile, cell, direction] = change
    return table.ravel()


@cache
def conflicts_of_length(length: int) -> npt.NDArray[np.uint8]:
    """uint8[(length + 1) ** length]: the conflict of a line by key, its first cell the lowest digit.

    Keys that name a place twice never come up.
    """
    if length > LONGEST_LINE:
        return np.zeros(1, dtype=np.uint8)
    table = np.zeros((length + 1) ** length, dtype=np.uint8)
    weights = [(length + 1) ** i for i in range(length)]
    for count in range(2, length + 1):
        for places in itertools.combinations(range(length), count):
            for homes in itertools.permutations(range(length), count):
                key = sum((home + 1) * weights[place] for place, home in zip(places, homes, strict=True))
                table[key] = line_conflicts(list(homes))
    return table


@lru_cache(maxsize=16)
def line_tables(
    rows: int, columns: int
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
    """`extra`, `digit` and `lines` for `conflict_kernel.walk`."""
    cells = rows * columns
    extra = np.concatenate([conflicts_of_length(columns), conflicts_of_length(rows)])
    digit = np.zeros((cells, cells, 2), dtype=np.int64)
    lines = np.zeros((cells, 2), dtype=np.uint8)
    for cell in range(cells):
        r, c = divmod(cell, columns)
        lines[cell] = r, rows + c
        if columns <= LONGEST_LINE:
            for home in range(columns):
                digit[r * columns + home, cell, 0] = (home + 1) * (columns + 1) ** c
        if rows <= LONGEST_LINE:
            for home in range(rows):
                digit[home * columns + c, cell, 1] = (home + 1) * (rows + 1) ** r
    return extra, digit.ravel(), lines.ravel()


def line_keys(board: Board) -> npt.NDArray[np.int64]:
    """The keys of the start's rows, then of its columns, pointing into `extra`."""
    rows, columns = board.rows, board.columns
    _, digit, lines = line_tables(rows, columns)
    keys = np.array([0] * rows + [len(conflicts_of_length(columns))] * columns, dtype=np.int64)
    for cell, tile in enumerate(board.start):
        if tile != board.blank_home:
            for axis in range(2):
                keys[lines[cell * 2 + axis]] += digit[(tile * board.cells + cell) * 2 + axis]
    return keys

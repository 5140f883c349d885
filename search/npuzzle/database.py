"""Engine `database`: IDA* with additive pattern databases, and the same seen in the mirror where there is one.

Heuristic: Korf & Felner (2002), zero-aware with one bit a state as in Clausecker & Reinefeld (2019). A board
that is symmetric about the blank's home gives a second sum, that of the mirrored position; the larger counts.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from gridproof.ledger import Ledger
from gridproof.levels.npuzzle.level import NPuzzle
from gridproof.limits import Budget
from gridproof.search.npuzzle import choice, store
from gridproof.search.npuzzle.automaton import options
from gridproof.search.npuzzle.board import Board, board_of, cell_map
from gridproof.search.npuzzle.deepening import DEEPEST, Walk, deepen, why_not
from gridproof.search.npuzzle.geometry import MOST_CELLS, Geometry, geometry
from gridproof.search.npuzzle.patterns import Pattern
from gridproof.search.npuzzle.tables import distance

NAME = "database"
ROW = 16  # see database_kernel
BINOMIALS = np.array([math.comb(cell, i + 1) for cell in range(MOST_CELLS) for i in range(8)], dtype=np.uint32)


def applies(level: NPuzzle, metric: str) -> str | None:
    if level.cells > MOST_CELLS or level.cells < 6:
        return f"it needs a board of 6 to {MOST_CELLS} cells"
    return why_not(level)


def run(level: NPuzzle, ledger: Ledger, budget: Budget) -> None:
    board = board_of(level)

    def progress(what: str) -> None:
        ledger.progress(NAME, building=f"pattern databases {what}")

    patterns = choice.best(board.rows, board.columns, board.blank_home, budget)
    if patterns is None:
        return  # no memory for tables: the next engine needs none
    deepen(DatabaseSearch(board, patterns, budget, progress), NAME, ledger, budget)


def mirror(board: Board) -> list[int] | None:
    """A reflection or rotation of the board that leaves the blank's home where it is."""
    for symmetry in store.symmetries(board.rows, board.columns)[1:]:
        image = cell_map(board.rows, board.columns, symmetry)
        if image[board.blank_home] == board.blank_home:
            return image
    return None


class DatabaseSearch:
    """The tables of `database_kernel.walk` for one board."""

    def __init__(
        self,
        board: Board,
        patterns: tuple[Pattern, ...],
        budget: Budget,
        progress: store.Progress | None = None,
    ):
        self.board, self.patterns = board, patterns
        self.options = options(board.rows, board.columns)
        self.start = np.array([*board.start, board.start.index(board.blank_home)], dtype=np.uint8)
        images = [list(range(board.cells))]
        if (reflected := mirror(board)) is not None:
            images.append(reflected)
        self.mirrored = len(images) == 2
        self._tables = _Tables()
        self.view_of = np.zeros(2 * board.cells, dtype=np.uint8)
        rows: list[list[int]] = []
        image_rows: list[list[int]] = []
        occupied, words = [], []
        sums = []
        blank = self.start[-1]
        for side, image in enumerate(images):
            total = 0
            for pattern in patterns:
                key, turn = store.key_of(board.rows, board.columns, pattern, board.blank_home)
                row = self._tables.add(key, budget, progress)
                to = [turn[image[cell]] for cell in range(board.cells)]
                homes = {to[tile]: tile for tile in range(board.cells)}
                tiles = [homes[cell] for cell in key.pattern]
                for tile in tiles:
                    self.view_of[side * board.cells + tile] = len(rows)
                cells = [to[board.start.index(tile)] for tile in tiles]
                order, rank, moves = self._tables.measure(row, key, cells, to[blank])
                occupied.append(sum(1 << cell for cell in cells))
                words.append(order << 40 | rank << 8 | moves)
                rows.append(row)
                image_rows.append(to)
                total += moves
            sums.append(total)
        self.views = np.array(rows, dtype=np.uint64).ravel()
        self.image = np.array(image_rows, dtype=np.uint8).ravel()
        self.occupied = np.array(occupied, dtype=np.uint64)
        self.words = np.array(words, dtype=np.uint64)
        self.sums = sums
        self.h = max(sums)
        self.arrays = self._tables.arrays()

    def fork(self) -> Walk:
        return DatabaseWalk(self)


class _Tables:
    """The tables of several geometries and databases, one after the other, each in one array."""

    def __init__(self) -> None:
        self.shapes: dict[int, tuple[Geometry, list[int]]] = {}
        self.stored: dict[store.Key, int] = {}
        self.bits: list[store.Words] = []
        self._joined: tuple[npt.NDArray[np.generic], ...] | None = None

    def add(self, key: store.Key, budget: Budget, progress: store.Progress | None) -> list[int]:
        """The row of `views` for a database, which is loaded or built when it is not here yet."""
        k = len(key.pattern)
        if k not in self.shapes:
            shape = geometry(key.rows, key.columns, k)
            before = [s for s, _ in self.shapes.values()]
            begin = [
                sum(len(getattr(s, part)) for s in before) for part in ("high", "low", "info", "members", "shifts")
            ]
            self.shapes[k] = shape, begin
            self._joined = None
        if key not in self.stored:
            budget.reserve(geometry(key.rows, key.columns, k).states // 4)
            words = store.obtain(key, budget, progress)
            self.stored[key] = sum(map(len, self.bits))
            self.bits.append(words)
            self._joined = None
        shape, begin = self.shapes[k]
        row = [k, *begin, shape.regions, self.stored[key], shape.half]
        return row + [0] * (ROW - len(row))

    def arrays(self) -> tuple[npt.NDArray[np.generic], ...]:
        """binomials, high, low, info, members, shifts, bits."""
        if self._joined is None:
            shapes = [shape for shape, _ in self.shapes.values()]
            parts = [
                np.concatenate([getattr(shape, part) for shape in shapes])
                for part in ("high", "low", "info", "members", "shifts")
            ]
            self.bits = [np.concatenate(self.bits)] if len(self.bits) > 1 else self.bits
            self._joined = (BINOMIALS, *parts, self.bits[0])
        return self._joined

    def measure(self, row: list[int], key: store.Key, cells: list[int], blank: int) -> tuple[int, int, int]:
        """The numbers of the order in which the tiles stand and of their set of cells, and the moves they need."""
        from gridproof.search.npuzzle.database_kernel import measure

        kernel: Any = measure
        shape = self.shapes[len(cells)][0]
        order, region = divmod(shape.number(cells, blank), shape.regions)
        goal = shape.number(list(key.pattern), key.blank)
        parity = sum(distance(key.columns, a, b) for a, b in zip(cells, key.pattern, strict=True)) & 1
        occupied = sum(1 << cell for cell in cells)
        u = np.uint64
        moves = kernel(
            u(0), u(occupied), u(order), u(region), shape.around, np.array(row, dtype=u), *self.arrays(),
            u(parity), u(goal),
        )  # fmt: skip
        assert 0 <= moves < 128, "a pattern database contradicts itself"
        return order, shape.rank(occupied), int(moves)


class DatabaseWalk(Walk):
    def __init__(self, search: DatabaseSearch):
        from gridproof.search.npuzzle.database_kernel import walk

        super().__init__(search.sums[0])
        self.search: DatabaseSearch = search
        self.walk: Any = walk
        self.tiles = np.zeros(search.board.cells, dtype=np.uint8)
        self.occupied, self.words = search.occupied.copy(), search.words.copy()
        self.saved = np.zeros(2 * DEEPEST, dtype=np.uint64)
        self.children = np.zeros(12 * DEEPEST, dtype=np.uint64)
        self.mirror_at = np.zeros(DEEPEST, dtype=np.int64)
        self.mirror_at[0] = search.sums[1] if search.mirrored else 0

    def begin(self, prefix: npt.NDArray[np.uint8], threshold: int) -> None:
        super().begin(prefix, threshold)
        self.control[7] = self.search.mirrored
        self.occupied[:] = self.search.occupied
        self.words[:] = self.search.words

    def kernel(self) -> None:
        s = self.search
        self.walk(
            s.start, s.options, s.view_of, s.image, s.views, *s.arrays, self.prefix, self.tiles, self.occupied,
            self.words, self.saved, self.children, self.taken, self.pointer, self.h_at, self.mirror_at, self.control,
        )  # fmt: skip


def largest_states(rows: int, columns: int, patterns: tuple[Pattern, ...]) -> int:
    """States of the largest database of a division, without regions."""
    return max(math.perm(rows * columns, len(pattern)) for pattern in patterns)

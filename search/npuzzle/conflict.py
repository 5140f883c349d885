"""Engine `conflict`: IDA* with the Manhattan distance and linear conflicts, where no pattern database is at hand."""

from __future__ import annotations

import numpy as np

from gridproof.ledger import Ledger
from gridproof.levels.npuzzle.level import NPuzzle
from gridproof.limits import Budget
from gridproof.search.npuzzle import tables
from gridproof.search.npuzzle.automaton import options
from gridproof.search.npuzzle.board import Board, board_of
from gridproof.search.npuzzle.deepening import Walk, deepen, why_not

NAME = "conflict"


def applies(level: NPuzzle, metric: str) -> str | None:
    return why_not(level)


def run(level: NPuzzle, ledger: Ledger, budget: Budget) -> None:
    deepen(ConflictSearch(board_of(level)), NAME, ledger, budget)


class ConflictSearch:
    """The tables of `conflict_kernel.walk` for one board."""

    def __init__(self, board: Board):
        self.board = board
        self.options = options(board.rows, board.columns)
        self.delta = tables.distance_changes(board.rows, board.columns)
        self.extra, self.digit, self.lines = tables.line_tables(board.rows, board.columns)
        self.keys = tables.line_keys(board)
        self.h = tables.manhattan(board) + int(self.extra[self.keys].sum())
        self.start = np.array([*board.start, board.start.index(board.blank_home)], dtype=np.uint8)

    def fork(self) -> Walk:
        return ConflictWalk(self)


class ConflictWalk(Walk):
    def __init__(self, search: ConflictSearch):
        from gridproof.search.npuzzle.conflict_kernel import walk

        super().__init__(search.h)
        self.search, self.walk = search, walk
        self.tiles = np.zeros(search.board.cells, dtype=np.uint8)
        self.keys = search.keys.copy()

    def begin(self, prefix: np.ndarray[tuple[int], np.dtype[np.uint8]], threshold: int) -> None:
        super().begin(prefix, threshold)
        self.keys[:] = self.search.keys

    def kernel(self) -> None:
        s = self.search
        self.walk(
            s.start,
            s.options,
            s.delta,
            s.extra,
            s.digit,
            s.lines,
            self.prefix,
            self.tiles,
            self.keys,
            self.taken,
            self.pointer,
            self.h_at,
            self.control,
        )

"""Engine `manhattan`: IDA* with the Manhattan distance alone; no table to build, many nodes a second."""

from __future__ import annotations

import numpy as np

from gridproof.ledger import Ledger
from gridproof.levels.npuzzle.level import NPuzzle
from gridproof.limits import Budget
from gridproof.search.npuzzle import tables
from gridproof.search.npuzzle.automaton import options
from gridproof.search.npuzzle.board import Board, board_of
from gridproof.search.npuzzle.deepening import Walk, deepen, why_not

NAME = "manhattan"


def applies(level: NPuzzle, metric: str) -> str | None:
    return why_not(level)


def run(level: NPuzzle, ledger: Ledger, budget: Budget) -> None:
    deepen(ManhattanSearch(board_of(level)), NAME, ledger, budget)


class ManhattanSearch:
    """The tables of `manhattan_kernel.walk` for one board."""

    def __init__(self, board: Board):
        self.board = board
        self.h = tables.manhattan(board)
        self.options = options(board.rows, board.columns)
        self.delta = tables.distance_changes(board.rows, board.columns)
        self.start = np.array([*board.start, board.start.index(board.blank_home)], dtype=np.uint8)

    def fork(self) -> Walk:
        return ManhattanWalk(self)


class ManhattanWalk(Walk):
    def __init__(self, search: ManhattanSearch):
        from gridproof.search.npuzzle.manhattan_kernel import walk

        super().__init__(search.h)
        self.search, self.walk = search, walk
        self.tiles = np.zeros(search.board.cells, dtype=np.uint8)

    def kernel(self) -> None:
        s = self.search
        self.walk(
            s.start,
            s.options,
            s.delta,
            self.prefix,
            self.tiles,
            self.taken,
            self.pointer,
            self.h_at,
            self.control,
        )

"""Engine `bfs`: breadth-first search over the whole space of boards of up to 12 cells, no heuristic at all."""

from __future__ import annotations

from gridproof.ledger import Ledger
from gridproof.levels.npuzzle.level import NPuzzle
from gridproof.limits import Budget
from gridproof.search.npuzzle.board import Board, board_of
from gridproof.search.npuzzle.space import MOST_CELLS, Space, Tiles

NAME = "bfs"


def applies(level: NPuzzle, metric: str) -> str | None:
    if not level.distinct:
        return "it needs distinct tiles and one blank"
    if level.cells > MOST_CELLS:
        return f"it needs a board of at most {MOST_CELLS} cells"
    return None


def run(level: NPuzzle, ledger: Ledger, budget: Budget) -> None:
    board = board_of(level)
    goal = numbered(board, tuple(range(board.cells)))
    space = Space(board.rows, board.columns, numbered(board, board.start), budget)
    while not ledger.closed:
        depth = len(space.sizes) - 1
        ledger.progress(NAME, space.nodes, depth=depth)
        if space.reached(goal):
            ledger.prove(NAME, depth)
            ledger.offer(NAME, board.solution(space.way_back(goal, depth)))
            return
        ledger.prove(NAME, depth + 1)
        if not space.advance():
            ledger.prove(NAME, float("inf"))
            return


def numbered(board: Board, tiles: Tiles) -> Tiles:
    """Tiles numbered without a gap, -1 for the blank."""
    return tuple(-1 if t == board.blank_home else t - (t > board.blank_home) for t in tiles)

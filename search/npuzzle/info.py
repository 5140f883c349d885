"""What can be said about an (m×n−1)-puzzle without solving it."""

from __future__ import annotations

from typing import Any

from gridproof.levels.npuzzle import facts
from gridproof.levels.npuzzle.level import BLANK, NPuzzle
from gridproof.limits import Budget, Limits
from gridproof.search.npuzzle import choice, database, space
from gridproof.search.npuzzle.bfs import numbered
from gridproof.search.npuzzle.board import Board, board_of

EXAMPLES = 20  # hardest positions listed at most


def info(level: NPuzzle, detail: bool = False) -> dict[str, Any]:
    """Solvability and bounds; `detail` builds a missing database, and walks the whole space of up to 12 cells."""
    solvable = facts.solvable(level)
    found: dict[str, Any] = {"size": f"{level.rows}x{level.columns}", "solvable": solvable}
    if level.blanks > 1:
        found["blanks"] = level.blanks
    if level.distinct:
        found["inversions"] = facts.inversions(level)
        found["permutation"] = "odd" if facts.odd_permutation(level) else "even"
        found["blank_distance"] = facts.blank_distance(level)
    if solvable:
        found["manhattan"] = facts.manhattan(level)
        found["linear_conflict"] = facts.manhattan(level) + facts.linear_conflicts(level)
        if database.applies(level, "moves") is None:
            found.update(_database(level, detail))
    if detail and level.distinct and level.cells <= space.MOST_CELLS:
        found.update(_whole_space(level))
    return found


def _database(level: NPuzzle, build: bool) -> dict[str, Any]:
    board, budget = board_of(level), Budget(Limits())
    patterns = choice.best(board.rows, board.columns, board.blank_home, budget)
    if patterns is None:
        return {}
    name = "-".join(str(len(pattern)) for pattern in patterns)
    if not (build or choice.complete(board.rows, board.columns, board.blank_home, patterns)):
        return {"database": f"{name}, not built yet: solve or info --detail builds it"}
    search = database.DatabaseSearch(board, patterns, budget)
    return {"database": name, "database_bound": search.h}


def _whole_space(level: NPuzzle) -> dict[str, Any]:
    """All positions by their distance to the goal."""
    board = board_of(level)
    goal = numbered(board, tuple(range(board.cells)))
    whole = space.Space(board.rows, board.columns, goal, Budget(Limits()))
    while whole.advance():
        pass
    hardest = whole.last_layer(EXAMPLES)
    return {
        "positions_that_reach_the_goal": whole.nodes,
        "diameter": len(whole.sizes) - 1,
        "hardest_positions": whole.sizes[-1],
        "hardest": [_text(level, board, tiles) for tiles in hardest],
        "positions_by_distance": whole.sizes,
    }


def _text(level: NPuzzle, board: Board, tiles: space.Tiles) -> str:
    """A position of the turned board as numbers of the level, in reading order."""
    number = dict(zip(board.start, (level.start[cell] for cell in board.origin), strict=True))
    homes = [cell for cell in range(board.cells) if cell != board.blank_home]
    turned = [BLANK if tile < 0 else number[homes[tile]] for tile in tiles]
    back = [0] * board.cells
    for cell, origin in enumerate(board.origin):
        back[origin] = turned[cell]
    return " ".join(map(str, back))

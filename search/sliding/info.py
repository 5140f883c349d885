"""What can be said about a sliding-block level without solving it, and what its whole component looks like."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridproof.errors import UsageError
from gridproof.levels.sliding.certificates import explain
from gridproof.levels.sliding.draw import lying
from gridproof.levels.sliding.format import board_rows
from gridproof.levels.sliding.level import Sliding
from gridproof.limits import Budget
from gridproof.search.sliding.bfs import simple_reason
from gridproof.search.sliding.queue import EXHAUSTED, Queue
from gridproof.search.sliding.tables import build


def info(level: Sliding, detail: bool = False) -> dict[str, Any]:
    """Sizes, kinds of pieces, symmetry, memory for each position, and simple reasons why there is no solution."""
    rows, columns = level.shape
    facts: dict[str, Any] = {
        "size": f"{rows}x{columns}",
        "pieces": len(level.pieces),
        "empty_cells": level.empty_cells,
        "goal_pieces": [piece.name for piece in level.goal],
        "interchangeable": [
            "".join(level.pieces[i].name for i in k.members) for k in level.kinds if len(k.members) > 1
        ],
    }
    reason = simple_reason(level)
    facts["unsolvable"] = None if reason is None else explain(level, reason)
    if reason is None:
        tables = build(level)
        facts["symmetric"] = tables.symmetric
        facts["words_per_position"] = tables.words
        facts["bytes_per_position"] = Queue(tables, "moves", Budget()).bytes_per_state
    if detail:
        facts["placements"] = {
            "".join(level.pieces[i].name for i in kind.members): len(kind.masks) for kind in level.kinds
        }
    return facts


def explore(level: Sliding, metric: str, budget: Budget) -> dict[str, Any]:
    """Every position that can be reached: how many, how far, how many are goals, and the hardest start.

    Mirror images count apart. The hardest start is a position of the component farthest from its nearest goal.
    Raises UsageError when the goal is out of reach for a simple reason, LimitReached when a limit ends the walk.
    """
    if simple_reason(level) is not None:
        raise UsageError("the goal is out of reach on an empty board: there is nothing to explore")
    queue = Queue(build(level), metric, budget, symmetric=False)
    queue.seed(queue.canonical(level.initial())[None, :])
    _exhaust(queue, budget)
    sizes = queue.layer_sizes()
    facts: dict[str, Any] = {"metric": metric, "positions": queue.count, "farthest": len(sizes) - 1}
    keys = queue.keys[: queue.count]
    keys = keys[:, None] if queue.narrow else keys
    goals = keys[((keys & queue.tables.goal_mask) == queue.tables.goal_value).all(axis=1)]
    facts["goal_positions"] = len(goals)
    facts["layers"] = sizes
    if not len(goals):
        return facts
    back = Queue(queue.tables, metric, budget, symmetric=False)
    back.seed(np.ascontiguousarray(goals))
    _exhaust(back, budget)
    last = back.layer(back.depth)
    hardest = queue.tables.position(back.key_at(last.start))
    facts["hardest_start"] = {
        "cost": back.depth,
        "positions": last.stop - last.start,
        "board": board_rows(level, lying(level, hardest.anchors)),
    }
    return facts


def _exhaust(queue: Queue, budget: Budget) -> None:
    while queue.advance(False) != EXHAUSTED:
        budget.check()

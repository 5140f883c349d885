"""Breadth-first search in a compiled kernel: a cheapest solution in any metric, or a closed set without a goal.

Every metric is searched with edges of cost 1: a move expands to all places the piece can reach, a slide to all places
on straight lines. (Unit steps gathered into moves after a search by steps give no proof.)
"""

from __future__ import annotations

from gridproof.answer import Certificate
from gridproof.ledger import Ledger
from gridproof.levels.sliding.certificates import LARGEST_EXPANSION, blocked_lines, names, names_of, stranded
from gridproof.levels.sliding.level import Sliding
from gridproof.limits import Budget
from gridproof.search.sliding.queue import EXHAUSTED, GOAL, MOST_STATES, Queue
from gridproof.search.sliding.tables import build

NAME = "bfs"


def applies(level: Sliding, metric: str) -> str | None:
    return None


def run(level: Sliding, ledger: Ledger, budget: Budget) -> None:
    """Search layer by layer; each finished layer is a proven lower bound."""
    if (reason := simple_reason(level)) is not None:
        ledger.prove(NAME, float("inf"), reason)
        return
    start = level.initial()
    if level.is_goal(start):
        ledger.offer(NAME, [])
        return
    queue = Queue(build(level), ledger.metric, budget)
    queue.seed(queue.canonical(start)[None, :])
    while not ledger.closed:
        budget.check()
        code = queue.advance(stop_at_goal=True)
        if code == EXHAUSTED:
            ledger.progress(NAME, queue.count)
            ledger.prove(NAME, float("inf"), _closed(queue))
            return
        # expanding layer d means that layers 0 to d hold no goal
        ledger.progress(NAME, queue.count, depth=queue.depth)
        ledger.prove(NAME, queue.depth + 1, _layers(queue))
        if code == GOAL:
            ledger.offer(NAME, queue.path(start, int(queue.state[4])))
            return
        if queue.count > MOST_STATES:
            return


def simple_reason(level: Sliding) -> Certificate | None:
    """Evidence that there is no solution which needs no search."""
    for kind in stranded(level):
        return Certificate("unreachable", "unsolvable", {"pieces": names(level, kind)})
    for line in blocked_lines(level):
        return Certificate("line", "unsolvable", {"pieces": names_of(level, line)})
    return None


def _closed(queue: Queue) -> Certificate | None:
    """A certificate that the rules can expand again, or None: then the ledger labels the claim `search`."""
    if queue.count > LARGEST_EXPANSION:
        return None
    return Certificate("closed-set", "unsolvable", {"metric": queue.metric, "states": queue.count})


def _layers(queue: Queue) -> Certificate | None:
    if queue.count > LARGEST_EXPANSION:
        return None
    data = {"metric": queue.metric, "bound": queue.depth + 1, "states": queue.count}
    return Certificate("layers", "lower-bound", data)

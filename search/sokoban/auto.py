"""Engine `auto`: `astar` and `bidirectional` around one ledger, until their bounds and solutions meet.

With two workers each has a thread of its own. With one they take turns by the clock: A* first alone, then three
slices of A* to one of the other. Levels with many boxes on open floors and short solutions fall to the layers, the
rest to A*. When one fills its share of the memory the other goes on. When another engine has joined and taken the
second worker, the layers, which have had their time by then, get a ninth of the first one.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

from gridproof.errors import LimitReached
from gridproof.ledger import Ledger
from gridproof.levels.sokoban.level import Sokoban
from gridproof.limits import Budget
from gridproof.search.sokoban import astar, bidirectional
from gridproof.search.sokoban.options import Options
from gridproof.search.sokoban.reasons import settle

HEAD_START = 2.0  # seconds that A* works alone: most levels are done by then
TURNS = 3.0  # slices of A* to one of the layers
TURNS_LATER = 8.0  # the same, when the layers have had a worker of their own for a while


def applies(level: Sokoban, metric: str) -> str | None:
    return None  # simple reasons are found on boards of any size


@dataclass
class _Part:
    name: str
    slices: Iterator[None]
    seconds: float = 0.0
    over: LimitReached | None = None
    done: bool = False


def run(level: Sokoban, ledger: Ledger, budget: Budget) -> None:
    """Raises LimitReached when time ends, or when every part has filled its memory."""
    if settle("auto", level, ledger, budget):
        return
    if (why := astar.applies(level, ledger.metric)) is not None:
        raise LimitReached(why)
    if ledger.any_solution or bidirectional.applies(level, ledger.metric):
        astar.run(level, ledger, budget)
        return
    search = astar.prepare(level, ledger, budget, Options(), share=0.7)
    first = _Part("astar", search.slices())
    ledger.start("astar")
    try:
        while first.seconds < HEAD_START and not first.done and first.over is None:
            _advance(first)
            budget.check()
        if ledger.closed or first.done:
            return
        second = _Part("bidirectional", bidirectional.Meeting(level, ledger, budget, share=0.9).slices())
        ledger.start("bidirectional")
        turns = TURNS
        while not _decided(first, second):  # the number of workers may change: other engines join and go
            if budget.workers > 1:
                _side_by_side(first, second, budget)
                turns = TURNS_LATER
            else:
                _in_turn(first, second, budget, turns)
        if not ledger.closed and (over := first.over or second.over) is not None:
            raise over
    finally:
        search.enter_bound()
        ledger.stop("astar")


def _advance(part: _Part) -> None:
    began = time.perf_counter()
    try:
        next(part.slices)
    except StopIteration:
        part.done = True
    except LimitReached as limit:
        part.over = limit
    part.seconds += time.perf_counter() - began


def _decided(first: _Part, second: _Part) -> bool:
    return first.done or second.done or (first.over is not None and second.over is not None)


def _in_turn(first: _Part, second: _Part, budget: Budget, turns: float) -> None:
    """One slice after another, `turns` times as much time for `first`; until decided, or two workers."""
    first.seconds = second.seconds = 0.0
    while not _decided(first, second) and budget.workers == 1:
        if second.over is not None or (first.over is None and first.seconds <= turns * second.seconds):
            _advance(first)
        else:
            _advance(second)
        budget.check()


def _side_by_side(first: _Part, second: _Part, budget: Budget) -> None:
    """`second` in a thread of its own, `first` here; until decided, or only one worker is left."""
    stop = threading.Event()
    failure: list[BaseException] = []

    def work() -> None:
        try:
            while not stop.is_set() and not second.done and second.over is None:
                _advance(second)
        except BaseException as error:  # handed on to the caller below
            failure.append(error)

    thread = threading.Thread(target=work, name="bidirectional")
    thread.start()
    try:
        while not _decided(first, second) and not failure and budget.workers > 1:
            if first.over is None:
                _advance(first)
            else:
                thread.join(0.05)
            budget.check()
    finally:
        stop.set()
        thread.join()
    if failure:
        raise failure[0]

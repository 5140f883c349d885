"""Engine `auto`: `astar`, `bidirectional` and `improve` around one ledger, until bounds and solutions meet.

A* begins alone: most levels are done by then. Afterwards the layers and the beams share the second worker; with one
worker all take turns by the clock, A* most often, the beams last. Levels with many boxes on open floors and short
solutions fall to the layers; of the rest A* proves the bound, and on large levels the beams find the solution that
meets it, long before A* does. When one fills its share of the memory the others go on. When another engine has joined
and taken the second worker, these two, which have had their time by then, get less of the first.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gridproof.errors import LimitReached
from gridproof.ledger import Ledger
from gridproof.levels.sokoban.level import Sokoban
from gridproof.limits import Budget
from gridproof.search.sokoban import astar, bidirectional, improve
from gridproof.search.sokoban.options import Options
from gridproof.search.sokoban.reasons import settle

HEAD_START = 2.0  # seconds that A* works alone: most levels are done by then
TURNS = 3.0  # slices of A* to one of each other
TURNS_LATER = 2.0  # the same, when the others have had a worker of their own for a while ...
LAYERS_LATER = 0.25  # ... and slices of the layers to one of the beams
ALONE = 10.0  # seconds of A* before the beams take any of its time


def applies(level: Sokoban, metric: str) -> str | None:
    return None  # simple reasons are found on boards of any size


@dataclass
class _Part:
    name: str
    slices: Iterator[None]
    weight: float = 1.0  # its part of the time, where all take turns
    decides: bool = True  # its end is a decision
    seconds: float = 0.0  # since it last took turns with others
    total: float = 0.0
    over: LimitReached | None = None
    done: bool = False

    @property
    def working(self) -> bool:
        return self.over is None and not self.done


def run(level: Sokoban, ledger: Ledger, budget: Budget) -> None:
    """Raises LimitReached when time ends, or when every part has filled its memory."""
    if settle("auto", level, ledger, budget):
        return
    if (why := astar.applies(level, ledger.metric)) is not None:
        raise LimitReached(why)
    if ledger.any_solution:
        astar.run(level, ledger, budget)
        return
    search = astar.prepare(level, ledger, budget, Options(), share=0.6)
    first = _Part("astar", search.slices())
    parts = [first]
    ledger.start("astar")
    try:
        while first.seconds < HEAD_START and first.working:
            _advance(first)
            budget.check()
        if ledger.closed or first.done:
            return
        beams = improve.Improver(level, ledger, budget, share=0.3, surplus=search.surplus)
        parts.append(_Part("improve", beams.slices(), decides=False))
        if bidirectional.applies(level, ledger.metric) is None:
            layers = bidirectional.Meeting(level, ledger, budget, share=0.9)
            parts.append(_Part("bidirectional", layers.slices()))
        for part in parts[1:]:
            ledger.start(part.name)
        first.weight = TURNS
        while not _decided(parts):  # the number of workers may change: other engines join and go
            if budget.workers > 1:
                _side_by_side(first, parts[1:], budget)
                first.weight, parts[-1].weight = TURNS_LATER, LAYERS_LATER if len(parts) > 2 else 1.0
            else:
                _in_turn(parts, budget)
        if not ledger.closed and (over := next((part.over for part in parts if part.over), None)) is not None:
            raise over
    finally:
        search.enter_bound()
        for part in parts:
            ledger.stop(part.name)


def _advance(part: _Part) -> None:
    began = time.perf_counter()
    try:
        next(part.slices)
    except StopIteration:
        part.done = True
    except LimitReached as limit:
        part.over = limit
    spent = time.perf_counter() - began
    part.seconds += spent
    part.total += spent


def _decided(parts: Sequence[_Part]) -> bool:
    return any(part.done and part.decides for part in parts) or not any(part.working for part in parts)


def _next(parts: Sequence[_Part]) -> _Part | None:
    """Who had the least of its part of the time."""
    return min((part for part in parts if part.working), key=lambda part: part.seconds / part.weight, default=None)


def _in_turn(parts: Sequence[_Part], budget: Budget) -> None:
    """One slice after another, by weight; until decided, or two workers."""
    for part in parts:
        part.seconds = 0.0
    while not _decided(parts) and budget.workers == 1:
        early = parts[0].working and parts[0].total < ALONE
        if (following := _next([part for part in parts if not early or part.name != "improve"])) is not None:
            _advance(following)
        budget.check()


def _side_by_side(first: _Part, others: Sequence[_Part], budget: Budget) -> None:
    """The others in a thread of their own, `first` here; until decided, or only one worker is left."""
    stop = threading.Event()
    failure: list[BaseException] = []

    def work() -> None:
        try:
            while not stop.is_set() and not _decided(others) and (part := _next(others)) is not None:
                _advance(part)
        except BaseException as error:  # handed on to the caller below
            failure.append(error)

    thread = threading.Thread(target=work, name="others")
    thread.start()
    try:
        while not _decided([first, *others]) and not failure and budget.workers > 1:
            if first.working:
                _advance(first)
            else:
                thread.join(0.05)
            budget.check()
    finally:
        stop.set()
        thread.join()
    if failure:
        raise failure[0]

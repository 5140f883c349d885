"""Comparing rows: what cannot be true together, and what contradicts known values."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from gridproof.crosschecking.row import SKIPPED, Row
from gridproof.crosschecking.work import Task, perform
from gridproof.errors import UsageError
from gridproof.levels.base import Level
from gridproof.limits import Limits
from gridproof.registry import puzzle as find_puzzle


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a level: the optimum, or bounds on it; `source` says where it stands."""

    optimal: int | None = None
    lower_bound: int | None = None
    best: int | None = None
    unsolvable: bool = False
    source: str = "the table"


@dataclass(slots=True)
class Comparison:
    """All rows of one level, and whatever cannot be true of them."""

    level: str
    text: str
    rows: list[Row] = field(default_factory=list)
    known: Known | None = None

    @property
    def contradictions(self) -> list[str]:
        """Faults of single rows, rows that exclude each other, rows that known values exclude."""
        found = [f"{row.engine}: {problem}" for row in self.rows for problem in row.problems]
        for first, second in itertools.permutations(self.rows, 2):
            found += _excludes(first, second)
        if self.known is not None:
            found += [problem for row in self.rows for problem in _contradicts(row, self.known)]
        return found

    @property
    def reached(self) -> bool:
        """Whether a row settles the level: an optimum, or no solution."""
        return any(row.optimal or row.status == "unsolvable" for row in self.rows)

    def to_dict(self) -> dict[str, Any]:
        rows = [row.to_dict() for row in self.rows if row.status != SKIPPED]
        return {
            "level": self.level,
            "ok": not self.contradictions,
            "engines": rows,
            "contradictions": self.contradictions,
        }

    def line(self) -> str:
        verdict = "disagree" if self.contradictions else "agree"
        return f"{verdict}: " + "; ".join(row.brief() for row in self.rows if row.status != SKIPPED)


def crosscheck(
    level: Level,
    engines: Sequence[str] | None = None,
    minimise: str | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    workers: int | None = None,
) -> Comparison:
    """Solve `level` here with every engine (or those named) that applies, replay each solution, compare pairwise.

    Raises UsageError when no engine applies. Everything runs in this process; the command line gives each engine
    a process of its own.
    """
    limits = Limits(time_limit, memory_limit, workers)
    names = engines or [engine.name for engine in find_puzzle(level.puzzle).engines]
    result = Comparison(level.title or level.puzzle, level.to_text())
    result.rows = [perform(Task.of(result.level, level, name, minimise, limits)) for name in names]
    if all(row.status == SKIPPED for row in result.rows):
        raise UsageError(f"no engine applies to this level of {level.puzzle}")
    return result


def _excludes(x: Row, y: Row) -> list[str]:
    """What x claims that y disproves."""
    if x.metric and y.metric and x.metric != y.metric:
        return []
    if x.status == "unsolvable" and y.cost is not None:
        return [f"{x.engine} says unsolvable, {y.engine} has a solution of cost {y.cost}"]
    if x.lower_bound is not None and y.cost is not None and x.lower_bound > y.cost:
        return [f"{x.engine} proved {x.lower_bound}, {y.engine} has a solution of cost {y.cost}"]
    return []


def _contradicts(row: Row, known: Known) -> list[str]:
    """What a row claims against known values."""
    best = known.best if known.optimal is None else known.optimal
    least = known.lower_bound if known.optimal is None else known.optimal
    if row.status == "unsolvable" and best is not None:
        return [f"{row.engine} says unsolvable, {known.source} has a solution of cost {best}"]
    if row.cost is not None and known.unsolvable:
        return [f"{row.engine} has a solution of cost {row.cost}, {known.source} says unsolvable"]
    if row.cost is not None and least is not None and row.cost < least:
        return [f"{row.engine} has a solution of cost {row.cost}, {known.source} says at least {least}"]
    if row.lower_bound is not None and best is not None and row.lower_bound > best:
        return [f"{row.engine} proved at least {row.lower_bound}, {known.source} says {best}"]
    return []

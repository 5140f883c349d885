"""`crosscheck`: run every engine that applies to a level, each with a ledger of its own, and compare."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from gridproof.answer import Answer, Status
from gridproof.errors import Contradiction, IllegalMove, UsageError
from gridproof.levels.base import Level
from gridproof.registry import puzzle as find_puzzle
from gridproof.solver import solve
from gridproof.verifier import verify


@dataclass(slots=True)
class Comparison:
    """The answers of all engines on one level, and whatever cannot be true of them together."""

    answers: dict[str, Answer] = field(default_factory=dict)
    contradictions: list[str] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        rows = [
            {
                "engine": name,
                "status": answer.status.value,
                "cost": answer.cost,
                "lower_bound": answer.lower_bound,
                "seconds": round(answer.seconds, 6),
                "reason": answer.reason,
            }
            for name, answer in self.answers.items()
        ]
        return {"ok": not self.contradictions, "engines": rows, "contradictions": self.contradictions}

    def line(self) -> str:
        verdict = "disagree" if self.contradictions else "agree"
        return f"{verdict}: " + "; ".join(f"{name} {_brief(a)}" for name, a in self.answers.items())


def _brief(answer: Answer) -> str:
    if answer.status is not Status.SOLVED:
        return answer.status.value
    return f"{answer.cost}" if answer.optimal else f"{answer.lower_bound}..{answer.cost}"


def crosscheck(
    level: Level,
    engines: Sequence[str] | None = None,
    minimise: str | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    workers: int | None = None,
) -> Comparison:
    """Solve `level` with every engine (or those named) that applies, replay each solution, compare pairwise."""
    row = find_puzzle(level.puzzle)
    result = Comparison()
    for engine in engines or [engine.name for engine in row.engines]:
        if row.engine(engine).load().applies(level, minimise or level.metrics[0]):
            continue
        try:
            answer = solve(level, minimise, None, [engine], False, time_limit, memory_limit, workers)
        except (Contradiction, IllegalMove) as error:
            result.contradictions.append(f"{engine}: {error}")
            continue
        result.answers[engine] = answer
        result.contradictions += [f"{engine}: {problem}" for problem in verify(level, answer).problems]
    if not result.answers and not result.contradictions:
        raise UsageError(f"no engine applies to this level of {level.puzzle}")
    for (first, a), (second, b) in itertools.combinations(result.answers.items(), 2):
        result.contradictions += _compare(first, a, second, b)
    return result


def _compare(first: str, a: Answer, second: str, b: Answer) -> list[str]:
    """What two answers to the same question contradict each other in."""
    found = []
    for one, x, two, y in ((first, a, second, b), (second, b, first, a)):
        if x.status is Status.UNSOLVABLE and y.cost is not None:
            found.append(f"{one} says unsolvable, {two} has a solution of cost {y.cost}")
        elif x.lower_bound is not None and y.cost is not None and x.lower_bound > y.cost:
            found.append(f"{one} proved {x.lower_bound}, {two} has a solution of cost {y.cost}")
    return found

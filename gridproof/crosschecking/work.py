"""One task of a cross-check, in a form that another process or machine can take: a level as text, and an engine."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from dataclasses import dataclass

from gridproof.crosschecking.foreign import run_command
from gridproof.crosschecking.row import SKIPPED, Row, row_of
from gridproof.errors import Contradiction, IllegalMove, UsageError
from gridproof.levels.base import Level
from gridproof.limits import Limits
from gridproof.loader import parse
from gridproof.registry import puzzle as find_puzzle
from gridproof.solver import solve
from gridproof.verifier import verify


@dataclass(frozen=True, slots=True)
class Task:
    """One engine on one level under limits. `key` is the same for the same question, in any run."""

    label: str
    puzzle: str
    text: str
    engine: str
    minimise: str | None
    limits: Limits
    command: str | None = None  # a program from elsewhere instead of an engine

    @classmethod
    def of(
        cls, label: str, level: Level, engine: str, minimise: str | None, limits: Limits, command: str | None = None
    ) -> Task:
        return cls(label, level.puzzle, level.to_text(), engine, minimise, limits, command)

    @property
    def key(self) -> str:
        question = json.dumps(dataclasses.asdict(self), sort_keys=True)
        return hashlib.sha256(question.encode()).hexdigest()


def perform(task: Task) -> Row:
    """Solve, replay and verify; every failure becomes part of the row. Raises KeyboardInterrupt as it comes."""
    level = parse(task.text, puzzle=task.puzzle)
    metric = task.minimise or level.metrics[0]
    if metric not in level.metrics:
        raise UsageError(f"{level.puzzle} has no metric {metric!r}: expected {' | '.join(level.metrics)}")
    if task.command is not None:
        return run_command(task.label, task.command, level, metric, task.limits)
    if why := find_puzzle(level.puzzle).engine(task.engine).load().applies(level, metric):
        return Row(task.label, task.engine, SKIPPED, metric, reason=why)
    limits = task.limits
    try:
        answer = solve(level, metric, None, [task.engine], False, limits.time, limits.memory, limits.workers)
    except (Contradiction, IllegalMove) as error:
        return Row(task.label, task.engine, "unknown", metric, problems=(str(error),))
    if answer.reason == "interrupted":
        raise KeyboardInterrupt  # ends the run, not one task of it, and is no result to keep
    return row_of(task.label, task.engine, answer, tuple(verify(level, answer).problems))

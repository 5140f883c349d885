"""A whole cross-check: levels by file, folder and glob; every engine on each; known values and foreign solutions."""

from __future__ import annotations

import glob
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gridproof.crosschecking.compare import Comparison
from gridproof.crosschecking.foreign import Answers
from gridproof.crosschecking.isolate import run_isolated
from gridproof.crosschecking.known import Table
from gridproof.crosschecking.row import Row
from gridproof.crosschecking.store import Store
from gridproof.crosschecking.work import Task, perform
from gridproof.errors import UsageError
from gridproof.levels.base import Level
from gridproof.limits import Limits
from gridproof.loader import load_all, split_pick
from gridproof.registry import PUZZLES, puzzle_of_suffix
from gridproof.registry import puzzle as find_puzzle

Runner = Callable[[Iterable[Task]], Iterator[Row]]  # takes tasks, yields their rows in any order


@dataclass(frozen=True, slots=True)
class NamedLevel:
    """A level and where it came from: `number` counts from 1 in `file`."""

    file: str
    number: int
    level: Level

    @property
    def label(self) -> str:
        return f"{self.file}#{self.number}"


@dataclass(slots=True)
class Plan:
    """What to run on each level, and what to compare it with."""

    engines: Sequence[str] | None = None
    minimise: str | None = None
    limits: Limits = field(default_factory=Limits)
    table: Table | None = None
    answers: Answers | None = None
    command: str | None = None

    def tasks(self, named: NamedLevel) -> list[Task]:
        level = named.level
        row = find_puzzle(level.puzzle)
        names: Sequence[str] = self.engines or ()
        if not names and self.answers is None and self.command is None:
            names = [engine.name for engine in row.engines]
        for name in names:
            row.engine(name)  # an unknown name is an error at once, not a row
        tasks = [Task.of(named.label, level, name, self.minimise, self.limits) for name in names]
        if self.command is not None:
            tasks.append(Task.of(named.label, level, "command", self.minimise, self.limits, self.command))
        return tasks

    def metric(self, level: Level) -> str:
        return self.minimise or level.metrics[0]


def find_levels(names: Sequence[str]) -> list[NamedLevel]:
    """Every level of files, bundled collections, folders (all files of known suffixes below) and globs."""
    found: list[NamedLevel] = []
    for name in names:
        path = Path(name)
        if path.is_dir():
            suffixes = {suffix for row in PUZZLES.values() for suffix in row.suffixes}
            files = sorted(str(p) for p in path.rglob("*") if p.suffix.lower() in suffixes and p.is_file())
            if not files:
                raise UsageError(f"{name}: no level file ({' '.join(sorted(suffixes))}) in this folder")
        elif not path.exists() and (matches := sorted(glob.glob(name, recursive=True))):
            files = [match for match in matches if puzzle_of_suffix(Path(match).suffix)]
        else:
            files = [name]
        for file in files:
            base, pick = split_pick(file)
            levels, everything = load_all(file), load_all(base) if pick else []
            first = everything.index(levels[0]) + 1 if pick else 1
            found += [NamedLevel(base, number, level) for number, level in enumerate(levels, first)]
    return found


def local_runner(levels: Sequence[NamedLevel], workers: int) -> Runner:
    """A process of its own for each task, `workers` at a time."""
    names = {named.level.puzzle for named in levels}
    preload = ["gridproof.crosschecking.work"]
    preload += [engine.module for name in names for engine in PUZZLES[name].engines]
    return lambda tasks: run_isolated(tasks, workers, perform, preload)


def run_suite(
    levels: Sequence[NamedLevel], plan: Plan, runner: Runner, store: Store | None = None
) -> Iterator[Comparison]:
    """Comparisons in the order of the levels, each as soon as it and those before it are complete.

    Rows that the store already holds are not made again; new ones are stored as they arrive.
    """
    rows: dict[tuple[str, str], Row] = {}  # by label and the task's engine
    tasks = {named.label: plan.tasks(named) for named in levels}
    places = {task.key: place for place, task in enumerate(t for group in tasks.values() for t in group)}
    by_name = {(t.label, t.engine): t for group in tasks.values() for t in group}
    for task in by_name.values():
        if store is not None and (row := store.get(task.key)) is not None:
            rows[task.label, task.engine] = row
    missing = [task for key, task in by_name.items() if key not in rows]
    waiting = list(levels)
    arriving = runner(missing)
    while waiting:
        named = waiting[0]
        if all((task.label, task.engine) in rows for task in tasks[named.label]):
            waiting.pop(0)
            yield _comparison(named, plan, [rows[t.label, t.engine] for t in tasks[named.label]])
            continue
        row = next(arriving)
        task = by_name[row.level, row.engine if (row.level, row.engine) in by_name else "command"]
        rows[task.label, task.engine] = row
        if store is not None:
            store.put(task.key, places[task.key], row)


def _comparison(named: NamedLevel, plan: Plan, rows: list[Row]) -> Comparison:
    level, metric = named.level, plan.metric(named.level)
    result = Comparison(named.label, level.to_text(), rows)
    if plan.answers is not None:
        claim = plan.answers.find(named.file, named.number, level.title)
        if claim is not None:
            result.rows.append(plan.answers.row(named.label, level, metric, claim))
    if plan.table is not None:
        result.known = plan.table.find(named.file, named.number, level.title, metric)
    return result

"""One child process a task: a crash, a hang or a memory blow-up hits that row alone."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from gridproof.child import Child, Gone, context, start
from gridproof.compiling import on_compiling
from gridproof.crosschecking.row import CRASHED, Row
from gridproof.crosschecking.work import Task
from gridproof.limits import MIB

GRACE_SECONDS = 20.0  # beyond the time limit: loading libraries, reporting
GRACE_FACTOR = 1.2
GRACE_MIB = 64  # beyond the memory limit, for what an engine takes between two looks at it

Perform = Callable[[Task], Row]


@dataclass(frozen=True, slots=True)
class _Compiling:
    """What a child sends before its row: it begins to compile kernels, or has ended."""

    on: bool


def run_isolated(tasks: Iterable[Task], workers: int, perform: Perform, preload: list[str]) -> Iterator[Row]:
    """Rows of all tasks as they are done, `workers` at a time.

    `preload` names modules that children share, so that each need not import them again. Leaving the iterator
    early kills what still runs.
    """
    where = context(preload)
    waiting = iter(tasks)
    running: list[tuple[Task, Child]] = []
    try:
        while True:
            while len(running) < workers and (task := next(waiting, None)) is not None:
                running.append((task, start(where, _child_main, (task, perform))))
            if not running:
                return
            wait([child.pipe for _, child in running], timeout=0.1)
            for task, child in list(running):
                if (row := _look_at(task, child)) is not None:
                    running.remove((task, child))
                    yield row
    finally:
        for _, child in running:
            child.end()


def _child_main(argument: tuple[Task, Perform], pipe: Connection) -> None:
    task, perform = argument
    on_compiling(lambda on: pipe.send(_Compiling(on)))
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        try:
            row = perform(task)
        except Exception as error:  # whatever an engine does must not look like silence
            fault = f"crashed: {type(error).__name__}: {error}"
            row = Row(task.label, task.engine, CRASHED, task.minimise or "", reason=fault, problems=(fault,))
        pipe.send(row)


def _look_at(task: Task, child: Child) -> Row | None:
    """The child's row if it is done, or has to be ended; None while it may go on."""
    if child.pipe.poll():
        try:
            row: Any = child.receive()
        except Gone as why:
            return _end(task, child, CRASHED, str(why))
        if isinstance(row, _Compiling):
            child.compiling(row.on)
            return None
        child.process.join()
        child.pipe.close()
        return row if isinstance(row, Row) else _end(task, child, CRASHED, "sent something else than a row")
    limits = task.limits
    if limits.time is not None and child.seconds > limits.time * GRACE_FACTOR + GRACE_SECONDS:
        return _end(task, child, "unknown", "time")
    if limits.memory is not None and child.resident > (limits.memory + GRACE_MIB) * MIB:
        return _end(task, child, "unknown", "memory")
    return None


def _end(task: Task, child: Child, status: str, reason: str) -> Row:
    elapsed = child.seconds
    child.end()
    problems = (reason,) if status == CRASHED else ()
    return Row(task.label, task.engine, status, task.minimise or "", None, None, elapsed, 0, reason, problems)

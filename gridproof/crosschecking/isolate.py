"""One child process a task: a crash, a hang or a memory blow-up hits that row alone."""

from __future__ import annotations

import contextlib
import multiprocessing
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import Any

from gridproof.crosschecking.row import CRASHED, Row
from gridproof.crosschecking.work import Task
from gridproof.limits import MIB, resident_bytes

GRACE_SECONDS = 20.0  # beyond the time limit: loading libraries, compiling kernels, reporting
GRACE_FACTOR = 1.2
GRACE_MIB = 64  # beyond the memory limit, for what an engine takes between two looks at it

Perform = Callable[[Task], Row]


@dataclass(slots=True)
class _Child:
    task: Task
    process: BaseProcess
    pipe: Connection
    started: float


def run_isolated(tasks: Iterable[Task], workers: int, perform: Perform, preload: list[str]) -> Iterator[Row]:
    """Rows of all tasks as they are done, `workers` at a time.

    `preload` names modules that children share, so that each need not import them again. Leaving the iterator
    early kills what still runs.
    """
    context = _context(preload)
    waiting = iter(tasks)
    running: list[_Child] = []
    try:
        while True:
            while len(running) < workers and (task := next(waiting, None)) is not None:
                running.append(_start(context, task, perform))
            if not running:
                return
            wait([child.pipe for child in running], timeout=0.1)
            for child in list(running):
                if (row := _look_at(child)) is not None:
                    running.remove(child)
                    yield row
    finally:
        for child in running:
            _kill(child)


def _context(preload: list[str]) -> BaseContext:
    """A fork server with the heavy libraries loaded where there is one, else new processes."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(preload)
    return context


def _start(context: BaseContext, task: Task, perform: Perform) -> _Child:
    ours, theirs = context.Pipe(duplex=False)
    start: Any = context.Process  # type: ignore[attr-defined]  # every real context has it, their base class has not
    process: BaseProcess = start(target=_child_main, args=(task, perform, theirs))
    process.start()
    theirs.close()
    return _Child(task, process, ours, time.monotonic())


def _child_main(task: Task, perform: Perform, pipe: Connection) -> None:
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        try:
            row = perform(task)
        except Exception as error:  # whatever an engine does must not look like silence
            fault = f"crashed: {type(error).__name__}: {error}"
            row = Row(task.label, task.engine, CRASHED, task.minimise or "", reason=fault, problems=(fault,))
        pipe.send(row)


def _look_at(child: _Child) -> Row | None:
    """The child's row if it is done, or has to be ended; None while it may go on."""
    if child.pipe.poll():
        try:
            row: Any = child.pipe.recv()
        except EOFError:
            child.process.join()
            code = child.process.exitcode
            return _end(child, CRASHED, f"crashed with exit code {code}" if code else "ended without a result")
        child.process.join()
        child.pipe.close()
        return row if isinstance(row, Row) else _end(child, CRASHED, "sent something else than a row")
    limits, elapsed = child.task.limits, time.monotonic() - child.started
    if limits.time is not None and elapsed > limits.time * GRACE_FACTOR + GRACE_SECONDS:
        return _end(child, "unknown", "time")
    if limits.memory is not None and resident_bytes(child.process.pid) > (limits.memory + GRACE_MIB) * MIB:
        return _end(child, "unknown", "memory")
    return None


def _end(child: _Child, status: str, reason: str) -> Row:
    _kill(child)
    problems = (reason,) if status == CRASHED else ()
    task, elapsed = child.task, time.monotonic() - child.started
    return Row(task.label, task.engine, status, task.minimise or "", None, None, elapsed, 0, reason, problems)


def _kill(child: _Child) -> None:
    child.process.kill()
    child.process.join()
    child.pipe.close()

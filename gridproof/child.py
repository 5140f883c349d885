"""A function in a process of its own: a crash, a hang or a memory blow-up hits that process alone."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import Any

from gridproof.limits import resident_bytes


class Gone(Exception):
    """The process ended, or was ended by somebody else, before it had said its last word."""

    def __init__(self, code: int | None):
        super().__init__(f"crashed with exit code {code}" if code else "ended without a result")


@dataclass(slots=True)
class Child:
    """A running process and the pipe to it: both ends may send, any Python object that can be pickled."""

    process: BaseProcess
    pipe: Connection
    started: float = field(default_factory=time.monotonic)
    _compiled: float = 0.0
    _compiling: float | None = None  # since when

    @property
    def seconds(self) -> float:
        """Seconds since the start, without those of which the child has said that it compiles kernels."""
        now = time.monotonic()
        return now - self.started - self._compiled - (0.0 if self._compiling is None else now - self._compiling)

    def compiling(self, on: bool) -> None:
        """The child says that it begins to compile kernels, or has ended; see `compiling.on_compiling`."""
        if self._compiling is not None:
            self._compiled += time.monotonic() - self._compiling
        self._compiling = time.monotonic() if on else None

    @property
    def resident(self) -> int:
        """Resident memory in bytes; 0 when the process is gone."""
        return resident_bytes(self.process.pid)

    def receive(self) -> Any:
        """The next message; waits for it. Raises Gone when the process ended without another one."""
        try:
            return self.pipe.recv()
        except (EOFError, OSError):
            self.process.join()
            raise Gone(self.process.exitcode) from None

    def end(self) -> None:
        """Kill the process if it still runs, and close the pipe."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def context(preload: Sequence[str]) -> BaseContext:
    """A fork server with the modules of `preload` loaded where there is one, else new processes.

    The fork server is one for the whole program: the first that starts a child says what it loads.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    found = multiprocessing.get_context("forkserver")
    found.set_forkserver_preload(list(preload))
    return found


def start(where: BaseContext, work: Callable[[Any, Connection], None], argument: Any) -> Child:
    """Run `work(argument, pipe)` in a child; both have to be importable there."""
    ours, theirs = where.Pipe()
    make: Any = where.Process  # type: ignore[attr-defined]  # every real context has it, their base class has not
    process: BaseProcess = make(target=work, args=(argument, theirs))
    process.start()
    theirs.close()
    return Child(process, ours)


def warm(where: BaseContext) -> None:
    """Start the fork server, so that it loads its modules while others do something else."""
    if where.get_start_method() == "forkserver":
        from multiprocessing import forkserver

        forkserver.ensure_running()

"""Limits on time, memory and workers, and the budget that watches them while engines run."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from types import FrameType

from gridproof.compiling import work_clock
from gridproof.errors import LimitReached, UsageError

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """`time` in seconds of wall time, `memory` in MiB of this process, both None for no limit.

    Seconds in which kernels are compiled or engines are loaded do not count: that is no work on the level.
    """

    time: float | None = None
    memory: int | None = None
    workers: int | None = None

    def __post_init__(self) -> None:
        if self.time is not None and not self.time > 0:
            raise UsageError(f"the time limit must be more than 0 seconds, not {self.time}")
        if self.memory is not None and self.memory < 1:
            raise UsageError(f"the memory limit must be at least 1 MiB, not {self.memory}")
        if self.workers is not None and self.workers < 1:
            raise UsageError(f"the number of workers must be at least 1, not {self.workers}")


class Budget:
    """A running clock on some limits. Engines call `check()` between slices of about 50 ms.

    Safe to share between threads: `cancel()` from anywhere makes the next `check()` raise.
    """

    def __init__(self, limits: Limits | None = None):
        self.limits = limits or Limits()
        self._started = work_clock()
        self._paused = 0.0
        self._cancelled = threading.Event()
        self._reason = "interrupted"

    @property
    def seconds(self) -> float:
        """Seconds since the start that count."""
        return work_clock() - self._started - self._paused

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """Seconds that do not count, for what the only thread does before an engine works."""
        began = work_clock()
        try:
            yield
        finally:
            self._paused += work_clock() - began

    @property
    def seconds_left(self) -> float:
        """Seconds until the time limit; infinite when there is none, never below 0."""
        return float("inf") if self.limits.time is None else max(0.0, self.limits.time - self.seconds)

    @property
    def workers(self) -> int:
        return self.limits.workers or os.cpu_count() or 1

    @property
    def memory_left(self) -> int:
        """Bytes that may still be taken: up to the limit, or three quarters of what the machine has free."""
        if self.limits.memory is not None:
            return max(0, self.limits.memory * MIB - resident_bytes())
        return available_bytes() * 3 // 4

    def cancel(self, reason: str = "interrupted") -> None:
        self._reason = reason
        self._cancelled.set()

    def check(self) -> None:
        """Raise LimitReached as soon as a limit is passed or the run was cancelled."""
        if self._cancelled.is_set():
            raise LimitReached(self._reason)
        if self.limits.time is not None and self.seconds >= self.limits.time:
            raise LimitReached("time")
        if self.limits.memory is not None and resident_bytes() > self.limits.memory * MIB:
            raise LimitReached("memory")

    def reserve(self, count: int) -> None:
        """Raise LimitReached before an allocation of `count` bytes that would break the memory limit."""
        if count > self.memory_left:
            raise LimitReached("memory")

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Call `check()` every 0.2 s from a timer signal, for library code that never asks.

        Signals reach Python code only in the main thread, between two bytecodes; elsewhere this does nothing.
        """
        if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
            yield
            return

        def on_alarm(_signum: int, _frame: FrameType | None) -> None:
            self.check()

        before = signal.signal(signal.SIGALRM, on_alarm)
        signal.setitimer(signal.ITIMER_REAL, min(0.2, max(0.001, self.seconds_left)), 0.2)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            signal.signal(signal.SIGALRM, before)


def resident_bytes(process: int | None = None) -> int:
    """Resident memory of this process, or of another by its number (0 when that is gone).

    Where the system does not tell: the peak of this process, 0 for others.
    """
    try:
        with open(f"/proc/{process or 'self'}/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        if process is not None:
            return 0
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024


def available_bytes() -> int:
    """Memory that the machine could still give, in bytes; 4 GiB where the system does not tell."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 4096 * MIB

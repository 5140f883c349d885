"""What the benchmarks share: timing as the best of several runs, and a JSON report on stdout."""

from __future__ import annotations

import contextlib
import json
import os
import platform
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gridproof.limits import Budget


def seconds(function: Callable[[], Any], repeat: int = 3) -> float:
    """Least wall time of `repeat` runs: the one that was disturbed least."""
    best = float("inf")
    for _ in range(repeat):
        started = time.perf_counter()
        function()
        best = min(best, time.perf_counter() - started)
    return best


def peak_mib() -> int:
    """Peak resident memory of this process so far, in MiB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // (1 << 20 if sys.platform == "darwin" else 1 << 10)


class ThreadClock:
    """Processor seconds of the busiest thread so far: what a clock would show if every thread had its own core.

    `use()` lets time limits count these, for measurements on a machine with other work. Linux only.
    """

    def __init__(self) -> None:
        self._first = self._threads()
        self._most = 0.0

    def seconds(self) -> float:
        now = self._threads()
        self._most = max(self._most, *(spent - self._first.get(thread, 0.0) for thread, spent in now.items()))
        return self._most

    @classmethod
    def use(cls) -> None:
        """Make every budget from now on count processor seconds of its busiest thread."""

        def seconds(budget: Budget) -> float:
            owner = getattr(budget, "_whole", budget)  # engines side by side have one clock
            if "clock" not in owner.__dict__:
                owner.__dict__["clock"] = ThreadClock()
            clock: ThreadClock = owner.__dict__["clock"]
            return clock.seconds()

        Budget.seconds = property(seconds)  # type: ignore[assignment,method-assign]  # for the bench alone

    @staticmethod
    def _threads() -> dict[str, float]:
        found = {}
        for path in Path("/proc/self/task").iterdir():
            with contextlib.suppress(OSError):  # a thread that has just ended
                fields = (path / "stat").read_text().rpartition(")")[2].split()
                found[path.name] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return found


def report(name: str, rows: list[dict[str, Any]]) -> None:
    """Print one JSON document: the benchmark, the machine, and a row for each measurement."""
    machine = {"python": platform.python_version(), "machine": platform.machine()}
    print(json.dumps({"benchmark": name, **machine, "rows": rows}, indent=1))


def rounded(value: float) -> float:
    """Three significant digits."""
    return float(f"{value:.3g}")

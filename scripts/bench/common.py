"""What the benchmarks share: timing as the best of several runs, and a JSON report on stdout."""

from __future__ import annotations

import json
import platform
import resource
import sys
import time
from collections.abc import Callable
from typing import Any


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


def report(name: str, rows: list[dict[str, Any]]) -> None:
    """Print one JSON document: the benchmark, the machine, and a row for each measurement."""
    machine = {"python": platform.python_version(), "machine": platform.machine()}
    print(json.dumps({"benchmark": name, **machine, "rows": rows}, indent=1))


def rounded(value: float) -> float:
    """Three significant digits."""
    return float(f"{value:.3g}")

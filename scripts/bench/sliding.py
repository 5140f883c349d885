"""Times of the sliding-block engines, as one JSON document.

    python scripts/bench/sliding.py [--corpora FOLDER] [--quick]

Kernel times are the best of several runs in one process, warm; `per_reference` is the time of plain breadth-first
search by the rules divided by the kernel's, in the same run.
"""

from __future__ import annotations

import argparse
import csv
import json
import time
from pathlib import Path
from typing import Any

import gridproof
from gridproof.levels.sliding import Sliding
from gridproof.limits import Budget
from gridproof.search.reference import breadth_first
from gridproof.search.sliding.queue import RUNNING, Queue
from gridproof.search.sliding.tables import build

RECORD = "GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo"
CASES = [
    ("klotski/heng-dao-li-ma", "moves"),
    ("klotski/heng-dao-li-ma", "slides"),
    ("klotski/heng-dao-li-ma", "steps"),
    (RECORD, "slides"),
    (RECORD, "steps"),
    ("sliding-classics/super-century", "moves"),
    ("sliding-classics/traffic-jam", "moves"),
]
RUNS = 7


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--corpora", type=Path, default=Path(__file__).resolve().parents[3] / "shared" / "data")
    parser.add_argument("--quick", action="store_true", help="every 20th Rush Hour position only")
    arguments = parser.parse_args()
    report: dict[str, Any] = {"kernels": [kernel(name, metric) for name, metric in CASES]}
    path = arguments.corpora / "rush_hour_2000.csv"
    if path.exists():
        report["rush_hour"] = rush_hour(path, 20 if arguments.quick else 1)
    report["models"] = [model(engine) for engine in ("sat", "cpsat")]
    print(json.dumps(report, indent=1))


def kernel(name: str, metric: str) -> dict[str, Any]:
    """Milliseconds of the kernel to the first goal, positions, bytes a position."""
    level = gridproof.load(name)
    assert isinstance(level, Sliding)
    best = float("inf")
    for _ in range(RUNS):
        queue = Queue(build(level), metric, Budget())
        queue.seed(queue.canonical(level.initial())[None, :])
        started = time.perf_counter()
        while queue.advance(stop_at_goal=True) == RUNNING:
            pass
        best = min(best, time.perf_counter() - started)
    started = time.perf_counter()
    breadth_first(level, metric)
    plain = time.perf_counter() - started
    return {
        "level": name,
        "metric": metric,
        "cost": queue.depth + 1,
        "kernel_ms": round(best * 1e3, 3),
        "positions": queue.count,
        "bytes_per_position": queue.bytes_per_state,
        "per_reference": round(plain / best, 1),
    }


def rush_hour(path: Path, every: int) -> dict[str, Any]:
    """Seconds to read, solve and replay the positions in slides and in steps; how many disagree with the table."""
    lines = [line for line in path.read_text(encoding="utf-8").split("\n") if line and not line.startswith("#")]
    rows = list(csv.DictReader(lines))[::every]
    wrong = 0
    started, busy = time.perf_counter(), time.process_time()
    for row in rows:
        level = gridproof.load(row["board"])
        for metric, column in (("slides", "slide"), ("steps", "step")):
            wrong += gridproof.solve(level, metric).cost != int(row[column])
    seconds, busy = time.perf_counter() - started, time.process_time() - busy
    return {"positions": len(rows), "seconds": round(seconds, 2), "cpu_seconds": round(busy, 2), "wrong": wrong}


def model(engine: str) -> dict[str, Any]:
    """Seconds of processor time for Hughes' puzzle (21 moves), or the bound proven in 60 seconds."""
    level = gridproof.load("sliding-classics/hughes-puzzle")
    started = time.process_time()
    answer = gridproof.solve(level, engines=[engine], time_limit=60)
    seconds = round(time.process_time() - started, 2)
    return {"engine": engine, "cost": answer.cost, "lower_bound": answer.lower_bound, "cpu_seconds": seconds}


if __name__ == "__main__":
    main()

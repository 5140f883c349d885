"""Sliding blocks: python scripts/bench/sliding.py [--corpora FOLDER] [--quick] > report.json

Kernel times are the best of several runs, warm; `per_reference` is the processor time of plain breadth-first search
by the rules divided by the kernel's, in the same run. Models are timed in processor seconds.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from pathlib import Path
from typing import Any

from common import report, rounded, seconds

import gridproof
from gridproof.levels.sliding import Sliding
from gridproof.limits import Budget
from gridproof.search.reference import breadth_first
from gridproof.search.sliding.queue import RUNNING, Queue
from gridproof.search.sliding.tables import build

RECORD = "GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo"  # 51 slides, 81 steps
CASES = [
    ("klotski/heng-dao-li-ma", "moves"),
    ("klotski/heng-dao-li-ma", "slides"),
    ("klotski/heng-dao-li-ma", "steps"),
    (RECORD, "slides"),
    (RECORD, "steps"),
    ("sliding-classics/super-century", "moves"),
    ("sliding-classics/traffic-jam", "moves"),
]
MODELS = [
    ("sliding-classics/hughes-puzzle", "moves"),
    ("sliding-classics/hughes-puzzle", "slides"),
    ("sliding-classics/motor-car", "moves"),
    ("rush-hour/long-weekend", "slides"),
]
CORPORA = Path(__file__).resolve().parents[3] / "shared" / "data"


def main() -> int:
    parser = argparse.ArgumentParser(description="Time the sliding-block engines.")
    parser.add_argument("--corpora", type=Path, default=CORPORA, help="the folder of rush_hour_2000.csv")
    parser.add_argument("--quick", action="store_true", help="every 20th Rush Hour position, no models")
    arguments = parser.parse_args()
    rows = [kernel(name, metric) for name, metric in CASES]
    path = arguments.corpora / "rush_hour_2000.csv"
    if path.exists():
        rows.append(rush_hour(path, 20 if arguments.quick else 1))
    if not arguments.quick:
        rows += [model(name, metric, engine) for name, metric in MODELS for engine in ("sat", "cpsat")]
    report("sliding", rows)
    return 0


def kernel(name: str, metric: str) -> dict[str, Any]:
    """The kernel alone, from the start to the first goal."""
    level = gridproof.load(name)
    assert isinstance(level, Sliding)
    tables = build(level)
    queue = Queue(tables, metric, Budget())

    def run() -> None:
        nonlocal queue
        queue = Queue(tables, metric, Budget())
        queue.seed(queue.canonical(level.initial())[None, :])
        while queue.advance(stop_at_goal=True) == RUNNING:
            pass

    best = seconds(run, repeat=7)
    started = time.process_time()
    breadth_first(level, metric)
    plain = time.process_time() - started
    return {
        "name": f"{name} {metric}",
        "cost": queue.depth + 1,
        "milliseconds": rounded(best * 1e3),
        "positions": queue.count,
        "bytes_per_position": queue.bytes_per_state,
        "per_reference": rounded(plain / best),
    }


def rush_hour(path: Path, every: int) -> dict[str, Any]:
    """Reading, solving and replaying the positions in slides and in steps; how many disagree with the table."""
    lines = [line for line in path.read_text(encoding="utf-8").split("\n") if line and not line.startswith("#")]
    table = list(csv.DictReader(lines))[::every]
    wrong = 0
    started, busy = time.perf_counter(), time.process_time()
    for row in table:
        level = gridproof.load(row["board"])
        for metric, column in (("slides", "slide"), ("steps", "step")):
            wrong += gridproof.solve(level, metric).cost != int(row[column])
    wall, busy = time.perf_counter() - started, time.process_time() - busy
    name = f"{len(table)} Rush Hour positions, slides and steps"
    return {"name": name, "seconds": rounded(wall), "processor_seconds": rounded(busy), "wrong": wrong}


def model(name: str, metric: str, engine: str) -> dict[str, Any]:
    """The optimum by a model, or the bound proven in 120 seconds."""
    started = time.process_time()
    answer = gridproof.solve(gridproof.load(name), metric, engines=[engine], time_limit=120)
    busy = rounded(time.process_time() - started)
    return {
        "name": f"{engine} {name} {metric}",
        "cost": answer.cost,
        "lower_bound": answer.lower_bound,
        "processor_seconds": busy,
    }


if __name__ == "__main__":
    sys.exit(main())

"""Solve whole collections within a limit a level and print time, nodes and nodes per second of each as JSON.

    python scripts/bench/sokoban.py microban_1.txt --time-limit 10 --expect ../shared/data/sokoban_pushes.csv

`--expect` names a table with columns file, level, optimal, proven_lower_bound; what differs is listed.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from pathlib import Path
from typing import Any

from gridproof.loader import load_all
from gridproof.solver import solve

sys.path.insert(0, str(Path(__file__).parent))
from common import report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collection", nargs="+", help="file or bundled collection, FILE#3 for one level")
    parser.add_argument("--time-limit", type=float, default=10.0, metavar="S")
    parser.add_argument("--memory-limit", type=int, default=4000, metavar="MIB")
    parser.add_argument("--engine", action="append")
    parser.add_argument("--minimise", metavar="METRIC")
    parser.add_argument("--any", action="store_true")
    parser.add_argument("--levels", metavar="A-B", help="only these levels, from 1")
    parser.add_argument("--expect", metavar="CSV")
    options = parser.parse_args()
    solve(load_all(options.collection[0])[0], time_limit=60)  # so that kernels are compiled before the clock runs
    report("sokoban", [row for name in options.collection for row in bench(name, options)])


def bench(name: str, options: argparse.Namespace) -> list[dict[str, Any]]:
    """A row for each level, and one for the collection: decided, solved, known optima met, contradictions."""
    table = expected(options.expect, Path(name).name) if options.expect else {}
    rows, wrong = [], []
    first, last = map(int, options.levels.split("-")) if options.levels else (1, 1 << 30)
    for number, level in enumerate(load_all(name), 1):
        if not first <= number <= last or level.fault:  # type: ignore[attr-defined]  # levels of Sokoban have it
            continue
        started = time.process_time()
        answer = solve(
            level,
            options.minimise,
            engines=options.engine,
            any_solution=options.any,
            time_limit=options.time_limit,
            memory_limit=options.memory_limit,
        )
        cpu = time.process_time() - started
        nodes = sum(engine.nodes for engine in answer.engines)
        row = {
            "name": f"{Path(name).name}#{number}",
            "title": level.title,
            "status": answer.status.value,
            "cost": answer.cost,
            "lower_bound": answer.lower_bound,
            "optimal": answer.optimal,
            "seconds": round(answer.seconds, 3),
            "cpu_seconds": round(cpu, 3),
            "nodes": nodes,
            "nodes_per_cpu_second": round(nodes / max(cpu, 1e-6)),
            "reason": answer.reason,
        }
        if number in table:
            row |= {"expected": table[number]}
            if contradicts(row, table[number]):
                wrong.append(number)
        rows.append(row)
        print(f"{name} {number}: {answer.lower_bound}..{answer.cost} {answer.seconds:.2f} s", file=sys.stderr)
    both = [
        (row["cost"], row["expected"]["best"]) for row in rows if row["cost"] and row.get("expected", {}).get("best")
    ]
    summary = {
        "name": Path(name).name,
        "time_limit": options.time_limit,
        "levels": len(rows),
        "decided": sum(row["optimal"] or row["status"] == "unsolvable" for row in rows),
        "solved": sum(row["cost"] is not None for row in rows),
        "known": sum("expected" in row for row in rows),
        "known_bound_reached": sum(
            (row["lower_bound"] or 0) >= row["expected"]["bound"] for row in rows if "expected" in row
        ),
        "cost_over_best_known": round(sum(c for c, _ in both) / sum(b for _, b in both), 3) if both else None,
        "contradictions": wrong,
        "seconds": round(sum(row["seconds"] for row in rows), 2),
    }
    return [*rows, summary]


def expected(path: str, name: str) -> dict[int, dict[str, int | None]]:
    """level -> optimum (or None) and proven bound, from the table."""
    with open(path, encoding="utf-8") as file:
        return {
            int(row["level"]): {
                "optimal": int(row["optimal"]) if row["optimal"] else None,
                "bound": int(row["optimal"] or row["proven_lower_bound"] or 0),
                "best": int(row["optimal"] or row["best_known"] or 0) or None,
            }
            for row in csv.DictReader(file)
            if row["file"] == name
        }


def contradicts(row: dict[str, Any], known: dict[str, int | None]) -> bool:
    best = known["best"]
    beaten = row["cost"] is not None and known["optimal"] is not None and row["cost"] < known["optimal"]
    return beaten or (best is not None and (row["lower_bound"] or 0) > best) or row["status"] == "unsolvable"


if __name__ == "__main__":
    main()

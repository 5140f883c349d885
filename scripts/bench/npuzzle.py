"""Benchmarks of the (m×n−1)-puzzle, as one JSON document.

    python scripts/bench/npuzzle.py [--boards N] [--hard ROW,ROW,...] [--limit SECONDS]

kernels   nodes a second of each walk on one core, on the same board and threshold, and their ratio to Manhattan's
fifteen   the bundled korf-15 boards with the default databases: seconds of search and nodes
hard      rows of korf-felner-24 (none unless asked for): seconds, nodes, nodes a second on all workers
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

from gridproof.levels.npuzzle.level import NPuzzle
from gridproof.limits import Budget
from gridproof.loader import load_all
from gridproof.search.npuzzle import choice
from gridproof.search.npuzzle.board import board_of
from gridproof.search.npuzzle.conflict import ConflictSearch
from gridproof.search.npuzzle.database import DatabaseSearch
from gridproof.search.npuzzle.deepening import NO_PREFIX, Search
from gridproof.search.npuzzle.manhattan import ManhattanSearch
from gridproof.solver import solve

KERNEL_NODES = 50_000_000
BOARD, BELOW_OPTIMUM = 88, 63  # a hard board of korf-15, and a threshold at which nothing is found


def kernels(level: NPuzzle) -> dict[str, Any]:
    """Nodes a second of processor time."""
    board, budget = board_of(level), Budget()
    patterns = choice.best(board.rows, board.columns, board.blank_home, budget)
    assert patterns is not None
    searches: dict[str, Search] = {
        "manhattan": ManhattanSearch(board),
        "conflict": ConflictSearch(board),
        "database": DatabaseSearch(board, patterns, budget),
    }
    rates = {}
    for name, search in searches.items():
        walk = search.fork()
        nodes, seconds = 0, 0.0
        for turn in range(1_000):
            walk.begin(NO_PREFIX, BELOW_OPTIMUM)
            began = time.process_time()
            walk.go(KERNEL_NODES)
            if turn:  # the first one compiles, and warms the tables
                nodes, seconds = nodes + walk.nodes, seconds + time.process_time() - began
            if nodes >= KERNEL_NODES:
                break
        rates[name] = nodes / seconds
    return {
        name: {"nodes_per_second": round(r), "ratio": round(r / rates["manhattan"], 3)} for name, r in rates.items()
    }


def fifteen(count: int) -> dict[str, Any]:
    levels = load_all("korf-15")[:count]
    solve(levels[0])  # builds the databases
    seconds, nodes, worst = 0.0, 0, 0.0
    for level in levels:
        answer = solve(level, engines=["database"])
        assert answer.optimal
        seconds += answer.seconds
        worst = max(worst, answer.seconds)
        nodes += answer.engines[0].nodes
    return {"boards": len(levels), "seconds": round(seconds, 2), "slowest": round(worst, 3), "nodes": nodes}


def hard(rows: list[int], limit: float) -> list[dict[str, Any]]:
    levels, results = load_all("korf-felner-24"), []
    for row in rows:
        answer = solve(levels[row - 1], engines=["database"], time_limit=limit)
        report = answer.engines[0]
        results.append(
            {
                "row": row,
                "cost": answer.cost,
                "optimal": answer.optimal,
                "lower_bound": answer.lower_bound,
                "seconds": round(report.seconds, 1),
                "nodes": report.nodes,
                "nodes_per_second": round(report.nodes / report.seconds),
            }
        )
        print(json.dumps(results[-1]), file=sys.stderr, flush=True)
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--hard", default="", metavar="ROW,ROW,...")
    parser.add_argument("--limit", type=float, default=600.0, metavar="SECONDS")
    arguments = parser.parse_args()
    rows = [int(row) for row in arguments.hard.split(",") if row]
    report: dict[str, Any] = {"kernels": kernels(load_all("korf-15")[BOARD - 1])}
    if arguments.boards:
        report["fifteen"] = fifteen(arguments.boards)
    if rows:
        report["hard"] = hard(rows, arguments.limit)
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()

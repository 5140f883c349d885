"""Benchmarks of the (m×n−1)-puzzle, as one JSON document.

    python scripts/bench/npuzzle.py [--korf CSV] [--boards N] [--korf24 FILE --hard ROW,ROW,...] [--limit SECONDS]

kernels   nodes a second of each walk on one core, on the same board and threshold, and their ratio to Manhattan's
fifteen   Korf's 100 boards (a table with `instance` as its last column) with the default databases: seconds, nodes
hard      rows of Korf and Felner's 50 boards of the 24-puzzle: seconds, nodes, nodes a second on all workers
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from gridproof.levels.npuzzle.level import NPuzzle
from gridproof.limits import Budget
from gridproof.search.npuzzle import choice
from gridproof.search.npuzzle.board import board_of
from gridproof.search.npuzzle.conflict import ConflictSearch
from gridproof.search.npuzzle.database import DatabaseSearch
from gridproof.search.npuzzle.deepening import NO_PREFIX, Search
from gridproof.search.npuzzle.manhattan import ManhattanSearch
from gridproof.solver import solve

KERNEL_NODES = 50_000_000
BOARD = (15, 2, 12, 11, 14, 13, 9, 5, 1, 3, 8, 7, 0, 10, 6, 4)  # Korf's number 88, 65 moves from 0, 1, ..., 15
BELOW_OPTIMUM = 63  # a threshold at which nothing is found


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


def korf(path: str, side: int) -> list[NPuzzle]:
    """Boards of a table: on each line that has one, the run of side^2 numbers; the blank comes first in the goal."""
    levels = []
    for line in Path(path).read_text().splitlines():
        for field in line.split(",") if side == 4 else line.split():
            numbers = tuple(int(word) for word in field.replace(",", " ").split() if word.isdecimal())
            if sorted(numbers) == list(range(side * side)):
                levels.append(NPuzzle(side, side, numbers, tuple(range(side * side))))
    return levels


def fifteen(path: str, count: int) -> dict[str, Any]:
    levels = korf(path, 4)[:count]
    solve(levels[0])  # builds the databases
    seconds, nodes, worst = 0.0, 0, 0.0
    for level in levels:
        answer = solve(level, engines=["database"])
        assert answer.optimal
        seconds += answer.seconds
        worst = max(worst, answer.seconds)
        nodes += answer.engines[0].nodes
    return {"boards": len(levels), "seconds": round(seconds, 2), "slowest": round(worst, 3), "nodes": nodes}


def hard(path: str, rows: list[int], limit: float) -> list[dict[str, Any]]:
    levels, results = korf(path, 5), []
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
    parser.add_argument("--korf", metavar="CSV")
    parser.add_argument("--korf24", metavar="FILE")
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--hard", default="", metavar="ROW,ROW,...")
    parser.add_argument("--limit", type=float, default=600.0, metavar="SECONDS")
    arguments = parser.parse_args()
    rows = [int(row) for row in arguments.hard.split(",") if row]
    report: dict[str, Any] = {"kernels": kernels(NPuzzle(4, 4, BOARD, tuple(range(16))))}
    if arguments.korf:
        report["fifteen"] = fifteen(arguments.korf, arguments.boards)
    if arguments.korf24 and rows:
        report["hard"] = hard(arguments.korf24, rows, arguments.limit)
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()

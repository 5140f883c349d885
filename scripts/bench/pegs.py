"""Peg solitaire benchmarks, as JSON: layers, the central game, the table of pairs, first solutions.

    python scripts/bench/pegs.py [layers] [central] [first] [pairs [BOARD...]]

`layers`   every position of the English board from the central vacancy, up to symmetry, layer by layer, and how
           many times faster a position is made than by the rules in plain Python
`central`  the fewest moves of the central game, proven: seconds, positions, peak memory
`first`    a first solution by beam search on the classic boards, kernels compiled before
`pairs`    every vacancy with every last peg, up to symmetry: which are solvable, which are refuted, and how
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections import Counter
from dataclasses import replace
from typing import Any

from gridproof.levels.pegs.level import Pegs
from gridproof.levels.pegs.symmetry import canonical, symmetries
from gridproof.limits import Budget
from gridproof.loader import load, load_all
from gridproof.search.pegs.beam import FIRST_WIDTHS, Beam
from gridproof.search.pegs.board import Board
from gridproof.search.pegs.reach import layer_sizes
from gridproof.solver import solve
from gridproof.verifier import verify

CENTRAL = "english/central-game"
BOARDS = {
    "english": "english",
    "french": "french",
    "asymmetrical": "asymmetrical",
    "wiegleb": "wiegleb",
    "6x6": "6x6",
    "diamond25": "diamond#Diamond 25 3,3 to 3,3",
    "diamond41": "diamond",
    "triangle15": "triangle",
    "triangle21": "triangle#Triangle 21, top hole empty",
    "hexagon19": "hexagon",
}
DEFAULT_PAIRS = [name for name in BOARDS if name not in ("wiegleb", "diamond41")]
PAIR_SECONDS = 120


def main(arguments: list[str]) -> None:
    wanted = set(arguments) & {"layers", "central", "first", "pairs"} or {"layers", "central", "first"}
    result: dict[str, Any] = {}
    if "layers" in wanted:
        result["layers"] = layers()
    if "central" in wanted:
        result["central"] = central()
    if "first" in wanted:
        result["first"] = first()
    if "pairs" in wanted:
        result["pairs"] = {name: pairs(name) for name in [a for a in arguments if a in BOARDS] or DEFAULT_PAIRS}
    print(json.dumps(result, indent=1))


def layers() -> dict[str, Any]:
    level = load(CENTRAL)
    group = symmetries(level)
    layer_sizes(replace(level, start=1), group)  # compiles
    began = time.perf_counter()
    sizes = layer_sizes(level, group)
    seconds = time.perf_counter() - began
    began = time.perf_counter()
    plain, made = {canonical(group, level.start)}, 1
    for _ in range(6):
        plain = {canonical(group, after) for p in plain for _, after in level.successors(p, "jumps")}
        made += len(plain)
    slow = (time.perf_counter() - began) / made
    positions = sum(sizes)
    return {
        "sizes": sizes,
        "positions": positions,
        "seconds": round(seconds, 2),
        "times_faster_than_plain_python": round(slow / (seconds / positions)),
    }


def central() -> dict[str, Any]:
    solve(load("triangle"))  # compiles
    answer = solve(load(CENTRAL))
    return {
        "moves": answer.cost,
        "optimal": answer.optimal,
        "seconds": round(answer.seconds, 2),
        "engines": {e.name: {"seconds": round(e.seconds, 2), "nodes": e.nodes} for e in answer.engines},
        "peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def first() -> dict[str, Any]:
    """Milliseconds to the first solution, the width that found it; only levels that have one."""
    rows = {}
    for name in ("english", "french", "wiegleb", "asymmetrical", "6x6"):
        for level in load_all(name):
            if level.anywhere:
                continue
            board = Board.of(level)
            Beam(board, Budget(), 1, 0).search()  # compiles, makes the tables
            began = time.perf_counter()
            for width in FIRST_WIDTHS:
                solution = Beam(board, Budget(), width, 0).search()
                if solution is not None:
                    rows[level.title] = {
                        "ms": round(1000 * (time.perf_counter() - began), 1),
                        "width": width,
                        "moves": level.cost(solution, "moves"),
                    }
                    break
    return rows


def pairs(name: str) -> dict[str, Any]:
    """How many pairs there are, how each was decided, and the seconds it took."""
    board = load(BOARDS[name])
    group = symmetries(board)
    counts: Counter[str] = Counter()
    open_pairs, seen = [], set()
    began = time.perf_counter()
    for vacancy in range(board.size):
        for last in range(board.size):
            if (vacancy, last) in seen:
                continue
            seen.update((p[vacancy], p[last]) for p in group)
            start = board.everything ^ 1 << vacancy
            level = Pegs(board.holes, start, 1 << last, 0, False, board.neighbours)
            answer = solve(level, any_solution=True, time_limit=PAIR_SECONDS)
            assert verify(level, answer).ok
            kind = answer.certificates[0].kind if answer.certificates else ""
            counts[f"{answer.status} {kind}".strip()] += 1
            counts["pairs"] += 1
            if answer.status == "unknown":
                open_pairs.append([board.holes[vacancy], board.holes[last]])
    return {**counts, "open": open_pairs, "seconds": round(time.perf_counter() - began, 1)}


if __name__ == "__main__":
    main(sys.argv[1:])

"""Benchmarks of Lights Out: python scripts/bench/lights_out.py [part ...], JSON on stdout.

Parts: systems (gf2 on n x n against galois on n^2 x n^2), chase (against python-flint and galois on n x n),
large (1,000 x 1,000 and 10,000 x 10,000, solvable and not), nullities, fewest (39 x 39, nullity 32).
Ratios compare methods within one run; absolute times depend on the machine and its load.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import galois
import numpy as np
from common import peak_mib, report, rounded, seconds

from gridproof.levels.lights_out.level import LightsOut
from gridproof.levels.text import from_text
from gridproof.limits import Budget
from gridproof.loader import read_levels
from gridproof.models.lights_out.gf2 import RowSystem, Solved
from gridproof.models.lights_out.system import full_matrix, row_recurrence
from gridproof.search.lights_out.analysis import analyse, refutation
from gridproof.search.lights_out.nullity import nullities
from gridproof.solver import solve

Rows = list[dict[str, Any]]


def board(n: int, solvable: bool, seed: int = 0) -> LightsOut:
    """A random full n x n plus-board; random lights are unsolvable with probability 1 - 2^-nullity."""
    rng = np.random.default_rng([seed, n])
    lights = rng.integers(0, 2, (n, n), dtype=np.uint8)
    level = LightsOut(lights, np.zeros_like(lights), np.ones_like(lights, dtype=np.bool_))
    return LightsOut(level.effect(lights), level.target, level.cells) if solvable else level


def systems() -> Rows:
    rows = []
    for n in (10, 20, 30):
        level = board(n, solvable=True)
        small = seconds(lambda level=level: RowSystem(level).solution())
        full = seconds(lambda level=level: Solved(full_matrix(level), level.needed.ravel(), 2), repeat=1)
        rows.append({"name": f"gf2 {n}x{n}", "seconds": rounded(small), "full_seconds": rounded(full)})
        rows[-1]["full_over_small"] = rounded(full / small)
    return rows


def chase() -> Rows:
    from flint import nmod_mat

    rows = []
    for n in (200, 500, 1000):
        level = board(n, solvable=True)
        whole = seconds(lambda level=level: analyse(level, Budget()).solution())
        matrix, right = row_recurrence(level)
        augmented = np.concatenate([matrix, right[:, None]], axis=1)
        flint_matrix, galois_matrix = nmod_mat(augmented.tolist(), 2), galois.GF(2)(augmented)
        by_flint = seconds(lambda m=flint_matrix: m.rref(), repeat=1)
        by_galois = seconds(lambda m=galois_matrix: m.row_reduce(ncols=m.shape[0]), repeat=1)
        rows.append(
            {
                "name": f"chase {n}x{n}",
                "seconds": rounded(whole),
                "flint_elimination_seconds": rounded(by_flint),
                "galois_elimination_seconds": rounded(by_galois),
                "flint_over_chase": rounded(by_flint / whole),
                "galois_over_chase": rounded(by_galois / whole),
            }
        )
    return rows


def large() -> Rows:
    rows = []
    # 999 and 9,999 have a nullity of 0 or more depending on n; 1,000 and 10,000 are the sizes of the target
    for n, solvable in ((1000, True), (994, False), (10_000, True), (9_994, False)):
        level = board(n, solvable)
        text = level.to_text()
        started = time.perf_counter()
        (level_read,) = read_levels(from_text(text))
        parsing = time.perf_counter() - started
        assert isinstance(level_read, LightsOut)
        started = time.perf_counter()
        analysis = analyse(level_read, Budget())
        found = analysis.solution()
        pattern = None if found is not None else refutation(level_read, analysis, Budget())
        elapsed = time.perf_counter() - started
        started = time.perf_counter()
        answer = solve(level_read, engines=["chase"])
        row = {"name": f"{n}x{n} {answer.status.value}", "seconds": rounded(elapsed), "nullity": analysis.nullity}
        row |= {"parsing_seconds": rounded(parsing), "peak_mib": peak_mib()}
        row["solve_seconds_with_replay_and_text"] = rounded(time.perf_counter() - started)
        row["certificate_cells"] = 0 if pattern is None else int(np.count_nonzero(pattern))
        rows.append(row)
    return rows


def all_nullities() -> Rows:
    nullities(10)  # load the kernel
    return [{"name": "nullities of all n <= 1000", "seconds": rounded(seconds(lambda: nullities(1000)))}]


def fewest() -> Rows:
    level = board(39, solvable=True)
    solve(board(4, solvable=True))  # load the kernels
    answer = solve(level)
    return [
        {
            "name": "fewest 39x39, nullity 32",
            "seconds": rounded(answer.seconds),
            "cost": answer.cost,
            "optimal": answer.optimal,
            "solutions_per_second": rounded((1 << 32) / answer.seconds),
        }
    ]


PARTS = {"systems": systems, "chase": chase, "large": large, "nullities": all_nullities, "fewest": fewest}

if __name__ == "__main__":
    analyse(board(3, solvable=True), Budget())
    report("lights-out", [row for part in sys.argv[1:] or PARTS for row in PARTS[part]()])

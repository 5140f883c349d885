"""Engine `chase`: decides solvability exactly, with a solution or a parity certificate, and says no more.

The fast one: 1,000 x 1,000 full boards take milliseconds. It does not look for few presses.
"""

from __future__ import annotations

import math

from gridproof.answer import Certificate
from gridproof.ledger import Ledger
from gridproof.levels.lights_out.level import LightsOut
from gridproof.levels.lights_out.patterns import encode
from gridproof.levels.lights_out.presses import Presses
from gridproof.limits import Budget
from gridproof.search.lights_out.analysis import Analysis, analyse, refutation

NAME = "chase"


def applies(level: LightsOut, metric: str) -> str | None:
    return None


def run(level: LightsOut, ledger: Ledger, budget: Budget) -> None:
    analysis = analyse(level, budget)
    report(NAME, level, analysis, analysis.solution(), ledger, budget)


def report(
    engine: str,
    level: LightsOut,
    analysis: Analysis,
    solution: Presses | None,
    ledger: Ledger,
    budget: Budget,
) -> None:
    """Enter what the elimination alone proves: no solution, a solution, or the only solution."""
    if solution is None:
        pattern = refutation(level, analysis, budget)
        ledger.prove(engine, math.inf, Certificate("parity", "unsolvable", encode(pattern, level.states)))
        return
    cost = ledger.offer(engine, solution)
    if analysis.nullity == 0:
        ledger.prove(engine, cost, null_space_certificate(cost, 0, level.states, "elimination"))


def null_space_certificate(bound: int, nullity: int, q: int, method: str) -> Certificate:
    """The claim that no solution has fewer than `bound` presses, since there are q^nullity solutions only."""
    return Certificate(
        "null-space",
        "lower-bound",
        {"bound": bound, "nullity": nullity, "solutions": f"{q}^{nullity}", "method": method},
    )

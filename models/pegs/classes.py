"""Engine `classes`: refute every goal that the position class of the start does not allow."""

from __future__ import annotations

from gridproof.answer import Certificate
from gridproof.ledger import Ledger
from gridproof.levels.pegs.classes import class_certificate
from gridproof.levels.pegs.level import Pegs
from gridproof.limits import Budget

NAME = "classes"


def applies(level: Pegs, metric: str) -> str | None:
    return None


def run(level: Pegs, ledger: Ledger, budget: Budget) -> None:
    """Proves that there is no solution, or the plain bound: each jump takes one peg."""
    least, most = level.jumps_needed
    if most < 0:
        ledger.prove(NAME, float("inf"), Certificate("pegs", "unsolvable"))
    elif certificate := class_certificate(level):
        ledger.prove(NAME, float("inf"), certificate)
    elif ledger.metric == "jumps" and least:
        ledger.prove(NAME, least, Certificate("pegs", "lower-bound", {"metric": "jumps", "bound": least}))

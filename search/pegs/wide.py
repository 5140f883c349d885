"""Engine `wide`: the beam of `beam` ten and a hundred times as wide, for levels without a solution so far."""

from __future__ import annotations

from gridproof.ledger import Ledger
from gridproof.levels.pegs.level import Pegs
from gridproof.limits import Budget
from gridproof.search.pegs.beam import widen
from gridproof.search.pegs.board import too_large

NAME = "wide"
WIDTHS = (1 << 12, 1 << 15)


def applies(level: Pegs, metric: str) -> str | None:
    return too_large(level)


def run(level: Pegs, ledger: Ledger, budget: Budget) -> None:
    """Offers a solution, or nothing; does nothing when there is one."""
    if ledger.cost is None:
        widen(level, ledger, budget, NAME, WIDTHS)

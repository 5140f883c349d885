"""Raising the horizon: what the bounded models share."""

from __future__ import annotations

from collections.abc import Iterator

from gridproof.ledger import Ledger
from gridproof.levels.npuzzle import certificates
from gridproof.levels.npuzzle.level import NPuzzle

MOST_CELLS = 9  # the 15-puzzle takes minutes at 42 moves, and hard positions need up to 80


def why_not(level: NPuzzle) -> str | None:
    """Why a model with a horizon does not work on a level."""
    if level.cells > MOST_CELLS:
        return f"it needs a board of at most {MOST_CELLS} cells"
    if certificates.unsolvable(level):
        return "the board has no solution, and the horizon would grow for ever"
    return None


def horizons(level: NPuzzle, name: str, ledger: Ledger) -> Iterator[int]:
    """Horizons to try, each proven when it comes up to be the least that is left, until the ledger is closed.

    With one blank and distinct tiles all solutions have the parity of the counting bound, so every second horizon
    is passed over. A solution that is there already is the last horizon, for a model to find nothing below it.
    """
    bound, _ = certificates.counting_bound(level)
    step = 2 if level.distinct else 1
    horizon = bound
    while True:
        ledger.prove(name, horizon)
        if ledger.closed:
            return
        if horizon >= ledger.lower_bound:
            yield horizon
        horizon += step

"""Engine `counting`: solvability by parity or order, the Manhattan and linear-conflict bounds, boards of one row."""

from __future__ import annotations

from gridproof.ledger import Ledger
from gridproof.levels.npuzzle import certificates
from gridproof.levels.npuzzle.level import BLANK, NPuzzle, State
from gridproof.limits import Budget

NAME = "counting"


def applies(level: NPuzzle, metric: str) -> str | None:
    return None


def run(level: NPuzzle, ledger: Ledger, budget: Budget) -> None:
    refutation = certificates.unsolvable(level)
    if refutation is not None:
        ledger.prove(NAME, float("inf"), refutation)
        return
    ledger.prove(NAME, *certificates.counting_bound(level))
    if level.start == level.goal:
        ledger.offer(NAME, "" if level.blanks == 1 else [])
    elif level.line and not ledger.closed:
        ledger.offer(NAME, solve_line(level))


def solve_line(level: NPuzzle) -> str | list[list[object]]:
    """Moves that bring tile i to place i on a board of one row or column, none of them in vain.

    Tiles that go down or right start from the far end, so that each finds its way free; then the others, from
    the near end.
    """
    places, homes = _places(level.start), _places(level.goal)
    back, on = ("l", "r") if level.rows == 1 else ("u", "d")
    steps: list[tuple[int, str]] = []
    for place, home in reversed(list(zip(places, homes, strict=True))):
        steps += [(cell, on) for cell in range(place, home)]
    for place, home in zip(places, homes, strict=True):
        steps += [(cell, back) for cell in range(place, home, -1)]
    if level.blanks == 1:
        return "".join(direction for _, direction in steps)
    return [[0, cell, d] if level.rows == 1 else [cell, 0, d] for cell, d in steps]


def _places(state: State) -> list[int]:
    return [cell for cell, number in enumerate(state) if number != BLANK]

"""Engine `moves`: the fewest moves or jumps, or no solution, by meeting in the middle and keeping the winning set."""

from __future__ import annotations

from gridproof.errors import LimitReached
from gridproof.ledger import Ledger
from gridproof.levels.pegs.classes import class_certificate
from gridproof.levels.pegs.level import Pegs
from gridproof.levels.pegs.symmetry import goal_symmetries, image
from gridproof.limits import Budget
from gridproof.search.pegs.beam import widen
from gridproof.search.pegs.board import Board, Words, too_large
from gridproof.search.pegs.goal_positions import goals_in

NAME = "moves"
WIDE = (1 << 15, 1 << 17)


def applies(level: Pegs, metric: str) -> str | None:
    return too_large(level)


def run(level: Pegs, ledger: Ledger, budget: Budget) -> None:
    """Proves everything it is asked, as long as the layers fit in memory.

    When they do not, the time that is left goes into better solutions by wider beams; then LimitReached is raised.
    """
    if _prove(level, ledger, budget):
        return
    if ledger.metric == "moves":
        widen(level, ledger, budget, NAME, WIDE)
    raise LimitReached("memory")


def _prove(level: Pegs, ledger: Ledger, budget: Budget) -> bool:
    """Whether the memory was enough for a proof."""
    from gridproof.search.pegs.chains import fewest_moves
    from gridproof.search.pegs.layers import Layers
    from gridproof.search.pegs.winning import winning_layers

    # Symmetries that fix the start as well: what is cut off by weights is the same for all images then.
    group = [p for p in goal_symmetries(level) if image(p, level.start) == level.start]
    layers = Layers(Board.of(level, group), ledger, budget, NAME)
    try:
        winning = winning_layers(layers)
        ledger.progress(NAME, layers.nodes)
        if not winning:
            ledger.prove(NAME, float("inf"), class_certificate(level))
            return True
        if ledger.metric == "jumps":
            winning = _down_to_first_goal(level, winning)
        moves, solution = fewest_moves(layers, winning)
    except LimitReached as limit:
        if limit.reason == "memory":
            return False
        raise
    ledger.offer(NAME, solution)
    ledger.prove(NAME, moves if ledger.metric == "moves" else level.cost(solution, "jumps"))
    return True


def _down_to_first_goal(level: Pegs, winning: dict[int, Words]) -> dict[int, Words]:
    """The winning layers down to the first that holds a goal: whatever leads there is in them."""
    last = max(pegs for pegs, layer in winning.items() if goals_in(level, layer, pegs).any())
    return {pegs: layer for pegs, layer in winning.items() if pegs >= last}

"""Engine `improve`: a solution, then shorter ones, by beam searches below a target that is always within reach.

Each round is a beam search (`beam.py`) for a solution of at most so many pushes: the proven lower bound, what is one
better than the best solution known, or something between. States that cannot be solved within the target by the
bound of A* are left out, so the closer the target is to what is proven, the fewer states there are to get lost in.
Rounds differ in the target, in what makes a state worth keeping (boxes on their way, boxes packed, floor cut off, how
far it is from the best solution known) and in the order of equals; the beams grow from round to round. Long after
luck has run out, a beam that leaves nothing out has found that there is no better solution; nothing is claimed from
that, the engine then ends.

Randomised restarts of incomplete searches: Gomes, Selman and Kautz 1998. Beams whose width grows: Zhang 1998.
Searching near a known solution: Nakhost and Mueller 2010 (plan neighbourhood graph search); the optimisers of
YASO and JSoko work on the same idea (vicinity search).
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from gridproof.errors import LimitReached
from gridproof.ledger import Ledger
from gridproof.levels.sokoban.level import Sokoban
from gridproof.limits import Budget
from gridproof.search.sokoban.beam import Beam, Plan
from gridproof.search.sokoban.board import make_board, too_large
from gridproof.search.sokoban.matching import matching_bound
from gridproof.search.sokoban.reasons import settle
from gridproof.search.sokoban.surplus import Surplus

NAME = "improve"
SEED = 20261130
SLICE_SECONDS = 0.05
FIRST_WIDTH = 100  # states kept of each number of pushes
ROUNDS = 8  # with beams of one width
GROWTH = 1.6
FARTHEST = 60_000  # no target is greater
WEIGHTS = (1, 1, 2, 4), (0, 0, 1, 2, 4), (0, 0, 0, 1), (0, 1, 2, 4), (0, 1, 4, 8)  # see `beam_ranks.rank_of`
NEAR_PATH = 0.3  # of the rounds for a better solution


def applies(level: Sokoban, metric: str) -> str | None:
    return too_large(level)


def run(level: Sokoban, ledger: Ledger, budget: Budget) -> None:
    """Raises LimitReached when the budget ends, or when the beams have filled the memory."""
    if settle(NAME, level, ledger, budget):
        return
    for _ in Improver(level, ledger, budget).slices():
        budget.check()


class Improver:
    """The rounds, in slices; the level must not be settled. Takes `share` of the memory that is left.

    `surplus`: the tables that another search fills; without them it fills those that are quick to fill.
    """

    def __init__(
        self, level: Sokoban, ledger: Ledger, budget: Budget, share: float = 0.5, surplus: Surplus | None = None
    ):
        self.level, self.ledger, self.budget, self.share = level, ledger, budget, share
        self.moves = ledger.metric == "moves" and not ledger.any_solution
        self.surplus = surplus
        self.random = random.Random(SEED)
        self.floor = 0  # there is no cheaper solution, as far as this engine knows
        self.hopes = 0  # rounds without a solution, while none is known
        self.path: str | None = None
        self.nodes = 0

    def slices(self) -> Iterator[None]:
        """Work in slices of about SLICE_SECONDS until the ledger is closed, or nothing better is left to find."""
        board = make_board(self.level)
        self.start = matching_bound(board, board.boxes.tolist(), board.player)
        if self.start > FARTHEST:
            return
        if self.ledger.lower_bound < self.start:
            self.ledger.prove(NAME, self.start)
        surplus = self.surplus or Surplus(board, self.budget)
        if self.surplus is None:
            yield from surplus.first()
        beam = Beam(self.level, board, surplus, self.budget, self.share, self.moves)
        width = float(FIRST_WIDTH)
        while not self.ledger.closed and self.least <= self.most:
            for _ in range(ROUNDS):
                yield from self._round(beam, self.plan(int(width)))
                if self.ledger.closed or self.least > self.most:
                    return
            width *= GROWTH
            if width > beam.widest:
                raise LimitReached("memory")

    @property
    def least(self) -> int:
        """The least cost that a solution could have."""
        return int(max(self.ledger.lower_bound, self.floor, self.start))

    @property
    def most(self) -> int:
        """The greatest cost of a solution that would be of use."""
        most = FARTHEST if self.ledger.max_cost is None else min(FARTHEST, self.ledger.max_cost)
        return most if self.ledger.cost is None else min(most, self.ledger.cost - 1)

    def plan(self, width: int) -> Plan:
        """What to try next."""
        choose, least, most = self.random.choice, self.least, self.most
        near = False
        if self.ledger.cost is None:
            slack = choose((0, 0, 0, 0, 2, 4, 0.04, 0.1))
            hope = least * (1 + slack) if slack < 1 else least + slack
            target = min(most, int(hope) + (self.hopes // ROUNDS) ** 2 + (least if self.moves else 0))
            self.hopes += 1
        else:
            near = self.random.random() < NEAR_PATH
            target = most if near else choose((least, most, (least + most) // 2))
        if near:
            weights = [choose((2, 4, 8)), choose((4, 8, 16))]
        else:
            weights = [
                choose(some) for some in ((1, 1, 2, 4), (0, 0, 1, 2, 4), (0, 0, 0, 1), (0, 1, 2, 4), (0, 1, 4, 8))
            ]
        return Plan(
            target,
            width,
            self.random.getrandbits(62),
            weights,
            near,
            fixed_order=choose((False, True)),
            whims=choose((0, 0, 2)),
            crowd=choose((1.0, 1.0, 0.25, 0.1)),
            by_start=choose((False, True)),
        )

    def _round(self, beam: Beam, plan: Plan) -> Iterator[None]:
        """One beam search; its solution, if any, is offered."""
        if plan.near and self.path is not self.ledger.solution:
            self.path = self.ledger.solution
            beam.follow(self.path)
        beam.begin(plan)
        before = self.nodes
        while (code := beam.slice(min(plan.target, self.most))) == beam.kernel.SPENT:
            self.nodes = before + beam.expanded
            self.ledger.progress(NAME, self.nodes)
            yield
            if self.ledger.closed or self.least > self.most:
                return
        self.nodes = before + beam.expanded
        self.ledger.progress(NAME, self.nodes)
        if code == beam.kernel.FOUND:
            self.ledger.offer(NAME, beam.solution())
        elif beam.complete:
            self.floor = max(self.floor, beam.target + 1 if beam.cut else FARTHEST + 1)
        yield

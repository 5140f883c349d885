"""What boxes lose together, as tables that are filled while a search goes on: groups of boxes, zones around goals.

Tables of pairs and of threes are filled before the search. Those of zones and of fours cost seconds, so they come
when the search has lasted for some; whoever uses the tables then looks again at states that it has met before.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import comb
from typing import Any

from gridproof.limits import Budget
from gridproof.search.sokoban import zones
from gridproof.search.sokoban.board import Board
from gridproof.search.sokoban.groups import no_groups, table_bytes, with_more, with_pairs
from gridproof.search.sokoban.zones import no_zones

LATER = 1.0  # seconds of search before zones are filled, and groups of four if it has lasted as long as they take
FOURS_PER_SECOND = 400_000
GROUP_BYTES = {3: 400 << 20, 4: 1200 << 20}  # for a table while it is filled; larger boards do without
ZONE_BYTES = 400 << 20
SHARE = 8  # of the memory that is left, a table may take one part in so many
SLICE_SECONDS = 0.05


class Surplus:
    """The tables of one board. `largest`: boxes of the largest groups, less than 2 for no tables at all."""

    def __init__(self, board: Board, budget: Budget, largest: int = 4, with_zones: bool = True):
        self.board, self.budget = board, budget
        self.groups, self.zones = no_groups(board), no_zones(board)
        self.sizes = [k for k in (2, 3, 4) if k <= largest and (k == 2 or self._fits(k))]
        self.zoned = with_zones and largest >= 2 and len(board.boxes) == len(board.goals)

    @property
    def arrays(self) -> tuple[Any, ...]:
        """The tables as the kernels take them."""
        return (tuple(self.groups), *self.zones)

    def first(self) -> Iterator[None]:
        """Fill the tables that are quick to fill; yields every SLICE_SECONDS."""
        if 2 in self.sizes:
            self.sizes.remove(2)
            self.groups = with_pairs(self.board)
            yield from self._more(3)
        if LATER < 0:
            yield from self._fill_zones()
            yield from self._more(4)

    def further(self, searched: float) -> Iterator[None]:
        """Fill what pays when the search has lasted for so many seconds."""
        if searched > LATER:
            yield from self._fill_zones()
        if searched > max(LATER, comb(len(self.board.lives), 4) / FOURS_PER_SECOND):
            yield from self._more(4)

    def _fits(self, k: int) -> bool:
        return 0 < table_bytes(self.board, k) <= min(GROUP_BYTES[k], self.budget.memory_left // SHARE)

    def _more(self, k: int) -> Iterator[None]:
        """Groups of k, from those of k - 1."""
        if k not in self.sizes or not len(self.groups.pairs) or (k == 4 and not len(self.groups.near3)):
            return
        self.sizes.remove(k)
        began = time.perf_counter()
        for groups in with_more(self.board, self.groups, k):
            if groups is not None:
                self.groups = groups
            elif time.perf_counter() > began + SLICE_SECONDS:
                yield
                began = time.perf_counter()

    def _fill_zones(self) -> Iterator[None]:
        if not self.zoned:
            return
        self.zoned = False
        began = time.perf_counter()
        for tables in zones.fill(self.board, min(ZONE_BYTES, self.budget.memory_left // SHARE)):
            if tables is not None:
                self.zones = tables
            if time.perf_counter() > began + SLICE_SECONDS:
                yield
                began = time.perf_counter()

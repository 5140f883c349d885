"""Arguments against a goal, each judged by the rules alone: sets of holes, weights, jump counts, full regions.

Everything here takes positions as integers and says yes or no; reading certificates is `certificates.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from gridproof.levels.pegs.level import Pegs

Weights = Sequence[int]  # one for each hole
Bounds = Mapping[int, tuple[int, int | None]]  # jump -> least and most times it is made; None for no limit


def goals(level: Pegs) -> list[tuple[int, int]]:
    """The goal as patterns (must, free), one of which has to be met: a hole each when one peg anywhere will do."""
    if level.anywhere:
        return [(1 << hole, 0) for hole in range(level.size)]
    return [(level.must, level.free)]


def odd_jump(level: Pegs, cells: int) -> int | None:
    """The first jump that changes an odd number of holes of the set, None when there is none."""
    for number, (source, over, to) in enumerate(level.jumps):
        if (cells >> source ^ cells >> over ^ cells >> to) & 1:
            return number
    return None


def set_refutes(level: Pegs, cells: int, must: int, free: int) -> bool:
    """Whether the parity of pegs in the set must change from start to goal, though no jump changes it.

    The rule of three (Reiss 1857; position classes in de Bruijn 1972): `odd_jump` must be None.
    """
    return not cells & free and ((cells & level.start).bit_count() ^ (cells & must).bit_count()) & 1 == 1


def gaining_jump(level: Pegs, weights: Weights) -> int | None:
    """The first jump that raises the weight of a position, None for a pagoda function (Conway)."""
    for number, (source, over, to) in enumerate(level.jumps):
        if weights[source] + weights[over] < weights[to]:
            return number
    return None


def weight(weights: Weights, position: int) -> int:
    return sum(w for number, w in enumerate(weights) if position >> number & 1)


def weights_refute(level: Pegs, weights: Weights, must: int, free: int) -> bool:
    """Whether the goal weighs more than the start, however the free holes are filled."""
    return weight(weights, level.start) < least_goal(weights, must, free)


def least_goal(weights: Weights, must: int, free: int) -> int:
    """The least weight of a position that meets the goal."""
    return weight(weights, must) + sum(min(0, w) for number, w in enumerate(weights) if free >> number & 1)


def counts_refute(level: Pegs, weights: Weights, bounds: Bounds, must: int, free: int) -> bool:
    """Whether no jump counts within `bounds` lead from start to goal, by the weighted sum of all holes.

    A pagoda function with limits: the weight gained, summed over all jumps at their best within the bounds,
    stays below what the goal needs (Farkas' lemma for the jump counts of Kiyomi & Matsui 2001).
    """
    gain = 0
    for number, (source, over, to) in enumerate(level.jumps):
        change = weights[to] - weights[source] - weights[over]
        least, most = bounds.get(number, (0, None))
        if change > 0:
            if most is None:
                return False
            gain += change * most
        else:
            gain += change * least
    return weight(weights, level.start) + gain < least_goal(weights, must, free)


def opens_from_inside(level: Pegs, region: int) -> bool:
    """Whether the first jump that changes the region, while it is full, must be made by a peg of the region.

    Merson regions (Beasley, The Ins and Outs of Peg Solitaire, 1985): no jump over a hole of the region comes
    from outside and ends outside.
    """
    return not any(
        region >> over & 1 and not region >> source & 1 and not region >> to & 1 for source, over, to in level.jumps
    )


def must_open(level: Pegs, region: int) -> bool:
    """Whether a region that is full at the start can't be full at the end; single holes are for the caller
    to think about when the last peg may stand anywhere."""
    if level.anywhere:
        return region.bit_count() >= 2
    return bool(region & ~level.must & ~level.free)


def regions_bound(level: Pegs, regions: Iterable[int]) -> int:
    """Moves needed at least, given disjoint full regions that open from inside: a move of its own for each.

    The peg that opens a region has not moved before, so its jump begins a chain, and no two regions share it.
    When the last peg may stand anywhere, one single hole may stay as it is.
    """
    regions = list(regions)
    opened = sum(1 for region in regions if must_open(level, region))
    singles = sum(1 for region in regions if region.bit_count() == 1) if level.anywhere else 0
    return opened + max(0, singles - 1)

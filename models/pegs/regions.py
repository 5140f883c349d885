"""Engine `regions`: a lower bound on moves from disjoint regions that each need a move of their own.

Merson's argument (Beasley, The Ins and Outs of Peg Solitaire, 1985): see `levels.pegs.evidence`. The regions are
the least sets that are closed - a jump over a hole of the set begins or ends in it - and a packing with as many
of them as possible is searched for by branch and bound.
"""

from __future__ import annotations

from gridproof.answer import Certificate
from gridproof.ledger import Ledger
from gridproof.levels.pegs.evidence import must_open, regions_bound
from gridproof.levels.pegs.level import Pegs
from gridproof.limits import Budget

NAME = "regions"
LARGEST = 9  # holes in a region
MOST_STEPS = 30_000  # of the closing and of the packing search


def applies(level: Pegs, metric: str) -> str | None:
    return None


def run(level: Pegs, ledger: Ledger, budget: Budget) -> None:
    """Proves a bound on moves (counting pegs is as good a bound on jumps)."""
    if ledger.metric != "moves":
        return
    regions = best_packing(level)
    bound = regions_bound(level, regions)
    data = {"metric": "moves", "bound": bound, "regions": [level.cells(region) for region in regions]}
    if bound:
        ledger.prove(NAME, bound, Certificate("regions", "lower-bound", data))


def best_packing(level: Pegs) -> list[int]:
    """Disjoint regions, as many as were found."""
    regions = [region for region in closed_regions(level) if must_open(level, region) or region.bit_count() == 1]
    if not level.anywhere:
        regions = [region for region in regions if must_open(level, region)]
    return _pack(sorted(regions, key=int.bit_count))


def closed_regions(level: Pegs) -> list[int]:
    """The full regions without smaller ones inside, up to `LARGEST` holes, that open from inside."""
    over: dict[int, list[tuple[int, int]]] = {}
    for source, middle, to in level.jumps:
        over.setdefault(middle, []).append((1 << source, 1 << to))
    found: set[int] = set()
    seen: set[int] = set()
    todo = [1 << hole for hole in range(level.size) if level.start >> hole & 1]
    steps = 0
    while todo and steps < MOST_STEPS:
        steps += 1
        region = todo.pop(0)
        if region in seen:
            continue
        seen.add(region)
        ends = _violation(region, over)
        if ends is None:
            found.add(region)
        elif region.bit_count() < LARGEST:
            todo += [region | end for end in ends if end & level.start]
    return [region for region in found if not any(other != region and other & ~region == 0 for other in found)]


def _violation(region: int, over: dict[int, list[tuple[int, int]]]) -> tuple[int, int] | None:
    """The ends of a jump over the region from outside to outside, None when there is none."""
    rest = region
    while rest:
        hole = (rest & -rest).bit_length() - 1
        rest &= rest - 1
        for ends in over.get(hole, ()):
            if not (ends[0] | ends[1]) & region:
                return ends
    return None


def _pack(regions: list[int]) -> list[int]:
    """As many disjoint regions as possible, small ones first; the best packing of a bounded search."""
    best: list[int] = []
    steps = 0

    def extend(chosen: list[int], left: list[int]) -> None:
        nonlocal best, steps
        steps += 1
        if len(chosen) > len(best):
            best = list(chosen)
        if steps > MOST_STEPS or not left or len(chosen) + _most(left) <= len(best):
            return
        # the hole in the fewest regions: one of these is taken, or none
        counts: dict[int, list[int]] = {}
        for region in left:
            rest = region
            while rest:
                counts.setdefault(rest & -rest, []).append(region)
                rest &= rest - 1
        hole = min(counts, key=lambda bit: len(counts[bit]))
        for region in counts[hole]:
            extend([*chosen, region], [other for other in left if not other & region])
        extend(chosen, [other for other in left if not other & hole])

    extend([], regions)
    return best


def _most(regions: list[int]) -> int:
    """No packing has more: the holes there are, taken by the smallest regions."""
    union = 0
    for region in regions:
        union |= region
    holes, count = union.bit_count(), 0
    for size in sorted(region.bit_count() for region in regions):
        holes -= size
        if holes < 0:
            break
        count += 1
    return count

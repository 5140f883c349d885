"""The position class: parities that no jump changes, found by elimination over GF(2) on integers.

On a square or triangular grid without gaps there are four independent ones: the two elements of GF(4) of the rule
of three, two bits each (Reiss 1857; de Bruijn, A Solitaire Game and its Relation to a Finite Field, 1972). Boards
with holes that few jumps reach have more.
"""

from __future__ import annotations

from gridproof.answer import Certificate
from gridproof.levels.pegs.evidence import goals, set_refutes
from gridproof.levels.pegs.level import Pegs


def invariant_sets(level: Pegs) -> list[int]:
    """A basis of the sets of holes of which every jump changes an even number, as integers."""
    rows: dict[int, int] = {}  # pivot bit -> reduced jump
    for source, over, to in level.jumps:
        row = 1 << source | 1 << over | 1 << to
        while row and (pivot := row.bit_length() - 1) in rows:
            row ^= rows[pivot]
        if row:
            rows[pivot] = row
    for pivot in sorted(rows):
        for other in rows:
            if other > pivot and rows[other] >> pivot & 1:
                rows[other] ^= rows[pivot]
    basis = []
    for free in range(level.size):
        if free not in rows:
            basis.append(1 << free | sum(1 << pivot for pivot, row in rows.items() if row >> free & 1))
    return basis


def gf4_class(level: Pegs, position: int) -> tuple[str, ...]:
    """The position class as elements 0, 1, a, b of GF(4): the pegs add up 1, a, b by (r + c) mod 3, and by
    (r - c) mod 3 on a square grid. Empty where jumps go in all eight directions: no such colouring exists.
    """
    elements = (1, 2, 3)  # 1, a, b = a + 1 = a^2: addition is xor, and 1 + a + b = 0
    signs = {"orthogonal": (1, -1), "hex": (1,), "diagonal": ()}[level.neighbours]
    sums = []
    for sign in signs:
        total = 0
        for number, (row, column) in enumerate(level.holes):
            if position >> number & 1:
                total ^= elements[(row + sign * column) % 3]
        sums.append("01ab"[total])
    return tuple(sums)


def class_goals(level: Pegs, sets: list[int]) -> list[tuple[int, int]]:
    """The goals (must, free) that the position class of the start allows.

    With free holes this looks at each set by itself and at sums that leave the free holes out.
    """
    return [
        (must, free)
        for must, free in goals(level)
        if not any(set_refutes(level, cells, must, free) for cells in (sets if not free else without(sets, free)))
    ]


def without(sets: list[int], free: int) -> list[int]:
    """A basis of the sums of `sets` that hold no hole of `free`."""
    rows: dict[int, int] = {}
    result = []
    for cells in sets:
        while (rest := cells & free) and (pivot := rest.bit_length() - 1) in rows:
            cells ^= rows[pivot]
        if cells & free:
            rows[(cells & free).bit_length() - 1] = cells
        elif cells:
            result.append(cells)
    return result


def refuting_sets(level: Pegs) -> tuple[list[int], list[tuple[int, int]]]:
    """Few invariant sets that refute all goals the position class refutes, and the goals (must, free) left."""
    sets = invariant_sets(level)
    if level.free:
        sets = without(sets, level.free)
    left, used = goals(level), []
    for cells in sorted(sets, key=lambda cells: -sum(set_refutes(level, cells, *goal) for goal in left)):
        refuted = [goal for goal in left if set_refutes(level, cells, *goal)]
        if refuted:
            used.append(cells)
            left = [goal for goal in left if goal not in refuted]
    return used, left


def class_certificate(level: Pegs) -> Certificate | None:
    """The certificate that the position class refutes every goal, None when it does not."""
    used, left = refuting_sets(level)
    if left:
        return None
    return Certificate("class", "unsolvable", {"sets": [level.cells(cells) for cells in used]})

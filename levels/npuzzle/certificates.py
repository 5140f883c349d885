"""Certificates of the (m×n−1)-puzzle, all checked by counting.

`parity`           no solution: the permutation from start to goal is odd and the blank's distance even, or the
                   other way round (see `facts`).
`order`            no solution on a board of one row or column: tiles cannot pass each other.
`manhattan`        lower bound: the sum of the tiles' distances; on one row or column it is the exact cost.
`linear-conflict`  lower bound: the same plus two moves for each tile that must step out of its line.
"""

from __future__ import annotations

from gridproof.answer import Certificate
from gridproof.levels.npuzzle import facts
from gridproof.levels.npuzzle.level import NPuzzle, Solution


def unsolvable(level: NPuzzle) -> Certificate | None:
    """The proof that a board has no solution, None when it has one."""
    if facts.solvable(level):
        return None
    if level.line:
        return Certificate("order", "unsolvable", {"tile": facts.order_fault(level)})
    return Certificate(
        "parity",
        "unsolvable",
        {
            "permutation": "odd" if facts.odd_permutation(level) else "even",
            "blank_distance": facts.blank_distance(level),
        },
    )


def counting_bound(level: NPuzzle) -> tuple[int, Certificate]:
    """The best bound that counting gives, with its certificate."""
    plain, extra = facts.manhattan(level), facts.linear_conflicts(level)
    kind = "linear-conflict" if extra else "manhattan"
    return plain + extra, Certificate(kind, "lower-bound", {"bound": plain + extra})


def check(level: NPuzzle, certificate: Certificate, bound: int | None, solution: Solution | None) -> list[str]:
    """Problems of a certificate; empty when it proves its claim. See `levels.base.Rules.check`."""
    kind = certificate.kind
    if kind in ("parity", "order") and bound is None:
        true = unsolvable(level)
        if true is None:
            return ["counting finds the board solvable"]
        if (true.kind, dict(true.data)) != (kind, dict(certificate.data)):
            return [f"counting gives {true.kind} {dict(true.data)}, not {kind} {dict(certificate.data)}"]
        return []
    if kind in ("manhattan", "linear-conflict") and bound is not None:
        proven = facts.manhattan(level) + (facts.linear_conflicts(level) if kind == "linear-conflict" else 0)
        return [] if bound <= proven else [f"counting proves {proven} moves, not {bound}"]
    return [f"unknown kind for the claim {certificate.claim}"]


def explain(level: NPuzzle, certificate: Certificate) -> str:
    """The argument in one sentence."""
    data = certificate.data
    if certificate.kind == "parity":
        distance = data.get("blank_distance")
        needs = "an even" if distance is not None and distance % 2 == 0 else "an odd"
        return (
            f"Proof: every move swaps the blank with a tile, and the blank has to end {distance} "
            f"cell{'' if distance == 1 else 's'} away, which takes {needs} number of swaps; "
            f"but the permutation from start to goal is {data.get('permutation')}."
        )
    if certificate.kind == "order":
        return (
            f"Proof: on a board of {level.rows}×{level.columns} no tile can pass another, and start and goal "
            f"differ in their tile number {int(data.get('tile', 0)) + 1}."
        )
    if certificate.kind == "linear-conflict":
        plain, extra = facts.manhattan(level), facts.linear_conflicts(level)
        what = f"the tiles' distances add up to {plain}"
        return f"Bound: {what}, and {extra // 2} of them must step out of a line and back."
    return f"Bound: the tiles' distances to their places add up to {facts.manhattan(level)}."

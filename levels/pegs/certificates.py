"""Certificates of peg solitaire, checked by plain recomputation.

`pegs`     each jump takes one peg: a bound on jumps, or the goal has more pegs than the start
`class`    no solution: sets of holes of which every jump changes an even number, while the goal needs a change
           of parity; when one peg anywhere will do, each hole is refuted by one of the sets
`pagoda`   no solution: weights that no jump raises, while the goal weighs more than the start (beside sets)
`counts`   no solution: how often each jump is made, divided into cases, each refuted by weights
`regions`  a bound on moves: disjoint full regions, each opened by a move of its own
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gridproof.answer import Certificate
from gridproof.levels.pegs.evidence import (
    counts_refute,
    gaining_jump,
    goals,
    odd_jump,
    opens_from_inside,
    regions_bound,
    set_refutes,
    weights_refute,
)
from gridproof.levels.pegs.level import Pegs

MOST_CASES = 1_000_000


def check(level: Pegs, certificate: Certificate, bound: int | None, solution: Any) -> list[str]:
    """Problems of a certificate; empty when it proves its claim. See `levels.base.Rules.check`."""
    checkers = {"pegs": _check_pegs, "regions": _check_regions}
    try:
        if certificate.kind in checkers and bound is not None:
            return checkers[certificate.kind](level, certificate.data, bound)
        if certificate.kind == "pegs" and level.jumps_needed[1] >= 0:
            return ["the goal does not need more pegs than there are"]
        if certificate.kind == "pegs":
            return []
        if certificate.kind in ("class", "pagoda", "counts") and bound is None:
            return _check_cases(level, certificate)
    except ValueError as error:
        return [str(error)]
    return [f"unknown kind for the claim {certificate.claim}"]


def _check_pegs(level: Pegs, data: Mapping[str, Any], bound: int) -> list[str]:
    if data.get("metric") != "jumps":
        return [f"it bounds jumps, not {data.get('metric')!r}"]
    least = level.jumps_needed[0]
    return [] if bound <= least else [f"{least} pegs too many at least: {least} jumps, not {bound}"]


def _check_regions(level: Pegs, data: Mapping[str, Any], bound: int) -> list[str]:
    if data.get("metric") != "moves":
        return [f"it bounds moves, not {data.get('metric')!r}"]
    regions = [read_cells(level, entry) for entry in _list(data, "regions")]
    taken = 0
    for region in regions:
        where = level.cells(region)
        if not region or taken & region:
            return [f"region {where}: expected holes that are in no other region"]
        if region & ~level.start:
            return [f"region {where} is not full of pegs"]
        if not opens_from_inside(level, region):
            return [f"region {where} may be opened by a peg from outside"]
        taken |= region
    least = regions_bound(level, regions)
    return [] if bound <= least else [f"its regions need {least} moves, not {bound}"]


def _check_cases(level: Pegs, certificate: Certificate) -> list[str]:
    """Every pattern that would meet the goal is refuted by a set, by weights, or by cases of jump counts."""
    data = certificate.data
    sets = [read_cells(level, entry) for entry in _list(data, "sets")]
    functions = (
        [read_weights(level, entry) for entry in _list(data, "weights")] if certificate.kind != "class" else []
    )
    for cells in sets:
        if (jump := odd_jump(level, cells)) is not None:
            return [f"{_jump_text(level, jump)} changes an odd number of holes of a set"]
    for weights in functions:
        if (jump := gaining_jump(level, weights)) is not None:
            return [f"{_jump_text(level, jump)} raises the weight"]
    left = [
        (must, free)
        for must, free in goals(level)
        if not any(set_refutes(level, cells, must, free) for cells in sets)
        and not any(weights_refute(level, weights, must, free) for weights in functions)
    ]
    if certificate.kind == "counts":
        entries = _list(data, "counts")
        trees = {_goal_of(level, entry): entry for entry in entries}
        if len(trees) < len(entries):
            return ["counts: a goal stands twice"]
        left = [goal for goal in left if goal not in trees or not _refuted(level, trees[goal]["cases"], *goal)]
    return [f"the goal {level.cells(must)} is not refuted" for must, _ in left[:3]]


def _goal_of(level: Pegs, entry: Any) -> tuple[int, int]:
    """The goal that an entry of `counts` refutes: the pattern, or one hole when any will do."""
    if not isinstance(entry, Mapping) or "cases" not in entry:
        raise ValueError("counts: expected an object with cases")
    if not level.anywhere:
        return level.must, level.free
    hole = read_cells(level, [entry.get("hole")])
    return hole, 0


def _refuted(level: Pegs, cases: Any, must: int, free: int) -> bool:
    """Walk the cases of one goal: each node divides the counts of one jump, each leaf is refuted by weights."""
    todo: list[tuple[Any, dict[int, tuple[int, int | None]]]] = [(cases, {})]
    steps = 0
    while todo:
        node, bounds = todo.pop()
        steps += 1
        if not isinstance(node, Mapping) or steps > MOST_CASES:
            raise ValueError("a case that is not an object")
        if "jump" not in node:
            if not counts_refute(level, read_weights(level, node.get("weights")), bounds, must, free):
                return False
            continue
        jump, at = _jump(level, node["jump"]), node.get("most")
        if type(at) is not int or at < 0 or "fewer" not in node or "more" not in node:
            raise ValueError("a case: expected a whole number `most`, and the cases `fewer` and `more`")
        least, most = bounds.get(jump, (0, None))
        todo.append((node["fewer"], {**bounds, jump: (least, at if most is None else min(at, most))}))
        todo.append((node["more"], {**bounds, jump: (max(least, at + 1), most)}))
    return True


# --- reading -------------------------------------------------------------------------------------------------


def _list(data: Mapping[str, Any], key: str) -> list[Any]:
    entries = data.get(key)
    if not isinstance(entries, list):
        raise ValueError(f"{key}: expected a list")
    return entries


def read_cells(level: Pegs, raw: Any) -> int:
    """A set of holes from [row, column] pairs."""
    cells = 0
    if not isinstance(raw, list):
        raise ValueError(f"{raw!r} is not a list of holes")
    for entry in raw:
        bit = 1 << _hole(level, entry)
        if cells & bit:
            raise ValueError(f"hole {entry} stands twice")
        cells |= bit
    return cells


def _hole(level: Pegs, entry: Any) -> int:
    if not (isinstance(entry, list) and len(entry) == 2 and all(type(part) is int for part in entry)):
        raise ValueError(f"{entry!r} is not a hole [row, column]")
    number = level.index.get((entry[0], entry[1]))
    if number is None:
        raise ValueError(f"there is no hole {entry}")
    return number


def read_weights(level: Pegs, raw: Any) -> list[int]:
    """Weights from [row, column, weight] triples; 0 for holes that are not named."""
    weights = [0] * level.size
    if not isinstance(raw, list):
        raise ValueError(f"{raw!r} is not a list of weights")
    seen = set()
    for entry in raw:
        if not (isinstance(entry, list) and len(entry) == 3 and type(entry[2]) is int):
            raise ValueError(f"{entry!r} is not a weight [row, column, weight]")
        number = _hole(level, entry[:2])
        if number in seen:
            raise ValueError(f"hole {entry[:2]} stands twice")
        seen.add(number)
        weights[number] = entry[2]
    return weights


def _jump(level: Pegs, raw: Any) -> int:
    """The number of a jump from [[row, column], [row, column]]."""
    if isinstance(raw, list) and len(raw) == 2:
        ends = (_hole(level, raw[0]), _hole(level, raw[1]))
        for number, (source, _, to) in enumerate(level.jumps):
            if (source, to) == ends:
                return number
    raise ValueError(f"{raw!r} is not a jump")


def _jump_text(level: Pegs, jump: int) -> str:
    source, _, to = level.jumps[jump]
    return f"the jump {list(level.holes[source])} to {list(level.holes[to])}"


# --- writing and explaining ------------------------------------------------------------------------------------


def weight_list(level: Pegs, weights: list[int]) -> list[list[int]]:
    """The JSON form of weights."""
    return [[*level.holes[number], int(w)] for number, w in enumerate(weights) if w]


def explain(level: Pegs, certificate: Certificate) -> str:
    """The argument in one sentence."""
    data, kind = certificate.data, certificate.kind
    if kind == "pegs":
        if certificate.claim == "unsolvable":
            return "Proof: each jump takes one peg, and the goal has more pegs than the start."
        return f"Bound: each jump takes one peg, and at least {level.jumps_needed[0]} must go."
    if kind == "regions":
        many = len(data["regions"])
        return f"Bound: {many} regions are full and each has to be opened by a peg of its own, never moved before."
    if kind == "class" and not level.anywhere:
        cells = read_cells(level, data["sets"][0])
        start, end = (cells & level.start).bit_count(), (cells & level.must).bit_count()
        return (
            f"Proof: every jump changes two of the {cells.bit_count()} holes of the set or none, so the pegs on it "
            f"stay {'odd' if start % 2 else 'even'} in number; there are {start} at the start, {end} in the goal."
        )
    if kind == "class":
        return (
            f"Proof: every jump changes two holes or none of each of {len(data['sets'])} sets; no single peg has "
            "the parities that the start has on them."
        )
    if kind == "pagoda" and not level.anywhere:
        weights = read_weights(level, data["weights"][0])
        start = sum(w for i, w in enumerate(weights) if level.start >> i & 1)
        end = sum(w for i, w in enumerate(weights) if level.must >> i & 1)
        return f"Proof: no jump raises the weight of the pegs; the start weighs {start}, the goal {end}."
    if kind == "pagoda":
        return (
            f"Proof: {len(data['sets'])} sets of holes and {len(data['weights'])} weights that no jump raises: "
            "each last peg is refuted by one of them."
        )
    leaves = str(data["counts"]).count("'weights'")
    return f"Proof: no jump counts lead from the start to the goal: {leaves} cases, each refuted by weights."

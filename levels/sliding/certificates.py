"""Certificates of sliding blocks, checked by the rules alone.

`unreachable`  no solution: a piece could not reach its goal even on a board without the other pieces.
`line`         no solution, with `axis: long`: cars on one line keep their order, and in that order they do not fit
               on the line when those that the goal names lie where it asks.
`closed-set`   no solution: every position that can be reached, none of them the goal; expanded again.
`layers`       lower bound k: every position that can be reached in k - 1 entries, none the goal; expanded again.
"""

from __future__ import annotations

from collections.abc import Iterator

from gridproof.answer import Certificate
from gridproof.levels.base import NotChecked
from gridproof.levels.sliding.kinds import Kind
from gridproof.levels.sliding.level import METRICS, Position, Sliding, Solution

LARGEST_EXPANSION = 30_000  # positions, mirror images once, that the plain rules expand here in some seconds


def check(level: Sliding, certificate: Certificate, bound: int | None, solution: Solution | None) -> list[str]:
    """Problems of a certificate; empty when it proves its claim. See `levels.base.Rules.check`."""
    kind, data = certificate.kind, certificate.data
    if kind == "unreachable" and bound is None:
        kinds = [k for k in stranded(level) if names(level, k) == data.get("pieces")]
        return [] if kinds else ["the pieces it names can reach their goals on an otherwise empty board"]
    if kind == "line" and bound is None:
        lines = [names_of(level, line) for line in blocked_lines(level)]
        return [] if data.get("pieces") in lines else ["the cars it names fit on their line as the goal asks"]
    if kind in ("closed-set", "layers") and (kind == "closed-set") == (bound is None):
        metric = data.get("metric")
        if metric not in METRICS:
            return [f"a metric of {metric!r}"]
        states = data.get("states")
        if type(states) is not int or states < 1:
            return [f"a number of positions of {states!r}"]
        if states > LARGEST_EXPANSION:
            raise NotChecked(f"{states:,} positions are too many to expand here; crosscheck repeats the search")
        return _expand(level, metric, bound)
    return [f"unknown kind for the claim {certificate.claim}"]


def explain(level: Sliding, certificate: Certificate) -> str:
    """The argument in one sentence."""
    data, kind = certificate.data, certificate.kind
    letters = ", ".join(data.get("pieces", ()))
    if kind == "unreachable":
        who = (
            f"piece {letters} could not reach its goal" if len(letters) == 1 else f"{letters} cannot fill their goals"
        )
        return f"Proof: {who} even if no other piece stood on the board."
    if kind == "line":
        return f"Proof: the cars {letters} never pass each other, and in this order the goal leaves them no room."
    if kind == "closed-set":
        count = f"{data.get('states'):,}"
        return f"Proof: the {count} positions that can be reached are closed under every move; none is the goal."
    if kind == "layers":
        steps, metric = data.get("bound", 1) - 1, str(data.get("metric"))
        if steps == 0:
            return "Proof: the start is not the goal."
        reach = f"{steps} {metric if steps > 1 else metric.removesuffix('s')}"
        return f"Proof: none of the positions within {reach} of the start is the goal."
    return f"Proof: {kind}."


def names(level: Sliding, kind: Kind) -> list[str]:
    return names_of(level, kind.members)


def names_of(level: Sliding, members: tuple[int, ...]) -> list[str]:
    return [level.pieces[index].name for index in members]


def stranded(level: Sliding) -> Iterator[Kind]:
    """Kinds whose goals the walls and gates alone put out of reach."""
    return (kind for kind in level.kinds if not kind.solvable_alone)


def blocked_lines(level: Sliding) -> Iterator[tuple[int, ...]]:
    """Lines, as indices of their cars in order, on which the cars do not fit when the goal is met.

    Cars one cell wide on one line keep their order. Each is put as far left (or up) as its own range and the
    car before it allow; one that the goal names must lie exactly there.
    """
    if not level.axis_long:
        return
    for line in _lines(level):
        edge = -1
        for index in line:
            kind, piece = level.kind_of[index], level.pieces[index]
            stride = 1 if "l" in kind.steps else level.shape[1]
            places = sorted(anchor // stride if stride > 1 else anchor for anchor in kind.masks)
            wanted = [goal // stride if stride > 1 else goal for goal in kind.goals]
            room = [place for place in (wanted or places) if place >= edge]
            if not room:
                yield line
                break
            edge = room[0] + len(piece.cells)


def _lines(level: Sliding) -> Iterator[tuple[int, ...]]:
    """Cars one cell wide by line, in order; cars of a kind with a choice of goals are left out."""
    columns = level.shape[1]
    lines: dict[tuple[str, int], list[int]] = {}
    for index, piece in enumerate(level.pieces):
        kind = level.kind_of[index]
        rows_covered = {cell // columns for cell in piece.cells}
        columns_covered = {cell % columns for cell in piece.cells}
        narrow = min(len(rows_covered), len(columns_covered)) == 1
        if narrow and not (kind.goals and len(kind.members) > 1):
            line = min(rows_covered) if "l" in kind.steps else min(columns_covered)
            lines.setdefault((kind.steps, line), []).append(index)
    for line_members in lines.values():
        yield tuple(sorted(line_members, key=lambda index: level.pieces[index].cells[0]))


def _expand(level: Sliding, metric: str, bound: int | None) -> list[str]:
    """Breadth-first search by the rules: to the end, or through the positions within bound - 1."""
    start = level.initial()
    seen: set[Position] = {start}
    layer, cost = [start], 0
    while layer and (bound is None or cost < bound):
        if any(level.is_goal(state) for state in layer):
            return [f"a position within {cost} {metric} of the start is the goal"]
        if bound is not None and cost == bound - 1:
            return []
        following = []
        for state in layer:
            for _, after in level.successors(state, metric):
                if after not in seen:
                    seen.add(after)
                    following.append(after)
        if len(seen) > 2 * LARGEST_EXPANSION:  # an engine may count mirror images once
            raise NotChecked(f"more than {len(seen):,} positions are too many to expand here")
        layer, cost = following, cost + 1
    return []

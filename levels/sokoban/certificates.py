"""Certificates that a Sokoban level has no solution, checked by the rules alone.

`immovable`  boxes that can never be pushed, one of them on no goal. Even if all other boxes were taken away, the
             player could reach no square from which one of them can be pushed to a free square that is not
             dead. The first of them to be pushed in a solution would be a counterexample, so none is.
`crowded`    more boxes than goals that they can reach: each pushed alone on the empty board, the player wherever
             it likes (Hall's theorem). One box without a goal is a dead box; all boxes: too few goals.
`exhausted`  no reachable state is solved: the rules are expanded again, pushes onto dead squares left out.
"""

from __future__ import annotations

from collections.abc import Iterable

from gridproof.answer import Certificate
from gridproof.levels.base import NotChecked
from gridproof.levels.sokoban.level import WALL, Sokoban, State

MOST_STATES = 50_000  # that `exhausted` expands again


def check(level: Sokoban, certificate: Certificate, bound: int | None, solution: object) -> list[str]:
    """Problems of a certificate; empty when it proves its claim. See `levels.base.Rules.check`."""
    if bound is not None or certificate.kind not in ("immovable", "crowded", "exhausted"):
        return [f"unknown kind for the claim {certificate.claim}"]
    if certificate.kind == "exhausted":
        return _check_exhausted(level)
    squares = certificate.data.get("squares")
    if not isinstance(squares, list) or not squares or not all(_is_place(level, place) for place in squares):
        return ["expected squares: a list of [row, column] on the board"]
    boxes = {level.square(*place) for place in squares}
    if strangers := boxes - level.boxes:
        return [f"there is no box at {level.place_of(min(strangers))}"]
    if certificate.kind == "immovable":
        return _check_immovable(level, boxes)
    reached = goals_of(level, boxes)
    if len(reached) >= len(boxes):
        return [f"its {len(boxes)} boxes can reach {len(reached)} goals"]
    return []


def explain(level: Sokoban, certificate: Certificate) -> str:
    """The argument in one sentence."""
    squares = certificate.data.get("squares") or []
    boxes = "the box" if len(squares) == 1 else f"the {len(squares)} boxes"
    if certificate.kind == "immovable":
        return f"Proof: {boxes} marked can never be pushed usefully, and not all of them stand on goals."
    if certificate.kind == "crowded":
        goals = len(goals_of(level, {level.square(*place) for place in squares}))
        word = "goal" if goals == 1 else "goals"
        how = "even alone" if len(squares) == 1 else "between them, even each alone"
        return f"Proof: {boxes} marked can reach {goals or 'no'} {word} {how} on the board."
    return "Proof: every state that can be reached was looked at, and none is solved."


def _is_place(level: Sokoban, place: object) -> bool:
    return (
        isinstance(place, list)
        and len(place) == 2
        and all(type(x) is int for x in place)
        and 0 <= place[0] < len(level.rows)
        and 0 <= place[1] < level.stride - 2
    )


# --- what the checks rest on, also used to find certificates ---------------------------------------------------


def live_squares(level: Sokoban, goals: Iterable[int] | None = None) -> set[int]:
    """Squares from which a box alone on the board can be pushed to a goal, the player wherever it likes."""
    live = set(level.goals if goals is None else goals)
    stack = list(live)
    while stack:
        square = stack.pop()
        for step in level.steps:  # pulled backwards from `square` to `source`, the player behind it
            source = square + step
            if source in live or level.cells[source] == WALL:
                continue
            if level.cells[source + step] != WALL:
                live.add(source)
                stack.append(source)
    return live


def goals_of(level: Sokoban, boxes: Iterable[int]) -> set[int]:
    """The goals that at least one of these boxes can be pushed to, each alone on the empty board."""
    return squares_of(level, boxes) & level.goals


def squares_of(level: Sokoban, boxes: Iterable[int]) -> set[int]:
    """The squares that at least one of these boxes can be pushed to, alone on the board, the player anywhere."""
    reached, stack = set(boxes), list(boxes)
    while stack:
        square = stack.pop()
        for step in level.steps:
            to = square + step
            if to not in reached and level.cells[to] != WALL and level.cells[square - step] != WALL:
                reached.add(to)
                stack.append(to)
    return reached


def pushable(level: Sokoban, fixed: set[int], live: set[int]) -> set[int]:
    """Those of the boxes `fixed` that may be pushed when all other boxes are away."""
    area = level.region(fixed, level.player)
    return {
        box
        for box in fixed
        if any(box - step in area and box + step in live and box + step not in fixed for step in level.steps)
    }


def _check_immovable(level: Sokoban, boxes: set[int]) -> list[str]:
    problems = []
    if moving := pushable(level, boxes, live_squares(level)):
        problems.append(f"the box at {level.place_of(min(moving))} can be pushed")
    if boxes <= level.goals:
        problems.append("all its boxes stand on goals")
    return problems


def _check_exhausted(level: Sokoban) -> list[str]:
    live = live_squares(level)
    if not level.boxes <= live:
        return []  # a dead box: no state at all needs to be looked at
    start = level.initial()
    seen: set[State] = {start}
    stack = [start]
    while stack:
        state = stack.pop()
        if level.is_goal(state):
            return ["a solved state can be reached"]
        for _, after in level.successors(state, "pushes"):
            if after not in seen and after.boxes <= live:
                seen.add(after)
                stack.append(after)
                if len(seen) > MOST_STATES:
                    raise NotChecked(f"more than {MOST_STATES:,} states to expand again by the rules")
    return []

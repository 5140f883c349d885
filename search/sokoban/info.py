"""`gridproof info` for Sokoban: what the rules and the tables say before any search."""

from __future__ import annotations

from typing import Any

from gridproof.levels.sokoban.certificates import goals_of, live_squares
from gridproof.levels.sokoban.level import WALL, Sokoban
from gridproof.limits import Budget
from gridproof.search.sokoban.board import make_board, too_large
from gridproof.search.sokoban.reasons import crowded, immovable


def info(level: Sokoban, detail: bool = False) -> dict[str, Any]:
    """Counts of boxes, goals and squares, and the lower bound of the start; with `detail` the squares themselves.

    The floor is what the player could walk on without boxes. dead: a box there is lost; tunnel: walls on two
    opposite sides; articulation: without it the floor falls apart.
    """
    level.player  # noqa: B018  # raises LevelError for a level that nobody can play
    floor = level.region(frozenset(), level.player)
    live = live_squares(level) & floor
    groups = {
        "live_squares": live,
        "dead_squares": floor - live,
        "tunnel_squares": {square for square in floor if _in_tunnel(level, square)},
        "articulation_squares": {square for square in floor if _articulation(level, floor, square)},
        "boxes_out_of_reach": level.boxes - floor,
        "goals_out_of_reach": level.goals - floor,
    }
    facts: dict[str, Any] = {
        "rows": len(level.rows),
        "columns": level.stride - 2,
        "author": level.author,
        "comment": level.comment,
        "boxes": len(level.boxes),
        "goals": len(level.goals),
        "boxes_on_goals": len(level.boxes & level.goals),
        "floor_squares": len(floor),
        **{name: len(squares) for name, squares in groups.items()},
        "stored_solutions": len(level.solutions),
    }
    if level.boxes <= level.goals:
        facts |= {"solved_at_the_start": True, "pushes_at_least": 0}
    elif (crowded(level, Budget()) or immovable(level)) is not None:
        facts |= {"solved_at_the_start": False, "pushes_at_least": None, "solvable": False}
    else:
        facts |= {"solved_at_the_start": False, "pushes_at_least": _bound(level)}
    if detail:
        facts |= {f"{name}_list": [level.place_of(s) for s in sorted(squares)] for name, squares in groups.items()}
        facts["goals_a_box_can_reach"] = {
            "{},{}".format(*level.place_of(box)): len(goals_of(level, [box])) for box in sorted(level.boxes)
        }
    return facts


def _bound(level: Sokoban) -> int | None:
    from gridproof.search.sokoban.matching import matching_bound

    if too_large(level):
        return None
    board = make_board(level)
    bound = matching_bound(board, board.boxes.tolist(), board.player)
    return bound if bound < 1 << 20 else None


def _in_tunnel(level: Sokoban, square: int) -> bool:
    up, left, down, right = (level.cells[square + step] == WALL for step in level.steps)
    return (up and down) or (left and right)


def _articulation(level: Sokoban, floor: set[int], square: int) -> bool:
    rest = floor - {square}
    sides = [square + step for step in level.steps if square + step in rest]
    if len(sides) < 2:
        return False
    around = {square + a + b for a in (0, *level.steps) for b in (0, *level.steps)} & rest
    if _connected(level, around, sides):
        return False
    return not _connected(level, rest, sides)


def _connected(level: Sokoban, area: set[int], sides: list[int]) -> bool:
    """Whether all of `sides` can be reached from the first within `area`."""
    seen, stack = {sides[0]}, [sides[0]]
    while stack:
        square = stack.pop()
        for step in level.steps:
            if square + step in area and square + step not in seen:
                seen.add(square + step)
                stack.append(square + step)
    return set(sides) <= seen

"""What can be said about a peg solitaire level without solving it."""

from __future__ import annotations

from typing import Any

from gridproof.levels.pegs.classes import class_goals, gf4_class, invariant_sets
from gridproof.levels.pegs.evidence import regions_bound
from gridproof.levels.pegs.level import Pegs
from gridproof.levels.pegs.symmetry import goal_symmetries, group_name
from gridproof.models.pegs.regions import best_packing


def info(level: Pegs, detail: bool = False) -> dict[str, Any]:
    """Sizes, symmetry, position class, and bounds; with `detail` the sets that no jump changes the parity of."""
    least, most = level.jumps_needed
    sets = invariant_sets(level)
    allowed = class_goals(level, sets)
    regions = best_packing(level)
    facts: dict[str, Any] = {
        "holes": level.size,
        "pegs": level.start.bit_count(),
        "jumps_on_the_board": len(level.jumps),
        "jump_directions": level.neighbours,
        "symmetry_group": group_name(level),
        "symmetries_that_fix_the_goal": len(goal_symmetries(level)),
        "goal": _goal(level),
        "position_class": " ".join(gf4_class(level, level.start)) or None,
        "goal_class": None if level.anywhere or level.free else " ".join(gf4_class(level, level.must)) or None,
        "parities_kept": len(sets),
        "allowed_by_class": bool(allowed) and most >= 0,
        "jumps_needed": least if least == most else f"{least} to {most}" if most >= 0 else None,
        "moves_needed_at_least": regions_bound(level, regions),
    }
    if level.anywhere:
        facts["last_peg_at"] = [_place(level, must) for must, _ in allowed]
    if detail:
        facts["parity_sets"] = [level.cells(cells) for cells in sets]
        facts["regions"] = [level.cells(region) for region in regions]
    return facts


def _goal(level: Pegs) -> str:
    if level.anywhere:
        return "one peg, anywhere"
    if level.must.bit_count() == 1 and not level.free:
        return f"one peg at {_place(level, level.must)}"
    either = f", {level.free.bit_count()} holes either way" if level.free else ""
    return f"a pattern of {level.must.bit_count()} pegs{either}"


def _place(level: Pegs, hole: int) -> str:
    row, column = level.holes[hole.bit_length() - 1]
    return f"{row},{column}"

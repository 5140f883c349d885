"""Engine `reasons`: levels that are solved at the start, or that have no solution for a reason one can point at.

See `levels/sokoban/certificates.py` for the arguments. Works on boards of any size.
"""

from __future__ import annotations

from gridproof.answer import Certificate
from gridproof.ledger import Ledger
from gridproof.levels.sokoban.certificates import goals_of, live_squares, pushable
from gridproof.levels.sokoban.level import Sokoban
from gridproof.limits import Budget

MOST_WORK = 50_000_000  # boxes times squares for the matching of boxes to goals
MOST_EXPANDED = 20_000  # nodes of a search; the rules without its pruning meet more states than that


def applies(level: Sokoban, metric: str) -> str | None:
    return None


def run(level: Sokoban, ledger: Ledger, budget: Budget) -> None:
    settle("reasons", level, ledger, budget)


def settle(engine: str, level: Sokoban, ledger: Ledger, budget: Budget) -> bool:
    """Offer the empty solution where it is one, or prove that there is none where a reason is at hand.

    Other engines begin with this under their own name: boxes they leave out as immovable must be known to stand
    on goals. Returns whether the level is settled.
    """
    level.player  # noqa: B018  # raises LevelError for a level that nobody can play
    if level.boxes <= level.goals:
        ledger.offer(engine, "")
        return True
    found = crowded(level, budget) or immovable(level)
    if found is None:
        return False
    kind, boxes = found
    squares = [level.place_of(box) for box in sorted(boxes)]
    ledger.prove(engine, float("inf"), Certificate(kind, "unsolvable", {"squares": squares}))
    return True


def exhausted(nodes: int) -> Certificate | None:
    """For a search that ended after so many nodes: the claim that `verify` can expand again, where it can."""
    return Certificate("exhausted", "unsolvable") if nodes <= MOST_EXPANDED else None


def immovable(level: Sokoban) -> tuple[str, set[int]] | None:
    """The largest set of boxes that can never be pushed, when one of them is on no goal."""
    fixed, live = set(level.boxes), live_squares(level)
    while moving := pushable(level, fixed, live):
        fixed -= moving
    return None if fixed <= level.goals else ("immovable", fixed)


def crowded(level: Sokoban, budget: Budget) -> tuple[str, set[int]] | None:
    """Boxes with fewer goals in reach than they are, by augmenting paths (Hall 1935, Kuhn 1955)."""
    if len(level.boxes) > len(level.goals):
        return "crowded", set(level.boxes)
    if len(level.boxes) * len(level.cells) > MOST_WORK:
        return None
    reach = {}
    for box in sorted(level.boxes):
        budget.check()
        reach[box] = goals_of(level, [box])
    holder: dict[int, int] = {}  # goal -> box
    for box in reach:
        origin: dict[int, int] = {}  # goal -> the box from which the search came to it
        tree, stack, end = {box}, [box], None
        while stack and end is None:
            current = stack.pop()
            for goal in reach[current] - origin.keys():
                origin[goal] = current
                if goal not in holder:
                    end = goal
                    break
                tree.add(holder[goal])
                stack.append(holder[goal])
        if end is None:
            return "crowded", tree
        while True:  # hand goals on along the path back to `box`
            current = origin[end]
            left = next((goal for goal, owner in holder.items() if owner == current), None)
            holder[end] = current
            if left is None:
                break
            end = left
    return None

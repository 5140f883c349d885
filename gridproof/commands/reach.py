"""Where one box can be pushed while all others stand still, and the way there."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from gridproof.commands.options import cell

if TYPE_CHECKING:
    from gridproof.levels.base import Level
    from gridproof.registry import ReachModule

NO_WAY = 20  # the exit code of what has no solution


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("level", metavar="LEVEL")
    parser.add_argument(
        "--box", type=cell, required=True, metavar="R,C", help="the box: row and column from 0, top left"
    )
    parser.add_argument("--to", type=cell, metavar="R,C", help="the way to this square: fewest pushes, then moves")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    import json

    from gridproof.errors import UsageError
    from gridproof.loader import load
    from gridproof.registry import PUZZLES, puzzle

    level = load(arguments.level)
    module = puzzle(level.puzzle).load_reach()
    if module is None:
        known = " or ".join(row.name for row in PUZZLES.values() if row.reach)
        raise UsageError(f"reach is not known for {level.puzzle}: expected a level of {known}")
    way = None if arguments.to is None else module.way(level, None, arguments.box, arguments.to)
    if arguments.json:
        json.dump(document(level, module, arguments, way), sys.stdout, ensure_ascii=False)
        print()
    else:
        tell(level, module.reach(level, None, arguments.box), arguments, way)
    return 0 if arguments.to is None or way is not None else NO_WAY


def document(level: Level, module: ReachModule, arguments: argparse.Namespace, way: Any) -> dict[str, Any]:
    """What --json prints: squares by row and column, each with its costs; with --to the way, null where none is."""
    first, last = level.metrics[0], level.metrics[-1]
    costs = module.costs(level, None, arguments.box)
    found: dict[str, Any] = {
        "puzzle": level.puzzle,
        "title": level.title,
        "box": list(arguments.box),
        "squares": [
            {"square": list(square), first: pushes, last: moves} for square, (pushes, moves) in sorted(costs.items())
        ],
    }
    if arguments.to is not None:
        found |= {"to": list(arguments.to), "way": way}
        found |= {metric: None if way is None else level.cost(way, metric) for metric in (first, last)}
    return found


def tell(level: Level, reached: dict[tuple[int, int], int], arguments: argparse.Namespace, way: Any) -> None:
    """The drawing and plain sentences."""
    import textwrap

    from gridproof.answer import counted
    from gridproof.registry import puzzle
    from gridproof.terminal import show

    first, last = level.metrics[0], level.metrics[-1]
    rules: Any = puzzle(level.puzzle).load()
    box = "The box at row {}, column {}".format(*arguments.box)
    show(rules.draw_reach(level, arguments.box, reached, arguments.to))
    print()
    others = len(reached) - 1
    if others == 0:
        print(f"{box} cannot be pushed while the other boxes stand still.")
    else:
        most = counted(max(reached.values()), first)
        where = f"1 other square, with {most}" if others == 1 else f"{others} other squares, with at most {most} each"
        print(f"{box} can be pushed to {where}.")
    if arguments.to is None:
        return
    there = "row {}, column {}".format(*arguments.to)
    if arguments.to == arguments.box:
        print("It stands there already.")
    elif way is None:
        print(f"There is no way to {there} while the other boxes stand still.")
    else:
        pushes, moves = counted(level.cost(way, first), first), counted(level.cost(way, last), last)
        print(f"To {there}: {pushes}, the fewest, and {moves}, the fewest with {pushes}.")
        print(*textwrap.wrap(way, 78), sep="\n")

"""What can be said about a level without solving it."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from gridproof.commands.options import add_limits

if TYPE_CHECKING:
    from gridproof.levels.base import Level
    from gridproof.registry import InfoModule


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("level", metavar="LEVEL")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--detail", action="store_true", help="long lists as well")
    parser.add_argument("--explore", action="store_true", help="walk through every position that can be reached")
    parser.add_argument("--minimise", metavar="METRIC", help="the metric of distances for --explore")
    add_limits(parser)


def run(arguments: argparse.Namespace) -> int:
    import json

    from gridproof.loader import load
    from gridproof.registry import puzzle
    from gridproof.terminal import show

    level = load(arguments.level)
    row = puzzle(level.puzzle)
    module = row.load_info()
    facts: dict[str, Any] = {"puzzle": level.puzzle, "title": level.title}
    if module is not None:
        facts.update(module.info(level, detail=arguments.detail))
    if arguments.explore:
        facts.update(explore(level, module, arguments))
    if arguments.json:
        json.dump(facts, sys.stdout, ensure_ascii=False)
        print()
        return 0
    show(row.load().draw(level))
    for key, value in facts.items():
        label = key.replace("_", " ")
        if isinstance(value, list) and value and isinstance(value[0], dict):
            print(f"{label}:", *(f"  {_plain(item)}" for item in value), sep="\n")
        elif value is not None:
            print(f"{label}: {_plain(value)}")
    return 0


def explore(level: Level, module: InfoModule | None, arguments: argparse.Namespace) -> dict[str, object]:
    """What a walk through all positions tells, for puzzles that can do it."""
    from gridproof.errors import LimitReached, UsageError
    from gridproof.limits import Budget, Limits
    from gridproof.solver import REASONS

    walk = getattr(module, "explore", None)
    if walk is None:
        raise UsageError(f"--explore is not known for {level.puzzle}")
    metric = arguments.minimise or level.metrics[0]
    if metric not in level.metrics:
        raise UsageError(f"{level.puzzle} has no metric {metric!r}: expected {' | '.join(level.metrics)}")
    budget = Budget(Limits(arguments.time_limit, arguments.memory_limit, arguments.workers))
    try:
        return dict(walk(level, metric, budget))
    except LimitReached as limit:
        raise UsageError(f"not explored: {REASONS[limit.reason]}") from None


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "; ".join(f"{key.replace('_', ' ')} {_plain(item)}" for key, item in value.items())
    if isinstance(value, list) and value and isinstance(value[0], list):
        return " ".join(f"({','.join(map(str, item))})" for item in value)
    if isinstance(value, list):
        return ", ".join(_plain(item) for item in value) or "none"
    return str(value)

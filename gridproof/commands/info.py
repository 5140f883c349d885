"""What can be said about a level without solving it."""

from __future__ import annotations

import argparse
import sys
from typing import Any


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("level", metavar="LEVEL")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--detail", action="store_true", help="long lists as well")


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

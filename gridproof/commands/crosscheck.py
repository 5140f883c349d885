"""Run every engine that applies to some levels and report each contradiction.

Exit code 0 when all agree, 1 when any two do not.
"""

from __future__ import annotations

import argparse

from gridproof.commands.options import add_engines, add_limits


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("level", metavar="LEVEL", nargs="+")
    add_engines(parser)
    add_limits(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object per level")


def run(arguments: argparse.Namespace) -> int:
    import json

    from gridproof.crosschecker import crosscheck
    from gridproof.loader import load_all

    wrong = 0
    for name in arguments.level:
        for number, level in enumerate(load_all(name), 1):
            result = crosscheck(
                level,
                engines=arguments.engine,
                time_limit=arguments.time_limit,
                memory_limit=arguments.memory_limit,
                workers=arguments.workers,
            )
            wrong += bool(result.contradictions)
            label = f"{name}#{number}" if "#" not in name else name
            if arguments.json:
                print(json.dumps({"level": label, **result.to_dict()}, ensure_ascii=False), flush=True)
            else:
                print(f"{label}  {result.line()}", flush=True)
                for contradiction in result.contradictions:
                    print(f"  CONTRADICTION: {contradiction}")
                    print("  " + level.to_text().replace("\n", "\n  ").rstrip())
    return 1 if wrong else 0

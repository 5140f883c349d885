"""Write a level in another text format."""

from __future__ import annotations

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("level", metavar="LEVEL")
    parser.add_argument("--to", required=True, metavar="FORMAT", help="`text` for the puzzle's own format")


def run(arguments: argparse.Namespace) -> int:
    from gridproof.errors import UsageError
    from gridproof.loader import load_all
    from gridproof.registry import puzzle

    texts = []
    for level in load_all(arguments.level):
        writers = puzzle(level.puzzle).load().WRITERS
        if arguments.to not in writers:
            raise UsageError(f"no format {arguments.to!r} for {level.puzzle}: expected {' | '.join(writers)}")
        texts.append(writers[arguments.to](level))
    print("---\n".join(texts), end="")
    return 0

"""Make new levels: solvable, with their proven optimum; the same for the same seed."""

from __future__ import annotations

import argparse

from gridproof.commands.options import size, whole


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("puzzle", metavar="PUZZLE")
    parser.add_argument("--seed", type=whole(0), default=0, metavar="N")
    parser.add_argument("--count", type=whole(1), default=1, metavar="N")
    parser.add_argument("--size", type=size, metavar="RxC", help="rows by columns")


def run(arguments: argparse.Namespace) -> int:
    from gridproof.errors import UsageError
    from gridproof.registry import puzzle
    from gridproof.solver import solve

    module = puzzle(arguments.puzzle).load_generator()
    if module is None:
        raise UsageError(f"no generator for {arguments.puzzle}")
    rows, columns = arguments.size or (None, None)
    for index in range(arguments.count):
        level = module.generate(rows, columns, arguments.seed, index)
        answer = solve(level)
        if answer.reason == "interrupted":
            raise KeyboardInterrupt
        claim = "optimal" if answer.optimal else f"at least {answer.lower_bound}"
        if index:
            print("---")
        print(f"; {answer.cost} {answer.metric}, {claim}")
        print(level.to_text(), end="")
    return 0

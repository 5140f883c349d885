"""Make new levels: solvable, with their proven optimum; the same for the same seed."""

from __future__ import annotations

import argparse

from gridproof.commands.options import add_limits, size, whole

SECONDS = 60.0  # for the optimum of a level, unless --time-limit says otherwise


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("puzzle", metavar="PUZZLE")
    parser.add_argument("--seed", type=whole(0), default=0, metavar="N")
    parser.add_argument("--count", type=whole(1), default=1, metavar="N")
    parser.add_argument("--size", type=size, metavar="RxC", help="rows by columns")
    add_limits(parser)


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
        answer = solve(
            level,
            time_limit=arguments.time_limit or SECONDS,
            memory_limit=arguments.memory_limit,
            workers=arguments.workers,
        )
        if answer.reason == "interrupted":
            raise KeyboardInterrupt
        claim = "optimal" if answer.optimal else f"at least {answer.lower_bound} (not settled in time)"
        best = "no solution found" if answer.cost is None else f"{answer.cost} {answer.metric}"
        if index:
            print("---")
        print(f"; {best}, {claim}")
        print(level.to_text(), end="")
    return 0

"""Solve a level: a cheapest solution, or a proof that there is none.

The answer's exit code is the command's: 0 solved, 20 unsolvable, 21 out of bound, 30 unknown.
"""

from __future__ import annotations

import argparse
import logging
import sys

from gridproof.commands.options import add_engines, add_limits, add_metric, whole


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("level", metavar="LEVEL")
    add_engines(parser)
    add_metric(parser)
    parser.add_argument("--max-cost", type=whole(0), metavar="K", help="is there a solution of cost K or less?")
    parser.add_argument("--any", action="store_true", help="any solution, quickly, instead of a cheapest one")
    add_limits(parser)
    parser.add_argument("--proof", metavar="FILE", help="write a clausal proof of the lower bound to FILE")
    parser.add_argument("--json", action="store_true", help="print the answer as one JSON document")
    parser.add_argument("--output", metavar="FILE", help="write the answer as JSON to FILE")
    parser.add_argument("--html", metavar="FILE", help="write one page to FILE: the board, the steps, the proof")
    parser.add_argument("--quiet", action="store_true", help="print nothing but the result")


def run(arguments: argparse.Namespace) -> int:
    from gridproof.compiling import SHORT, compiled_seconds
    from gridproof.loader import load
    from gridproof.proving import require_encoder, with_proof
    from gridproof.report import describe
    from gridproof.solver import solve
    from gridproof.terminal import ProgressLine, check_output, write_file

    for path in (arguments.output, arguments.html):
        if path is not None:
            check_output(path)
    level = load(arguments.level)
    if arguments.proof is not None:
        check_output(arguments.proof)
        require_encoder(level, arguments.minimise)
    if arguments.html is not None:
        from gridproof.web.page import require_page

        require_page(level)
    progress = ProgressLine(arguments.quiet)
    try:
        answer = solve(
            level,
            minimise=arguments.minimise,
            max_cost=arguments.max_cost,
            engines=arguments.engine,
            any_solution=arguments.any,
            time_limit=arguments.time_limit,
            memory_limit=arguments.memory_limit,
            workers=arguments.workers,
            on_progress=progress,
        )
        if arguments.proof is not None:
            answer = with_proof(level, answer, arguments.proof, arguments.time_limit, arguments.memory_limit)
    finally:
        progress.clear()
    if (compiled := compiled_seconds()) > SHORT:
        logging.getLogger("gridproof").info("kernels were compiled in %.0f s, which no time below holds", compiled)
    if arguments.output is not None:
        write_file(arguments.output, answer.json_chunks())
    if arguments.json:
        sys.stdout.writelines(answer.json_chunks())
        sys.stdout.write("\n")
    else:
        describe(level, answer, quiet=arguments.quiet)
    if arguments.html is not None:
        from gridproof.web.page import page

        write_file(arguments.html, [page(level, answer)])
    return answer.exit_code

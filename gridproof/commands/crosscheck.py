"""Run every engine on some levels, compare with each other and with what is known, report contradictions.

Exit code 0 when all agree, 1 on any contradiction, wrong solution or crash.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from gridproof.commands.options import add_engines, add_limits, add_metric

if TYPE_CHECKING:
    from gridproof.crosschecking.compare import Comparison


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("level", metavar="LEVEL", nargs="+", help="files, folders, globs, bundled names")
    add_engines(parser)
    add_metric(parser)
    add_limits(parser)
    parser.add_argument("--expect", metavar="CSV", help="known optima and bounds to compare with")
    parser.add_argument("--answers", metavar="FILE", help="solutions from elsewhere, to be checked")
    parser.add_argument(
        "--command", dest="program", metavar="CMD", help="a solver to run on each level: 'solver {level}'"
    )
    parser.add_argument("--junit", metavar="FILE", help="write JUnit XML, one test case a level")
    parser.add_argument("--json", action="store_true", help="one JSON object per level")
    parser.add_argument("--store", metavar="FILE", help="keep every result here, and go on where a run stopped")
    parser.add_argument("--dask", metavar="ADDRESS", help="send the tasks to this Dask scheduler")


def run(arguments: argparse.Namespace) -> int:
    import os

    from gridproof.crosschecking.cluster import cluster_runner
    from gridproof.crosschecking.foreign import Answers
    from gridproof.crosschecking.junit import junit
    from gridproof.crosschecking.known import Table
    from gridproof.crosschecking.store import Store
    from gridproof.crosschecking.suite import Plan, find_levels, local_runner, run_suite
    from gridproof.limits import Limits
    from gridproof.terminal import write_file

    levels = find_levels(arguments.level)
    plan = Plan(
        engines=arguments.engine,
        minimise=arguments.minimise,
        limits=Limits(arguments.time_limit, arguments.memory_limit, 1),
        table=Table(arguments.expect) if arguments.expect else None,
        answers=Answers(arguments.answers) if arguments.answers else None,
        command=arguments.program,
    )
    store = Store(arguments.store) if arguments.store else None
    if arguments.dask:
        runner = cluster_runner(arguments.dask)
    else:
        runner = local_runner(levels, arguments.workers or os.cpu_count() or 1)
    done: list[Comparison] = []
    try:
        for comparison in run_suite(levels, plan, runner, store):
            done.append(comparison)
            _print(comparison, arguments.json)
    finally:
        if arguments.junit:
            write_file(arguments.junit, [junit(done)])
    wrong = sum(bool(comparison.contradictions) for comparison in done)
    if not arguments.json:
        _print_summary(done, wrong, plan.table is not None)
    return 1 if wrong else 0


def _print(comparison: Comparison, as_json: bool) -> None:
    import json

    if as_json:
        print(json.dumps(comparison.to_dict(), ensure_ascii=False), flush=True)
        return
    print(f"{comparison.level}  {comparison.line()}", flush=True)
    for contradiction in comparison.contradictions:
        print(f"  CONTRADICTION: {contradiction}")
    if comparison.contradictions:
        print("  " + comparison.text.replace("\n", "\n  ").rstrip())


def _print_summary(done: list[Comparison], wrong: int, expected: bool) -> None:
    settled = sum(comparison.reached for comparison in done)
    known = f", {sum(c.known is not None for c in done)} of them in the table" if expected else ""
    print(f"{len(done)} levels{known}: {settled} settled, {wrong} with contradictions.")

"""What a stored cross-check holds, or how two of them differ.

Exit code 1 when a row is wrong (or, with two stores, newly wrong or no longer solved).
"""

from __future__ import annotations

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("store", metavar="STORE", nargs="+", help="one store, or two to compare")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--html", metavar="FILE", help="write one self-contained page")


def run(arguments: argparse.Namespace) -> int:
    import json

    from gridproof.crosschecking.runs import compare_runs, summary, to_dict, to_html
    from gridproof.crosschecking.store import Store
    from gridproof.errors import UsageError
    from gridproof.terminal import write_file

    if len(arguments.store) > 2:
        raise UsageError(f"expected one store or two, not {len(arguments.store)}")
    runs = [list(Store(path, must_exist=True).rows()) for path in arguments.store]
    changes = compare_runs(runs[0] if len(runs) == 2 else [], runs[-1])
    if arguments.html:
        write_file(arguments.html, [to_html(changes, " and ".join(arguments.store))])
    if arguments.json:
        print(json.dumps(to_dict(changes), ensure_ascii=False))
    else:
        for change in changes:
            if change.kind != "same":
                problems = "".join(f"\n  {problem}" for problem in change.row.problems)
                before = f"{change.before.brief()} {change.before.seconds:.2f} s -> " if change.before else ""
                after = f"{change.after.brief()} {change.after.seconds:.2f} s" if change.after else "nothing"
                print(f"{change.row.level}  {change.kind}: {before}{after}{problems}")
        print(", ".join(f"{count} {kind}" for kind, count in summary(changes).items()) or "no rows")
    bad = {"newly wrong", "no longer solved"}
    return 1 if any(change.kind in bad for change in changes) else 0

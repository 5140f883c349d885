"""The web page, on this machine alone: play, edit and solve levels, step through solutions, see proofs."""

from __future__ import annotations

import argparse

from gridproof.commands.options import seconds, whole


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port", type=whole(0), default=8017, metavar="N", help="0: any that is free (default: 8017)"
    )
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    parser.add_argument("--jobs", type=whole(1), default=2, metavar="N", help="solves at a time (default: 2)")
    parser.add_argument(
        "--time-limit", type=seconds, default=600.0, metavar="S", help="longest solve, in seconds (default: 600)"
    )
    parser.add_argument(
        "--memory-limit", type=whole(1), default=4096, metavar="MIB", help="memory of each solve (default: 4096)"
    )


def run(arguments: argparse.Namespace) -> int:
    from gridproof.web.server import serve
    from gridproof.web.shared import Caps

    caps = Caps(arguments.time_limit, arguments.memory_limit, arguments.jobs)
    serve(arguments.port, caps, arguments.open)
    return 0

"""Build pattern databases on request: `python -m gridproof.search.npuzzle 5x5 6-6-6-6`, then `solve` uses them.

Without sizes, list what is stored.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from functools import partial

from gridproof.errors import GridproofError, UsageError
from gridproof.limits import Budget, Limits
from gridproof.search.npuzzle import choice, store
from gridproof.search.npuzzle.board import board_of
from gridproof.search.npuzzle.geometry import MOST_CELLS, geometry
from gridproof.search.npuzzle.patterns import divide

MIB = 1 << 20


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m gridproof.search.npuzzle", description=__doc__)
    parser.add_argument("size", nargs="?", metavar="RxC", help="the board, such as 4x4")
    parser.add_argument("sizes", nargs="?", metavar="K-K-…", help="tiles of each pattern, such as 7-8")
    parser.add_argument("--blank", metavar="R,C", help="where the goal has its blank (default: a corner)")
    parser.add_argument("--memory-limit", type=int, metavar="MIB")
    arguments = parser.parse_args(argv)
    try:
        if arguments.sizes is None:
            return _list()
        return _build(arguments)
    except GridproofError as error:
        print(f"gridproof: {error}", file=sys.stderr)
        return error.exit_code
    except OSError as error:
        print(f"gridproof: {error.filename or store.folder()}: {error.strerror}", file=sys.stderr)
        return 2


def _list() -> int:
    folder = store.folder()
    print(folder)
    for file in sorted(folder.glob("npuzzle-*")):
        print(f"  {file.name}  {file.stat().st_size / MIB:.1f} MiB")
    return 0


def _build(arguments: argparse.Namespace) -> int:
    rows, columns = _pair(arguments.size, "x", "a board such as 4x4")
    if not (rows >= 2 and columns >= 2 and 6 <= rows * columns <= MOST_CELLS):
        raise UsageError(f"a board of {arguments.size}: expected 6 to {MOST_CELLS} cells and sides of 2 or more")
    r, c = _pair(arguments.blank, ",", "a cell such as 0,0") if arguments.blank else (0, 0)
    if not (r < rows and c < columns):
        raise UsageError(f"no cell {r},{c} on a board of {arguments.size}")
    try:
        sizes = tuple(int(part) for part in arguments.sizes.split("-"))
    except ValueError:
        raise UsageError(f"{arguments.sizes!r}: expected sizes such as 7-8") from None
    from gridproof.levels.npuzzle.level import NPuzzle

    goal = [*range(1, rows * columns)]
    goal.insert(r * columns + c, 0)
    board = board_of(NPuzzle(rows, columns, tuple(goal), tuple(goal)))
    patterns = divide(board.rows, board.columns, board.blank_home, sizes)
    budget = Budget(Limits(memory=arguments.memory_limit))
    done = set()
    for pattern in patterns:
        key, _ = store.key_of(board.rows, board.columns, pattern, board.blank_home)
        if key in done:
            continue
        done.add(key)
        began = time.monotonic()
        ready = store.load(key) is not None
        if not ready:
            store.obtain(key, budget, partial(_tell, key.name))
        states = geometry(key.rows, key.columns, len(pattern)).states
        how = "there already" if ready else f"built in {time.monotonic() - began:.1f} s"
        print(f"\r{key.name}: {states:,} states, {states / 8 / MIB:.1f} MiB, {how}", flush=True)
    choice.request(board.rows, board.columns, board.blank_home, patterns)
    return 0


def _tell(name: str, text: str) -> None:
    print(f"\r{name}: {text}", end="", file=sys.stderr, flush=True)


def _pair(text: str, separator: str, expected: str) -> tuple[int, int]:
    first, found, second = text.lower().partition(separator)
    if not (found and first.isdecimal() and second.isdecimal()):
        raise UsageError(f"{text!r}: expected {expected}")
    return int(first), int(second)


if __name__ == "__main__":
    sys.exit(main())

"""Options that several commands share, and the checks on their values."""

from __future__ import annotations

import argparse


def whole(least: int) -> type[int]:
    """An argparse type: a whole number of at least `least`."""

    def convert(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"expected a whole number, not {text!r}") from None
        if value < least:
            raise argparse.ArgumentTypeError(f"expected at least {least}, not {text}")
        return value

    return convert  # type: ignore[return-value]  # argparse takes any callable; `type[int]` names its result


def seconds(text: str) -> float:
    """An argparse type: a positive number of seconds."""
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a number of seconds, not {text!r}") from None
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"expected more than 0 seconds, not {text}")
    return value


def size(text: str) -> tuple[int, int]:
    """An argparse type: `RxC`, rows by columns."""
    rows, cross, columns = text.lower().replace("×", "x").partition("x")
    if not (cross and rows.isdecimal() and columns.isdecimal() and int(rows) and int(columns)):
        raise argparse.ArgumentTypeError(f"expected ROWSxCOLUMNS such as 5x7, not {text!r}")
    return int(rows), int(columns)


def cell(text: str) -> tuple[int, int]:
    """An argparse type: `R,C`, row and column from 0."""
    row, comma, column = (part.strip() for part in text.partition(","))
    if not (comma and row.isdecimal() and column.isdecimal()):
        raise argparse.ArgumentTypeError(f"expected ROW,COLUMN such as 3,4, counted from 0, not {text!r}")
    return int(row), int(column)


def add_limits(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--time-limit",
        type=seconds,
        metavar="S",
        help="stop after S seconds of work; compiling kernels, once on a machine, does not count",
    )
    parser.add_argument("--memory-limit", type=whole(1), metavar="MIB", help="stop before MIB mebibytes are used")
    parser.add_argument("--workers", type=whole(1), metavar="N", help="use N processor cores (default: all)")


def add_engines(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--engine", action="append", metavar="NAME", help="use this engine; may be given again")


def add_metric(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--minimise", metavar="METRIC", help="what to minimise (default: the puzzle's first metric)")

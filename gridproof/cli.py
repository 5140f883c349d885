"""The command line: finds the command, and turns every error into one line and an exit code."""

from __future__ import annotations

import argparse
import io
import logging
import os
import sys
from collections.abc import Sequence

import gridproof
from gridproof.answer import EXIT_INTERRUPTED
from gridproof.commands import (
    convert,
    crosscheck,
    generate,
    info,
    levels,
    play,
    reach,
    report,
    serve,
    show,
    solve,
    verify,
)
from gridproof.errors import GridproofError

COMMANDS = (solve, verify, crosscheck, report, info, reach, show, play, levels, convert, generate, serve)
EXIT_USAGE = 2


class _Parser(argparse.ArgumentParser):
    """One line on stderr for a usage error, as for every other bad input."""

    def error(self, message: str) -> None:  # type: ignore[override]  # argparse says NoReturn; exit() does not return
        self.exit(EXIT_USAGE, f"gridproof: {message} (see `{self.prog} --help`)\n")


def parser() -> argparse.ArgumentParser:
    top = _Parser(
        prog="gridproof",
        description="Solve grid puzzles and prove what is said about them.",
        epilog="LEVEL is a file, - for standard input, or a bundled name (see `gridproof levels`); "
        "FILE#3 or FILE#Title picks one level of several. "
        "Exit codes: 0 solved, 20 unsolvable, 21 out of bound, 30 unknown, "
        "1 a failed check, 2 bad input, 130 interrupted.",
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"gridproof {gridproof.__version__}")
    commands = top.add_subparsers(dest="subcommand", metavar="COMMAND", required=True, parser_class=_Parser)
    for module in COMMANDS:
        name = module.__name__.rpartition(".")[2]
        help_text = (module.__doc__ or "").strip().partition("\n")[0]
        sub = commands.add_parser(name, help=help_text, description=help_text, allow_abbrev=False)
        module.add_arguments(sub)
        sub.set_defaults(run=module.run)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    _mend_streams()
    logging.basicConfig(format="gridproof: %(message)s", level=logging.INFO)
    try:
        arguments = parser().parse_args(argv)
        if getattr(arguments, "json", False) and isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")  # JSON is UTF-8, whatever the terminal speaks
        if getattr(arguments, "quiet", False):
            logging.getLogger("gridproof").setLevel(logging.WARNING)
        code: int = arguments.run(arguments)
        sys.stdout.flush()
        return code
    except GridproofError as error:
        print(f"gridproof: {error}", file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:
        # The reader has gone (`gridproof … | head`): not an error, but the shutdown flush would complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"gridproof: {error.filename or 'system'}: {error.strerror or error}", file=sys.stderr)
        return EXIT_USAGE
    except MemoryError:
        print("gridproof: out of memory", file=sys.stderr)
        return 30
    except KeyboardInterrupt:
        print("gridproof: interrupted", file=sys.stderr)
        return EXIT_INTERRUPTED


def _mend_streams() -> None:
    """Closed streams (`2>&-`) become empty ones; characters that stdout cannot show become escapes."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115  # stays open as long as the process
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")

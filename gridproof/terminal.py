"""What people see in a terminal: pictures with colour where there is a terminal, plain text everywhere else."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gridproof.errors import UsageError
from gridproof.picture import Picture

WIDEST = 200  # wider or higher boards are not drawn: nobody could read them
RICH = {
    "wall": "bright_black",
    "floor": "bright_black",
    "on": "bold yellow",
    "goal": "green",
    "press": "bold cyan",
    "mark": "bold magenta",
    "dim": "bright_black",
}
SEQUENCES = {"wall": "90", "floor": "90", "on": "1;33", "goal": "32", "press": "1;36", "mark": "1;35", "dim": "90"}


def show(picture: Picture) -> None:
    """Print a picture on stdout, in colour on a terminal unless NO_COLOR is set."""
    width = max((sum(len(text) for text, _ in row) for row in picture.rows), default=0)
    if width > 2 * WIDEST or len(picture.rows) > WIDEST:
        print(f"(a board of {len(picture.rows)} rows is not drawn; --json and --output hold everything)")
    elif sys.stdout.isatty() and not os.environ.get("NO_COLOR"):
        from rich.console import Console
        from rich.text import Text

        console = Console(highlight=False)
        for row in picture.rows:
            console.print(Text.assemble(*((text, RICH[style]) for text, style in row)), soft_wrap=True)
        for line in picture.legend:
            console.print(line, style="dim", markup=False, soft_wrap=True)
    else:
        print(picture.plain())


def coloured(picture: Picture, colour: bool) -> list[str]:
    """The rows of a picture with the escape sequences of a terminal, or without."""
    if not colour:
        return ["".join(text for text, _ in row) for row in picture.rows]
    return ["".join(f"\x1b[{SEQUENCES[style]}m{text}\x1b[0m" for text, style in row) for row in picture.rows]


def fitted(line: str, columns: int) -> str:
    """A line cut to the width of a terminal, on which wide letters take two columns; no control characters."""
    from rich.cells import cell_len, set_cell_size

    line = "".join(letter if letter.isprintable() else "?" for letter in line)
    return line if cell_len(line) <= columns else set_cell_size(line, columns)


class ProgressLine:
    """One line on stderr that follows the ledger, at most ten times a second, only on a terminal."""

    def __init__(self, quiet: bool):
        self._shown = 0
        self._next = time.monotonic() + 0.3  # what is done sooner needs no progress line
        self.active = not quiet and sys.stderr.isatty()

    def __call__(self, state: Mapping[str, Any]) -> None:
        now = time.monotonic()
        if not self.active or now < self._next:
            return
        self._next = now + 0.1
        best = "none" if state["cost"] is None else state["cost"]
        parts = [f"{state['engine']}: proven {state['lower_bound'] or 0}, best {best}"]
        if state["nodes"]:
            parts.append(f"{state['nodes']:,} nodes")
        parts += [f"{key} {value}" for key, value in state.items() if key not in _LEDGER_KEYS]
        line = ", ".join(parts)[: shutil.get_terminal_size().columns - 1]  # a line that wraps cannot be taken back
        sys.stderr.write("\r" + line.ljust(self._shown))
        sys.stderr.flush()
        self._shown = len(line)

    def clear(self) -> None:
        if self._shown:
            sys.stderr.write("\r" + " " * self._shown + "\r")
            sys.stderr.flush()
            self._shown = 0


_LEDGER_KEYS = ("engine", "nodes", "lower_bound", "cost")


def check_output(path: str) -> None:
    """Raise UsageError, before long work begins, when `write_file` could not write to `path`."""
    target = Path(path).resolve()
    if target.is_dir():
        raise UsageError(f"{path}: this is a folder: expected a file to write to")
    if not target.parent.is_dir():
        raise UsageError(f"{path}: there is no folder {target.parent}")
    if not os.access(target if _special(target) else target.parent, os.W_OK):
        raise UsageError(f"{path}: cannot be written: permission denied")


def write_file(path: str, chunks: Any) -> None:
    """Write text pieces to a file in one step: an error or a Ctrl-C half-way leaves what stood there before.

    What is no plain file (/dev/null, a pipe) is written to, never replaced; a link keeps pointing where it did.
    """
    target = Path(path).resolve()
    if _special(target):
        with target.open("w", encoding="utf-8") as file:
            file.writelines(chunks)
        return
    temporary = target.with_name(f".gridproof.{os.getpid()}.tmp")
    try:
        with temporary.open("w", encoding="utf-8") as file:
            file.writelines(chunks)
        temporary.replace(target)
    except OSError as error:  # it is not the temporary file that the user asked for
        raise OSError(error.errno, error.strerror, path) from None
    finally:
        temporary.unlink(missing_ok=True)


def _special(target: Path) -> bool:
    return target.exists() and not target.is_file()

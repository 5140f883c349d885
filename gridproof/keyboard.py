"""A terminal's keys one by one, and its screen for a while; both are given back whatever happens."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import termios
import tty
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

KEYS = {
    b"\x1b[C": "right",
    b"\x1b[D": "left",
    b"\x1bOC": "right",
    b"\x1bOD": "left",
    b"\x1b[H": "home",
    b"\x1bOH": "home",
    b"\x1b[1~": "home",
    b"\x1b[7~": "home",
    b"\x1b[F": "end",
    b"\x1bOF": "end",
    b"\x1b[4~": "end",
    b"\x1b[8~": "end",
    b"\x1b": "escape",
}
SEQUENCE = re.compile(rb"\x1b(?:\[[0-9;?]*[@-~]|O[@-~])")
UNFINISHED = re.compile(rb"\x1b(?:\[[0-9;?]*|O)?")
PAUSE = 0.05  # seconds; a key escape that nothing follows so soon is the key by itself
OTHER_SCREEN, FIRST_SCREEN = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"  # with the cursor hidden and shown


class Keyboard:
    """Keys read from a terminal's file descriptor, in `with keyboard() as keys`."""

    def __init__(self, descriptor: int):
        self._descriptor = descriptor
        self._read = b""
        self.ended = False

    def key(self, timeout: float | None) -> str | None:
        """The next key, or None after `timeout` seconds: a character, or right, left, home, end, escape.

        A key that is none of these is a blank text.
        """
        if not self._read and not self._more(timeout):
            return None
        while UNFINISHED.fullmatch(self._read) and self._more(PAUSE):
            pass  # a sequence may come in pieces
        found = SEQUENCE.match(self._read)
        length = found.end() if found else 1
        taken, self._read = self._read[:length], self._read[length:]
        if found or taken == b"\x1b":
            return KEYS.get(taken, "")
        return taken.decode("latin-1")

    def _more(self, timeout: float | None) -> bool:
        """Wait for something to read."""
        ready, _, _ = select.select([self._descriptor], [], [], timeout)
        piece = os.read(self._descriptor, 1024) if ready else b""
        self.ended = bool(ready) and not piece
        self._read += piece
        return bool(piece)


@contextmanager
def keyboard() -> Iterator[Keyboard]:
    """Standard input without waiting for the return key and without echo; stdout shows its other screen.

    The terminal is put back on every way out, an exception, Ctrl-C and a termination signal among them.
    """
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    terminated = signal.signal(signal.SIGTERM, _terminate)
    try:
        tty.setcbreak(descriptor)
        now = termios.tcgetattr(descriptor)
        now[6][termios.VSUSP] = b"\0"  # Ctrl-Z would leave the shell with our screen
        termios.tcsetattr(descriptor, termios.TCSADRAIN, now)
        write(OTHER_SCREEN)
        yield Keyboard(descriptor)
    finally:
        write(FIRST_SCREEN)
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
        signal.signal(signal.SIGTERM, terminated)


def _terminate(number: int, frame: object) -> None:
    raise SystemExit(128 + number)


def draw(lines: Sequence[str]) -> None:
    """Show these lines from the top of the screen, and nothing below them."""
    write("\x1b[H" + "".join(f"{line}\x1b[0m\x1b[K\r\n" for line in lines[:-1]) + f"{lines[-1]}\x1b[0m\x1b[J")


def write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()

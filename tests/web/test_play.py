"""`gridproof play` in a pseudo-terminal: keys, small terminals, and the terminal given back on every way out."""

from __future__ import annotations

import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.web.answers import solved, unsolvable

fcntl = pytest.importorskip("fcntl")
pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")

PATIENCE = 30.0  # seconds; a machine under load
ENTER, LEAVE = "\x1b[?1049h", "\x1b[?1049l"


class Session:
    """The command in a pseudo-terminal."""

    def __init__(self, descriptor: int, process: subprocess.Popen[bytes]):
        self.descriptor, self.process, self.output = descriptor, process, ""

    def until(self, condition: Callable[[str], bool]) -> str:
        """The screen as soon as it meets a condition."""
        end = time.monotonic() + PATIENCE
        while not condition(self.screen):
            assert time.monotonic() < end, f"not seen in {self.screen!r}"
            self.read(0.1)
        return self.screen

    def read(self, seconds: float) -> bool:
        """Read what comes; False when the command has closed the terminal."""
        ready, _, _ = select.select([self.descriptor], [], [], seconds)
        if not ready:
            return True
        try:
            piece = os.read(self.descriptor, 1 << 16)
        except OSError:
            return False
        self.output += piece.decode()
        return bool(piece)

    @property
    def screen(self) -> str:
        """What was drawn last, without escape sequences."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.output.split("\x1b[H")[-1])

    def press(self, keys: str) -> None:
        os.write(self.descriptor, keys.encode())

    def leave(self) -> int:
        """The exit code, after the command has ended by itself."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.read(0.1):
            pass
        return self.process.wait()


@contextmanager
def session(answer: Path, rows: int = 40, columns: int = 100) -> Iterator[Session]:
    descriptor, other_end = pty.openpty()
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    # a shell that leads a session and opens the terminal gets it as its own, with Ctrl-C and all
    script = f'exec "$0" "$@" <{os.ttyname(other_end)} >{os.ttyname(other_end)} 2>&1'
    command = ["sh", "-c", script, sys.executable, "-m", "gridproof", "play", str(answer)]
    process = subprocess.Popen(command, start_new_session=True, env={**os.environ, "TERM": "xterm"})
    end = time.monotonic() + PATIENCE
    while not tcgetpgrp(descriptor) and time.monotonic() < end:
        time.sleep(0.01)
    os.close(other_end)
    try:
        yield Session(descriptor, process)
    finally:
        process.kill()
        process.wait()
        os.close(descriptor)


def tcgetpgrp(descriptor: int) -> int:
    """The process group that owns the terminal, 0 as long as there is none."""
    try:
        return os.tcgetpgrp(descriptor)
    except OSError:
        return 0


@pytest.fixture(scope="module", params=["sokoban", "lights-out"])
def answer(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """A file with an answer, and the number of its steps."""
    level, found = solved(request.param)
    file = tmp_path_factory.mktemp("play") / "answer.json"
    file.write_text(found.to_json(), encoding="utf-8")
    return file, level.cost(found.solution, level.metrics[0])


def test_keys(answer: tuple[Path, int]) -> None:
    file, steps = answer
    with session(file) as play:
        first = play.until(lambda screen: f"0 of {steps}" in screen)
        play.press("\x1b[C")
        second = play.until(lambda screen: f"1 of {steps}" in screen)
        assert first.splitlines()[2:-2] != second.splitlines()[2:-2]
        play.press("\x1bOD")
        assert play.until(lambda screen: f"0 of {steps}" in screen) == first
        play.press("\x1b[F")
        play.until(lambda screen: f"{steps} of {steps}" in screen)
        play.press("\x1b[1~")
        play.until(lambda screen: f"0 of {steps}" in screen)
        play.press("+++++++ ")
        play.until(lambda screen: f"{steps} of {steps}" in screen and "playing" not in screen)
        play.press("?x\x1b[Z\x1b[15~\x1bOPé")  # keys without a meaning
        play.press("\x1b[H")
        play.until(lambda screen: f"0 of {steps}" in screen)
        play.press("\x1b")
        play.press("[C")  # a key in pieces
        play.until(lambda screen: f"1 of {steps}" in screen)
        play.press("q")
        assert play.leave() == 0
        assert play.output.rstrip().endswith(LEAVE)


@pytest.mark.parametrize("way", ["q", "escape", "interrupt", "terminate"])
def test_terminal_is_given_back(answer: tuple[Path, int], way: str) -> None:
    file, steps = answer
    with session(file) as play:
        before = termios.tcgetattr(play.descriptor)[3]
        play.until(lambda screen: f"0 of {steps}" in screen)
        assert not termios.tcgetattr(play.descriptor)[3] & termios.ICANON
        if way == "terminate":
            play.process.terminate()
        else:
            play.press({"q": "q", "escape": "\x1b", "interrupt": "\x03"}[way])
        play.until(lambda _: LEAVE in play.output)
        end = time.monotonic() + PATIENCE
        while termios.tcgetattr(play.descriptor)[3] != before:
            assert time.monotonic() < end
            time.sleep(0.02)
        assert play.leave() == {"interrupt": 130, "terminate": 128 + signal.SIGTERM}.get(way, 0)


def test_small_terminal_says_so(answer: tuple[Path, int]) -> None:
    file, steps = answer
    with session(file, rows=7, columns=30) as play:
        play.until(lambda screen: "The board needs" in screen)
        assert max(map(len, play.screen.splitlines())) <= 60
        fcntl.ioctl(play.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        play.until(lambda screen: f"0 of {steps}" in screen and "The board needs" not in screen)
        play.press("q")
        assert play.leave() == 0


def test_without_a_terminal_or_a_solution(
    answer: tuple[Path, int], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    from gridproof.cli import main

    assert main(["play", str(answer[0])]) == 2
    file = tmp_path / "none.json"
    file.write_text(unsolvable("npuzzle")[1].to_json(), encoding="utf-8")
    assert main(["play", str(file)]) == 2
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 2
    assert "terminal" in lines[0]
    assert "no solution to play" in lines[1]

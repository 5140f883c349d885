"""Step through the solution of an answer in the terminal.

Arrow keys: one step; Home, End; space: play or pause; + and -: speed; 1: single steps; q: leave.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridproof.playing import Reel

HELP = "← → step   Home End   space play   + - speed   1 single steps   q leave"
SLOWEST, FASTER, SPEEDS = 1.6, 0.66, 12  # seconds a step, and the factor of each of so many speeds
OTHER_LINES = 5  # beside those of the board
QUICK = 0.08  # seconds that an entry inside a step is shown at most


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("answer", metavar="ANSWER.json")


def run(arguments: argparse.Namespace) -> int:
    from gridproof.commands.show import load_answer
    from gridproof.errors import UsageError
    from gridproof.playing import Film, Reel
    from gridproof.registry import puzzle

    level, answer = load_answer(arguments.answer)
    if answer.solution is None:
        raise UsageError(
            f"{arguments.answer}: no solution to play ({answer.status}); `gridproof show` shows the proof"
        )
    stage = puzzle(answer.puzzle).load_stage()
    if stage is None:
        raise UsageError(f"{answer.puzzle} has no pictures")
    film = Film(level, stage, answer.solution)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("play needs a terminal; `gridproof show --html` writes a page instead")
    try:
        from gridproof.keyboard import keyboard
    except ImportError:  # no termios
        raise UsageError("play needs a Unix terminal; `gridproof show --html` writes a page instead") from None

    player = Player(Reel(film), level.title or level.puzzle, answer.metric == level.metrics[-1])
    with keyboard() as keys:
        while player.open and not keys.ended:
            player.show()
            player.act(keys.key(player.wait()))
    return 0


class Player:
    """What is shown, and what keys do to it."""

    def __init__(self, reel: Reel, title: str, single: bool):
        self.reel, self.title, self.single = reel, title, single
        self.open, self.playing, self.speed = True, False, 4
        self.goal = 0  # the position that a step which is being shown leads to
        self.next = 0.0  # when the next entry is due
        self.shown: object = None  # the size of the terminal and the lines on it

    # --- time and keys -------------------------------------------------------------------------------------

    @property
    def pace(self) -> float:
        """Seconds a step."""
        return SLOWEST * FASTER**self.speed

    def wait(self) -> float:
        """Seconds to wait for a key; a new size of the terminal is looked for meanwhile."""
        if self.reel.position == self.goal and not self.playing:
            return 0.25
        return max(0.0, min(0.25, self.next - time.monotonic()))

    def act(self, key: str | None) -> None:
        acts = {
            "right": lambda: self.step(1),
            "left": lambda: self.step(-1),
            "home": lambda: self.jump(0),
            "end": lambda: self.jump(len(self.reel.film)),
            " ": self.toggle,
            "+": lambda: self.faster(1),
            "=": lambda: self.faster(1),
            "-": lambda: self.faster(-1),
            "1": self.toggle_single,
            "q": self.leave,
            "Q": self.leave,
            "escape": self.leave,
        }
        if key is not None:
            acts.get(key, lambda: None)()
        elif time.monotonic() >= self.next:
            self.advance()

    def step(self, direction: int) -> None:
        self.playing = False
        self.reel.seek(self.goal)  # a step that is still being shown is finished first
        self.begin(direction)
        self.advance()

    def begin(self, direction: int) -> None:
        film, position = self.reel.film, self.reel.position
        self.goal = position + direction if self.single else film.next(position, direction)
        self.goal = max(0, min(len(film), self.goal))

    def advance(self) -> None:
        """One entry of the step that is being shown; when it is over and play goes on, the next step."""
        reel = self.reel
        if reel.position == self.goal and self.playing:
            self.begin(1)
        away = self.goal - reel.position
        if away:
            reel.seek(reel.position + (1 if away > 0 else -1))
            self.next = time.monotonic() + (min(QUICK, self.pace / abs(away)) if abs(away) > 1 else self.pace)
        if self.playing and reel.position == len(reel.film):
            self.playing = False

    def jump(self, position: int) -> None:
        self.playing = False
        self.reel.seek(position)
        self.goal = self.reel.position

    def toggle(self) -> None:
        self.playing = not self.playing
        if self.playing and self.reel.position == len(self.reel.film):
            self.jump(0)
            self.playing = True
        self.next = time.monotonic()

    def toggle_single(self) -> None:
        self.single = not self.single

    def faster(self, by: int) -> None:
        self.speed = max(0, min(SPEEDS, self.speed + by))

    def leave(self) -> None:
        self.open = False

    # --- the screen ----------------------------------------------------------------------------------------

    def show(self) -> None:
        from gridproof.keyboard import draw
        from gridproof.terminal import fitted

        size = os.get_terminal_size(sys.stdout.fileno())  # not COLUMNS, which forgets a change
        width = size.columns - 1
        lines = [
            fitted(self.title, width),
            "",
            *self.board(size),
            "",
            fitted(self.state(), width),
            fitted(HELP, width),
        ]
        if (size, lines) != self.shown:
            self.shown = size, lines
            draw(lines[: size.lines])

    def board(self, size: os.terminal_size) -> list[str]:
        """The lines of the board, or two that say how large the terminal has to be for it."""
        from gridproof.scene import Mark
        from gridproof.scene_text import picture
        from gridproof.terminal import coloured

        film = self.reel.film
        left = zip(film.marks, self.reel.left, strict=True)
        marks = [Mark(mark.row, mark.column, "press" if count else "pressed") for mark, count in left]
        drawn = picture(film.scene, self.reel.frame, marks)
        width = max((sum(len(text) for text, _ in row) for row in drawn.rows), default=0)
        high = len(drawn.rows) + OTHER_LINES
        if width > size.columns or high > size.lines:
            return [
                f"The board needs {width} columns and {high} lines,",
                f"the terminal has {size.columns} and {size.lines}.",
            ]
        return coloured(drawn, not os.environ.get("NO_COLOR"))

    def state(self) -> str:
        """Where the film stands, in words."""
        film, position = self.reel.film, self.reel.position
        step = film.step_at(position)
        count = f"{position} of {len(film)}" if self.single else f"{step + 1} of {len(film.texts)}"
        return f"{count}   {film.texts[step] if step >= 0 else 'start'}{'   (playing)' if self.playing else ''}"

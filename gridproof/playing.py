"""A solution as frames: what each of its finest entries changes on the board, and a film that can be wound."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from gridproof.errors import UsageError
from gridproof.levels.base import Level, Stage
from gridproof.scene import Changes, Frame, Mark, Scene

MOST_ENTRIES = 200_000  # that a film holds


class Film:
    """A level's scene and the frames of a solution. A *position* counts the finest entries played, 0 at the start.

    `texts` says each step in words, `ends[k]` is the position where step k begins, its last entry the length.
    `changes[p]` leads from position p to p + 1. `plan` lists the marks that the entries tick off, where there are
    any, as indices into `marks`; `counts` says how often each of them is ticked off.
    """

    def __init__(self, level: Level, stage: Stage, solution: Any = None):
        """Raises UsageError for a board or a solution that is too large, IllegalMove for what is no solution."""
        self.scene: Scene = stage.scene(level)
        self.start: Frame = stage.frame(level)
        self.texts: list[str] = []
        self.ends = [0]
        self.changes: list[Changes] = []
        self.plan: list[int] = []
        found: dict[Mark, int] = {}
        if solution is not None:
            length = level.cost(solution, level.metrics[-1])
            if length > MOST_ENTRIES:
                raise UsageError(
                    f"a solution of {length:,} steps is too long to show: expected up to {MOST_ENTRIES:,}"
                )
            level.replay(solution)
            self._play(level, stage, solution)
            self.plan = [found.setdefault(mark, len(found)) for mark in stage.plan(level, solution)]
        self.marks = tuple(found)
        self.counts = [0] * len(found)
        for number in self.plan:
            self.counts[number] += 1

    def _play(self, level: Level, stage: Stage, solution: Any) -> None:
        frame, state = Frame(self.start), level.initial()
        for step in stage.unroll(level, solution):
            for entry in step.entries:
                state, changes = stage.step(level, state, entry, frame)
                frame.apply(changes)
                self.changes.append(changes)
            self.texts.append(step.text)
            self.ends.append(len(self.changes))

    def __len__(self) -> int:
        return len(self.changes)

    def step_at(self, position: int) -> int:
        """The step that the entry before a position belongs to, -1 at the start."""
        return bisect_left(self.ends, position) - 1

    def next(self, position: int, direction: int) -> int:
        """The nearest position between two steps, behind (direction 1) or before (-1) another."""
        step = self.step_at(position)
        if direction < 0:
            return self.ends[max(0, step)]
        return self.ends[min(len(self.texts), step + 2 if position == self.ends[step + 1] else step + 1)]


class Reel:
    """A film wound to some position: the frame there, and how often each mark of the plan is still to be done."""

    def __init__(self, film: Film):
        self.film = film
        self.position = 0
        self.frame = Frame(film.start)
        self.left = [*film.counts]
        self._undo: list[Changes] = []

    def seek(self, position: int) -> None:
        target = max(0, min(len(self.film), position))
        while self.position < target:
            changes = self.film.changes[self.position]
            self._undo.append({name: self.frame.get(name) for name in changes})
            self._move(changes, -1, self.position)
            self.position += 1
        while self.position > target:
            self.position -= 1
            self._move(self._undo.pop(), 1, self.position)

    def _move(self, changes: Changes, tick: int, entry: int) -> None:
        self.frame.apply(changes)
        if self.film.plan:
            self.left[self.film.plan[entry]] += tick

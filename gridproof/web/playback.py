"""A solution as JSON that a page can step through: the first frame, then for each entry what changes.

`sprites`  names; everywhere else a sprite is its index here
`looks`    names of looks; everywhere else a look is its index here
`start`    [sprite, row, column, look, …] in one flat list
`steps`    [text, [changes, …]]: one step as people count, the changes of each of its finest entries as a flat list
           like `start`; a look of -1 takes the sprite off the board
`plan`     for each entry the index of the mark that it ticks off, in the layer "plan"
`counts`   how often each mark is ticked off in all
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gridproof.errors import UsageError
from gridproof.levels.base import Level, Stage
from gridproof.scene import KINDS, Frame, Mark, Scene, Spot

MOST_ENTRIES = 200_000
LOOKS = tuple(look for looks in KINDS.values() for look in looks)
GONE = -1
_LOOK_INDEX = {look: index for index, look in enumerate(LOOKS)}


class Tape:
    """Turns frames of one scene into flat lists of numbers."""

    def __init__(self, scene: Scene):
        self.index = {sprite.name: number for number, sprite in enumerate(scene.sprites)}

    def flat(self, changes: Mapping[str, Spot | None]) -> list[float]:
        """[sprite, row, column, look, …] of a frame or of changes."""
        numbers: list[float] = []
        for name, spot in changes.items():
            if spot is None:
                numbers += (self.index[name], 0, 0, GONE)
            else:
                numbers += (self.index[name], spot.row, spot.column, _LOOK_INDEX[spot.look])
        return numbers


def start(scene: Scene, frame: Frame) -> dict[str, Any]:
    """The part that every playback has, and all of it for a level without a solution."""
    tape = Tape(scene)
    return {
        "sprites": [*tape.index],
        "looks": LOOKS,
        "start": tape.flat(frame),
        "steps": [],
        "plan": [],
        "counts": [],
    }


def playback(level: Level, stage: Stage, scene: Scene, solution: Any) -> tuple[dict[str, Any], list[Mark]]:
    """The JSON of a solution that the rules accept, and the marks of its plan, each once.

    Raises UsageError for a solution that is too long for a page, IllegalMove for one that the rules do not accept.
    """
    length = level.cost(solution, level.metrics[-1])
    if length > MOST_ENTRIES:
        raise UsageError(f"a solution of {length:,} steps is too long for a page: expected at most {MOST_ENTRIES:,}")
    frame, state, tape = stage.frame(level), level.initial(), Tape(scene)
    found = start(scene, frame)
    for step in stage.unroll(level, solution):
        entries = []
        for entry in step.entries:
            state, changes = stage.step(level, state, entry, frame)
            frame.apply(changes)
            entries.append(tape.flat(changes))
        found["steps"].append([step.text, entries])
    marks: dict[Mark, int] = {}
    for mark in stage.plan(level, solution):
        found["plan"].append(marks.setdefault(mark, len(marks)))
    found["counts"] = [0] * len(marks)
    for number in found["plan"]:
        found["counts"][number] += 1
    return found, [Mark(m.row, m.column, m.look, _often(n)) for m, n in zip(marks, found["counts"], strict=True)]


def _often(count: int) -> str:
    return "" if count == 1 else str(count)

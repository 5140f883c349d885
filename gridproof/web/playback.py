"""A film as JSON that a page can step through: the first frame, then for each entry what changes.

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
from itertools import pairwise
from typing import Any

from gridproof.playing import Film
from gridproof.scene import KINDS, Mark, Scene, Spot

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


def playback(film: Film) -> dict[str, Any]:
    """The JSON of a film; without steps for a level without a solution."""
    tape = Tape(film.scene)
    entries = [tape.flat(changes) for changes in film.changes]
    bounds = pairwise(film.ends)
    return {
        "sprites": [*tape.index],
        "looks": LOOKS,
        "start": tape.flat(film.start),
        "steps": [[text, entries[start:end]] for text, (start, end) in zip(film.texts, bounds, strict=True)],
        "plan": film.plan,
        "counts": film.counts,
    }


def plan_marks(film: Film) -> list[Mark]:
    """The marks of the layer "plan", each with how often it is to be ticked off where that is more than once."""
    marks = zip(film.marks, film.counts, strict=True)
    return [Mark(m.row, m.column, m.look, "" if count == 1 else str(count)) for m, count in marks]

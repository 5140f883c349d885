"""Boards in the editor: after a stroke the page is told the pieces that have changed, and not the whole board."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from gridproof.errors import LevelError
from gridproof.web import shelf
from gridproof.web.page import stage_of
from gridproof.web.svg import Pieces, changed, pieces

KEPT = 8  # drawn boards: those that were shown last


@dataclass(frozen=True, slots=True)
class Canvas:
    """A text as the editor shows it. Boards of one `form` have their squares at the same places."""

    told: dict[str, Any]
    brushes: list[dict[str, Any]]
    form: object
    pieces: Pieces


@lru_cache(maxsize=KEPT)
def canvas(puzzle: str, text: str) -> Canvas:
    """Raises LevelError and UsageError as `shelf.look` does."""
    seen = shelf.see(puzzle, text)
    stage = stage_of(seen.level)
    scene, frame = stage.scene(seen.level), stage.frame(seen.level)
    odd = tuple((tile.row, tile.column, tile.at) for tile in scene.tiles if (tile.row, tile.column) != tile.at)
    form = (seen.level.puzzle, scene.rows, scene.columns, scene.shape, odd)
    return Canvas(shelf.told(seen), shelf.brushes_of(seen.level), form, pieces(scene, frame))


def retouched(puzzle: str, before: str, after: str) -> dict[str, Any]:
    """What `shelf.look` says of the text `after`, for a page that shows `before`.

    Where the squares stay where they are, `pieces` holds those that differ in place of the whole board, and `brushes`
    is None unless they differ. (Such a board is there to be drawn on; to be played it is asked for once more.)
    """
    old = None
    with contextlib.suppress(LevelError):
        old = canvas(puzzle, before)
    shown = _canonical(puzzle, after)
    new = canvas(puzzle, shown)
    if old is None or old.form != new.form:
        return shelf.look(puzzle, shown)
    brushes = None if new.brushes == old.brushes else new.brushes
    return {**new.told, "brushes": brushes, "pieces": changed(old.pieces, new.pieces)}


def _canonical(puzzle: str, text: str) -> str:
    """The text as the page will be told it, so that it is what is drawn now and found again with the next stroke."""
    try:
        return shelf.levels_of(puzzle, text)[0].to_text()
    except LevelError:
        return text

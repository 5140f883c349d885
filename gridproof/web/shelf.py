"""Levels as the page is told about them: the bundled ones, and any text, be it a level or not yet."""

from __future__ import annotations

import contextlib
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from gridproof.errors import GridproofError, LevelError, UsageError
from gridproof.levels.base import Level, Stage
from gridproof.levels.text import HEADER, from_text
from gridproof.loader import collections, find_literal, likeliest, load_all, read_levels, recognise, slug
from gridproof.playing import Film
from gridproof.registry import PUZZLES
from gridproof.registry import puzzle as find_puzzle
from gridproof.scene import KINDS, Brush, Frame, Gesture, Scene, Spot, Sprite, Tile
from gridproof.web.page import size_of, stage_of
from gridproof.web.playback import playback
from gridproof.web.svg import board
from gridproof.web.table import costs, score

MOST_LISTED = 1000  # levels of one text


@cache
def shelf() -> list[dict[str, Any]]:
    """The bundled collections with the names and titles of their levels."""
    return [
        {
            "name": name,
            "puzzle": row.name,
            "levels": [
                {"name": f"{name}/{slug(level.title or str(i + 1))}", "title": level.title or str(i + 1)}
                for i, level in enumerate(load_all(name))
            ],
        }
        for row, name, _ in collections()
        if row.stage is not None
    ]


def puzzles() -> list[dict[str, Any]]:
    """The puzzles that have a page, with what may be asked of their engines."""
    return [
        {
            "name": row.name,
            "reach": row.reach is not None,
            "engines": [{"name": engine.name, "proves": engine.proves} for engine in row.engines],
        }
        for row in PUZZLES.values()
        if row.stage is not None
    ]


def bundled(name: str) -> dict[str, Any]:
    """A bundled level by its name. Raises LevelError for a name that is not there."""
    if not any(level["name"] == name for collection in shelf() for level in collection["levels"]):
        raise LevelError("no bundled level of this name", name[:80])
    level = load_all(name)[0]
    return {**look(level.puzzle, level.to_text()), "name": name}


def look(puzzle: str | None, text: str, pick: int = 0, sure: bool = True) -> dict[str, Any]:
    """A text as the page shows it. Where it is no level, `error` says why, and the board is what can be made out.

    `pick` is one of several levels, from 0. A text that is none of `puzzle` may be one of another, unless that is
    `sure`. Raises LevelError when not even a draft can be drawn, or when it cannot be told which puzzle this is;
    UsageError for a board that is too large.
    """
    seen = see(puzzle, text, pick, sure)
    level, stage = seen.level, stage_of(seen.level)
    return {
        **told(seen),
        "score": score(costs(level, [])),
        "titles": [one.title for one in seen.levels[:MOST_LISTED]],
        "keys": seen.error is None and _keys(level, stage),
        "solved": seen.error is None and level.is_goal(level.initial()),
        "brushes": brushes_of(level),
        **picture(level, stage),
    }


@dataclass(frozen=True, slots=True)
class Seen:
    """What can be made out of a text: its levels, the one to be shown, which may be a draft, and what is wrong."""

    text: str
    levels: list[Level]
    level: Level
    error: LevelError | None


def see(puzzle: str | None, text: str, pick: int = 0, sure: bool = True) -> Seen:
    """See `look`."""
    levels: list[Level] = []
    error: LevelError | None = None
    puzzle = puzzle or _named(text)
    try:
        levels = levels_of(puzzle, text)
    except LevelError as why:
        likely = likeliest(from_text(text)) if puzzle is None and why.line is not None else None
        puzzle = puzzle or (likely.name if likely else None)
        if puzzle is None:
            raise
        error = why
    if error is not None and not sure:
        with contextlib.suppress(LevelError):
            levels, error = levels_of(None, text), None
    if levels and not 0 <= pick < len(levels):
        raise UsageError(f"no level {pick + 1}: expected 1 to {len(levels)}")
    level: Level = levels[pick] if levels else _draft(find_puzzle(puzzle or ""), text, error)
    return Seen(text, levels, level, _unplayable(level) if error is None else error)


def told(seen: Seen) -> dict[str, Any]:
    """What the page is told of a level or a draft beside its board."""
    level = seen.level
    stage = stage_of(level)
    scene = stage.scene(level)
    return {
        "puzzle": level.puzzle,
        "title": level.title,
        "text": level.to_text() if seen.levels else seen.text,
        "error": None if seen.error is None else problem(seen.error),
        "metrics": list(level.metrics),
        "size": size_of(scene),
        "hint": stage.hint(level),
        "notes": list(scene.notes),
    }


def brushes_of(level: Level) -> list[dict[str, Any]]:
    """What the editor offers, with drawings."""
    return [asdict(brush) | {"svg": _swatch(brush)} for brush in stage_of(level).brushes(level)]


def levels_of(puzzle: str | None, text: str) -> list[Level]:
    """Every level of a text, of a puzzle that is given, or that the text itself tells. Raises LevelError."""
    if puzzle is not None:
        return read_levels(from_text(text), kind=puzzle)
    if (literal := find_literal(text.strip())) is not None:
        return [literal]
    if any(line.lower().startswith("puzzle:") for line in text.splitlines()):
        return read_levels(from_text(text))
    return recognise(from_text(text))


def _named(text: str) -> str | None:
    """The puzzle that every `puzzle:` line of a text names, if they agree and it is known."""
    matches = [match for line in text.splitlines() if (match := HEADER.match(line[:200]))]
    names = {(match[2] or "").strip() for match in matches if match[1].strip().lower() == "puzzle"}
    return names.pop() if len(names) == 1 and names <= PUZZLES.keys() else None


def _draft(row: Any, text: str, error: LevelError | None) -> Any:
    """What can be made out of a text that is no level; otherwise the error that it is none."""
    try:
        return row.load_stage().draft(text)
    except LevelError:
        raise error or LevelError("no level") from None


def _unplayable(level: Level) -> LevelError | None:
    """Why nobody can play a level that could be read."""
    try:
        level.initial()
    except LevelError as error:
        return error
    return None


def picture(level: Level, stage: Stage) -> dict[str, Any]:
    """The board as it is at the start: markup, and what moves on it (see `playback`)."""
    film = Film(level, stage)
    label = f"{level.title or 'A level'}, {level.puzzle}"
    return {
        "svg": board(film.scene, film.start, (), label),
        "play": playback(film),
        "cells": [sprite.cells for sprite in film.scene.sprites],
    }


def _keys(level: Level, stage: Stage) -> bool:
    """Whether arrow keys mean something by themselves; otherwise they choose a square."""
    state = level.initial()
    return any(stage.gesture(level, state, Gesture("key", key)) for key in ("up", "left", "down", "right"))


def _swatch(brush: Brush) -> str:
    """What a brush puts on the board, drawn by itself."""
    kind = next((kind for kind, looks in KINDS.items() if brush.look in looks), None)
    if kind is None:
        scene = Scene(1, 1, (Tile(0, 0, brush.look),), ())
        return board(scene, Frame({}))
    text = brush.name if kind in ("block", "tile") and len(brush.name) <= 3 else ""
    scene = Scene(1, 1, (Tile(0, 0, "floor"),), (Sprite("brush", kind, text=text),))
    return board(scene, Frame({"brush": Spot(0, 0, brush.look)}))


def problem(error: GridproofError) -> dict[str, Any]:
    """An error for the page: the reason, and the place in the text where there is one."""
    if isinstance(error, LevelError):
        return {"reason": error.reason, "line": error.line, "column": error.column}
    return {"reason": str(error), "line": None, "column": None}

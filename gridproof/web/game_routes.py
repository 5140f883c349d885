"""Reading, editing and playing: each request says the level and what was played, and nothing is kept."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.routing import Route

from gridproof.errors import GridproofError, UsageError
from gridproof.loader import collections, load_all
from gridproof.registry import ReachModule
from gridproof.registry import puzzle as find_puzzle
from gridproof.scene import Gesture, Mark
from gridproof.web import shelf
from gridproof.web.canvas import retouched
from gridproof.web.fields import MAX_TEXT, Fields, address
from gridproof.web.guard import Refused
from gridproof.web.shared import Server, post
from gridproof.web.svg import Layer, layer
from gridproof.web.table import Board, Table, board, costs, score

MOST_CELLS = 10_000  # painted in one request


def _read(_: Server, fields: Fields, __: Request) -> dict[str, Any]:
    puzzle, pick = fields.maybe_text("puzzle"), fields.maybe_whole("pick") or 0
    return shelf.look(puzzle, fields.level(), pick, sure=not fields.flag("unsure"))


def _edit(_: Server, fields: Fields, __: Request) -> dict[str, Any]:
    """One of: squares painted with a brush, a row or column more or less at an edge, an earlier text put back."""
    puzzle, text = fields.text("puzzle"), fields.level()
    stage = find_puzzle(puzzle).load_stage()
    if stage is None:
        raise UsageError(f"{puzzle} has no pictures")
    if (after := fields.maybe_text("back")) is not None:
        if len(after) > MAX_TEXT:
            raise Refused(413, f"back: expected at most {MAX_TEXT:,} characters")
    elif (edge := fields.maybe_text("edge")) is not None:
        after = stage.resize(text, edge, fields.sign("by"))
    else:
        after, cells = text, fields.list("cells")
        if len(cells) > MOST_CELLS:
            raise Refused(400, f"cells: expected at most {MOST_CELLS}")
        for cell in cells:
            after = stage.edit(after, address(cell, "cells"), fields.text("brush"))
    return retouched(puzzle, text, after)


def _play(server: Server, fields: Fields, _: Request) -> dict[str, Any]:
    """What a gesture does: the new entries, what each changes, the costs so far. No entries: it means nothing."""
    table, game = server.table, board(fields.text("puzzle"), fields.level())
    played = fields.list("entries")
    gesture = _gesture(fields.mapping("gesture"))
    position = table.position(game, played)
    new = game.stage.gesture(game.level, position.state, gesture)
    return _told(table, game, played, new)


def _replay(server: Server, fields: Fields, _: Request) -> dict[str, Any]:
    """A whole game at once, as `_play` tells it."""
    return _told(server.table, board(fields.text("puzzle"), fields.level()), [], fields.list("entries"))


def _told(table: Table, game: Board, played: list[Any], new: Sequence[Any] | None) -> dict[str, Any]:
    if not new:
        return {"entries": []}
    position, steps = table.play(game, played, new)
    total = costs(game.level, [*played, *new])
    return {
        "entries": list(new),
        "changes": [game.tape.flat(step) for step in steps],
        "costs": total,
        "score": score(total),
        "solved": game.level.is_goal(position.state),
    }


def _gesture(fields: Fields) -> Gesture:
    return Gesture(
        fields.text("kind"),
        fields.maybe_text("key"),
        fields.maybe_address("cell"),
        fields.maybe_address("to"),
        fields.maybe_address("selected"),
    )


def _reach(server: Server, fields: Fields, _: Request) -> dict[str, Any]:
    """Where the piece on a square can go while all others stand still: marks, and the squares that have them."""
    game, state, module = _reaching(server, fields)
    cell = address(fields.raw.get("cell"), "cell")
    try:
        found = [square for square in module.reach(game.level, state, cell) if square != cell]
    except UsageError:  # no such piece there
        return {"squares": [], "marks": ""}
    marks = [Mark(row, column, "reach") for row, column in found]
    return {"squares": found, "marks": layer(Layer("reach", marks), game.scene)}


def _way(server: Server, fields: Fields, _: Request) -> dict[str, Any]:
    """The piece's cheapest way from one square to another, as `_play` tells it."""
    game, state, module = _reaching(server, fields)
    cell, to = address(fields.raw.get("cell"), "cell"), address(fields.raw.get("to"), "to")
    return _told(server.table, game, fields.list("entries"), module.way(game.level, state, cell, to))


def _reaching(server: Server, fields: Fields) -> tuple[Board, Any, ReachModule]:
    """The board, the state of the game, and what knows its ways. Raises Refused for a puzzle without that."""
    game = board(fields.text("puzzle"), fields.level())
    module = find_puzzle(game.level.puzzle).load_reach()
    if module is None:
        raise Refused(404, "this puzzle has nothing of the kind")
    return game, server.table.position(game, fields.list("entries")).state, module


def warm() -> None:
    """Load the kernels of `_reach`, so that the first click is answered as fast as the others."""
    for row, name, _ in collections():
        module, stage = row.load_reach(), row.load_stage()
        if module is None or stage is None:
            continue
        level = load_all(name)[0]
        for spot in stage.frame(level).values():
            with contextlib.suppress(GridproofError):  # a sprite that is none of the pieces
                module.reach(level, None, (int(spot.row), int(spot.column)))
                break


ROUTES = [
    Route(f"/api/{name}", post(handler), methods=["POST"])
    for name, handler in (
        ("read", _read),
        ("edit", _edit),
        ("play", _play),
        ("replay", _replay),
        ("reach", _reach),
        ("way", _way),
    )
]

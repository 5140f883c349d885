"""The routes of the page. Play is stateless: each request says the level and what was played; jobs are not."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from gridproof.errors import GridproofError, UsageError
from gridproof.limits import MIB, Limits, available_bytes
from gridproof.loader import slug
from gridproof.registry import ReachModule
from gridproof.registry import puzzle as find_puzzle
from gridproof.scene import Gesture, Mark
from gridproof.web import shelf
from gridproof.web.events import events
from gridproof.web.fields import Fields, address
from gridproof.web.guard import Guard, Refused
from gridproof.web.job import Job
from gridproof.web.jobs import Jobs
from gridproof.web.page import page
from gridproof.web.svg import Layer, layer
from gridproof.web.table import Board, Table, board, costs, score
from gridproof.web.view import answer_of, view
from gridproof.web.work import Question

STATIC = Path(__file__).parent / "static"
SECONDS = 60.0  # for a job that does not say
MOST_CELLS = 10_000  # painted in one request


@dataclass(frozen=True, slots=True)
class Caps:
    """What one job may take at most, and how many may run."""

    seconds: float = 600.0
    memory: int = 4096  # MiB
    jobs: int = 2


@dataclass(slots=True)
class Server:
    """What the routes share."""

    caps: Caps
    jobs: Jobs
    table: Table


def make_app(port: int, caps: Caps | None = None, warm: bool = False) -> Starlette:
    """The whole application; `warm` loads the engines in the background as it starts."""
    caps = caps or Caps()
    server = Server(caps, Jobs(caps.jobs), Table())

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if warm:
            await run_in_threadpool(server.jobs.warm)
        yield
        await run_in_threadpool(server.jobs.close)

    app = Starlette(
        routes=[
            Route("/", _page),
            Route("/api/levels", _levels),
            Route("/api/level", _bundled),
            Route("/api/read", _post(_read), methods=["POST"]),
            Route("/api/edit", _post(_edit), methods=["POST"]),
            Route("/api/play", _post(_play), methods=["POST"]),
            Route("/api/replay", _post(_replay), methods=["POST"]),
            Route("/api/reach", _post(_reach), methods=["POST"]),
            Route("/api/way", _post(_way), methods=["POST"]),
            Route("/api/solve", _post(_solve), methods=["POST"]),
            Route("/api/jobs/{job}/cancel", _post(_cancel), methods=["POST"]),
            Route("/api/jobs/{job}/verify", _post(_verify), methods=["POST"]),
            Route("/api/jobs/{job}/events", _events),
            Route("/api/jobs/{job}/view", _view),
            Route("/api/jobs/{job}/answer.json", _answer),
            Route("/api/jobs/{job}/page.html", _self_contained),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, port=port)],
        exception_handlers={Refused: _refused, GridproofError: _unacceptable, 404: _missing, 405: _missing},
        lifespan=lifespan,
    )
    app.state.server = server
    return app


# --- forms of requests and answers -------------------------------------------------------------------------------


def _post(handler: Callable[[Server, Fields, Request], Any]) -> Callable[[Request], Awaitable[Response]]:
    """A route that takes JSON and gives JSON; the handler works in a thread, so that it holds up nobody else."""

    async def route(request: Request) -> Response:
        fields = Fields(await request.body())
        return JSONResponse(await run_in_threadpool(handler, request.app.state.server, fields, request))

    return route


def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return JSONResponse({"error": {"reason": error.reason}}, error.status)


def _unacceptable(_: Request, error: Exception) -> Response:
    assert isinstance(error, GridproofError)
    return JSONResponse({"error": shelf.problem(error)}, 422)


def _missing(_: Request, error: Exception) -> Response:
    return JSONResponse({"error": {"reason": "there is nothing here"}}, getattr(error, "status_code", 404))


# --- the page and its levels -------------------------------------------------------------------------------------


async def _page(_: Request) -> Response:
    return FileResponse(STATIC / "app.html", media_type="text/html")


async def _levels(_: Request) -> Response:
    return JSONResponse({"puzzles": shelf.puzzles(), "collections": await run_in_threadpool(shelf.shelf)})


async def _bundled(request: Request) -> Response:
    return JSONResponse(await run_in_threadpool(shelf.bundled, request.query_params.get("name", "")))


def _read(_: Server, fields: Fields, __: Request) -> dict[str, Any]:
    return shelf.look(fields.maybe_text("puzzle"), fields.text("text"), fields.maybe_whole("pick") or 0)


def _edit(_: Server, fields: Fields, __: Request) -> dict[str, Any]:
    puzzle, text, cells = fields.text("puzzle"), fields.text("text"), fields.list("cells")
    if len(cells) > MOST_CELLS:
        raise Refused(400, f"cells: expected at most {MOST_CELLS}")
    stage = find_puzzle(puzzle).load_stage()
    if stage is None:
        raise UsageError(f"{puzzle} has no pictures")
    for cell in cells:
        text = stage.edit(text, address(cell, "cells"), fields.text("brush"))
    return shelf.look(puzzle, text)


# --- play ----------------------------------------------------------------------------------------------------------


def _play(server: Server, fields: Fields, _: Request) -> dict[str, Any]:
    """What a gesture does: the new entries, what each changes, the costs so far. No entries: it means nothing."""
    table, game = server.table, board(fields.text("puzzle"), fields.text("text"))
    played = fields.list("entries")
    gesture = _gesture(fields.mapping("gesture"))
    position = table.position(game, played)
    new = game.stage.gesture(game.level, position.state, gesture)
    return _told(table, game, played, new)


def _replay(server: Server, fields: Fields, _: Request) -> dict[str, Any]:
    """A whole game at once, as `_play` tells it."""
    return _told(server.table, board(fields.text("puzzle"), fields.text("text")), [], fields.list("entries"))


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
    game = board(fields.text("puzzle"), fields.text("text"))
    module = find_puzzle(game.level.puzzle).load_reach()
    if module is None:
        raise Refused(404, "this puzzle has nothing of the kind")
    return game, server.table.position(game, fields.list("entries")).state, module


# --- jobs ----------------------------------------------------------------------------------------------------------


def _solve(server: Server, fields: Fields, _: Request) -> dict[str, Any]:
    game: Board = board(fields.text("puzzle"), fields.text("text"))
    engine, caps = fields.maybe_text("engine"), server.caps
    question = Question(
        puzzle=game.level.puzzle,
        text=game.level.to_text(),
        limits=_limits(caps, fields.maybe_seconds("time_limit")),
        minimise=fields.maybe_text("minimise"),
        max_cost=fields.maybe_whole("max_cost"),
        any_solution=fields.flag("any"),
        engines=(engine,) if engine else (),
    )
    return {"job": server.jobs.start(question).id}


def _limits(caps: Caps, seconds: float | None) -> Limits:
    """Never more than the caps, nor than most of the memory that is free now."""
    memory = min(caps.memory, available_bytes() * 3 // 4 // MIB)
    return Limits(min(seconds or SECONDS, caps.seconds), max(1, memory))


def _verify(server: Server, _: Fields, request: Request) -> dict[str, Any]:
    job = server.jobs.find(request.path_params["job"])
    limits, answer = _limits(server.caps, None), json.loads(_document(job))
    question = Question(job.question.puzzle, job.question.text, limits, answer=answer)
    return {"job": server.jobs.start(question).id}


def _cancel(server: Server, _: Fields, request: Request) -> dict[str, Any]:
    job = server.jobs.find(request.path_params["job"])
    job.stop()
    return job.snapshot()[1]


async def _events(request: Request) -> Response:
    server: Server = request.app.state.server
    job = server.jobs.find(request.path_params["job"])
    return StreamingResponse(events(job, server.jobs), media_type="text/event-stream")


async def _answer(request: Request) -> Response:
    job = request.app.state.server.jobs.find(request.path_params["job"])
    return _download(_document(job), f"{_file_name(job)}.json", "application/json")


async def _view(request: Request) -> Response:
    job = request.app.state.server.jobs.find(request.path_params["job"])
    return JSONResponse(await run_in_threadpool(view, _document(job)))


async def _self_contained(request: Request) -> Response:
    job = request.app.state.server.jobs.find(request.path_params["job"])
    content = await run_in_threadpool(lambda: page(*answer_of(_document(job))))
    return _download(content, f"{_file_name(job)}.html", "text/html; charset=utf-8")


def _document(job: Job) -> str:
    """The answer of a job that has one, as JSON."""
    if job.outcome is None or job.outcome["kind"] != "answer":
        raise Refused(404, "this job has no answer")
    document: str = job.outcome["json"]
    return document


def _file_name(job: Job) -> str:
    return slug(board(job.question.puzzle, job.question.text).level.title or "") or "level"


def _download(content: str, name: str, kind: str) -> Response:
    return Response(
        content, media_type=kind, headers={"content-disposition": f"attachment; filename*=UTF-8''{quote(name)}"}
    )

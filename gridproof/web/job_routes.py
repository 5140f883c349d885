"""Solving and verifying: jobs are begun, watched and ended; what they found can be shown and saved."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from gridproof.limits import MIB, Limits, available_bytes
from gridproof.loader import slug
from gridproof.web.events import events
from gridproof.web.fields import Fields
from gridproof.web.guard import Refused
from gridproof.web.job import Job
from gridproof.web.page import page
from gridproof.web.shared import Caps, Server, post
from gridproof.web.table import Board, board
from gridproof.web.view import answer_of, view
from gridproof.web.work import Question

SECONDS = 60.0  # for a job that does not say


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


ROUTES = [
    Route("/api/solve", post(_solve), methods=["POST"]),
    Route("/api/jobs/{job}/cancel", post(_cancel), methods=["POST"]),
    Route("/api/jobs/{job}/verify", post(_verify), methods=["POST"]),
    Route("/api/jobs/{job}/events", _events),
    Route("/api/jobs/{job}/view", _view),
    Route("/api/jobs/{job}/answer.json", _answer),
    Route("/api/jobs/{job}/page.html", _self_contained),
]

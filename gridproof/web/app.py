"""The whole application: routes, guard, errors. Play is stateless; jobs are not."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from gridproof.errors import GridproofError
from gridproof.web import game_routes, job_routes, shelf
from gridproof.web.guard import Guard, Refused
from gridproof.web.jobs import Jobs
from gridproof.web.shared import Caps, Server
from gridproof.web.table import Table

STATIC = Path(__file__).parent / "static"


def make_app(port: int, caps: Caps | None = None, warm: bool = False) -> Starlette:
    """The whole application; `warm` loads the engines in the background as it starts."""
    caps = caps or Caps()
    server = Server(caps, Jobs(caps.jobs), Table())

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if warm:
            await run_in_threadpool(server.jobs.warm)
            threading.Thread(target=game_routes.warm, daemon=True).start()
        yield
        await run_in_threadpool(server.jobs.close)

    app = Starlette(
        routes=[
            Route("/", _page),
            Route("/api/levels", _levels),
            Route("/api/level", _bundled),
            *game_routes.ROUTES,
            *job_routes.ROUTES,
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, port=port)],
        exception_handlers={Refused: _refused, GridproofError: _unacceptable, 404: _missing, 405: _missing},
        lifespan=lifespan,
    )
    app.state.server = server
    return app


def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return JSONResponse({"error": {"reason": error.reason}}, error.status)


def _unacceptable(_: Request, error: Exception) -> Response:
    assert isinstance(error, GridproofError)
    return JSONResponse({"error": shelf.problem(error)}, 422)


def _missing(_: Request, error: Exception) -> Response:
    return JSONResponse({"error": {"reason": "there is nothing here"}}, getattr(error, "status_code", 404))


async def _page(_: Request) -> Response:
    return FileResponse(STATIC / "app.html", media_type="text/html")


async def _levels(_: Request) -> Response:
    return JSONResponse({"puzzles": shelf.puzzles(), "collections": await run_in_threadpool(shelf.shelf)})


async def _bundled(request: Request) -> Response:
    return JSONResponse(await run_in_threadpool(shelf.bundled, request.query_params.get("name", "")))

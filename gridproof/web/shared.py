"""What the routes share: the server's parts, its caps, and the form of a route that takes and gives JSON."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from gridproof.web.fields import Fields
from gridproof.web.jobs import Jobs
from gridproof.web.table import Table


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


def post(handler: Callable[[Server, Fields, Request], Any]) -> Callable[[Request], Awaitable[Response]]:
    """A route that takes JSON and gives JSON; the handler works in a thread, so that it holds up nobody else."""

    async def route(request: Request) -> Response:
        fields = Fields(await request.body())
        return JSONResponse(await run_in_threadpool(handler, request.app.state.server, fields, request))

    return route

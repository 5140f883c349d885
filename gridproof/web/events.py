"""Server-sent events of a job: how things stand after every change, and the outcome at the end.

    event: state    data: the job's snapshot
    event: done     data: its outcome; the stream ends

Each event tells everything, so a reader that comes late or comes back has missed nothing.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from gridproof.web.job import Job
from gridproof.web.jobs import Jobs

SILENCE = 10.0  # seconds, then a comment shows both sides that the line still holds


async def events(job: Job, jobs: Jobs) -> AsyncIterator[str]:
    loop, changed = asyncio.get_running_loop(), asyncio.Event()

    def wake() -> None:
        loop.call_soon_threadsafe(changed.set)

    with job.watched(wake):
        seen = -1
        while not jobs.closing:
            version, state = job.snapshot()
            if version != seen or not state["running"]:
                seen = version
                yield event("state", state)
            if not state["running"]:
                yield event("done", job.outcome)
                return
            try:
                async with asyncio.timeout(SILENCE):
                    await changed.wait()
                changed.clear()
            except TimeoutError:
                yield ": still here\n\n"


def event(name: str, data: Any) -> str:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"

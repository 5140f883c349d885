"""The jobs of a server: how many may run, and how long their outcomes are kept."""

from __future__ import annotations

import contextlib
import threading

from gridproof.child import context, warm
from gridproof.registry import PUZZLES
from gridproof.web.guard import Refused
from gridproof.web.job import Job
from gridproof.web.work import Question

KEPT = 16  # jobs that have ended


class Jobs:
    def __init__(self, most_running: int):
        self.most_running = most_running
        self.closing = False
        self._jobs: dict[str, Job] = {}
        self._lock = threading.Lock()
        engines = [engine.module for row in PUZZLES.values() for engine in row.engines]
        self._context = context(["gridproof.web.work", *engines])

    def warm(self) -> None:
        """Load the libraries that all children share now, in the background, not with the first job."""
        with contextlib.suppress(OSError):
            warm(self._context)

    def start(self, question: Question) -> Job:
        """Raises Refused while as many as may are running."""
        with self._lock:
            running = sum(job.running for job in self._jobs.values())
            if running >= self.most_running or self.closing:
                raise Refused(429, f"{running} are running already: wait for one, or cancel one")
            job = Job(question, self._context)
            self._jobs[job.id] = job
            for old in [key for key, kept in self._jobs.items() if not kept.running][: len(self._jobs) - KEPT]:
                del self._jobs[old]
            return job

    def find(self, key: str) -> Job:
        job = self._jobs.get(key)
        if job is None:
            raise Refused(404, "there is no such job any more")
        return job

    def wake(self) -> None:
        """Make every event stream look up."""
        for job in list(self._jobs.values()):
            job.wake()

    def close(self) -> None:
        """End every child."""
        self.closing = True
        for job in list(self._jobs.values()):
            job.close()

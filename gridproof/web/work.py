"""What the child process of a job does: solve a level, or verify an answer, and tell how it goes.

Messages to the server: ("progress", mapping), ("note", text), ("compiling", whether), then one of
("answer", mapping), ("verdict", mapping), ("failed", reason).
Messages from the server: the reason to stop, once. When the pipe closes the server is gone, and so is the child.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from gridproof.compiling import on_compiling
from gridproof.errors import GridproofError
from gridproof.kernels import use_cache
from gridproof.limits import Limits
from gridproof.loader import parse

PATIENCE = 1.0  # seconds between the wish to stop and the end, for engines in the middle of a long library call
INTERVAL = 0.1  # seconds between two reports when no bound has changed


@dataclass(frozen=True, slots=True)
class Question:
    """A level and what is asked about it, as `solver.solve` takes it; or an answer to be verified."""

    puzzle: str
    text: str
    limits: Limits
    minimise: str | None = None
    max_cost: int | None = None
    any_solution: bool = False
    engines: tuple[str, ...] = ()
    answer: Mapping[str, Any] | None = None


def work(question: Question, pipe: Connection) -> None:
    """The main function of the child."""
    voice = _Voice(pipe)
    logger = logging.getLogger("gridproof")
    logger.setLevel(logging.INFO)
    logger.addHandler(_Notes(voice))
    try:
        use_cache()
        on_compiling(voice.compiling)
        if question.answer is None:
            _solve(question, voice)
        else:
            _verify(question, voice)
    except GridproofError as error:
        voice.last("failed", str(error))
    except KeyboardInterrupt:  # Ctrl-C goes to the server and its children alike; the server says goodbye
        return
    except MemoryError:
        voice.last("failed", "out of memory")
    except Exception as error:
        voice.last("failed", f"a fault of gridproof: {type(error).__name__}: {error}")
        raise


def _solve(question: Question, voice: _Voice) -> None:
    from gridproof.solver import Run  # engines are heavy: a verification does without them

    level = parse(question.text, question.puzzle)
    run = Run(
        level,
        question.minimise,
        question.max_cost,
        question.engines or None,
        question.any_solution,
        question.limits,
        voice.progress,
    )

    def stop(reason: str) -> None:
        run.cancel(reason)
        if not voice.done.wait(PATIENCE):
            voice.last("answer", {"json": run.answer(reason).to_json()})
            os._exit(0)  # the engine is where nothing can stop it

    voice.obey(stop)
    voice.last("answer", {"json": run.run().to_json()})


def _verify(question: Question, voice: _Voice) -> None:
    from gridproof.verifier import verify

    voice.obey(lambda reason: os._exit(0))
    assert question.answer is not None
    verdict = verify(parse(question.text, question.puzzle), question.answer)
    voice.last(
        "verdict",
        {
            "ok": verdict.ok,
            "problems": verdict.problems,
            "checked": verdict.checked,
            "trusted": verdict.trusted,
        },
    )


class _Notes(logging.Handler):
    """What the engines' code logs, told to the page: that kernels are being compiled, for one."""

    def __init__(self, voice: _Voice):
        super().__init__(logging.INFO)
        self.voice = voice

    def emit(self, record: logging.LogRecord) -> None:
        self.voice.note(record.getMessage())


class _Voice:
    """The child's end of the pipe, safe to use from several threads."""

    def __init__(self, pipe: Connection):
        self.pipe = pipe
        self.done = threading.Event()
        self._lock = threading.Lock()
        self._bounds: tuple[Any, ...] = ()
        self._next = 0.0

    def progress(self, state: Mapping[str, Any]) -> None:
        now, bounds = time.monotonic(), (state["engine"], state["lower_bound"], state["cost"])
        if bounds != self._bounds or now >= self._next:
            self._bounds, self._next = bounds, now + INTERVAL
            with self._lock:
                self.pipe.send(("progress", dict(state)))

    def note(self, text: str) -> None:
        with self._lock:
            self.pipe.send(("note", text))

    def compiling(self, on: bool) -> None:
        with self._lock:
            self.pipe.send(("compiling", on))

    def last(self, kind: str, content: Any) -> None:
        """Send the last word; whoever comes second says nothing."""
        with self._lock:
            if not self.done.is_set():
                self.pipe.send((kind, content))
                self.done.set()

    def obey(self, stop: Any) -> None:
        """Wait in a thread for the wish to stop."""

        def listen() -> None:
            try:
                reason = self.pipe.recv()
            except (EOFError, OSError):
                if not self.done.is_set():
                    os._exit(1)
                return
            stop(reason)

        threading.Thread(target=listen, daemon=True).start()

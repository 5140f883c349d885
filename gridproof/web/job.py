"""One job: a child process that solves or verifies, and a thread that follows it."""

from __future__ import annotations

import contextlib
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.context import BaseContext
from typing import Any

from gridproof.child import Child, Gone, start
from gridproof.compiling import NOTE
from gridproof.limits import MIB
from gridproof.solver import REASONS
from gridproof.web.work import PATIENCE, Question, work

GRACE_SECONDS = 5.0  # beyond the time limit and the child's own patience
GRACE_MIB = 64  # beyond the memory limit, for what an engine takes between two looks at it
ABANDONED = 20.0  # seconds without anybody who watches: the page was closed
MOST_CHANGES = 200  # of the bounds, that are remembered


class Job:
    """What is known of a job; every method is safe to call from any thread.

    `outcome` is None while it runs, then {"kind": "answer" | "verdict" | "failed" | "cut", ...}: "cut" means that the
    child had to be killed, and the bounds in the snapshot are all that is left.
    """

    def __init__(self, question: Question, where: BaseContext):
        self.id = secrets.token_urlsafe(12)
        self.question = question
        self.outcome: dict[str, Any] | None = None
        self._lock = threading.Lock()
        self._started = time.monotonic()
        self._ended: float | None = None
        self._version = 0
        self._bounds: dict[str, Any] = {"lower_bound": 0, "cost": None}
        self._engines: dict[str, dict[str, Any]] = {}
        self._changes: list[dict[str, Any]] = []
        self._remark: str | None = None
        self._listeners: list[Callable[[], None]] = []
        self._left = self._started  # when the last listener went
        self._stopping: tuple[str, float] | None = None  # reason, since when
        self._child: Child | None = None
        self._thread = threading.Thread(target=self._follow, args=(where,), daemon=True)
        self._thread.start()

    # --- what others ask -------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        return self.outcome is None

    def snapshot(self) -> tuple[int, dict[str, Any]]:
        """A number that grows with every change, and how things stand, JSON-ready."""
        with self._lock:
            return self._version, {
                "job": self.id,
                "running": self.running,
                "stopping": self._stopping is not None,
                "seconds": round((self._ended or time.monotonic()) - self._started, 2),
                "note": self._remark,
                **self._bounds,
                "engines": [dict(engine) for engine in self._engines.values()],
                "changes": list(self._changes),
            }

    def stop(self, reason: str = "interrupted") -> None:
        """Ask the child to end with what it has; it is killed when it does not."""
        with self._lock:
            if self._stopping is not None or not self.running:
                return
            self._stopping = (reason, time.monotonic())
            self._tell_child()
        self.wake()

    def close(self) -> None:
        """Kill the child, and wait until it is gone."""
        with self._lock:
            self._stopping = ("interrupted", 0.0)
        self._thread.join()

    @contextlib.contextmanager
    def watched(self, listener: Callable[[], None]) -> Iterator[None]:
        """`listener` is called, from the job's thread, after every change."""
        with self._lock:
            self._listeners.append(listener)
        try:
            yield
        finally:
            with self._lock:
                self._listeners.remove(listener)
                self._left = time.monotonic()

    def wake(self) -> None:
        """Tell the listeners to look again."""
        with self._lock:
            self._version += 1
            listeners = list(self._listeners)
        for listener in listeners:
            with contextlib.suppress(RuntimeError):  # its event loop has ended
                listener()

    # --- the thread that follows the child ---------------------------------------------------------------------

    def _follow(self, where: BaseContext) -> None:
        child: Child | None = None
        try:
            child = start(where, work, self.question)
            with self._lock:
                self._child = child
                self._tell_child()
            while self.running:
                if child.pipe.poll(0.1):
                    self._hear(*child.receive())
                if self.running:
                    self._look_at(child)
        except Gone as why:
            self._finish("cut", {"reason": self._why_stopped() or str(why)})
        except Exception as error:  # a job must never seem to run when nobody follows it
            self._finish("failed", {"reason": f"the process was lost: {type(error).__name__}: {error}"})
            raise
        finally:
            if child is not None:
                child.end()

    def _hear(self, kind: str, content: Any) -> None:
        if kind == "progress":
            self._note(content)
        elif kind in ("note", "compiling"):
            with self._lock:
                if kind == "compiling" and self._child is not None:
                    self._child.compiling(content)
                    content = NOTE if content else None
                self._remark = content
            self.wake()
        else:
            self._finish(kind, content if isinstance(content, dict) else {"reason": content})

    def _note(self, state: dict[str, Any]) -> None:
        with self._lock:
            now = round(time.monotonic() - self._started, 2)
            name = state["engine"]
            engine = self._engines.setdefault(name, {"name": name, "from": now})
            engine.update(nodes=state["nodes"], to=now)
            bounds = {"lower_bound": state["lower_bound"], "cost": state["cost"]}
            if bounds != self._bounds:
                self._bounds = bounds
                self._changes = [*self._changes[-MOST_CHANGES:], {"seconds": now, "engine": name, **bounds}]
        self.wake()

    def _look_at(self, child: Child) -> None:
        """End a child that does not end by itself."""
        limits, now = self.question.limits, time.monotonic()
        with self._lock:
            stopping = self._stopping
            abandoned = not self._listeners and now - self._left > ABANDONED
        if stopping is not None:
            if now - stopping[1] > PATIENCE + GRACE_SECONDS:
                self._finish("cut", {"reason": self._why_stopped()})
        elif abandoned:
            self.stop()
        elif limits.time is not None and child.seconds > limits.time + GRACE_SECONDS:
            self.stop("time")
        elif limits.memory is not None and child.resident > (limits.memory + GRACE_MIB) * MIB:
            self.stop("memory")

    def _why_stopped(self) -> str | None:
        """Why the child was asked to stop, in words; None when it was not."""
        return None if self._stopping is None else REASONS.get(self._stopping[0], self._stopping[0])

    def _tell_child(self) -> None:
        """Pass the wish to stop on, once there is both a wish and a child."""
        if self._stopping is not None and self._child is not None:
            with contextlib.suppress(OSError):
                self._child.pipe.send(self._stopping[0])

    def _finish(self, kind: str, content: dict[str, Any]) -> None:
        with self._lock:
            self._ended = time.monotonic()
            self.outcome = {"kind": kind, **content}
        self.wake()

"""Engines side by side around one ledger: one begins, others join it after a head start, until the ledger is closed.

The first engine works in the caller's thread, where Ctrl-C arrives; each that joins has a thread of its own and takes
one of the workers. They meet in the ledger alone: whoever is told of a better bound or solution there may use it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from gridproof.errors import LimitReached
from gridproof.ledger import Ledger
from gridproof.limits import Budget
from gridproof.registry import Engine, EngineModule

LOOK_SECONDS = 0.05


class Share(Budget):
    """One engine's part of a budget: the same clock and limits, workers of its own, and an end of its own.

    `over` tells that nothing is left to do; the next `check()` then raises LimitReached.
    """

    def __init__(self, whole: Budget, workers: Callable[[], int], over: Callable[[], bool]):
        super().__init__(whole.limits)
        self._whole, self._workers, self._over = whole, workers, over

    @property
    def seconds(self) -> float:
        return self._whole.seconds

    @property
    def workers(self) -> int:
        return self._workers()

    def check(self) -> None:
        if self._over():
            raise LimitReached("closed")
        self._whole.check()
        super().check()


class Team:
    """The first engine and those that join it, on one level."""

    def __init__(self, level: Any, ledger: Ledger, budget: Budget):
        self.level, self.ledger, self.budget = level, ledger, budget
        self._stop = threading.Event()  # for all who joined or would
        self._alone = threading.Event()  # the first engine has given up: no reason to wait
        self._working: set[str] = set()  # names of those who have a worker
        self._lock = threading.Lock()  # about `_working`
        self._failures: list[BaseException] = []

    def run(self, first: EngineModule, joining: Sequence[tuple[Engine, float]]) -> None:
        """Run `first`; the others join after so many seconds each, while there are workers for them.

        When `first` can do no more, they go on without it. Raises LimitReached when the budget ends, or when all have
        given up; errors of all engines are passed on.
        """
        others = joining if self.budget.workers > 1 else ()
        threads = [threading.Thread(target=self._join, args=one, name=one[0].name, daemon=True) for one in others]
        for thread in threads:
            thread.start()
        limit: str | None = None
        try:
            try:
                first.run(self.level, self.ledger, Share(self.budget, self._workers_of_first, self._over))
            except LimitReached as reached:
                limit = reached.reason
            except MemoryError:
                limit = "memory"
            self._alone.set()
            while not self._over() and any(thread.is_alive() for thread in threads):
                self.budget.check()
                time.sleep(LOOK_SECONDS)
        finally:
            self._stop.set()
            self._alone.set()
            for thread in threads:
                thread.join()
        if self._failures:
            raise self._failures[0]
        if not self.ledger.closed:
            self.budget.check()
            if limit is not None:
                raise LimitReached(limit)

    def _join(self, engine: Engine, head_start: float) -> None:
        time_to_join = self.budget.seconds + head_start
        while self.budget.seconds < time_to_join and not self._alone.wait(LOOK_SECONDS):
            pass
        try:
            while not self._place(engine.name):
                if self._over():
                    return
                time.sleep(LOOK_SECONDS)
            if self._over():
                return
            module = engine.load()
            if module.applies(self.level, self.ledger.metric) is not None:
                return
            self.ledger.start(engine.name)
            try:
                module.run(self.level, self.ledger, Share(self.budget, lambda: 1, self._over))
            finally:
                self.ledger.stop(engine.name)
        except (LimitReached, MemoryError):
            pass  # what it has proved by then is in the ledger
        except BaseException as failure:  # raised again where the engines were started
            self._failures.append(failure)
        finally:
            self._working.discard(engine.name)

    def _place(self, name: str) -> bool:
        """Take one of the workers, if one is left besides that of the first engine."""
        with self._lock:
            if len(self._working) + 1 >= self.budget.workers:
                return False
            self._working.add(name)
            return True

    def _workers_of_first(self) -> int:
        return max(1, self.budget.workers - len(self._working))

    def _over(self) -> bool:
        return self._stop.is_set() or bool(self._failures) or self.ledger.closed

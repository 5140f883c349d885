"""The ledger: where engines meet. It holds the proven lower bound, the best solution, and who proved what."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from gridproof.answer import Certificate, EngineReport, Status
from gridproof.compiling import work_clock
from gridproof.errors import Contradiction

CLAIM_OF = {Status.UNSOLVABLE: "unsolvable", Status.OUT_OF_BOUND: "out-of-bound"}  # else "lower-bound"


class Playable(Protocol):
    """What the ledger needs of a level: the rules, to accept a solution only after a replay."""

    def replay(self, solution: Any) -> None: ...

    def cost(self, solution: Any, metric: str) -> int: ...


@dataclass
class _Record:
    """What one engine has reported so far; `started` and `ended` are of the clock of limits."""

    started: float
    ended: float | None = None
    nodes: int = 0
    lower_bound: float | None = None
    cost: int | None = None


class Ledger:
    """Bounds from all engines on one level in one metric. Every method is safe to call from any thread.

    A lower bound of infinity means unsolvable. Engines that run side by side read `lower_bound` and `cost`
    while they run, and stop once `closed`.
    """

    def __init__(
        self,
        level: Playable,
        metric: str,
        max_cost: int | None = None,
        any_solution: bool = False,
        on_progress: Callable[[Mapping[str, Any]], None] | None = None,
    ):
        self.level, self.metric, self.max_cost, self.any_solution = level, metric, max_cost, any_solution
        self.lower_bound: float = 0
        self.cost: int | None = None
        self.solution: Any = None
        self.certificates: list[Certificate] = []
        self._bound_by: str | None = None
        self._records: dict[str, _Record] = {}
        self._on_progress = on_progress
        self._lock = threading.RLock()

    # --- what engines report -------------------------------------------------------------------------------

    def start(self, engine: str) -> None:
        with self._lock:
            self._records[engine] = _Record(work_clock())
        self.progress(engine)

    def stop(self, engine: str) -> None:
        with self._lock:
            self._record(engine).ended = work_clock()

    def offer(self, engine: str, solution: Any) -> int:
        """Enter a solution after replaying it by the rules; returns its cost.

        Raises IllegalMove when the rules reject it, Contradiction when it is cheaper than a proven bound.
        """
        self.level.replay(solution)
        cost = self.level.cost(solution, self.metric)
        with self._lock:
            if cost < self.lower_bound:
                raise Contradiction(
                    f"engine {engine} found a solution of cost {cost}, "
                    f"but engine {self._bound_by} had proven a lower bound of {self.lower_bound}"
                )
            record = self._record(engine)
            record.cost = cost if record.cost is None else min(cost, record.cost)
            if self.cost is None or cost < self.cost:
                self.cost, self.solution = cost, solution
        self.progress(engine)
        return cost

    def prove(self, engine: str, bound: float, certificate: Certificate | None = None) -> None:
        """Enter a proven lower bound: no solution costs less than `bound` (infinity: there is none at all)."""
        with self._lock:
            if self.cost is not None and bound > self.cost:
                raise Contradiction(
                    f"engine {engine} proved a lower bound of {bound}, but a solution of cost {self.cost} exists"
                )
            record = self._record(engine)
            record.lower_bound = bound if record.lower_bound is None else max(bound, record.lower_bound)
            if bound > self.lower_bound:
                self.lower_bound, self._bound_by = bound, engine
                self.certificates = []
            if certificate is not None and bound == self.lower_bound:
                self.certificates.append(certificate)
        self.progress(engine)

    def progress(self, engine: str, nodes: int | None = None, **details: Any) -> None:
        """Tell the watcher where things stand; `nodes` is the engine's running total."""
        with self._lock:
            record = self._record(engine)
            if nodes is not None:
                record.nodes = nodes
            if self._on_progress is not None:
                lower = None if math.isinf(self.lower_bound) else self.lower_bound
                self._on_progress(
                    {
                        "engine": engine,
                        "nodes": record.nodes,
                        "lower_bound": lower,
                        "cost": self.cost,
                        **details,
                    }
                )

    @property
    def lock(self) -> threading.RLock:
        """Held by whoever reads several things that have to fit together."""
        return self._lock

    # --- what engines and the caller read ------------------------------------------------------------------

    @property
    def status(self) -> Status:
        with self._lock:
            within = self.max_cost is None or (self.cost is not None and self.cost <= self.max_cost)
            if self.cost is not None and within:
                return Status.SOLVED
            if math.isinf(self.lower_bound):
                return Status.UNSOLVABLE
            if self.max_cost is not None and self.lower_bound > self.max_cost:
                return Status.OUT_OF_BOUND
            return Status.UNKNOWN

    @property
    def closed(self) -> bool:
        """Nothing is left to find out: refuted, out of bound, or solved as well as was asked for."""
        with self._lock:
            status = self.status
            if status is Status.SOLVED:
                assert self.cost is not None
                return self.any_solution or self.lower_bound >= self.cost
            return status is not Status.UNKNOWN

    def evidence(self) -> tuple[Certificate, ...]:
        """The certificates of the final claim; a bound without one is labelled `search`, never more."""
        with self._lock:
            claim = CLAIM_OF.get(self.status, "lower-bound")
            if self.certificates:
                return tuple(replace(certificate, claim=claim) for certificate in self.certificates)
            if self._bound_by is None:
                return ()
            data: dict[str, Any] = {"engine": self._bound_by, "nodes": self._record(self._bound_by).nodes}
            if not math.isinf(self.lower_bound):
                data["bound"] = int(self.lower_bound)
            return (Certificate("search", claim, data),)

    def reports(self) -> tuple[EngineReport, ...]:
        with self._lock:
            now = work_clock()
            return tuple(
                EngineReport(name, (r.ended or now) - r.started, r.nodes, _finite(r.lower_bound), r.cost)
                for name, r in self._records.items()
            )

    def _record(self, engine: str) -> _Record:
        return self._records.setdefault(engine, _Record(work_clock()))


def _finite(bound: float | None) -> int | None:
    return None if bound is None or math.isinf(bound) else int(bound)

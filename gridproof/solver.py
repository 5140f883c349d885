"""`solve`: run the engines of a puzzle on one level, in turn, around one ledger."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gridproof.answer import Answer, Status
from gridproof.errors import LimitReached, UsageError
from gridproof.ledger import Ledger
from gridproof.levels.base import Level
from gridproof.limits import Budget, Limits
from gridproof.portfolio import Team
from gridproof.registry import Engine
from gridproof.registry import puzzle as find_puzzle

REASONS = {
    "time": "the time limit was reached",
    "memory": "the memory limit was reached",
    "interrupted": "interrupted",
}


def solve(
    level: Level,
    minimise: str | None = None,
    max_cost: int | None = None,
    engines: Sequence[str] | None = None,
    any_solution: bool = False,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    workers: int | None = None,
    on_progress: Callable[[Mapping[str, Any]], None] | None = None,
) -> Answer:
    """Solve one level and prove what can be proven about its cheapest solution.

    `minimise` is one of the level's metrics (default: the first); `max_cost` bounds the cost; `engines` names
    the engines to run in turn (default: the puzzle's own choice); `any_solution` asks for any solution,
    quickly. `time_limit` is in seconds, without those in which kernels are compiled; `memory_limit` in MiB. Limits
    and Ctrl-C end in an answer that holds the bounds proven so far. Raises UsageError for an unknown metric or
    engine, and for an engine that does not apply to the level.
    """
    limits = Limits(time_limit, memory_limit, workers)
    return Run(level, minimise, max_cost, engines, any_solution, limits, on_progress).run()


class Run:
    """One solve: `run` works in the calling thread, while others may `cancel` it or read `answer` as things stand.

    The arguments, and the errors of the constructor, are those of `solve`.
    """

    def __init__(
        self,
        level: Level,
        minimise: str | None,
        max_cost: int | None,
        engines: Sequence[str] | None,
        any_solution: bool,
        limits: Limits,
        on_progress: Callable[[Mapping[str, Any]], None] | None,
    ):
        metric = minimise or level.metrics[0]
        if metric not in level.metrics:
            raise UsageError(f"{level.puzzle} has no metric {metric!r}: expected {' | '.join(level.metrics)}")
        if max_cost is not None and max_cost < 0:
            raise UsageError(f"the greatest cost must be 0 or more, not {max_cost}")
        row = find_puzzle(level.puzzle)
        # the quick engines may find no solution, or none within `max_cost`: then the others go on
        names = engines or tuple(dict.fromkeys((*row.quick, *row.optimal) if any_solution else row.optimal))
        self._engines = [row.engine(name) for name in names]
        for engine in self._engines if engines else ():
            if why := engine.load().applies(level, metric):
                raise UsageError(f"engine {engine.name} does not apply to this level: {why}")
        self.level = level
        self.budget = Budget(limits)
        self.ledger = Ledger(level, metric, max_cost, any_solution, on_progress)

    def run(self) -> Answer:
        reason: str | None = None
        try:
            for engine in self._engines:
                if self.ledger.closed:
                    break
                with self.budget.paused():  # loading may compile, so it is done where Ctrl-C ends in an answer
                    module = engine.load()
                if module.applies(self.level, self.ledger.metric):
                    continue
                self.ledger.start(engine.name)
                try:
                    Team(self.level, self.ledger, self.budget).run(module, self._joining(engine))
                finally:
                    self.ledger.stop(engine.name)
        except LimitReached as limit:
            reason = limit.reason
        except MemoryError:
            reason = "memory"
        except KeyboardInterrupt:
            reason = "interrupted"
        return self.answer(reason)

    def _joining(self, engine: Engine) -> list[tuple[Engine, float]]:
        """The engines that join this one, each with its head start in seconds; none where any solution will do."""
        row = find_puzzle(self.level.puzzle)
        others = () if self.ledger.any_solution else engine.joined_by
        return [(row.engine(other), after) for other, after in others]

    def cancel(self, reason: str = "interrupted") -> None:
        """Make `run` return within some 50 ms, wherever its engine asks the budget."""
        self.budget.cancel(reason)

    def answer(self, reason: str | None) -> Answer:
        """What has been found and proven so far; `reason` says why that is all."""
        ledger = self.ledger
        with ledger.lock:
            status = ledger.status
            if reason is None and status is Status.UNKNOWN:
                reason = "the engines ended without a decision"
            return Answer(
                puzzle=self.level.puzzle,
                title=self.level.title,
                text=self.level.to_text(),
                status=status,
                metric=ledger.metric,
                cost=ledger.cost,
                lower_bound=None if ledger.lower_bound == float("inf") else int(ledger.lower_bound),
                max_cost=ledger.max_cost,
                solution=ledger.solution,
                certificates=ledger.evidence(),
                engines=ledger.reports(),
                seconds=self.budget.seconds,
                reason=None if ledger.closed else reason,
            )

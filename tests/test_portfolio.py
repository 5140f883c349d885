"""Engines side by side around one ledger: who joins when, how all of them end, and what is passed on."""

from __future__ import annotations

import dataclasses
import threading
import time
from types import SimpleNamespace

import pytest

from gridproof.answer import EngineReport
from gridproof.errors import Contradiction, LimitReached
from gridproof.ledger import Ledger
from gridproof.limits import Budget, Limits
from gridproof.loader import load_all
from gridproof.portfolio import Team
from gridproof.registry import Engine
from gridproof.report import sides_sentence
from gridproof.solver import solve

COST = 7


class Level:
    """Every string is a solution; its length is its cost."""

    def replay(self, solution: str) -> None:
        pass

    def cost(self, solution: str, metric: str) -> int:
        return len(solution)


def engine(monkeypatch, work, name: str = "other", applies=None) -> Engine:
    """A row whose module runs `work(ledger, budget)`."""
    module = SimpleNamespace(
        applies=lambda level, metric: applies, run=lambda level, ledger, budget: work(ledger, budget)
    )
    monkeypatch.setitem(__import__("sys").modules, f"tests.made_up_{name}", module)
    return Engine(name, f"tests.made_up_{name}", "nothing")


def wait(ledger: Ledger, budget: Budget) -> None:
    """An engine that never finds anything."""
    while True:
        budget.check()
        time.sleep(0.002)


def team(ledger: Ledger, workers: int = 2, time_limit: float = 30) -> Team:
    return Team(Level(), ledger, Budget(Limits(time=time_limit, workers=workers)))


def run(team_: Team, first, joining) -> None:
    before = set(threading.enumerate())  # other tests may have left some
    try:
        team_.run(SimpleNamespace(applies=None, run=lambda level, ledger, budget: first(ledger, budget)), joining)
    finally:
        assert set(threading.enumerate()) <= before


def test_a_bound_of_one_and_a_solution_of_the_other_close_the_ledger(monkeypatch: pytest.MonkeyPatch) -> None:
    def bound(ledger: Ledger, budget: Budget) -> None:
        ledger.prove("other", COST)
        wait(ledger, budget)

    def solution(ledger: Ledger, budget: Budget) -> None:
        while ledger.lower_bound < COST:
            budget.check()
        ledger.offer("first", "x" * COST)
        wait(ledger, budget)

    ledger = Ledger(Level(), "length")
    run(team(ledger), solution, [(engine(monkeypatch, bound), 0.01)])
    assert ledger.closed
    reports = {report.name: report for report in ledger.reports()}
    assert (reports["first"].cost, reports["first"].lower_bound) == (COST, None)
    assert (reports["other"].cost, reports["other"].lower_bound) == (None, COST)


def close(ledger: Ledger) -> None:
    ledger.offer("first", "x")
    ledger.prove("first", 1)


def test_two_workers_are_shared_and_one_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def until_joined(ledger: Ledger, budget: Budget) -> None:
        seen.append(budget.workers)
        while budget.workers == 2:
            budget.check()
            time.sleep(0.002)
        seen.append(budget.workers)
        close(ledger)

    run(team(Ledger(Level(), "length"), 2), until_joined, [(engine(monkeypatch, wait), 0.05)])
    assert seen == [2, 1]

    def alone(ledger: Ledger, budget: Budget) -> None:
        time.sleep(0.2)
        seen.append(budget.workers)
        close(ledger)

    ledger = Ledger(Level(), "length")
    run(team(ledger, 1), alone, [(engine(monkeypatch, wait), 0.0)])
    assert seen == [2, 1, 1]
    assert [report.name for report in ledger.reports()] == ["first"]


def test_no_more_join_than_there_are_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    def until_two_have_joined(ledger: Ledger, budget: Budget) -> None:
        while len(ledger.reports()) < 2:
            budget.check()
            time.sleep(0.002)
        time.sleep(0.3)
        close(ledger)

    ledger = Ledger(Level(), "length")
    joining = [(engine(monkeypatch, wait, name), 0.0) for name in "abc"]
    run(team(ledger, 3), until_two_have_joined, joining)
    assert len({report.name for report in ledger.reports()} & set("abc")) == 2


def test_who_finds_no_worker_waits_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def soon(ledger: Ledger, budget: Budget) -> None:
        ledger.prove("a", 1)
        time.sleep(0.5)

    def after(ledger: Ledger, budget: Budget) -> None:
        assert ledger.lower_bound == 1
        ledger.offer("b", "x")

    ledger = Ledger(Level(), "length")
    joining = [(engine(monkeypatch, soon, "a"), 0.0), (engine(monkeypatch, after, "b"), 0.05)]
    run(team(ledger), wait, joining)
    assert ledger.closed
    assert [report.name for report in ledger.reports()] == ["a", "b"]


def test_whoever_does_not_apply_or_comes_too_late_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def soon(ledger: Ledger, budget: Budget) -> None:
        time.sleep(0.1)
        ledger.offer("first", "x")
        ledger.prove("first", 1)

    ledger = Ledger(Level(), "length")
    joining = [(engine(monkeypatch, wait, "a", "it does not"), 0.0), (engine(monkeypatch, wait, "b"), 20.0)]
    started = time.monotonic()
    run(team(ledger), soon, joining)
    assert time.monotonic() - started < 10
    assert ledger.closed
    assert [report.name for report in ledger.reports()] == ["first"]


@pytest.mark.parametrize("ending", [LimitReached("memory"), MemoryError(), None])
def test_the_others_go_on_when_the_first_gives_up(ending, monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(ledger: Ledger, budget: Budget) -> None:
        if ending is not None:
            raise ending

    def later(ledger: Ledger, budget: Budget) -> None:
        assert budget.workers == 1
        time.sleep(0.1)
        ledger.offer("other", "x")
        ledger.prove("other", 1)

    ledger = Ledger(Level(), "length")
    run(team(ledger), give_up, [(engine(monkeypatch, later), 20.0)])
    assert ledger.closed


def test_when_all_give_up_the_first_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(ledger: Ledger, budget: Budget) -> None:
        ledger.prove("first", 3)
        raise LimitReached("memory")

    def too(ledger: Ledger, budget: Budget) -> None:
        ledger.prove("other", 5)
        raise MemoryError

    ledger = Ledger(Level(), "length")
    with pytest.raises(LimitReached, match="memory"):
        run(team(ledger), give_up, [(engine(monkeypatch, too), 0.0)])
    assert ledger.lower_bound == 5


def test_errors_and_contradictions_of_those_who_joined_come_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(ledger: Ledger, budget: Budget) -> None:
        ledger.offer("other", "xx")

    def bound(ledger: Ledger, budget: Budget) -> None:
        ledger.prove("first", 3)
        wait(ledger, budget)

    with pytest.raises(Contradiction, match="engine first had proven"):
        run(team(Ledger(Level(), "length")), bound, [(engine(monkeypatch, wrong), 0.1)])

    def broken(ledger: Ledger, budget: Budget) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run(team(Ledger(Level(), "length")), wait, [(engine(monkeypatch, broken), 0.0)])


@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError])
def test_an_error_of_the_first_ends_the_others(error, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(ledger: Ledger, budget: Budget) -> None:
        while not ledger.lower_bound:
            budget.check()
        raise error

    def bound(ledger: Ledger, budget: Budget) -> None:
        ledger.prove("other", 2)
        wait(ledger, budget)

    ledger = Ledger(Level(), "length")
    with pytest.raises(error):
        run(team(ledger), fail, [(engine(monkeypatch, bound), 0.0)])
    assert ledger.lower_bound == 2


def test_cancelling_the_whole_budget_ends_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Budget(Limits(workers=2))

    def cancel(ledger: Ledger, budget: Budget) -> None:
        whole.cancel()
        wait(ledger, budget)

    with pytest.raises(LimitReached, match="interrupted"):
        run(Team(Level(), Ledger(Level(), "length"), whole), wait, [(engine(monkeypatch, cancel), 0.0)])


def test_the_answer_says_who_proved_which_side() -> None:
    def said(*engines: EngineReport) -> str | None:
        level = load_all("first-steps")[0]
        return sides_sentence(dataclasses.replace(solve(level), cost=4, lower_bound=3, engines=engines))

    finder, prover = EngineReport("a", 1.0, 0, 2, 4), EngineReport("b", 1.0, 0, 3, None)
    assert said(finder, prover) == "The solution is by a, the lower bound by b."
    assert said(finder) is None
    assert said(prover) is None
    assert said(finder, EngineReport("c", 1.0, 0, 3, 4)) is None

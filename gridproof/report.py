"""An answer in plain sentences, with the board drawn above them."""

from __future__ import annotations

from gridproof.answer import Answer, Certificate, Status, counted
from gridproof.levels.base import Level, Rules
from gridproof.proofs.claim import KIND as CLAUSAL
from gridproof.registry import puzzle as find_puzzle
from gridproof.solver import REASONS
from gridproof.terminal import show


def describe(level: Level, answer: Answer, quiet: bool = False) -> None:
    """Print an answer for people. `quiet` leaves out the title and who proved what."""
    rules = find_puzzle(level.puzzle).load()
    shown = answer.certificates[0] if answer.certificates and answer.solution is None else None
    if level.title and not quiet:
        print(level.title)
    show(rules.draw(level, answer.solution, shown))
    print(verdict_sentence(answer))
    if quiet:
        return
    for certificate in answer.certificates:
        if certificate.kind != "search":
            print(argument(rules, level, certificate))
    if sides := sides_sentence(answer):
        print(sides)
    who = ", ".join(_engine_phrase(answer, name) for name in dict.fromkeys(e.name for e in answer.engines))
    print(f"Engines: {who or 'none needed'}. Total {answer.seconds:.2f} s.")


def argument(rules: Rules, level: Level, certificate: Certificate) -> str:
    """A certificate's argument in one sentence; clausal proofs are the same for every puzzle."""
    if certificate.kind != CLAUSAL:
        return rules.explain(level, certificate)
    bound, file = certificate.data.get("bound"), certificate.data.get("file")
    return f"Proof: the clauses in {file} say that the cost may be below {bound}, and are refuted there step by step."


def verdict_sentence(answer: Answer) -> str:
    """The one sentence that says what was found and what was proven."""
    cost, bound, metric = answer.cost, answer.lower_bound, answer.metric
    if answer.status is Status.SOLVED:
        assert cost is not None
        if answer.optimal:
            return f"Solved in {counted(cost, metric)}, proven to be the fewest."
        why = f" ({REASONS.get(answer.reason, answer.reason)})" if answer.reason else ""
        return f"Solved in {counted(cost, metric)}; at least {bound} are needed, fewer than {cost} not excluded{why}."
    if answer.status is Status.UNSOLVABLE:
        return "No solution exists."
    if answer.status is Status.OUT_OF_BOUND:
        limit = counted(answer.max_cost or 0, metric)
        longer = "" if cost is None else f" The best solution found has {cost}."
        return f"No solution with {limit} or fewer: at least {bound} are needed.{longer}"
    best = "no solution found" if cost is None else f"best solution found: {cost} {metric}"
    reason = REASONS.get(answer.reason or "", answer.reason or "")
    return f"Not decided: {reason}; {best}, at least {bound} {metric} proven."


def sides_sentence(answer: Answer) -> str | None:
    """Who found the solution and who proved the bound, where these are not the same engine."""
    finders = [engine.name for engine in answer.engines if engine.cost is not None and engine.cost == answer.cost]
    provers = [
        engine.name for engine in answer.engines if engine.lower_bound and engine.lower_bound == answer.lower_bound
    ]
    if not finders or not provers or set(finders) & set(provers):
        return None
    return f"The solution is by {finders[0]}, the lower bound by {provers[0]}."


def _engine_phrase(answer: Answer, name: str) -> str:
    report = next(engine for engine in answer.engines if engine.name == name)
    nodes = f", {report.nodes:,} nodes" if report.nodes else ""
    return f"{name} ({report.seconds:.2f} s{nodes})"

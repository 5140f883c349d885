"""`verify`: re-check an answer with the rules alone. No engine and no kernel is imported here."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gridproof.answer import Answer, Certificate, Status
from gridproof.errors import AnswerError, IllegalMove
from gridproof.levels.base import Level, NotChecked, Rules
from gridproof.registry import puzzle as find_puzzle

NEEDS_CLAIM = {Status.UNSOLVABLE: "unsolvable", Status.OUT_OF_BOUND: "out-of-bound"}  # else "lower-bound"


@dataclass(slots=True)
class Verdict:
    """`problems` refute the answer; `checked` was derived again; `trusted` rests on an engine's word."""

    problems: list[str] = field(default_factory=list)
    checked: list[str] = field(default_factory=list)
    trusted: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.problems


def verify(level: Level, answer: Answer | Mapping[str, Any]) -> Verdict:
    """Check an answer, or its JSON document, against the level: solution, cost, bounds and certificates.

    Raises AnswerError when the document is not an answer at all; every fault of an answer is a problem in the
    verdict.
    """
    raw = answer.to_dict() if isinstance(answer, Answer) else answer
    verdict = Verdict()
    try:
        status = Status(raw["status"])
        certificates = [Certificate.from_dict(entry) for entry in raw["certificates"]]
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise AnswerError(f"not an answer: {error}") from None
    if not _same_level(level, raw, verdict):
        return verdict
    solution = _check_solution(level, raw, isinstance(answer, Answer), status, verdict)
    _check_bounds(raw, status, verdict)
    _check_evidence(level, raw, status, certificates, solution, verdict)
    return verdict


def _same_level(level: Level, raw: Mapping[str, Any], verdict: Verdict) -> bool:
    if raw.get("puzzle") != level.puzzle:
        verdict.problems.append(f"the answer is for {raw.get('puzzle')}, the level is {level.puzzle}")
    elif raw["level"].get("sha256") != hashlib.sha256(level.to_text().encode()).hexdigest():
        verdict.problems.append("the answer is for another level: the fingerprints differ")
    if raw.get("metric") not in level.metrics:
        verdict.problems.append(f"unknown metric {raw.get('metric')!r}")
    return verdict.ok


def _check_solution(
    level: Level, raw: Mapping[str, Any], native: bool, status: Status, verdict: Verdict
) -> Any | None:
    """The solution in the level's own form, when there is one and it is right."""
    solution, cost, metric = raw.get("solution"), raw.get("cost"), raw["metric"]
    if solution is None:
        if status is Status.SOLVED or cost is not None:
            verdict.problems.append("a cost is claimed without a solution" if cost is not None else "no solution")
        return None
    try:
        solution = solution if native else level.read_solution(solution)
        level.replay(solution)
    except IllegalMove as error:
        verdict.problems.append(f"the solution is wrong: {error}")
        return None
    true_cost = level.cost(solution, metric)
    if cost != true_cost:
        verdict.problems.append(f"the solution costs {true_cost} {metric}, not {cost}")
    else:
        verdict.checked.append(f"the solution, by replay: {cost} {metric}")
    if status is Status.UNSOLVABLE:
        verdict.problems.append("a solution and the claim that there is none")
    return solution


def _check_bounds(raw: Mapping[str, Any], status: Status, verdict: Verdict) -> None:
    cost, lower, limit = raw.get("cost"), raw.get("lower_bound"), raw.get("max_cost")
    if lower is not None and lower < 0:
        verdict.problems.append(f"a lower bound of {lower}")
    if cost is not None and lower is not None and lower > cost:
        verdict.problems.append(f"the lower bound {lower} is above the cost {cost}")
    if status is Status.SOLVED and lower is None:
        verdict.problems.append("no lower bound")
    if status is Status.SOLVED and cost is not None and limit is not None and cost > limit:
        verdict.problems.append(f"the cost {cost} is above the bound {limit} that was asked for")
    if raw.get("optimal") is not (status is Status.SOLVED and cost is not None and cost == lower):
        verdict.problems.append(f"optimal is {raw.get('optimal')!r}, against cost {cost} and lower bound {lower}")
    if status is Status.OUT_OF_BOUND and (limit is None or lower is None or lower <= limit):
        verdict.problems.append(f"out of bound {limit}, but the lower bound is {lower}")


def _check_evidence(
    level: Level,
    raw: Mapping[str, Any],
    status: Status,
    certificates: list[Certificate],
    solution: Any,
    verdict: Verdict,
) -> None:
    claim = NEEDS_CLAIM.get(status, "lower-bound")
    bound = None if status is Status.UNSOLVABLE else raw.get("lower_bound") or 0
    relevant = [certificate for certificate in certificates if certificate.claim == claim]
    for stray in certificates:
        if stray.claim != claim:
            verdict.problems.append(f"a certificate claims {stray.claim}, the answer is {status}")
    if not relevant and (bound is None or bound > 0):
        what = "that there is no solution" if bound is None else f"the lower bound {bound}"
        verdict.problems.append(f"no certificate for the claim: {what}")
    rules = find_puzzle(level.puzzle).load()
    for certificate in relevant:
        stated = certificate.data.get("bound", bound)
        if bound is not None and (not isinstance(stated, int) or stated < bound):
            verdict.problems.append(f"the {certificate.kind} certificate proves {stated}, not {bound}")
        elif certificate.data.get("metric", raw["metric"]) != raw["metric"]:
            other = certificate.data["metric"]
            verdict.problems.append(f"the {certificate.kind} certificate is about {other}, not {raw['metric']}")
        elif certificate.kind == "search":
            engine, nodes = certificate.data.get("engine"), certificate.data.get("nodes")
            verdict.trusted.append(f"{claim}: the search of engine {engine} ({nodes} nodes); crosscheck repeats it")
        else:
            _check_certificate(rules, level, certificate, bound, solution, verdict)


def _check_certificate(
    rules: Rules, level: Level, certificate: Certificate, bound: int | None, solution: Any, verdict: Verdict
) -> None:
    try:
        problems = rules.check(level, certificate, bound, solution)
    except NotChecked as why:
        verdict.trusted.append(f"{certificate.claim}: the {certificate.kind} certificate: {why}")
        return
    if problems:
        verdict.problems += [f"the {certificate.kind} certificate: {problem}" for problem in problems]
    else:
        verdict.checked.append(f"{certificate.claim}: the {certificate.kind} certificate")

"""`verify`: re-check an answer with the rules alone. No engine and no kernel is imported here."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gridproof.answer import Answer, Certificate, Status, check_form, counted
from gridproof.errors import IllegalMove
from gridproof.levels.base import Level, NotChecked, Rules
from gridproof.proofs.claim import KIND as CLAUSAL_PROOF
from gridproof.proofs.claim import problems_of
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


def verify(level: Level, answer: Answer | Mapping[str, Any], folder: Path | None = None) -> Verdict:
    """Check an answer, or its JSON document, against the level: solution, cost, bounds and certificates.

    `folder` is where the files of clausal proofs are (default: the current folder). Raises AnswerError when the
    document is not an answer at all; every fault of an answer is a problem in the verdict.
    """
    raw = answer.to_dict() if isinstance(answer, Answer) else check_form(answer)
    verdict = Verdict()
    status = Status(raw["status"])
    certificates = [Certificate.from_dict(entry) for entry in raw["certificates"]]
    if not _same_level(level, raw, verdict):
        return verdict
    solution = _check_solution(level, raw, isinstance(answer, Answer), status, verdict)
    _check_bounds(raw, status, verdict)
    _check_evidence(level, raw, status, certificates, solution, folder or Path(), verdict)
    return verdict


def contradictions(level: Level, answer: Mapping[str, Any]) -> list[str]:
    """What an answer's document gets wrong by itself: fingerprint, metric, solution, cost, bounds; no certificate."""
    verdict, status = Verdict(), Status(answer["status"])
    if _same_level(level, answer, verdict):
        _check_solution(level, answer, False, status, verdict)
        _check_bounds(answer, status, verdict)
    return verdict.problems


def _same_level(level: Level, raw: Mapping[str, Any], verdict: Verdict) -> bool:
    if raw.get("puzzle") != level.puzzle:
        verdict.problems.append(f"the answer is for {raw.get('puzzle')}, the level is {level.puzzle}")
        return False
    stated, text = raw["level"], level.to_text()
    if stated.get("sha256") != hashlib.sha256(text.encode()).hexdigest():
        verdict.problems.append("the answer is for another level: the fingerprints differ")
    elif (stated.get("text"), stated.get("title")) != (text, level.title):
        verdict.problems.append("the answer's text or title of the level is not that of its fingerprint")
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
        verdict.problems.append(f"the solution costs {counted(true_cost, metric)}, not {cost}")
    else:
        verdict.checked.append(f"the solution, by replay: {counted(cost, metric)}")
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
    folder: Path,
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
    metric = raw["metric"]
    before = len(verdict.checked)
    for certificate in relevant:
        stated = certificate.data.get("bound", bound)
        if certificate.data.get("metric", metric) != metric:
            verdict.problems.append(f"the {certificate.kind} certificate is about {certificate.data['metric']!r}")
        elif bound is not None and (type(stated) is not int or stated != bound):
            verdict.problems.append(f"the {certificate.kind} certificate proves {stated!r}, not {bound}")
        elif certificate.kind == "search":
            engine, nodes = certificate.data.get("engine"), certificate.data.get("nodes")
            verdict.trusted.append(f"{claim}: the search of engine {engine} ({nodes} nodes); crosscheck repeats it")
        elif certificate.kind == CLAUSAL_PROOF and bound is not None:
            _record(certificate, _check_proof(level, certificate, metric, folder), verdict)
        else:
            _check_certificate(rules, level, certificate, bound, solution, verdict)
    if len(verdict.checked) > before:
        verdict.trusted.clear()  # each certificate is for the whole claim: one that holds needs no word beside it


def _check_certificate(
    rules: Rules, level: Level, certificate: Certificate, bound: int | None, solution: Any, verdict: Verdict
) -> None:
    try:
        problems = rules.check(level, certificate, bound, solution)
    except NotChecked as why:
        verdict.trusted.append(f"{certificate.claim}: the {certificate.kind} certificate: {why}")
        return
    _record(certificate, problems, verdict)


def _check_proof(level: Level, certificate: Certificate, metric: str, folder: Path) -> list[str]:
    """Problems of a clausal proof; the one place where `verify` uses an encoder."""
    encoder = find_puzzle(level.puzzle).load_encoder()
    if encoder is None:
        return [f"{level.puzzle} has no encoder"]
    return problems_of(certificate, encoder, level, metric, folder)


def _record(certificate: Certificate, problems: list[str], verdict: Verdict) -> None:
    if problems:
        verdict.problems += [f"the {certificate.kind} certificate: {problem}" for problem in problems]
    else:
        verdict.checked.append(f"{certificate.claim}: the {certificate.kind} certificate")

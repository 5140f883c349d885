"""The claim of a clausal proof, checked: formula derived again from the level, refutation checked step by step."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from gridproof.answer import Certificate
from gridproof.errors import AnswerError
from gridproof.levels.base import Level
from gridproof.proofs.file import Formula, fingerprint, read_proof
from gridproof.proofs.rup import check

KIND = "clausal-proof"


class EncoderModule(Protocol):
    """A pure encoder: restates a level as clauses, and knows no solver.

    Where the whole formula would be too large, a module may also have
    `formula_with_facts(level, metric, horizon, facts) -> Formula`: clauses that every solution of cost <= `horizon`
    satisfies, some of them for facts about the level in words of its own. It checks each fact by the rules, and
    raises AnswerError for one that does not hold.
    """

    def formula(self, level: Any, metric: str, horizon: int) -> Formula:
        """Satisfiable exactly when a solution of cost <= `horizon` exists."""
        ...


def problems_of(
    certificate: Certificate,
    encoder: EncoderModule,
    level: Level,
    metric: str,
    folder: Path,
    watch: Callable[[], None] = lambda: None,
) -> list[str]:
    """What is wrong with a `clausal-proof` certificate; its file is looked for in `folder`.

    The certificate names the file, its fingerprint and the bound; the file must hold exactly the clauses that the
    encoder derives for horizon `bound` - 1 and the facts in the file, each of which the encoder checks, and a
    refutation that the checker accepts.
    """
    name, bound = certificate.data.get("file"), certificate.data.get("bound")
    if not isinstance(name, str) or type(bound) is not int or bound < 1:
        return ["it names no file and bound"]
    path = folder / name
    try:
        proof = read_proof(path)
        if fingerprint(path) != certificate.data.get("sha256"):
            return [f"{name} is another file: the fingerprints differ"]
    except (AnswerError, OSError) as error:
        return [str(error)]
    sha256 = hashlib.sha256(level.to_text().encode()).hexdigest()
    if (proof.puzzle, proof.level, proof.metric) != (level.puzzle, sha256, metric):
        return [f"{name} is about another level or metric"]
    if proof.horizon != bound - 1:
        return [f"{name} excludes cost {proof.horizon} or less, the claim is at least {bound}"]
    try:
        formula = derive(encoder, level, metric, proof.horizon, proof.facts)
    except AnswerError as error:
        return [f"{name}: {error}"]
    if proof.clauses != [tuple(clause) for clause in formula.clauses]:
        return [f"{name} holds other clauses than the level"]
    outcome = check(proof.clauses, proof.steps, watch)
    return [] if outcome.proved else [f"{name}: {outcome.reason}"]


def derive(encoder: EncoderModule, level: Level, metric: str, horizon: int, facts: list[str]) -> Formula:
    """The formula of an encoder, with facts where there are any. Raises AnswerError for what is not a fact."""
    if not facts:
        return encoder.formula(level, metric, horizon)
    with_facts = getattr(encoder, "formula_with_facts", None)
    if with_facts is None:
        raise AnswerError("it holds facts, and the encoder knows of none")
    formula: Formula = with_facts(level, metric, horizon, facts)
    return formula

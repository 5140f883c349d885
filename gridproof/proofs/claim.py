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
    """A pure encoder: restates a level as clauses, and knows no solver."""

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
    encoder derives for horizon `bound` - 1, and a refutation that the checker accepts.
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
    formula = encoder.formula(level, metric, proof.horizon)
    if proof.clauses != [tuple(clause) for clause in formula.clauses]:
        return [f"{name} holds other clauses than the level"]
    outcome = check(proof.clauses, proof.steps, watch)
    return [] if outcome.proved else [f"{name}: {outcome.reason}"]

"""`solve --proof FILE`: a lower bound restated as clauses, refuted by a SAT solver, and written for others to check."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path

from gridproof.answer import Answer, Certificate, Status
from gridproof.errors import Contradiction, UsageError
from gridproof.levels.base import Level
from gridproof.limits import Budget
from gridproof.proofs.claim import KIND
from gridproof.proofs.file import fingerprint, lines_of
from gridproof.registry import puzzle as find_puzzle
from gridproof.terminal import write_file


def require_encoder(level: Level) -> None:
    """Raise UsageError where a clausal proof cannot be had at all, before any work is done."""
    if find_puzzle(level.puzzle).encoder is None:
        raise UsageError(f"--proof: {level.puzzle} has no clausal proofs; its certificates stand in the answer")


def with_proof(level: Level, answer: Answer, path: str, budget: Budget) -> Answer:
    """The answer with a clausal proof of its lower bound, written to `path`.

    An answer without a finite lower bound above 0 stays as it is: there is nothing to write, and `path` is not
    touched. Raises LimitReached when the budget ends first, Contradiction when the bound turns out wrong.
    """
    from gridproof.models.refute import refute

    bound = answer.lower_bound
    encoder = find_puzzle(level.puzzle).load_encoder()
    if encoder is None or not bound or math.isinf(bound) or answer.status is Status.UNSOLVABLE:
        return answer
    formula = encoder.formula(level, answer.metric, bound - 1)
    steps = refute(formula.clauses, budget)
    if steps is None:
        raise Contradiction(f"the bound of {bound} is wrong: the clauses for cost {bound - 1} can be satisfied")
    write_file(path, lines_of(level.puzzle, answer.sha256, answer.metric, formula, steps))
    claim = "out-of-bound" if answer.status is Status.OUT_OF_BOUND else "lower-bound"
    data = {"bound": bound, "metric": answer.metric, "file": Path(path).name, "sha256": fingerprint(Path(path))}
    certificates = (*answer.certificates, Certificate(KIND, claim, data))
    return dataclasses.replace(answer, certificates=certificates, seconds=budget.seconds)

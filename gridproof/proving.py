"""`solve --proof FILE`: a lower bound restated as clauses, refuted by a SAT solver, for others to check."""

from __future__ import annotations

import dataclasses
import logging
from pathlib import Path

from gridproof.answer import Answer, Certificate, Status
from gridproof.errors import Contradiction, LimitReached, UsageError
from gridproof.levels.base import Level
from gridproof.limits import Budget, Limits
from gridproof.proofs.claim import KIND, EncoderModule
from gridproof.proofs.file import Formula, fingerprint, lines_of
from gridproof.proofs.rup import Step
from gridproof.registry import puzzle as find_puzzle
from gridproof.terminal import write_file

LOG = logging.getLogger("gridproof")


def require_encoder(level: Level) -> None:
    """Raise UsageError where a clausal proof cannot be had at all, before any work is done."""
    if find_puzzle(level.puzzle).encoder is None:
        raise UsageError(f"--proof: {level.puzzle} has no clausal proofs; its certificates stand in the answer")


def with_proof(
    level: Level, answer: Answer, path: str, time_limit: float | None = None, memory_limit: int | None = None
) -> Answer:
    """The answer with a clausal proof of its lower bound, written to `path`.

    The time that the answer took counts towards the limit. When a limit or Ctrl-C ends the work, or there is no
    lower bound above 0 to prove, the answer stays as it is, nothing is written, and a log message says why.
    Raises Contradiction when the bound turns out to be wrong.
    """
    bound = answer.lower_bound
    encoder = find_puzzle(level.puzzle).load_encoder()
    if encoder is None or not bound or answer.status is Status.UNSOLVABLE or answer.reason == "interrupted":
        LOG.warning("no proof was written: there is no lower bound to prove")
        return answer
    if time_limit is not None:
        time_limit = max(0.001, time_limit - answer.seconds)
    try:
        steps_of = refute_of(encoder, level, answer, Budget(Limits(time_limit, memory_limit)))
    except (LimitReached, KeyboardInterrupt, MemoryError) as limit:
        LOG.warning("no proof was written: %s", getattr(limit, "reason", "interrupted"))
        return answer
    formula, steps = steps_of
    write_file(path, lines_of(level.puzzle, answer.sha256, answer.metric, formula, steps))
    claim = "out-of-bound" if answer.status is Status.OUT_OF_BOUND else "lower-bound"
    data = {"bound": bound, "metric": answer.metric, "file": Path(path).name, "sha256": fingerprint(Path(path))}
    return dataclasses.replace(answer, certificates=(*answer.certificates, Certificate(KIND, claim, data)))


def refute_of(encoder: EncoderModule, level: Level, answer: Answer, budget: Budget) -> tuple[Formula, list[Step]]:
    """The clauses for one less than the answer's lower bound, and their refutation."""
    from gridproof.models.refute import refute  # loads the SAT solvers

    assert answer.lower_bound is not None
    formula = encoder.formula(level, answer.metric, answer.lower_bound - 1)
    steps = refute(formula.clauses, budget)
    if steps is None:
        raise Contradiction(f"the bound {answer.lower_bound} is wrong: the clauses for one less can be satisfied")
    return formula, steps

"""Engine `fewest`: the fewest presses, proven by trying all of the q^nullity solutions.

Where they are too many to try, it leaves a good solution and the bounds it has for the next engine.
"""

from __future__ import annotations

import numpy as np

from gridproof.answer import Certificate
from gridproof.ledger import Ledger
from gridproof.levels.lights_out.certificates import cover_bound
from gridproof.levels.lights_out.level import LightsOut
from gridproof.levels.lights_out.patterns import encode
from gridproof.levels.lights_out.presses import Presses
from gridproof.limits import Budget
from gridproof.search.lights_out import chase, coset
from gridproof.search.lights_out.analysis import analyse

NAME = "fewest"
MOST_WORK = 44.0  # log2 of the number of solutions that are still tried one by one: some hours
MOST_PATTERN_CELLS = 100_000  # a basis with more cells is left out of the certificate


def applies(level: LightsOut, metric: str) -> str | None:
    return None


def run(level: LightsOut, ledger: Ledger, budget: Budget) -> None:
    if level.start.size:
        ledger.prove(NAME, cover_bound(level), Certificate("cover", "lower-bound", {"bound": cover_bound(level)}))
    analysis = analyse(level, budget)
    solution = analysis.solution()
    if solution is None or analysis.nullity == 0:
        chase.report(NAME, level, analysis, solution, ledger, budget)
        return
    ledger.offer(NAME, solution)
    budget.reserve(6 * analysis.nullity * solution.counts.size)  # the vectors, and what reducing them takes
    vectors = [vector.ravel() for vector in analysis.null_vectors()]
    split = coset.parts(np.array(vectors, dtype=np.uint8), level.states)
    start = solution.counts.ravel().astype(np.uint8)
    if coset.bits_of_work(split, level.states) > MOST_WORK:
        better = coset.descend(start, split, level.states)
        ledger.offer(NAME, Presses(better.reshape(level.button_shape)))
        return

    def progress(tried: int, total: int) -> None:
        ledger.progress(NAME, nodes=tried, solutions=f"{tried / total:.0%}")

    cost = 0
    for better in coset.lightest(start, split, level.states, budget, progress=progress):
        cost = ledger.offer(NAME, Presses(better.reshape(level.button_shape)))
        if ledger.closed:  # the cover bound is met
            return
    certificate = chase.null_space_certificate(cost, analysis.nullity, level.states, "trying all of them")
    if sum(int(np.count_nonzero(vector)) for vector in vectors) <= MOST_PATTERN_CELLS:
        shaped = (vector.reshape(level.button_shape) for vector in vectors)
        patterns = [encode(vector, level.states) for vector in shaped]
        certificate = Certificate(certificate.kind, certificate.claim, {**certificate.data, "patterns": patterns})
    ledger.prove(NAME, cost, certificate)

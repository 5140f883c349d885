"""Certificates of Lights Out, checked by plain recomputation.

`parity`      no solution: a weight y on the cells with A^T y = 0 (every press changes the weighted sum by 0 mod q)
              while y · needed is not 0. For two states: a set of cells that each press meets an even number of
              times, an odd number of which must change (Sutner 1989; the left null space of A).
`null-space`  fewest presses: every solution is one solution plus a combination of these patterns.
`cover`       fewest presses, roughly: each press makes at most d of the unit changes that are needed.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gridproof.answer import Certificate
from gridproof.errors import AnswerError
from gridproof.levels.base import NotChecked
from gridproof.levels.lights_out.level import LightsOut
from gridproof.levels.lights_out.linear import least_weight, polynomial_nullity, rank, solve_plainly
from gridproof.levels.lights_out.patterns import decode
from gridproof.levels.lights_out.presses import Presses

LARGEST_ELIMINATION = 2_500  # buttons
LARGEST_ENUMERATION = 1 << 31  # combinations times buttons


def check(level: LightsOut, certificate: Certificate, bound: int | None, solution: Presses | None) -> list[str]:
    """Problems of a certificate; empty when it proves its claim. See `levels.base.Rules.check`."""
    if certificate.kind == "parity" and bound is None:
        return _check_parity(level, certificate)
    if certificate.kind == "null-space" and bound is not None:
        return _check_null_space(level, certificate, bound, solution)
    if certificate.kind == "cover" and bound is not None:
        true = cover_bound(level)
        return [] if bound <= true else [f"the presses needed to cover the changes are {true}, not {bound}"]
    return [f"unknown kind for the claim {certificate.claim}"]


def explain(level: LightsOut, certificate: Certificate) -> str:
    """The argument in one sentence."""
    data, q = certificate.data, level.states
    if certificate.kind == "parity":
        pattern = decode(data, level.shape, q)
        size = int(np.count_nonzero(pattern))
        change = int((pattern * level.needed).sum(dtype=np.int64))  # products below 7 * 7 fit in uint8
        if q == 2:
            lit = "lit" if not level.target.any() else "to be changed"
            return (
                f"Proof: every press changes an even number of the {size} cells of the set, "
                f"and {change} of them {'is' if change == 1 else 'are'} {lit}, an odd number."
            )
        return (
            f"Proof: weigh the {size} cells of the proof; every press changes the weighted sum by a multiple "
            f"of {q}, but it must change by {change % q} modulo {q}."
        )
    if certificate.kind == "null-space":
        if data.get("nullity") == 0:
            return "Proof: there is one solution only."
        count = f"{q}^{data.get('nullity')}"
        return f"Proof: there are {count} solutions, and {data.get('method')} finds none with fewer presses."
    if certificate.kind != "cover":
        return f"(a certificate of an unknown kind, {certificate.kind})"
    return f"Bound: each press makes at most {most_changes(level)} of the {int(level.needed.sum())} changes needed."


def most_changes(level: LightsOut) -> int:
    """The most unit changes that one press makes."""
    if level.buttons is not None:
        return max((len(lights) for lights in level.buttons), default=0)
    return len(level.offsets)


def cover_bound(level: LightsOut) -> int:
    """Presses needed at least, since each makes at most `most_changes` of the changes needed."""
    return -(-int(level.needed.sum(dtype=np.int64)) // max(1, most_changes(level)))


def meets(level: LightsOut, pattern: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """A^T y: for each button, the weighted sum modulo q of the cells it changes."""
    if level.buttons is None:
        return level.effect(pattern)  # A is symmetric: a cell changes its neighbours, and they change it
    flat = pattern.ravel().astype(np.int64)
    sums = [int(flat[list(lights)].sum()) % level.states for lights in level.buttons]
    return np.array(sums, dtype=np.uint8)


def _check_parity(level: LightsOut, certificate: Certificate) -> list[str]:
    try:
        pattern = decode(certificate.data, level.shape, level.states)
    except AnswerError as error:
        return [str(error)]
    problems = []
    if (pattern.astype(np.bool_) & ~level.cells).any():
        problems.append("it names a place without a cell")
    odd = int(np.count_nonzero(meets(level, pattern)))
    if odd:
        problems.append(f"{odd} buttons change its weighted sum")
    if int((pattern * level.needed % level.states).sum(dtype=np.int64)) % level.states == 0:
        problems.append("its weighted sum need not change")
    return problems


def _check_null_space(level: LightsOut, certificate: Certificate, bound: int, solution: Presses | None) -> list[str]:
    """The claimed nullity is right, and no combination of the null space leads below the bound."""
    q, buttons = level.states, int(np.prod(level.button_shape))
    claimed = certificate.data.get("nullity")
    if type(claimed) is not int or claimed < 0:
        return [f"a nullity of {claimed!r}"]
    if certificate.data.get("solutions", f"{q}^{claimed}") != f"{q}^{claimed}":
        return [f"{certificate.data['solutions']} solutions, where the nullity says {q}^{claimed}"]
    if problems := _check_patterns(level, certificate, claimed):
        return problems
    plus = q == 2 and level.full and level.neighbours == "plus" and not level.torus and level.buttons is None
    if claimed == 0 and solution is not None and plus:
        nullity = polynomial_nullity(*level.shape)
        if nullity:
            return [f"the nullity is {nullity}, not 0"]
        least = len(Presses(solution.counts % q))
        return [] if bound <= least else [f"the only solution has {least} presses, the claim is {bound}"]
    if buttons > LARGEST_ELIMINATION:
        raise NotChecked(f"{buttons:,} buttons are too many for plain elimination")
    plain, basis = solve_plainly(level)
    if plain is None:
        return ["the board has no solution"]
    if len(basis) != claimed:
        return [f"the nullity is {len(basis)}, not {claimed}"]
    if q**claimed * buttons > LARGEST_ENUMERATION:
        raise NotChecked(f"the nullity {claimed} is right; {q}^{claimed} solutions are too many to try here")
    least = least_weight(plain, basis, q)
    return [] if bound <= least else [f"a solution with {least} presses exists, the claim is {bound}"]


def _check_patterns(level: LightsOut, certificate: Certificate, nullity: int) -> list[str]:
    """The patterns, where the certificate lists them, are a basis of as many presses that change nothing."""
    listed = certificate.data.get("patterns")
    if listed is None:
        return []
    if not isinstance(listed, list) or len(listed) != nullity or not all(isinstance(one, dict) for one in listed):
        return [f"the patterns are not a list of {nullity}"]
    if nullity * level.start.size > LARGEST_ENUMERATION:
        raise NotChecked(f"{nullity} patterns of {level.start.size:,} cells are too many to check here")
    basis = np.zeros((nullity, int(np.prod(level.button_shape))), dtype=np.uint8)
    for number, data in enumerate(listed):
        try:
            pattern = decode(data, level.button_shape, level.states)
        except AnswerError as error:
            return [f"pattern {number}: {error}"]
        if level.buttons is None and (pattern.astype(np.bool_) & ~level.cells).any():
            return [f"pattern {number} names a place without a cell"]
        if changed := int(np.count_nonzero(level.effect(pattern))):
            return [f"pattern {number} changes {changed} cells"]
        basis[number] = pattern.ravel()
    return [] if rank(basis, level.states) == nullity else ["the patterns are not independent"]

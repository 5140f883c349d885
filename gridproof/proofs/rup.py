"""A checker of clausal proofs (DRUP): each lemma must follow from what stands by unit propagation alone.

Goldberg & Novikov 2003 (the check), Heule, Hunt & Wetzler 2013 (deletions). As in other checkers, deleting a unit
clause does nothing (what it made true was implied, and stays true), nor does deleting what does not stand (solvers
shorten given clauses by what is known): fewer deletions are always sound. Steps that need more than unit propagation
(RAT) are refused; the solvers used here do not make them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

SLICE = 2_000  # operations between two looks at the limits

Clause = Sequence[int]  # literals v and -v, v >= 1


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a proof: a lemma to add, or a clause to delete."""

    clause: tuple[int, ...]
    deletes: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """`proved` when the empty clause was derived; otherwise `reason` says where it failed (steps from 0)."""

    proved: bool
    reason: str = ""


def check(clauses: Sequence[Clause], steps: Iterable[Step], watch: Callable[[], None] = lambda: None) -> Outcome:
    """Check that `steps` refute `clauses`. `watch` is called now and then and may raise.

    Time is like that of unit propagation in the solver that made the proof; memory some 40 bytes a literal.
    """
    from gridproof.proofs import rup_kernel as kernel

    everything: list[tuple[int, ...]] = []
    standing: dict[tuple[int, ...], list[int]] = {}
    kinds: list[int] = []
    which: list[int] = []
    places: list[int] = []  # operation -> step, negative for given clauses
    for place, step in enumerate([*(Step(tuple(clause)) for clause in clauses), *steps], -len(clauses)):
        normal = tuple(sorted(set(step.clause)))
        if step.deletes:
            if not standing.get(normal):
                continue  # solvers shorten given clauses by what is known; deleting nothing is sound
            number, kind = standing[normal].pop(), kernel.DELETION
        else:
            number, kind = len(everything), kernel.GIVEN if place < 0 else kernel.LEMMA
            everything.append(normal)
            standing.setdefault(normal, []).append(number)
        kinds.append(kind)
        which.append(number)
        places.append(place)
    state = _run(kernel, everything, kinds, which, watch)
    if state[kernel.STANDS] == kernel.PROVED:
        return Outcome(True)
    if state[kernel.STANDS] == kernel.REFUSED:
        return Outcome(False, f"step {places[state[kernel.NEXT]]} does not follow by unit propagation")
    return Outcome(False, "the proof ends without the empty clause")


def _run(
    kernel: Any, everything: list[tuple[int, ...]], kinds: list[int], which: list[int], watch: Callable[[], None]
) -> Any:
    variables = max((abs(literal) for clause in everything for literal in clause), default=0)
    numbers = np.array([literal for clause in everything for literal in clause], dtype=np.int64)
    literals = np.where(numbers > 0, 2 * numbers, -2 * numbers + 1)
    starts = np.cumsum([0, *(len(clause) for clause in everything)], dtype=np.int64)
    state = np.zeros(4, dtype=np.int64)
    arrays = (
        literals, starts, np.zeros(len(everything), dtype=np.bool_), np.zeros(2 * variables + 2, dtype=np.int8),
        np.zeros(variables + 1, dtype=np.int64), np.full(2 * variables + 2, -1, dtype=np.int64),
        np.full(2 * len(everything), -1, dtype=np.int64),
        np.array(kinds, dtype=np.uint8), np.array(which, dtype=np.int64), state,
    )  # fmt: skip
    while state[kernel.STANDS] == kernel.RUNNING:
        watch()
        kernel.check_slice(*arrays, SLICE)
    return state


def check_plainly(clauses: Sequence[Clause], steps: Iterable[Step]) -> bool:
    """The same by naive propagation over all clauses: the twin that tests compare the kernel with."""
    standing = [frozenset(clause) for clause in clauses]
    lasting: set[int] = set()  # what unit clauses ever made true
    if _conflicts(standing, lasting):
        return True
    for step in steps:
        clause = frozenset(step.clause)
        if step.deletes:
            if clause in standing and len(clause) > 1:
                standing.remove(clause)
            continue
        if not _conflicts(standing, lasting | {-literal for literal in clause}):
            return False
        standing.append(clause)
        if _conflicts(standing, lasting):
            return True
    return False


def _conflicts(clauses: list[frozenset[int]], true: set[int]) -> bool:
    """Whether unit propagation from `true` (extended in place) meets a conflict."""
    if any(-literal in true for literal in true):
        return True
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            if clause & true:
                continue
            free = [literal for literal in clause if -literal not in true]
            if not free:
                return True
            if len(free) == 1:
                true.add(free[0])
                changed = True
    return False

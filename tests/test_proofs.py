"""Clausal proofs: the checker against its plain twin on proofs of several solvers, intact and broken; proof files."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import random
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from pysat.solvers import Solver

from gridproof.errors import AnswerError, LimitReached
from gridproof.limits import Budget, Limits
from gridproof.models.refute import refute
from gridproof.proofs.file import TITLE, Formula, lines_of, parse_steps, read_proof
from gridproof.proofs.rup import Step, check, check_plainly

SOLVERS = ("cadical153", "cadical195", "glucose4", "lingeling")


def pigeonhole(holes: int) -> list[list[int]]:
    """One pigeon more than holes: unsatisfiable, and hard for resolution."""
    variable = lambda pigeon, hole: pigeon * holes + hole + 1  # noqa: E731  # a formula, not a function to document
    clauses = [[variable(pigeon, hole) for hole in range(holes)] for pigeon in range(holes + 1)]
    for hole in range(holes):
        for a, b in itertools.combinations(range(holes + 1), 2):
            clauses.append([-variable(a, hole), -variable(b, hole)])
    return clauses


Refutation = tuple[list[list[int]], list[str]]  # clauses, lines of the proof


def random_refutation(rng: random.Random) -> Refutation:
    """A small random unsatisfiable formula, and a solver's refutation of it."""
    while True:
        variables = rng.randint(3, 12)
        clauses = []
        for _ in range(int(variables * rng.uniform(3.5, 6))):
            chosen = rng.sample(range(1, variables + 1), min(variables, rng.choice((1, 2, 3, 3, 3))))
            clauses.append([variable * rng.choice((1, -1)) for variable in chosen])
        with Solver(name=rng.choice(SOLVERS), bootstrap_with=clauses, with_proof=True) as solver:
            if not solver.solve():
                return clauses, solver.get_proof()


def send_refutations(seed: int, count: int, pipe: Connection) -> None:
    rng = random.Random(seed)
    pipe.send([random_refutation(rng) for _ in range(count)])
    os._exit(0)


def random_refutations(seed: int, count: int) -> list[Refutation]:
    """From a process of their own, for the reason that `models.refute` gives."""
    ours, theirs = multiprocessing.get_context("spawn").Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(target=send_refutations, args=(seed, count, theirs))
    process.start()
    theirs.close()
    found: list[Refutation] = ours.recv()
    process.join()
    return found


def test_the_checker_equals_its_plain_twin_on_whole_and_broken_proofs() -> None:
    rng = random.Random(11)
    refused = 0
    for clauses, lines in random_refutations(11, 1_000):
        steps = parse_steps(lines)
        assert check(clauses, steps).proved
        assert check_plainly(clauses, steps)
        kind = rng.randrange(3)
        if kind == 0 and steps:
            place = rng.randrange(len(steps))
            if literals := list(steps[place].clause):
                literals[rng.randrange(len(literals))] *= -1
                steps[place] = Step(tuple(literals), steps[place].deletes)
        elif kind == 1 and steps:
            steps.pop(rng.randrange(len(steps)))
        else:
            clauses.pop(rng.randrange(len(clauses)))
        outcome = check(clauses, steps)
        assert outcome.proved == check_plainly(clauses, steps), (clauses, steps)
        refused += not outcome.proved
    assert refused > 10


def test_a_satisfiable_formula_is_never_refuted() -> None:
    rng = random.Random(5)
    for _ in range(500):
        variables = rng.randint(2, 8)
        true = {variable * rng.choice((1, -1)) for variable in range(1, variables + 1)}
        literals = [s * v for v in range(1, variables + 1) for s in (1, -1)]
        clauses = [rng.sample(literals, 3) for _ in range(30)]
        clauses = [clause for clause in clauses if set(clause) & true]
        lemmas = [Step(tuple(rng.sample(literals, rng.randint(0, 3))), rng.random() < 0.2) for _ in range(20)]
        assert not check(clauses, [*lemmas, Step(())]).proved


def test_pigeonholes() -> None:
    steps = refute(pigeonhole(6), Budget())
    assert steps is not None
    assert check(pigeonhole(6), steps).proved
    longest = max(range(len(steps)), key=lambda at: len(steps[at].clause) * (not steps[at].deletes))
    broken = list(steps)
    broken[longest] = Step(steps[longest].clause[:1])
    assert not check(pigeonhole(6), broken).proved
    assert not check(pigeonhole(6)[1:], steps).proved
    assert not check(pigeonhole(6), steps[: len(steps) // 2]).proved
    assert refute(pigeonhole(6)[1:], Budget()) is None


def test_a_long_refutation_ends_with_the_budget() -> None:
    with pytest.raises(LimitReached):
        refute(pigeonhole(14), Budget(Limits(time=2)))


def test_a_proof_file_is_read_back(tmp_path: Path) -> None:
    clauses = pigeonhole(3)
    steps = refute(clauses, Budget())
    assert steps is not None
    path = tmp_path / "proof"
    formula = Formula(24, clauses, [f"pigeon {v}" for v in range(1, 13)])
    path.write_text("".join(lines_of("sliding", "f" * 64, "moves", formula, steps)))
    proof = read_proof(path)
    assert (proof.puzzle, proof.level, proof.metric, proof.horizon) == ("sliding", "f" * 64, "moves", 24)
    assert proof.clauses == [tuple(clause) for clause in clauses]
    assert proof.steps == steps
    assert "c variable 7 = pigeon 7\n" in path.read_text()


NO_PROOFS = [
    "",
    "p cnf 1 1\n1 0\n",
    f"{TITLE}\n",
    f"{TITLE}\np cnf 1 1\n1\nc refutation\n",
    f"{TITLE}\np cnf 1 2\n1 0\nc refutation\n",
]


@pytest.mark.parametrize("text", NO_PROOFS)
def test_what_is_no_proof_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "proof"
    path.write_text(text)
    with pytest.raises(AnswerError, match="not a proof file"):
        read_proof(path)
    with pytest.raises(AnswerError, match="cannot be read"):
        read_proof(tmp_path / "missing")

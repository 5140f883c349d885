"""Proof files: what is claimed, the formula that says the opposite, what its variables mean, and the refutation.

    c gridproof proof 1
    c puzzle sliding
    c level <sha256 of the level's text>
    c metric moves
    c claim no solution of cost 24 or less
    c variable 1 = piece A at 0,1 at time 0
    ...
    p cnf 1234 5678
    1 -2 0
    ...
    c refutation
    1 2 0            a lemma
    d 1 -2 0         a deletion

The part up to `c refutation` is DIMACS CNF, the rest DRUP: other checkers can read the two parts as well.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from gridproof.errors import AnswerError
from gridproof.proofs.rup import Step

TITLE = "c gridproof proof 1"
MAX_BYTES = 2 << 30


@dataclass(frozen=True, slots=True)
class Formula:
    """Clauses that are satisfiable exactly when a solution of cost <= `horizon` exists.

    `meanings[v - 1]` says in words when variable v is true.
    """

    horizon: int
    clauses: Sequence[Sequence[int]]
    meanings: Sequence[str]


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof file as it was read."""

    puzzle: str
    level: str
    metric: str
    horizon: int
    clauses: list[tuple[int, ...]]
    steps: list[Step]


def lines_of(puzzle: str, sha256: str, metric: str, formula: Formula, steps: Iterable[Step]) -> Iterator[str]:
    """The lines of a proof file."""
    yield f"{TITLE}\nc puzzle {puzzle}\nc level {sha256}\nc metric {metric}\n"
    yield f"c claim no solution of cost {formula.horizon} or less\n"
    for variable, meaning in enumerate(formula.meanings, 1):
        yield f"c variable {variable} = {meaning}\n"
    yield f"p cnf {len(formula.meanings)} {len(formula.clauses)}\n"
    for clause in formula.clauses:
        yield _line(clause)
    yield "c refutation\n"
    for step in steps:
        yield ("d " if step.deletes else "") + _line(step.clause)


def read_proof(path: Path) -> Proof:
    """Read a proof file. Raises AnswerError, in one line, for anything that is not one."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise AnswerError(f"{path}: a proof file of more than {MAX_BYTES:,} bytes")
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise AnswerError(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise AnswerError(f"{path}: not a proof file: expected text in UTF-8") from None
    try:
        return _parse(lines)
    except (ValueError, IndexError, KeyError) as error:
        raise AnswerError(f"{path}: not a proof file: {error}") from None


def fingerprint(path: Path) -> str:
    """SHA-256 of a file, hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def parse_steps(lines: Iterable[str]) -> list[Step]:
    """Steps of a DRUP proof in text, as solvers log it."""
    steps = []
    for line in lines:
        words = line.split()
        if words and words[0] != "c":
            deletes = words[0] == "d"
            steps.append(Step(_clause(words[1:] if deletes else words), deletes))
    return steps


def _parse(lines: list[str]) -> Proof:
    if not lines or lines[0] != TITLE:
        raise ValueError(f"expected `{TITLE}` on its first line")
    headers: dict[str, str] = {}
    at = next((at for at, line in enumerate(lines) if line.startswith("p cnf ")), None)
    if at is None:
        raise ValueError("expected a line `p cnf VARIABLES CLAUSES`")
    for line in lines[:at]:
        word, _, rest = line.removeprefix("c ").partition(" ")
        headers.setdefault(word, rest)
    count = int(lines[at].split()[3])
    clauses = [_clause(text.split()) for text in lines[at + 1 : at + 1 + count]]
    if lines[at + 1 + count] != "c refutation":
        raise ValueError(f"line {at + 2 + count}: expected `c refutation` after {count} clauses")
    horizon = int(headers["claim"].removeprefix("no solution of cost ").removesuffix(" or less"))
    steps = parse_steps(lines[at + 2 + count :])
    return Proof(headers["puzzle"], headers["level"], headers["metric"], horizon, clauses, steps)


def _clause(words: Sequence[str]) -> tuple[int, ...]:
    literals = tuple(int(word) for word in words)
    if not literals or literals[-1] != 0 or 0 in literals[:-1]:
        raise ValueError(f"a clause that does not end in 0: {' '.join(words)[:60]}")
    return literals[:-1]


def _line(clause: Sequence[int]) -> str:
    return " ".join(map(str, (*clause, 0))) + "\n"

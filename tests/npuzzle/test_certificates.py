"""Certificates: what verify accepts, and that it refuses each kind of forgery."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace

import pytest

from gridproof.answer import Answer, Certificate
from gridproof.errors import AnswerError
from gridproof.levels.npuzzle import certificates, draw, explain
from gridproof.levels.npuzzle.level import NPuzzle
from gridproof.loader import parse
from gridproof.solver import solve
from gridproof.verifier import verify
from tests.npuzzle.boards import random_boards

ODD = "1 2 3\n4 5 6\n8 7 0\n"


def test_answers_of_random_boards_hold() -> None:
    kinds: dict[str, int] = {}
    for level in random_boards(seed=5, count=400):
        answer = solve(level, engines=["counting"])
        verdict = verify(level, json.loads(answer.to_json()))
        assert verdict.ok, (verdict.problems, level.to_text())
        assert not verdict.trusted, "counting proves by counting"
        for certificate in answer.certificates:
            kinds[certificate.kind] = kinds.get(certificate.kind, 0) + 1
            assert explain(level, certificate)
            assert draw(level, None, certificate).plain()
    assert set(kinds) == {"parity", "order", "manhattan", "linear-conflict"}
    assert min(kinds.values()) > 20


def _with(answer: Answer, kind: str, **data: object) -> Answer:
    return replace(answer, certificates=(Certificate(kind, answer.certificates[0].claim, data),))


def test_forged_parity_is_refused() -> None:
    level = parse(ODD, puzzle="npuzzle")
    answer = solve(level, engines=["counting"])
    assert verify(level, answer).ok
    for forged in (
        _with(answer, "parity", permutation="even", blank_distance=0),
        _with(answer, "parity", permutation="odd", blank_distance=1),
        _with(answer, "parity"),
        _with(answer, "order", tile=3),
        _with(answer, "magic"),
        replace(answer, certificates=()),
    ):
        assert not verify(level, forged).ok


def test_a_parity_proof_of_a_solvable_board_is_refused() -> None:
    unsolvable = solve(parse(ODD, puzzle="npuzzle"), engines=["counting"])
    level = parse("1 2 3\n4 5 6\n7 0 8\n", puzzle="npuzzle")
    assert not verify(level, replace(unsolvable, text=level.to_text())).ok


@pytest.mark.parametrize("kind", ["manhattan", "linear-conflict"])
def test_a_bound_above_what_counting_proves_is_refused(kind: str) -> None:
    level = parse("2 1 3\n4 5 6\n8 7 0\n", puzzle="npuzzle")
    answer = solve(level, engines=["counting"])
    bound, _ = certificates.counting_bound(level)
    assert answer.lower_bound == bound
    assert verify(level, answer).ok
    assert not verify(level, replace(_with(answer, kind, bound=bound + 2), lower_bound=bound + 2)).ok


def test_a_search_stays_a_search() -> None:
    level = parse("8 6 7\n2 5 4\n3 0 1\n", puzzle="npuzzle")
    answer = solve(level)
    assert answer.cost == 31
    assert answer.optimal
    assert [certificate.kind for certificate in answer.certificates] == ["search"]
    assert verify(level, answer).trusted


def test_out_of_bound() -> None:
    level = parse("8 6 7\n2 5 4\n3 0 1\n", puzzle="npuzzle")
    for most, kind in ((10, "linear-conflict"), (30, "search")):
        answer = solve(level, max_cost=most)
        assert answer.status == "out-of-bound"
        assert answer.certificates[0].kind == kind
        assert verify(level, answer).ok
    assert solve(level, max_cost=31).status == "solved"


def test_data_of_any_kind_is_no_crash() -> None:
    level = NPuzzle(2, 2, (1, 2, 3, 0), (1, 2, 3, 0))
    answer = json.loads(solve(level, engines=["counting"]).to_json())
    for broken in ({"kind": "manhattan", "claim": "lower-bound", "bound": "x"}, {"kind": 5, "claim": "unsolvable"}):
        with contextlib.suppress(AnswerError):
            assert not verify(level, {**answer, "lower_bound": 1, "certificates": [broken]}).ok

"""Certificates: what is intact is accepted, what is damaged is rejected, and the referee has the last word."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from gridproof.answer import Certificate
from gridproof.errors import AnswerError
from gridproof.levels.lights_out import check
from gridproof.levels.lights_out.level import LightsOut
from gridproof.solver import solve
from gridproof.verifier import verify
from tests.lights_out.boards import random_boards
from tests.lights_out.referee import fewest_presses, refutes


def _weights(certificate: Certificate) -> dict[tuple[int, int], int]:
    if "cells" in certificate.data:
        return {(r, c): 1 for r, c in certificate.data["cells"]}  # noqa: C420  # the cells are lists
    return {(r, c): w for r, c, w in certificate.data["weights"]}


def _as_certificate(weights: dict[tuple[int, int], int], q: int) -> Certificate:
    if q == 2:
        return Certificate("parity", "unsolvable", {"cells": [list(cell) for cell in weights]})
    return Certificate("parity", "unsolvable", {"weights": [[*cell, w] for cell, w in weights.items()]})


def test_a_parity_certificate_with_any_one_cell_changed_is_judged_rightly() -> None:
    judged = {True: 0, False: 0}
    intact = 0
    for level in random_boards(seed=21, count=300):
        for engine in ("chase", "gf2"):
            answer = solve(level, engines=[engine])
            if answer.status != "unsolvable":
                continue
            (certificate,) = answer.certificates
            weights = _weights(certificate)
            assert refutes(level, weights)
            assert check(level, certificate, None, None) == []
            intact += 1
            for cell in np.ndindex(level.shape):
                damaged = dict(weights)
                damaged[cell] = (damaged.get(cell, 0) + 1) % level.states
                if not damaged[cell]:
                    del damaged[cell]
                truth = refutes(level, damaged)
                assert (check(level, _as_certificate(damaged, level.states), None, None) == []) == truth
                judged[truth] += 1
    assert intact > 100
    assert judged[False] > 1_000


def test_malformed_patterns_are_problems_not_errors() -> None:
    level = LightsOut(*(np.zeros((2, 2), dtype=np.uint8) for _ in range(2)), np.ones((2, 2), dtype=np.bool_))
    junk: list[dict[str, Any]] = [
        {},
        {"cells": 3},
        {"cells": [[0]]},
        {"cells": [[0, 5]]},
        {"cells": [[0, 0], [0, 0]]},
        {"cells": [["0", 0]]},
        {"cells": [[0, 0, 1]]},
        {"rows": ["01"]},
        {"rows": ["01", "0"]},
        {"rows": ["01", "03"]},
        {"rows": "0101"},
    ]
    for data in junk:
        assert check(level, Certificate("parity", "unsolvable", data), None, None)
    assert check(level, Certificate("magic", "unsolvable", {}), None, None)


def test_rows_and_cells_say_the_same() -> None:
    start = np.zeros((5, 5), dtype=np.uint8)
    start[0, 0] = 1
    level = LightsOut(start, np.zeros_like(start), np.ones((5, 5), dtype=np.bool_))
    (certificate,) = solve(level, engines=["chase"]).certificates
    pattern = np.zeros((5, 5), dtype=np.uint8)
    for cell in _weights(certificate):
        pattern[cell] = 1
    rows = ["".join(map(str, row)) for row in pattern.tolist()]
    assert check(level, Certificate("parity", "unsolvable", {"rows": rows}), None, None) == []
    assert len(_weights(certificate)) == 12  # the three parity sets have 12, 16 and 12 cells


def test_bounds_above_the_optimum_are_rejected() -> None:
    checked = 0
    for level in random_boards(seed=33, count=200, most_cells=10):
        expected = fewest_presses(level) if level.states < 5 else None
        if expected is None:
            continue
        answer = solve(level)
        for certificate in answer.certificates:
            assert check(level, certificate, expected, answer.solution) == []
            assert check(level, certificate, expected + 1, answer.solution)
            assert check(level, certificate, expected, None) == []
            checked += 1
    assert checked > 50


def test_a_wrong_nullity_is_rejected() -> None:
    level = LightsOut(*(np.zeros((5, 5), dtype=np.uint8) for _ in range(2)), np.ones((5, 5), dtype=np.bool_))
    for nullity in (0, 1, 3, -1, "2", None):
        certificate = Certificate("null-space", "lower-bound", {"bound": 0, "nullity": nullity})
        assert check(level, certificate, 0, None)


def test_a_tampered_answer_is_refused() -> None:
    start = np.ones((5, 5), dtype=np.uint8)
    level = LightsOut(start, np.zeros_like(start), np.ones((5, 5), dtype=np.bool_))
    good = json.loads(solve(level).to_json())
    assert verify(level, good).ok
    tampered = [
        {"cost": 14},
        {"cost": 14, "lower_bound": 14},
        {"lower_bound": 16},
        {"lower_bound": None},
        {"optimal": False},
        {"optimal": "yes"},
        {"solution": good["solution"][1:]},
        {"solution": [*good["solution"], [0, 0]]},
        {"solution": None},
        {"solution": "lurd"},
        {"status": "unsolvable"},
        {"status": "out-of-bound"},
        {"status": "out-of-bound", "max_cost": 14, "optimal": False},
        {"metric": "moves"},
        {"puzzle": "sokoban"},
        {"certificates": []},
        {"certificates": [{**good["certificates"][0], "claim": "unsolvable"}]},
        {"certificates": [{**good["certificates"][0], "bound": 14}]},
        {"certificates": [{**good["certificates"][0], "bound": 99}]},
        {"certificates": [{**good["certificates"][0], "bound": 15.0}]},
        {"certificates": [{**good["certificates"][0], "solutions": "2^3"}]},
        {"certificates": [{**good["certificates"][0], "patterns": good["certificates"][0]["patterns"][1:]}]},
        {"certificates": [{**good["certificates"][0], "patterns": good["certificates"][0]["patterns"][:1] * 2}]},
        {"certificates": [{**good["certificates"][0], "patterns": 2}]},
        {"level": {**good["level"], "text": good["level"]["text"].replace("1", "0", 1)}},
        {"level": {**good["level"], "title": "another"}},
        {"level": {**good["level"], "sha256": "0" * 64}},
        {"max_cost": 3},
    ]
    for change in tampered:
        assert not verify(level, {**good, **change}).ok, change


def test_patterns_of_a_null_space_with_any_one_cell_changed_are_rejected() -> None:
    judged = 0
    for level in random_boards(seed=41, count=150, most_cells=16):
        answer = solve(level, engines=["fewest"])
        for certificate in answer.certificates:
            for number, pattern in enumerate(certificate.data.get("patterns", [])):
                (key, entries), *_ = pattern.items()
                for position in range(len(entries)):
                    shorter = [entry for i, entry in enumerate(entries) if i != position]
                    patterns = [*certificate.data["patterns"]]
                    patterns[number] = {key: shorter}
                    damaged = Certificate(
                        certificate.kind, certificate.claim, {**certificate.data, "patterns": patterns}
                    )
                    shape = level.button_shape
                    counts = np.zeros(shape, dtype=np.uint8)
                    for r, c, *weight in shorter:
                        counts[r, c] = weight[0] if weight else 1
                    if shorter and not level.effect(counts).any():
                        continue  # a button that changes nothing, or two buttons alike
                    assert check(level, damaged, certificate.data["bound"], answer.solution)
                    judged += 1
    assert judged > 100


def test_documents_that_are_no_answers_are_refused_from_python_too() -> None:
    level = LightsOut(*(np.zeros((2, 2), dtype=np.uint8) for _ in range(2)), np.ones((2, 2), dtype=np.bool_))
    good = json.loads(solve(level).to_json())
    for change in ({"cost": "3"}, {"lower_bound": 0.5}, {"level": None}, {"certificates": [3]}, {"gridproof": True}):
        with pytest.raises(AnswerError):
            verify(level, {**good, **change})

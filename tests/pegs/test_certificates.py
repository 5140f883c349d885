"""Certificates: every engine's are accepted, damaged ones are rejected, judged by a plain second opinion."""

from __future__ import annotations

import copy
import json
import random

import pytest

from gridproof.answer import Certificate
from gridproof.levels.pegs import check
from gridproof.levels.pegs.level import Pegs
from gridproof.solver import solve
from gridproof.verifier import verify
from tests.pegs.boards import pairs, problem, random_level
from tests.pegs.judge import proves

KINDS = ("classes", "regions", "pagoda", "counts")


def certified(seed: int, count: int):
    """(level, answer, certificate) of random levels, from the engines that write certificates."""
    rng = random.Random(seed)
    found = []
    while len(found) < count:
        level = random_level(rng)
        engine = rng.choice(KINDS)
        answer = solve(level, rng.choice(["moves", "jumps"]), engines=[engine])
        found += [(level, answer, c) for c in answer.certificates if c.kind != "search"]
    return found


def bound_of(answer) -> int | None:
    return None if answer.status == "unsolvable" else answer.lower_bound


def test_intact_certificates_are_accepted() -> None:
    kinds = set()
    for level, answer, certificate in certified(1, 150):
        assert verify(level, answer).ok
        assert verify(level, json.loads(answer.to_json())).ok
        assert proves(level, certificate, bound_of(answer)), level.to_text()
        kinds.add(certificate.kind)
    assert kinds >= {"pegs", "class", "pagoda", "counts", "regions"}


def damage(rng: random.Random, data):
    """Change one thing somewhere in JSON-like data: a number, a list entry, a key."""
    data = copy.deepcopy(data)
    spots = []

    def walk(node):
        if isinstance(node, dict):
            for key, value in node.items():
                spots.append((node, key))
                walk(value)
        elif isinstance(node, list):
            for index, value in enumerate(node):
                spots.append((node, index))
                walk(value)

    walk(data)
    if not spots:
        return {"sets": []}
    node, key = rng.choice(spots)
    value = node[key]
    if type(value) is int and rng.random() < 0.9:
        node[key] = value + rng.choice([-3, -2, -1, 1, 2, 3])
    elif isinstance(node, list) and rng.random() < 0.5:
        del node[key]
    elif isinstance(node, list) and rng.random() < 0.3:
        node.insert(key, copy.deepcopy(rng.choice(node)))
    else:
        node[key] = rng.choice([None, "x", [], {}, 1.5, True, -1, [[0, 0]], copy.deepcopy(node)])
    return data


@pytest.mark.parametrize("seed", range(3))
def test_damaged_certificates_are_judged_rightly(seed: int) -> None:
    rng = random.Random(seed)
    rejected, accepted = 0, 0
    for level, answer, certificate in certified(100 + seed, 60):
        for _ in range(12):
            bound = bound_of(answer)
            changed = Certificate(certificate.kind, certificate.claim, damage(rng, dict(certificate.data)))
            if bound is not None and rng.random() < 0.3:
                bound += 1
            expected = proves(level, changed, bound)
            assert (check(level, changed, bound, None) == []) == expected, (level.to_text(), changed, bound)
            rejected, accepted = rejected + (not expected), accepted + expected
    assert rejected > 300
    assert accepted > 10


def test_damaged_answers_are_rejected_by_verify() -> None:
    rng = random.Random(5)
    rejected = 0
    for level, answer, certificate in certified(7, 80):
        for _ in range(6):
            raw = json.loads(answer.to_json())
            data = damage(rng, dict(certificate.data))
            if proves(level, Certificate(certificate.kind, certificate.claim, data), bound_of(answer)):
                continue
            raw["certificates"] = [{"kind": certificate.kind, "claim": certificate.claim, **data}]
            assert not verify(level, raw).ok, raw
            rejected += 1
    assert rejected > 200


def test_a_certificate_for_another_level_is_judged_anew() -> None:
    rng = random.Random(3)
    wrong = 0
    cases = certified(11, 120)
    for level, answer, certificate in cases:
        other = Pegs(
            level.holes, rng.getrandbits(level.size) | 1, level.must, level.free, level.anywhere, level.neighbours
        )
        expected = proves(other, certificate, bound_of(answer))
        assert (check(other, certificate, bound_of(answer), None) == []) == expected
        wrong += not expected
    assert wrong > 30


def test_a_bound_on_jumps_is_no_bound_on_moves() -> None:
    level = problem("triangle15", (0, 0), (0, 0))
    raw = json.loads(solve(level, "jumps", engines=["moves", "classes"]).to_json())
    jumps = json.loads(solve(level, "jumps", engines=["classes"]).to_json())["certificates"]
    raw |= {"metric": "moves", "certificates": jumps, "cost": level.cost(raw["solution"], "moves")}
    raw |= {"lower_bound": raw["cost"], "optimal": True}
    assert not verify(level, raw).ok
    raw["certificates"][0]["metric"] = "moves"
    assert not verify(level, raw).ok


@pytest.mark.parametrize(
    ("board", "count", "possible"),
    [("english", 151, 21), ("french", 190, 10), ("6x6", 171, 21), ("diamond25", 93, 15), ("hexagon19", 39, 8)],
)
def test_pairs_that_the_class_refutes_carry_a_certificate(board: str, count: int, possible: int) -> None:
    levels = pairs(board)
    assert len(levels) == count
    left = 0
    for level in levels:
        answer = solve(level, engines=["classes"])
        if answer.status == "unsolvable":
            assert all(c.kind == "class" and proves(level, c, None) for c in answer.certificates)
            assert verify(level, answer).ok
        else:
            left += 1
    assert left == possible


def test_diamond_25_is_refuted_by_weights_throughout() -> None:
    left = [level for level in pairs("diamond25") if solve(level, engines=["classes"]).status != "unsolvable"]
    for level in left:
        answer = solve(level, engines=["pagoda"])
        assert answer.status == "unsolvable"
        assert proves(level, answer.certificates[0], None)

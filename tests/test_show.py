"""`show` of answers that are damaged, or contradict themselves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gridproof.cli import main

PLUS = "puzzle: lights-out\ntitle: plus\n010\n111\n010\n"
UNSOLVABLE = "puzzle: lights-out\n" + "10000\n" + "00000\n" * 4


def test_show_of_a_damaged_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    level, path = tmp_path / "bad.lights", tmp_path / "answer.json"
    level.write_text(UNSOLVABLE)
    assert main(["solve", str(level), "--output", str(path)]) == 20
    good = json.loads(path.read_text())
    for certificate in (3, {"kind": "parity"}, {**good["certificates"][0], "cells": [[9, 9]]}):
        path.write_text(json.dumps({**good, "certificates": [certificate]}))
        capsys.readouterr()
        assert main(["show", str(path)]) == 2
        assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("level", "damage"),
    [
        ("french#French central game, hopeless", {"sets": None}),
        ("french#French central game, hopeless", {"sets": [[99, 99]]}),
        ("fifteen#Fourteen and fifteen", {"blank_distance": [0]}),
        ("klotski/zou-tou-wu-lu", {"states": None}),
    ],
)
def test_show_of_a_certificate_of_another_shape(
    level: str, damage: dict[str, object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "answer.json"
    assert main(["solve", level, "--output", str(path)]) == 20
    good = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**good, "certificates": [{**good["certificates"][0], **damage}]}), encoding="utf-8")
    capsys.readouterr()
    assert main(["show", str(path)]) == 2
    assert "is not what its kind says" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        ({"cost": 2}, "costs 1 press, not 2"),
        ({"cost": None}, "costs 1 press, not None"),
        ({"solution": None}, "a cost is claimed without a solution"),
        ({"solution": None, "cost": None}, "no solution"),
        ({"lower_bound": None}, "no lower bound"),
        ({"metric": "pushes"}, "unknown metric 'pushes'"),
        ({"status": "unsolvable"}, "a solution and the claim that there is none"),
        ({"status": "out-of-bound", "optimal": False}, "out of bound None"),
    ],
)
def test_an_answer_that_contradicts_itself_is_not_shown(
    damage: dict[str, object], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    level, path = tmp_path / "plus.lights", tmp_path / "answer.json"
    level.write_text(PLUS)
    assert main(["solve", str(level), "--output", str(path)]) == 0
    path.write_text(json.dumps({**json.loads(path.read_text()), **damage}))
    for extra in ([], ["--html", str(tmp_path / "a.html")], ["--svg", str(tmp_path / "a.svg")]):
        capsys.readouterr()
        assert main(["show", str(path), *extra]) == 1
        printed = capsys.readouterr()
        assert (printed.out, printed.err.count("\n")) == ("", 1)
        assert reason in printed.err
    assert not list(tmp_path.glob("a.*"))

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


def test_a_false_certificate_is_not_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One light alone on 5x5: a certificate of the right shape whose cells are none."""
    level, path = tmp_path / "bad.lights", tmp_path / "answer.json"
    level.write_text(UNSOLVABLE)
    assert main(["solve", str(level), "--output", str(path)]) == 20
    good = json.loads(path.read_text())
    capsys.readouterr()
    assert main(["show", str(path)]) == 0
    assert capsys.readouterr().out.endswith("Verified by the rules alone: unsolvable: the parity certificate.\n")
    path.write_text(json.dumps({**good, "certificates": [{**good["certificates"][0], "cells": [[0, 0], [1, 1]]}]}))
    outputs = [["--html", str(tmp_path / "a.html")], ["--svg", str(tmp_path / "a.svg")]]
    for extra in ([], *outputs):
        assert main(["show", str(path), *extra]) == 1
        printed = capsys.readouterr()
        assert (printed.out, printed.err.count("\n")) == ("", 1)
        assert "does not hold: the parity certificate" in printed.err
    assert not list(tmp_path.glob("a.*"))


def test_what_takes_long_to_check_is_said_to_be_unchecked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    level, path = tmp_path / "bad.lights", tmp_path / "answer.json"
    level.write_text(UNSOLVABLE)
    assert main(["solve", str(level), "--output", str(path)]) == 20

    def endless(*_: object) -> list[str]:
        while True:
            pass

    monkeypatch.setattr("gridproof.commands.show.SECONDS", 0.3)
    monkeypatch.setattr("gridproof.levels.lights_out.check", endless)
    capsys.readouterr()
    assert main(["show", str(path)]) == 0
    assert "Not verified: that takes more than 0.3 seconds" in capsys.readouterr().out


def test_what_rests_on_a_search_is_said_to_be_unchecked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "answer.json"
    assert main(["solve", "fifteen/eight-nearly-there", "--output", str(path)]) == 0
    raw = json.loads(path.read_text())
    raw["certificates"] = [
        {"kind": "search", "claim": "lower-bound", "engine": "bfs", "nodes": 9, "bound": raw["cost"]}
    ]
    path.write_text(json.dumps(raw))
    capsys.readouterr()
    assert main(["show", str(path)]) == 0
    assert "Not verified: lower-bound: the search of engine bfs (9 nodes)" in capsys.readouterr().out


def test_a_proof_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, proof = tmp_path / "answer.json", tmp_path / "a.proof"
    assert main(["solve", "rush-hour/side-street", "--proof", str(proof), "--output", str(path)]) == 0
    capsys.readouterr()
    assert main(["show", str(path)]) == 0
    assert "Verified by the rules alone" in capsys.readouterr().out
    proof.write_text(proof.read_text().replace("c refutation", "c refutation\n0"))
    assert main(["show", str(path)]) == 1  # another file
    proof.unlink()
    capsys.readouterr()
    assert main(["show", str(path)]) == 0
    assert "Not verified: the proof file a.proof is not beside the answer." in capsys.readouterr().out

"""Published optima: each row of the public collections in every metric it gives (all rows behind `slow`)."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from gridproof.answer import Status
from gridproof.levels.sliding import Sliding, read_literal
from gridproof.levels.sliding.compact import read_rows
from gridproof.solver import solve

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
COLUMNS = {"moves": "move", "slides": "slide", "steps": "step"}
LINKED = {"lumi: 🧬 Entanglement [47]": "linked:AB1234"}  # its pieces lie in two parts each


def _rows(name: str) -> list[dict[str, str]]:
    path = DATA / name
    if not path.exists():
        pytest.skip(f"{path.name} is not beside the repository")
    lines = path.read_text(encoding="utf-8").split("\n")
    while lines[0].startswith("# "):
        del lines[0]
    return list(csv.DictReader(line for line in lines if line))


def _check(level: Sliding, row: dict[str, str], metrics: dict[str, str] = COLUMNS) -> None:
    for metric, column in metrics.items():
        if row[column] == "LIMIT":
            continue
        answer = solve(level, metric)
        if row[column] == "UNSOLVABLE":
            assert answer.status is Status.UNSOLVABLE, row
        else:
            assert answer.optimal, row
            assert answer.cost == int(row[column]), row


def _named(row: dict[str, str]) -> Sliding:
    flags = row["flags"] or LINKED.get(row["name"], "")
    return read_rows(",".join([row["start"], row["goal"], *([flags] if flags else [])]), row["name"])


def _literal(board: str) -> Sliding:
    level = read_literal(board)
    assert level is not None
    return level


SMALL_NAMED = 40_000  # positions: beyond, `slow`


def test_named_puzzles() -> None:
    rows = [row for row in _rows("sliding_named.csv") if int(row["states_at_step_goal"]) <= SMALL_NAMED]
    assert len(rows) > 20
    for row in rows:
        _check(_named(row), row)


@pytest.mark.slow
def test_every_named_puzzle() -> None:
    for row in _rows("sliding_named.csv"):
        _check(_named(row), row)


def _layouts(rows: list[dict[str, str]]) -> None:
    for row in rows:
        _check(_literal(row["board"]), row)


def test_layouts() -> None:
    rows = _rows("huarongdao_layouts.csv")
    assert len(rows) == 300
    unsolvable = [row for row in rows if row["move"] == "UNSOLVABLE"]
    assert unsolvable
    _layouts([*rows[::10], *unsolvable])


@pytest.mark.slow
def test_every_layout() -> None:
    _layouts(_rows("huarongdao_layouts.csv"))


def test_jams() -> None:
    rows = _rows("rush_hour_jam_40.csv")
    assert len(rows) == 40
    for row in rows:
        _check(_literal(row["board"]), row, {"slides": "slide", "moves": "slide", "steps": "step"})


def test_rush_hour() -> None:
    for row in _rows("rush_hour_2000.csv")[::20]:
        _check(_literal(row["board"]), row, {"slides": "slide", "steps": "step"})


@pytest.mark.slow
def test_every_rush_hour_position() -> None:
    rows = _rows("rush_hour_2000.csv")
    assert len(rows) == 2000
    for row in rows:
        _check(_literal(row["board"]), row, {"slides": "slide", "steps": "step"})


@pytest.mark.slow
def test_layouts_of_up_to_25_by_sat() -> None:
    """Each layout and metric with an optimum of 10 to 25, proven without search."""
    proven = 0
    for row in _rows("huarongdao_layouts.csv"):
        for metric, column in COLUMNS.items():
            if row[column].isdigit() and 10 <= int(row[column]) <= 25:
                answer = solve(_literal(row["board"]), metric, engines=["sat"])
                assert (answer.cost, answer.optimal) == (int(row[column]), True), row
                proven += 1
    assert proven > 30

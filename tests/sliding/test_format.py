"""Text forms of sliding blocks: what is read, what is written, and where each kind of fault is reported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import gridproof
from gridproof.cli import main
from gridproof.errors import LevelError
from gridproof.levels.sliding import WRITERS, Sliding, read, read_literal
from gridproof.levels.sliding.compact import read_rows
from gridproof.levels.text import from_text

HENG_DAO = "HAAIHAAIJBBKJNOKP@@Q"
RECORD = "GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo"


def _text(board: str, goal: str, *headers: str) -> str:
    return "\n".join(["puzzle: sliding", *headers, *board.split("/"), "goal:", *goal.split("/")])


FAULTS = {
    "one letter in two places": (_text("AB./.../AC.", "A../.../..."), 4, 1, r"piece A .*\[0, 0\] and \[2, 0\]"),
    "goal letter without piece": (_text("AB./...", "..X/..."), 5, 3, "no piece X"),
    "goal of another shape": (_text("AAB/...", "..A/..A"), 5, 3, "another shape"),
    "goal on a wall": (_text("A.#/...", "..A/..."), 5, 3, "on a wall"),
    "goal of another size": (_text("A../...", "..A"), 5, None, "expected 2 x 3"),
    "goal without a piece": (_text("A../...", ".../..."), 5, None, "names no piece"),
    "goal with a wall of its own": (_text("A../...", "A#./..."), 5, 2, "where the board has none"),
    "no goal": ("puzzle: sliding\nA..\n...", 2, None, "no goal: block"),
    "unknown character": (_text("A.?/...", "A../..."), 2, 3, r"'\?'"),
    "ragged rows": (_text("A../..", "A../..."), 3, 3, "a row of 2 cells"),
    "car of length 1": (_text("AAB/...", ".../AA.", "axis: long"), 3, 3, "of length 1"),
    "square car": (_text("AA./AA.", ".AA/.AA", "axis: long"), 3, 1, "a square"),
    "bent car": (_text("AA./A..", ".AA/.A.", "axis: long"), 3, 1, "bent"),
    "unknown axis": (_text("AA.", ".AA", "axis: short"), 2, None, "long | any"),
    "same for two shapes": (_text("AAB", "AAB", "same: AB"), 2, None, "pieces of one shape"),
    "same for one letter": (_text("A.B", "..A", "same: A"), 2, None, "two letters or more"),
    "linked without piece": (_text("A.B", "..A", "linked: C"), 2, None, "no piece C"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_are_placed(fault: str) -> None:
    text, line, column, reason = FAULTS[fault]
    with pytest.raises(LevelError, match=reason) as caught:
        gridproof.parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)


LITERAL_FAULTS = {
    RECORD[:-1]: "35 characters: expected 36",
    RECORD + "o": "37 characters: expected 36",
    RECORD.replace("AA", "oo"): "no car A",
    "o" * 12 + "AoooooAooooo" + "o" * 12: "does not lie in one row",
    "o" * 12 + "AAoooB" + "o" * 18: "of length 1",
    "BBoooo" + "Booooo" + "AAoooo" + "o" * 18: "bent",
    "BooooB" + "oooooo" + "AAoooo" + "o" * 18: "lies in two places",
}


@pytest.mark.parametrize("text", LITERAL_FAULTS)
def test_faults_of_rush_hour_strings(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", text]) == 2
    error = capsys.readouterr().err
    assert LITERAL_FAULTS[text] in error
    assert error.count("\n") == 1


def test_a_fault_in_a_rush_file_names_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "bad.rush"
    path.write_text(f"{RECORD} first\n\n{'o' * 12}AAoooB{'o' * 18}\n")
    with pytest.raises(LevelError, match=r"bad\.rush:3:18: piece B is of length 1"):
        gridproof.load(str(path))


def test_literals_and_files_of_them(tmp_path: Path) -> None:
    level = gridproof.load(RECORD)
    assert isinstance(level, Sliding)
    assert level.axis_long
    path = tmp_path / "some.rush"
    path.write_text(f"# comment\n{RECORD} The record\n{RECORD.replace('o', '.')}\n")
    first, second = gridproof.load_all(str(path))
    assert (first.title, second.title) == ("The record", None)
    assert first.pieces == second.pieces == level.pieces
    assert gridproof.load(f"{path}#the-record") == first
    assert gridproof.load(HENG_DAO).pieces == gridproof.load("klotski/heng-dao-li-ma").pieces
    assert read_literal("no-such-file.slide") is None


@pytest.mark.parametrize(
    ("name", "form"),
    [(RECORD, "rush"), (HENG_DAO, "layout"), (RECORD, "rows"), (HENG_DAO, "rows"), (HENG_DAO, "text")],
)
def test_forms_come_back(name: str, form: str) -> None:
    level = gridproof.load(name)
    again = read(from_text("puzzle: sliding\n" + WRITERS[form](level) if form != "text" else WRITERS[form](level)))
    assert again == [level]


def test_convert_says_what_does_not_fit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "sliding-classics/motor-car", "--to", "rush"]) == 2
    assert main(["convert", "sliding-classics/motor-car", "--to", "layout"]) == 2
    assert "Huarong Dao" in capsys.readouterr().err
    assert main(["convert", "sliding-classics/motor-car", "--to", "rows"]) == 0
    assert capsys.readouterr().out.endswith("equiv:123 equiv:456\n")


def test_rows_with_short_rows_and_a_slash_as_piece() -> None:
    short = read_rows("a./b,../a")
    assert short.walls == {3}
    slash = read_rows("~=//+/@@|.+/@@%%./__m%$,...../...@@/...@@/.....")
    assert slash.shape == (4, 5)
    assert len(slash.pieces) == 10


def test_random_levels_come_back(random_level: Callable[..., Sliding]) -> None:
    for seed in range(200):
        level = random_level(seed, cars=seed % 3 == 0)
        assert read(from_text(level.to_text())) == [level]
        assert read_rows(WRITERS["rows"](level).strip()) == level


def test_three_gates_in_a_row_are_no_end_of_level() -> None:
    level = read(from_text(_text("A..#/---#", "..../A...")))[0]
    narrow = Sliding((2, 3), frozenset(), frozenset({3, 4, 5}), level.pieces, (level.goal[0].__class__("A", (3,)),))
    assert len(read(from_text(narrow.to_text()))) == 1

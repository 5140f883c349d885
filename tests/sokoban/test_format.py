"""Reading and writing: the corpora, the odd cases one by one, every kind of fault with its place."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from gridproof.errors import GridproofError, IllegalMove, LevelError
from gridproof.levels.sokoban import read, write
from gridproof.levels.sokoban.format import write_rle
from gridproof.levels.sokoban.level import Sokoban
from gridproof.levels.sokoban.lurd import expand, shorten
from gridproof.levels.text import decode, from_text, read_file
from gridproof.loader import parse
from tests.sokoban.boards import level_of

EMPTY = {"Parsing_of_files__empty.sok", "Parsing_of_files__no_level_data.sok"}
COUNTS = {
    "microban_1.txt": 155,
    "microban_2.txt": 135,
    "sasquatch_1.txt": 50,
    "xsokoban_90.xsb": 90,
    "original_extra_90_solved.xsb": 90,
    "dimitri_yorick.slc": 61,
    "dimitri_yorick.xsb": 61,
    "sokoban_jr_1.xsb": 58,
    "takaken.slc": 7,
    "solvers_unsolvable.xsb": 3,
    "ots_pico_cosmos.sok": 20,
    "ots_mini_cosmos.sok": 40,
    "boxoban_hard.txt": 3332,
    "Parsing_of_files__Interior_empty_rows.sok": 8,
    "Parsing_of_files__Parsing.sok": 12,
    "Parsing_of_files__title_test.sok": 4,
    "Parsing_of_files__too_big.sok": 3,
    "Parsing_of_files__email_quotes_test.sok": 1,
    "Deadlock_testlevel__Corrals.sok": 45,
}


def one(text: str) -> Sokoban:
    levels = read(from_text(text))
    assert len(levels) == 1
    return levels[0]


def test_every_corpus_is_read_and_written_back(shared: Path) -> None:
    files = [path for path in sorted((shared / "levels" / "sokoban").rglob("*")) if path.is_file()]
    assert len(files) > 45
    for path in files:
        if path.name in EMPTY:
            with pytest.raises(LevelError, match="no level in this file"):
                read(read_file(path))
            continue
        levels = read(read_file(path))
        assert len(levels) == COUNTS.get(path.name, len(levels)), path.name
        for level in levels:
            if level.fault:
                continue
            for writer in (write, write_rle):
                again = one(writer(level))
                assert again == level
                assert again.solutions == level.solutions
            assert parse(level.to_text(), puzzle="sokoban") == level
        whole = [level for level in levels if not level.fault]
        assert read(from_text("---\n".join(map(write, whole)))) == whole  # as `convert` prints them


def test_stored_solutions_solve_their_levels(shared: Path) -> None:
    good, bad = 0, []
    for path in sorted((shared / "levels" / "sokoban").rglob("*")):
        if path.is_file() and path.name not in EMPTY:
            for number, level in enumerate(read(read_file(path)), 1):
                for stored in level.solutions:
                    try:
                        level.replay(level.read_solution(stored))
                        good += 1
                    except IllegalMove:
                        bad.append((path.name, number))
    # the file says itself of these two that one is invalid and one too long
    assert bad == [("Parsing_of_files__Parsing.sok", 1)] * 2
    assert good == 259


def test_published_solutions(shared: Path) -> None:
    corpora: dict[str, list[Sokoban]] = {}
    count = 0
    for row in csv.DictReader((shared / "data" / "sokoban_solutions.csv").open()):
        if row["file"] not in corpora:
            corpora[row["file"]] = read(read_file(shared / "levels" / "sokoban" / row["file"]))
        level = corpora[row["file"]][int(row["level"]) - 1]
        solution = level.read_solution(row["lurd"])
        level.replay(solution)
        assert level.cost(solution, "moves") == int(row["moves"])
        assert level.cost(solution, "pushes") == int(row["pushes"])
        assert level.read_solution(row["lurd"].swapcase()) == solution  # the case of letters is mended
        assert level.read_solution(shorten(solution)) == solution
        count += 1
    assert count == 559


def test_slc_and_xsb_of_one_collection_hold_the_same_boards(shared: Path) -> None:
    folder = shared / "levels" / "sokoban"
    xml = {level.rows for level in read(read_file(folder / "dimitri_yorick.slc"))}
    text = {level.rows for level in read(read_file(folder / "dimitri_yorick.xsb"))}
    assert len(xml & text) == 61


BOARD = ("#####", "#@$.#", "#####")


@pytest.mark.parametrize(
    "text",
    [
        "#####\n#@$.#\n#####\n",
        "#####\r\n#@$.#\r\n#####\r\n",
        "#####\r#@$.#\r#####\r",
        "\ufeff#####\n#@$.#\n#####",
        "> #####\n> #@$.#\n> #####\n",
        "\t#####\n\t#@$.#\n\t#####\n",
        "-#####-\n_#@$.#_\n-#####-\n",
        "5#|#@$.#|5#",
        "5#|\n#@$.#\n5#\n",
        "some words\nmore words\n\n#####\n#@$.#\n#####\nwords after it\n",
        "#####\n#@$.#\n#####\n----\n----\n",
        "#####\n\n#####\n#@$.#\n#####\n",
        "<?xml version='1.0'?><SokobanLevels><LevelCollection><Level><L>#####</L><L>#@$.#</L><L>#####</L></Level>"
        "</LevelCollection></SokobanLevels>",
    ],
)
def test_forms_of_one_board(text: str) -> None:
    assert one(text).rows == BOARD


def test_latin_1_names() -> None:
    level = read(decode("Title: Ü\n#####\n#@$.#\n#####\nAuthor: Domènech\n".encode("cp1252"), "x"))[0]
    assert (level.title, level.author) == ("Ü", "Domènech")


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("; 1\n#####\n#@$.#\n#####\n\n; 2\n\n#####\n#@$.#\n#####\n", ["1", "2"]),
        ("Title: All\n\n#####\n#@$.#\n#####\nTitle: A\n\n#####\n#@$.#\n#####\nTitle: B\n", ["A", "B"]),
        ("Title: A\n#####\n#@$.#\n#####\nTitle: B\n#####\n#@$.#\n#####\n", ["A", "B"]),
        ("two lines\nof words\n#####\n#@$.#\n#####\n", [None]),
        ("x\n#####\n#@$.#\n#####\nSolution\nR\n\ny\n#####\n#@$.#\n#####\n", ["x", "y"]),
    ],
)
def test_titles(text: str, titles: list[str | None]) -> None:
    assert [level.title for level in read(from_text(text))] == titles


def test_solutions_and_comments() -> None:
    text = (
        "#####\n#@$.#\n#####\nComment:\na\nb\nComment-End:\nSolution/Moves 1/1\nR\n\n"
        "Solution (YASS 2)\nr\nSolution: 1r\nsavegame\nrrr\n"
    )
    level = one(text)
    assert level.solutions == ("R", "r", "r")
    assert level.comment == "a\nb"
    assert [level.read_solution(solution) for solution in level.solutions] == ["R", "R", "R"]


def test_an_empty_row_inside_a_board() -> None:
    level = one("   #\n -\n  ###\n#####\n#@$.#\n#####\n")
    assert level.rows[1] == ""
    assert len(level.rows) == 6


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", None, None, "no level"),
        ("words\n", 1, None, "no level"),
        ("####\n####\n", 1, None, "no level"),
        ("\n####\n#$.#\n####\n", 2, None, "no player"),
        ("#####\n#@@$.#\n#####\n", 1, None, "2 players"),
        ("#####\n#@$x.#\n#####\n", 2, 4, "'x' in a row"),
        ("Title\n\n#####\n#@  #\n#$?.#\n#   #\n#####\n", 5, 3, "'?' in a row"),  # not two boards with text between
        ("#" * 1_000_000, 1, 1001, "a row of 1,000,000 cells"),
        ("#####\n999999999#\n", 2, 1, "a row of more than 1,000 cells"),
        ("9#|" * 400_000, 1, None, "a line of"),
        ("####\n" * 3_000, 1, None, "a board of more than"),
        ("<?xml version='1.0'?>\n<SokobanLevels>\n<Level>", 3, 8, "broken XML"),
        ("<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY b 'c'>]>\n<a>&b;</a>", 2, None, "entity 'b' is declared"),
        (
            "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]>\n<a>&b;</a>",
            2,
            None,
            "entity",
        ),
        ("<SokobanLevels>\n<Level>\n<L>#x#</L></Level></SokobanLevels>", 3, None, "'x' in a row"),
    ],
)
def test_faults_are_named_with_their_place(text: str, line: int | None, column: int | None, words: str) -> None:
    with pytest.raises(LevelError) as caught:
        read(from_text(text))
    assert (caught.value.line, caught.value.column) == (line, column)
    assert words in caught.value.reason


@pytest.mark.parametrize("text", ["# two #", "###", "=====", "#ab.cd#"])
def test_text_between_two_boards_divides_them(text: str) -> None:
    board = "#####\n#@$.#\n#####\n"
    assert len(read(from_text(f"{board}{text}\n\n{board}"))) == 2
    if "#" not in text:
        assert len(read(from_text(f"{board}{text}\n{board}"))) == 2


def test_a_level_that_nobody_can_play_does_not_hide_the_others() -> None:
    levels = read(from_text("####\n#$.#\n####\n\n#####\n#@$.#\n#####\n"))
    assert [bool(level.fault) for level in levels] == [True, False]
    with pytest.raises(LevelError, match="no player"):
        levels[0].initial()
    with pytest.raises(IllegalMove, match="no player"):
        levels[0].replay("R")


def test_a_large_board_with_thousands_of_boxes() -> None:
    rows = ["#" * 200, *("#" + " $.$" * 49 + "  #" for _ in range(197)), "#@" + " " * 197 + "#", "#" * 200]
    level = one("\n".join(rows))
    assert len(level.boxes) == 197 * 98
    assert one(write_rle(level)) == level


@pytest.mark.parametrize(
    ("solution", "index", "words"),
    [
        ("u", 0, "wall"),
        ("r", 0, "expected upper case"),
        ("RL", 1, "expected lower case"),
        ("RR", 1, "against a wall"),
        ("Rx", 1, "expected one of"),
        ("", None, "1 boxes stand on no goal"),
    ],
)
def test_wrong_solutions(solution: str, index: int | None, words: str) -> None:
    with pytest.raises(IllegalMove, match=words) as caught:
        level_of(*BOARD).replay(solution)
    assert caught.value.index == index


@pytest.mark.parametrize("text", ["2(R", "R)", "99999999R", "9999999(9999999R)", "7", "Rz"])
def test_solutions_that_are_no_text_of_moves(text: str) -> None:
    with pytest.raises(GridproofError):
        expand(level_of(*BOARD), text)


def test_run_lengths() -> None:
    assert expand(level_of(*BOARD), "2r3(Ud) 2(2l)R") == "rrUdUdUdllllR"
    assert expand(level_of(*BOARD), shorten("rrrUUd")) == "rrrUUd"

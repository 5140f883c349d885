"""The page of an answer as text: complete, asking for nothing outside, safe against what a level may hold."""

from __future__ import annotations

import dataclasses
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from gridproof.answer import Answer, Certificate, EngineReport, read_answer
from gridproof.cli import main
from gridproof.errors import AnswerError, IllegalMove, UsageError
from gridproof.loader import load, parse
from gridproof.playing import MOST_ENTRIES, Film, Reel
from gridproof.registry import puzzle
from gridproof.web.page import page, script_json
from tests.web.answers import SOLVED, UNSOLVABLE, solved, unsolvable

VOID = {"meta", "link", "input", "br"}


class Parts(HTMLParser):
    """Elements of a page, its scripts, and whether what was opened was closed."""

    def __init__(self, text: str):
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["script"]:
            self.scripts[-1] += data


def data_of(text: str) -> Any:
    return json.loads(Parts(text).scripts[0])


@pytest.mark.parametrize("name", SOLVED)
def test_page_of_a_solution(name: str) -> None:
    level, answer = solved(name)
    text = page(level, answer)
    parts = Parts(text)
    assert parts.open == []
    play = data_of(text)["play"]
    entries = [entry for _, group in play["steps"] for entry in group]
    assert len(entries) == level.cost(answer.solution, level.metrics[-1])
    spots = dict(quadruples(play["start"]))
    for entry in entries:
        spots |= dict(quadruples(entry))
    stage, state = puzzle(name).load_stage(), level.initial()
    assert stage is not None
    for step in stage.unroll(level, answer.solution):
        for entry in step.entries:
            state, _ = stage.step(level, state, entry, stage.frame(level, state))
    last = stage.frame(level, state)
    shown = [(row, column, play["looks"][look]) for row, column, look in spots.values() if look >= 0]
    assert sorted(shown) == sorted((spot.row, spot.column, spot.look) for spot in last.values())


def quadruples(flat: list[float]) -> list[tuple[float, tuple[float, float, int]]]:
    return [(flat[i], (flat[i + 1], flat[i + 2], int(flat[i + 3]))) for i in range(0, len(flat), 4)]


@pytest.mark.parametrize("name", UNSOLVABLE)
def test_page_of_a_proof(name: str) -> None:
    level, answer = unsolvable(name)
    text = page(level, answer)
    parts = Parts(text)
    assert parts.open == []
    assert "No solution exists." in text
    shows = [attributes["data-shows"] for _, attributes in parts.elements if "data-shows" in attributes]
    layers = [attributes["data-layer"] for _, attributes in parts.elements if "data-layer" in attributes]
    assert shows
    assert {*shows} <= {*layers}
    assert all(attributes.get("data-legend") for _, attributes in parts.elements if "data-shows" in attributes)


@pytest.mark.parametrize("name", SOLVED)
def test_page_asks_for_nothing_outside(name: str) -> None:
    text = page(*solved(name))
    for tag, attributes in Parts(text).elements:
        for key in ("src", "href", "action", "data", "srcset", "poster"):
            assert attributes.get(key) in (None, "data:,"), tag
        assert not any(key.startswith("on") for key in attributes)
    assert "@import" not in text
    assert "url(" not in text
    assert not re.search(r"^\s*(import|export)\b", text, flags=re.M)
    assert "default-src 'none'" in text


def test_hostile_level_and_answer_stay_text() -> None:
    evil = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(2)>&lt;\u2028"
    level = parse("puzzle: lights-out\n1\n")
    level = dataclasses.replace(level, title=evil)  # type: ignore[type-var]  # levels are dataclasses
    answer = Answer(
        "lights-out",
        evil,
        level.to_text(),
        read_status("unknown"),
        "presses",
        engines=(EngineReport(evil, 1.0),),
        reason=evil,
        certificates=(Certificate(evil, "lower-bound", {evil: evil}),),
    )
    text = page(level, answer)
    parts = Parts(text)
    assert parts.open == []
    assert len(parts.scripts) == 2
    assert not any(tag == "img" for tag, _ in parts.elements)
    assert json.loads(script_json({"a": evil}))["a"] == evil
    assert "<" not in script_json(evil)


def read_status(name: str) -> Any:
    from gridproof.answer import Status

    return Status(name)


def test_broken_certificates_are_an_error_of_ours() -> None:
    for name in UNSOLVABLE:
        level, answer = unsolvable(name)
        for certificate in answer.certificates:
            for data in (
                {},
                {"cells": [[99, 99]]},
                {"squares": "x"},
                {"sets": [[[9, 9]]], "weights": 3},
                {"pieces": 4},
            ):
                broken = dataclasses.replace(
                    answer, certificates=(Certificate(certificate.kind, certificate.claim, data),)
                )
                try:
                    page(level, broken)
                except AnswerError as error:
                    assert str(error).count("\n") == 0  # noqa: PT017  # some kinds hold no data, so that none is broken


def test_wrong_solution_is_refused() -> None:
    level, answer = solved("npuzzle")
    with pytest.raises(IllegalMove):
        page(level, dataclasses.replace(answer, solution="uuuuuuuu"))


def test_too_large_for_a_page() -> None:
    level = parse("puzzle: lights-out\n" + "\n".join("0" * 201 for _ in range(200)) + "\n")
    with pytest.raises(UsageError, match="too large"):
        page(level, Answer("lights-out", None, "", read_status("unknown"), "presses"))
    sokoban = parse("######\n#@ $.#\n######\n", puzzle="sokoban")
    walk = "rl" * MOST_ENTRIES + "rR"
    with pytest.raises(UsageError, match="too long"):
        Film(sokoban, stage_of("sokoban"), walk)


def stage_of(name: str) -> Any:
    return puzzle(name).load_stage()


@pytest.mark.parametrize("name", SOLVED)
def test_reel_winds_to_and_fro(name: str) -> None:
    """Every position looks the same from both sides, and the plan is ticked off exactly."""
    level, answer = solved(name)
    film = Film(level, stage_of(name), answer.solution)
    reel, frames, left = Reel(film), [], []
    for position in range(len(film) + 1):
        reel.seek(position)
        frames.append(dict(reel.frame))
        left.append([*reel.left])
    assert left[-1] == [0] * len(film.marks)
    for position in (len(film), 0, len(film) // 2, 1, len(film), len(film) // 3, 0):
        reel.seek(position)
        assert dict(reel.frame) == frames[position]
        assert reel.left == left[position]
    ends = {film.next(position, 1) for position in range(len(film))}
    assert ends == {*film.ends[1:]}
    assert {film.next(position, -1) for position in range(1, len(film) + 1)} == {*film.ends[:-1]}


# --- the command line ------------------------------------------------------------------------------------------


def test_show_writes_page_and_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer, html, svg = tmp_path / "a.json", tmp_path / "a.html", tmp_path / "a.svg"
    assert main(["solve", "klotski#1", "--output", str(answer), "--html", str(html), "--quiet"]) == 0
    first = html.read_text(encoding="utf-8")
    assert "横刀立马" in first
    assert main(["show", str(answer), "--html", str(html), "--svg", str(svg)]) == 0
    word = "Verified by the rules alone: the solution, by replay: 81 moves; lower-bound: the layers certificate."
    assert html.read_text(encoding="utf-8").replace(f'<p class="soft">{word}</p>', "") == first
    assert word in svg.read_text(encoding="utf-8")
    assert word in html.read_text(encoding="utf-8")
    assert "横刀立马" in svg.read_text(encoding="utf-8")
    assert capsys.readouterr().err == ""


def test_show_takes_a_level_by_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    svg = tmp_path / "a.svg"
    assert main(["show", "klotski#1"]) == 0
    assert "HAAI" in capsys.readouterr().out
    assert main(["show", "klotski#1", "--svg", str(svg)]) == 0
    assert svg.read_text(encoding="utf-8").startswith("<?xml")
    assert main(["show", "klotski#1", "--html", str(tmp_path / "a.html")]) == 2
    assert main(["show", str(tmp_path / "missing.json")]) == 2
    assert main(["show", "no-such-level"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 3


def test_answer_comes_back_from_its_document() -> None:
    for name in SOLVED:
        level, answer = solved(name)
        raw = read_answer(answer.to_json())
        again = Answer.from_dict(raw, level.read_solution(raw["solution"]))
        assert again.to_json() == answer.to_json()


@pytest.mark.parametrize("where", ["nowhere/a.html", "."])
def test_no_place_to_write(where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = tmp_path / "a.json"
    assert main(["solve", "classic#Merlin", "--output", str(answer), "--quiet"]) == 0
    assert main(["show", str(answer), "--html", str(tmp_path / where)]) == 2
    assert main(["solve", "classic#Merlin", "--html", str(tmp_path / where)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_solve_refuses_a_page_of_a_huge_board_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = tmp_path / "huge.lights"
    board.write_text("puzzle: lights-out\n" + "\n".join("0" * 300 for _ in range(300)) + "\n", encoding="utf-8")
    assert main(["solve", str(board), "--html", str(tmp_path / "a.html")]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "too large" in printed.err


def test_pages_need_no_engine() -> None:
    """Showing an answer loads no solver."""
    import subprocess
    import sys

    code = (
        "import sys; from gridproof.loader import load; from gridproof.answer import Answer, Status\n"
        "from gridproof.web.page import page\n"
        "level = load('klotski#1')\n"
        "page(level, Answer('sliding', None, level.to_text(), Status.UNKNOWN, 'moves'))\n"
        "print([name for name in ('numba', 'ortools', 'galois', 'pysat') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_levels_of_every_collection_have_pictures() -> None:
    from gridproof.loader import collections
    from gridproof.web.page import picture_of

    for row, name, _ in collections():
        level = load(f"{name}#1")
        text = picture_of(level, Answer(row.name, None, level.to_text(), read_status("unknown"), level.metrics[0]))
        assert text.startswith("<?xml")


def test_titles_of_odd_characters_are_written(tmp_path: Path) -> None:
    """Controls and lone surrogates, which JSON can hold, become replacement characters in page and picture."""
    from xml.etree import ElementTree

    from gridproof.web.page import picture_of

    level = parse("puzzle: lights-out\n1\n")
    level = dataclasses.replace(level, title="a\x00\x1b\ud800\x0bb")  # type: ignore[type-var]  # levels are dataclasses
    answer = Answer("lights-out", level.title, "", read_status("unknown"), "presses")
    (tmp_path / "page.html").write_text(page(level, answer), encoding="utf-8")
    assert ElementTree.fromstring(picture_of(level, answer)).findtext("{http://www.w3.org/2000/svg}title") == "a����b"

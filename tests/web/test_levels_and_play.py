"""Reading, editing and playing through the server, for every puzzle, and what it says of bad input."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from starlette.testclient import TestClient

from gridproof.levels.text import HEADER, from_text
from gridproof.loader import collections, likeliest, load, load_all
from gridproof.registry import PUZZLES
from gridproof.solver import solve

PUZZLE_NAMES = [row.name for row in PUZZLES.values() if row.stage]


def level_of(client: TestClient, puzzle: str) -> dict[str, Any]:
    collection = next(c for c in client.get("/api/levels").json()["collections"] if c["puzzle"] == puzzle)
    answer = client.get("/api/level", params={"name": collection["levels"][0]["name"]})
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def post(client: TestClient, path: str, **fields: Any) -> dict[str, Any]:
    answer = client.post(f"/api/{path}", json=fields)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_every_bundled_level_is_on_the_shelf(client: TestClient) -> None:
    told = client.get("/api/levels").json()
    assert [puzzle["name"] for puzzle in told["puzzles"]] == PUZZLE_NAMES
    assert {c["name"] for c in told["collections"]} == {name for _, name, _ in collections()}
    titles = [level["title"] for c in told["collections"] for level in c["levels"]]
    assert any(not title.isascii() for title in titles)
    for puzzle in PUZZLE_NAMES:
        level = level_of(client, puzzle)
        assert level["puzzle"] == puzzle
        assert level["error"] is None
        assert level["svg"].startswith("<svg")
        assert level["brushes"]


@pytest.mark.parametrize("name", ["", "classic", "classic/nothing", "../secret", "/etc/passwd", "-", "classic#1"])
def test_only_bundled_levels_are_opened_by_name(client: TestClient, name: str) -> None:
    answer = client.get("/api/level", params={"name": name})
    assert answer.status_code == 422
    assert "no bundled level" in answer.json()["error"]["reason"]


@pytest.mark.parametrize(
    ("puzzle", "text", "line", "column", "reason"),
    [
        (None, "puzzle: lights-out\n010\n0z0\n", 3, 2, "expected"),
        ("lights-out", "01\n\n10\n", 3, None, "row after the blank line"),
        (None, "puzzle: chess\n..\n", 1, None, "expected one of"),
        (None, "", None, None, "which puzzle"),
        (None, "#####\n#@$x.#\n#####\n", 2, 4, "taken for sokoban: 'x' in a row"),
        (None, "#####\n# $.#\n#####\n", 1, None, "taken for sokoban: no player"),
        (None, "010\n0z0\n", 2, 2, "taken for lights-out: unknown character 'z'"),
        (None, "1 2 3\n4 5 x\n7 8 0\n", 2, 5, "taken for npuzzle: 'x'"),
        (None, "oo.\nozo\n", 2, 2, "taken for pegs: unknown character 'z'"),
        (None, "ABB\nA.?\ngoal:\n...\nA..\n", 2, 3, "taken for sliding: unknown character '?'"),
        (None, "%PDF-1.7 \u2042\u2042\u2042", None, None, "which puzzle"),
        ("npuzzle", "1 2\n3 x\n", 2, 3, "expected"),
        ("pegs", "ooz\n", 1, 3, "expected"),
        ("sokoban", "\n#####\n#@$.#\n#@  #\n#####\n", 2, None, "2 players"),
        ("sliding", "AAB\n.?.\ngoal:\n...\nAA.\n", 2, 2, "expected"),
    ],
)
def test_a_malformed_level_is_told_with_its_place(
    client: TestClient, puzzle: str | None, text: str, line: int | None, column: int | None, reason: str
) -> None:
    answer = client.post("/api/read", json={"puzzle": puzzle, "text": text})
    told = answer.json()["error"]
    assert answer.status_code in (200, 422)
    assert (told["line"], told["column"]) == (line, column)
    assert reason in told["reason"]


def test_a_malformed_text_is_drawn_as_far_as_it_goes(client: TestClient) -> None:
    told = post(client, "read", text="#####\n#@$x.#\n#####\n")
    assert told["puzzle"] == "sokoban"
    assert told["error"]["line"] == 2
    assert "<svg" in told["svg"]
    assert [brush["name"] for brush in told["brushes"]]


def test_letters_tell_the_puzzle_of_every_bundled_level_with_a_misprint() -> None:
    rng = random.Random(20261130)
    for row, name, _ in collections():
        for level in load_all(name):
            lines = [line for line in level.to_text().split("\n") if not line.startswith("puzzle:")]
            number = rng.choice([i for i, line in enumerate(lines) if line.strip() and not HEADER.match(line)][:3])
            column = rng.randrange(len(lines[number]))
            lines[number] = lines[number][:column] + rng.choice("?!zqß") + lines[number][column + 1 :]
            assert likeliest(from_text("\n".join(lines))) is row, level.title


def test_a_text_tells_its_puzzle(client: TestClient) -> None:
    for puzzle in PUZZLE_NAMES:
        level = level_of(client, puzzle)
        assert (
            post(
                client,
                "read",
                text=f"puzzle: {puzzle}\n{level['text']}" if "puzzle:" not in level["text"] else level["text"],
            )["puzzle"]
            == puzzle
        )
    assert post(client, "read", text="1 2 3\n4 5 6\n7 0 8\n")["puzzle"] == "npuzzle"
    assert post(client, "read", text="#####\n#@$.#\n#####\n")["puzzle"] == "sokoban"
    assert post(client, "read", text="BBBCCM.....MDDAA.MH....MHEEE........")["puzzle"] == "sliding"


def test_a_level_of_several_is_picked(client: TestClient) -> None:
    text = "puzzle: lights-out\ntitle: one\n01\n---\npuzzle: lights-out\ntitle: two\n10\n"
    assert post(client, "read", text=text, pick=1)["title"] == "two"
    assert post(client, "read", text=text)["titles"] == ["one", "two"]
    assert client.post("/api/read", json={"text": text, "pick": 2}).status_code == 422


@pytest.mark.parametrize("puzzle", PUZZLE_NAMES)
def test_a_solution_can_be_played_gesture_by_gesture_or_at_once(client: TestClient, puzzle: str) -> None:
    level = load(level_name(client, puzzle))
    answer = solve(level, any_solution=True, time_limit=600, workers=1)
    assert answer.solution is not None
    stage = PUZZLES[puzzle].load_stage()
    assert stage is not None
    entries = [entry for step in stage.unroll(level, answer.solution) for entry in step.entries]
    entries = json.loads(json.dumps(entries))
    text = level.to_text()
    whole = post(client, "replay", puzzle=puzzle, text=text, entries=entries)
    assert whole["solved"]
    assert whole["costs"][answer.metric] == answer.cost
    assert len(whole["changes"]) == len(entries)
    assert all(len(changes) % 4 == 0 for changes in whole["changes"])


def level_name(client: TestClient, puzzle: str) -> str:
    for collection in client.get("/api/levels").json()["collections"]:
        if collection["puzzle"] == puzzle:
            return str(collection["levels"][1]["name"])
    raise AssertionError(puzzle)


@pytest.mark.parametrize("puzzle", PUZZLE_NAMES)
def test_play_is_stateless(client: TestClient, puzzle: str) -> None:
    """Random gestures one after the other give the same as their entries replayed in one go."""
    level, draw = level_of(client, puzzle), random.Random(7)
    entries: list[Any] = []
    changes: list[Any] = []
    for _ in range(1000):
        if len(changes) > 20:
            break
        cell, to, selected = ([draw.randrange(6), draw.randrange(6)] for _ in range(3))
        gesture = draw.choice(
            [
                {"kind": "key", "key": draw.choice(["up", "left", "down", "right"]), "selected": selected},
                {"kind": "tap", "cell": cell, "selected": draw.choice([None, selected])},
                {"kind": "drag", "cell": cell, "to": to},
            ]
        )
        turn = post(client, "play", puzzle=puzzle, text=level["text"], entries=entries, gesture=gesture)
        if turn["entries"]:
            entries, changes = entries + turn["entries"], changes + turn["changes"]
            last = turn
    assert entries
    whole = post(client, "replay", puzzle=puzzle, text=level["text"], entries=entries)
    assert (whole["changes"], whole["costs"], whole["solved"]) == (changes, last["costs"], last["solved"])


@pytest.mark.parametrize("puzzle", PUZZLE_NAMES)
@pytest.mark.parametrize(
    "entry",
    ["x", "", [], [0], [[9, 9], [9, 9]], ["?", "u"], {"a": 1}, None, 3, [99, 99], "☃", [[0, 0], [0, 0], [0, 0]]],
)
def test_entries_against_the_rules_are_refused(client: TestClient, puzzle: str, entry: Any) -> None:
    level = level_of(client, puzzle)
    fields = {"puzzle": puzzle, "text": level["text"], "entries": [entry], "gesture": {"kind": "tap", "cell": [0, 0]}}
    for path in ("play", "replay"):
        answer = client.post(f"/api/{path}", json=fields)
        assert answer.status_code == 422, answer.text
        assert answer.json()["error"]["reason"]


@pytest.mark.parametrize(
    "gesture",
    [
        {"kind": "tap", "cell": [-5, 99999]},
        {"kind": "drag", "cell": [0, 0]},
        {"kind": "drag", "cell": [-1, -1], "to": [99, 99]},
        {"kind": "key", "key": "sideways"},
        {"kind": "wave"},
    ],
)
@pytest.mark.parametrize("puzzle", PUZZLE_NAMES)
def test_gestures_that_mean_nothing(client: TestClient, puzzle: str, gesture: dict[str, Any]) -> None:
    level = level_of(client, puzzle)
    assert post(client, "play", puzzle=puzzle, text=level["text"], entries=[], gesture=gesture) == {"entries": []}


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"puzzle": 1, "text": "01"},
        {"puzzle": "lights-out"},
        {"puzzle": "lights-out", "text": "01", "entries": "no"},
        {"puzzle": "lights-out", "text": "01", "entries": [], "gesture": 5},
        {"puzzle": "lights-out", "text": "01", "entries": [], "gesture": {"kind": "tap", "cell": ["0", 0]}},
        {"puzzle": "lights-out", "text": "01", "entries": [], "gesture": {"kind": "tap", "cell": [1e99, 0]}},
    ],
)
def test_fields_of_the_wrong_form_are_refused(client: TestClient, fields: dict[str, Any]) -> None:
    answer = client.post("/api/play", json=fields)
    assert answer.status_code == 400
    assert "expected" in answer.json()["error"]["reason"]


@pytest.mark.parametrize("puzzle", PUZZLE_NAMES)
def test_every_brush_paints_every_square(client: TestClient, puzzle: str) -> None:
    level = level_of(client, puzzle)
    for brush in level["brushes"]:
        for cell in ([0, 0], [1, 1], [2, 1]):
            answer = client.post(
                "/api/edit", json={"puzzle": puzzle, "text": level["text"], "cells": [cell], "brush": brush["name"]}
            )
            assert answer.status_code in (200, 422), answer.text
            if answer.status_code == 200:
                told = answer.json()
                assert "pieces" in told or told["svg"].startswith("<svg")
                again = post(client, "read", puzzle=puzzle, text=told["text"])
                assert again["error"] == told["error"]
    for wrong in ({"cells": [[999, 0]], "brush": level["brushes"][0]["name"]}, {"cells": [[0, 0]], "brush": "glue"}):
        answer = client.post("/api/edit", json={"puzzle": puzzle, "text": level["text"], **wrong})
        assert answer.status_code == 422
    for edge, by, status in (("top", 1, 200), ("top", 2, 400), ("top", None, 400), ("middle", 1, 422)):
        body = {"puzzle": puzzle, "text": level["text"], "edge": edge, "by": by}
        assert client.post("/api/edit", json=body).status_code == status
    told = post(client, "edit", puzzle=puzzle, text="0", back=level["text"])
    assert told["text"] == level["text"]


def test_reach_and_the_way_there(client: TestClient) -> None:
    text = "#######\n#     #\n# $   #\n#@  . #\n#######\n"
    fields: dict[str, Any] = {"puzzle": "sokoban", "text": text, "entries": []}
    reach = post(client, "reach", **fields, cell=[2, 2])
    assert [3, 4] in reach["squares"]
    assert [2, 2] not in reach["squares"]
    assert reach["marks"].count('class="mark reach"') == len(reach["squares"])
    turn = post(client, "way", **fields, cell=[2, 2], to=[3, 4])
    assert turn["solved"]
    assert turn["costs"]["pushes"] == 3
    assert post(client, "way", **fields, cell=[2, 2], to=[0, 0]) == {"entries": []}
    assert post(client, "reach", **fields, cell=[1, 1]) == {"squares": [], "marks": ""}
    lights = {"puzzle": "lights-out", "text": "01\n", "entries": [], "cell": [0, 0]}
    assert client.post("/api/reach", json=lights).status_code == 404


def test_a_hostile_title_is_text(client: TestClient) -> None:
    title = '<img src=x onerror=alert(1)> " onload="x'
    told = post(client, "read", text=f"puzzle: lights-out\ntitle: {title}\n01\n")
    assert told["title"] == title
    assert "<img" not in told["svg"]
    assert 'onload="x' not in told["svg"]


@pytest.mark.parametrize(
    ("puzzle", "text"),
    [
        ("lights-out", ("0" * 300 + "\n") * 300),
        ("sokoban", "#" * 500 + "\n" + ("#" + " " * 498 + "#\n") * 400 + "#" * 500 + "\n"),
        ("pegs", ("o" * 300 + "\n") * 300),
    ],
)
def test_a_board_too_large_for_a_picture_is_refused(client: TestClient, puzzle: str, text: str) -> None:
    answer = client.post("/api/read", json={"puzzle": puzzle, "text": text})
    assert answer.status_code == 422
    assert "too large" in answer.json()["error"]["reason"]


@pytest.mark.parametrize(
    "text", ["\0\0\0", "\x01\x02", "%PDF-1.7", "\ufeff", "\n\n\n", "🧩" * 100, "-" * 1000, "PK\x03\x04"]
)
@pytest.mark.parametrize("puzzle", [None, *PUZZLE_NAMES])
def test_what_is_no_level_at_all(client: TestClient, puzzle: str | None, text: str) -> None:
    answer = client.post("/api/read", json={"puzzle": puzzle, "text": text})
    assert answer.status_code in (200, 422), answer.text
    assert answer.json()["error"]["reason"]

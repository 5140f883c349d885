"""What holds for the stage of every puzzle, on bundled levels and on small ones of odd shape."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from gridproof.answer import Status
from gridproof.errors import GridproofError, IllegalMove, LevelError
from gridproof.levels.base import Level, Stage
from gridproof.levels.editing import EDGES
from gridproof.loader import collections, load_all, parse
from gridproof.registry import PUZZLES, puzzle
from gridproof.scene import KINDS, MARKS, TILES, Evidence, Frame, Gesture, Scene
from gridproof.solver import solve
from tests.stage.levels import ODD

FEW = 3  # levels of a collection


def stage_of(level: Level) -> Stage:
    stage = puzzle(level.puzzle).load_stage()
    assert stage is not None
    return stage


def bundled() -> Iterator[Any]:
    for row, name, _ in collections():
        for number, level in enumerate(load_all(name)[:FEW], 1):
            yield pytest.param(level, id=f"{row.name}/{name}#{number}")


def odd() -> Iterator[Any]:
    for name, (kind, text) in ODD.items():
        yield pytest.param(parse(text, puzzle=kind), id=name)


def expect_legible(level: Level, scene: Scene, frame: Frame) -> None:
    """Known looks, every sprite of the scene once, each of its cells on a square of the board, no two on one."""
    kinds = {sprite.name: sprite for sprite in scene.sprites}
    ground = {(tile.row, tile.column) for tile in scene.tiles if tile.look not in ("wall", "void", "button")}
    covered = set()
    for name, spot in frame.items():
        assert spot.look in KINDS[kinds[name].kind]
        for down, right in kinds[name].cells:
            place = (spot.row + down, spot.column + right)
            assert place in ground
            assert place not in covered
            covered.add(place)


def test_every_puzzle_has_a_stage() -> None:
    assert all(row.load_stage() is not None for row in PUZZLES.values())


@pytest.mark.parametrize("level", [*bundled(), *odd()])
def test_scene_is_sound(level: Level) -> None:
    stage = stage_of(level)
    scene = stage.scene(level)
    assert {tile.look for tile in scene.tiles} <= {*TILES}
    assert {mark.look for mark in scene.marks} <= {*MARKS}
    names = [sprite.name for sprite in scene.sprites]
    assert len(set(names)) == len(names)
    for thing in (*scene.tiles, *scene.marks):
        assert 0 <= thing.row <= scene.rows - 1
        assert 0 <= thing.column <= scene.columns - 1
    addresses: dict[tuple[int, int], tuple[float, float]] = {}
    for tile in scene.tiles:  # an address has one place
        assert addresses.setdefault(tile.at, (tile.row, tile.column)) == (tile.row, tile.column)
    expect_legible(level, scene, stage.frame(level))


def reference_step(level: Level, state: Any, entry: Any) -> Any:
    after = [after for made, after in level.successors(state, level.metrics[-1]) if made == entry]
    assert after, f"{entry} is not legal"
    return after[0]


@pytest.mark.parametrize("level", [*bundled(), *odd()])
def test_unrolled_solution_is_played_by_the_rules(level: Level) -> None:
    """Each finest entry is a successor by the rules, `step` agrees, frames stay legible, the end is the goal."""
    stage, scene = stage_of(level), stage_of(level).scene(level)
    answer = solve(level, any_solution=True, time_limit=3, workers=1)
    if answer.solution is None:  # then there is nothing to unroll, but what is said of it can be shown
        assert answer.status in (Status.UNSOLVABLE, Status.UNKNOWN)
        for certificate in answer.certificates:
            assert all(isinstance(evidence, Evidence) for evidence in stage.evidence(level, certificate))
        return
    state, frame = level.initial(), stage.frame(level)
    assert frame == stage.frame(level, state)
    entries = [entry for one in stage.unroll(level, answer.solution) for entry in one.entries]
    played = []
    for entry in entries:
        expected = reference_step(level, state, entry)
        state, changes = stage.step(level, state, entry, frame)
        assert state == expected
        frame.apply(changes)
        expect_legible(level, scene, frame)
        assert sorted(map(str, frame.values())) == sorted(map(str, stage.frame(level, state).values()))
        played.append(entry)
    assert level.is_goal(state)
    level.replay(level.read_solution("".join(played) if isinstance(answer.solution, str) else played))
    plan = stage.plan(level, answer.solution)
    assert len(plan) in (0, len(entries))
    assert level.cost(answer.solution, level.metrics[-1]) == len(entries)


def gestures(scene: Scene) -> Iterator[Gesture]:
    cells = sorted({tile.at for tile in scene.tiles})[:60]
    for cell in cells:
        yield Gesture("tap", cell=cell)
        for key in ("up", "down", "left", "right"):
            yield Gesture("key", key=key, selected=cell)
    for cell, to in itertools.product(cells[:30], repeat=2):
        yield Gesture("drag", cell=cell, to=to)
        yield Gesture("tap", cell=to, selected=cell)
    yield Gesture("tap", cell=(999, 999))
    yield Gesture("drag", cell=(999, 999), to=(-1, -1))
    yield Gesture("key", key="up")
    yield Gesture("key", key="no such key")


@pytest.mark.parametrize("level", [*bundled(), *odd()])
def test_gestures_give_legal_entries(level: Level) -> None:
    stage, scene, found = stage_of(level), stage_of(level).scene(level), 0
    for gesture in gestures(scene):
        entries = stage.gesture(level, level.initial(), gesture)
        if entries is None:
            continue
        assert entries
        found += 1
        state, frame = level.initial(), stage.frame(level)
        for entry in entries:
            assert any(made == entry for made, _ in level.successors(state, level.metrics[-1]))
            state, changes = stage.step(level, state, entry, frame)
            frame.apply(changes)
    moves = sum(1 for _ in level.successors(level.initial(), level.metrics[-1]))
    assert found or not moves


@pytest.mark.parametrize("level", [*bundled(), *odd()])
@pytest.mark.parametrize("entry", [None, "", "q", 7, [], [0], ["A", "ud"], [[0, 0]], [[0, 0], [0, 1]], [-1, -1], {}])
def test_step_refuses_what_is_no_entry(level: Level, entry: Any) -> None:
    stage = stage_of(level)
    with pytest.raises(IllegalMove):
        stage.step(level, level.initial(), entry, stage.frame(level))


@pytest.mark.parametrize("level", [*bundled(), *odd()])
def test_every_brush_on_every_square(level: Level) -> None:
    """The text stays one that can be drawn and edited on; outside of the board there is nothing to edit."""
    stage, text = stage_of(level), level.to_text()
    assert stage.draft(text) == level
    scene = stage.scene(level)
    cells = sorted({tile.at for tile in scene.tiles if tile.look != "button"})
    for brush in stage.brushes(level):
        for cell in cells[:12] + cells[-3:]:
            draft = stage.draft(stage.edit(text, cell, brush.name))
            stage.scene(draft)
            assert stage.frame(draft) is not None
            assert stage.brushes(draft)
    for cell in ((-1, 0), (0, -1), (10_000, 0), (0, 10_000)):
        with pytest.raises(LevelError):
            stage.edit(text, cell, stage.brushes(level)[0].name)
    with pytest.raises(LevelError):
        stage.edit(text, cells[0], "no such brush")


@pytest.mark.parametrize("level", [*bundled(), *odd()])
@pytest.mark.parametrize("edge", EDGES)
def test_a_row_or_column_comes_and_goes(level: Level, edge: str) -> None:
    """One more at an edge changes the picture by one; taking it away gives the level back. A level of lights with
    listed buttons refuses: its buttons say rows and columns."""
    stage, text = stage_of(level), level.to_text()
    if "presses:" in text:
        with pytest.raises(LevelError, match="in the text"):
            stage.resize(text, edge, 1)
        return
    larger = stage.resize(text, edge, 1)
    before, after = stage.scene(level), stage.scene(stage.draft(larger))
    assert stage.frame(stage.draft(larger)) is not None
    grown = (round(after.rows - before.rows, 3), after.columns - before.columns)
    if before.shape == "square":
        assert grown == ((1, 0) if edge in ("top", "bottom") else (0, 1))
    assert stage.draft(stage.resize(larger, edge, -1)) == level
    for wrong in (("middle", 1), (edge, 2), (edge, 0)):
        with pytest.raises(LevelError):
            stage.resize(text, *wrong)


@pytest.mark.parametrize("name", PUZZLES)
def test_the_last_row_stays(name: str) -> None:
    stage = puzzle(name).load_stage()
    assert stage is not None
    text = next(load_all(collection)[0] for row, collection, _ in collections() if row.name == name).to_text()

    def shrink(edge: str) -> None:
        shrunk = text
        for _ in range(200):
            shrunk = stage.resize(shrunk, edge, -1)
            stage.scene(stage.draft(shrunk))

    for edge in EDGES:
        with pytest.raises(LevelError, match=r"cannot be removed|no board"):
            shrink(edge)


NO_BOARDS = ("", "\n\n", "???\n", "puzzle: nothing\n", "title: x\n", "\x00", "goal:\n", "---\n---\n")


@pytest.mark.parametrize("name", PUZZLES)
@pytest.mark.parametrize("text", NO_BOARDS)
def test_text_without_a_board(name: str, text: str) -> None:
    """What is no board may be refused, but with an error of our own."""
    stage = puzzle(name).load_stage()
    assert stage is not None
    with contextlib.suppress(GridproofError):
        stage.draft(text)
    with contextlib.suppress(GridproofError):
        stage.edit(text, (0, 0), stage.brushes(stage.draft(text))[0].name)

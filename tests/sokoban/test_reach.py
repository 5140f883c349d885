"""Where one box can be pushed: the kernels against plain search, odd boards, the command line."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from gridproof.cli import main
from gridproof.errors import LevelError, LimitReached, UsageError
from gridproof.levels.sokoban.draw import WIDEST
from gridproof.levels.sokoban.level import Sokoban
from gridproof.limits import Budget
from gridproof.loader import load, load_all
from gridproof.registry import PUZZLES
from gridproof.search.sokoban import reach as module
from gridproof.search.sokoban.reach import costs, reach, way
from tests.sokoban.boards import level_of, random_levels
from tests.sokoban.reach_referee import Cell, by_rules, by_steps, replayed


def place(level: Sokoban, square: int) -> Cell:
    row, column = level.place_of(square)
    return row, column


def check_box(level: Sokoban, cell: Cell, rng: random.Random, ways: int = 2) -> int:
    """Compare everything about one box with the referee; returns how many squares it can be pushed to."""
    expected = by_steps(level, cell)
    assert reach(level, None, cell) == {square: pushes for square, (pushes, _) in expected.items()}, level.to_text()
    assert costs(level, None, cell) == expected, level.to_text()
    others = level.boxes - {level.square(*cell)}
    for to in rng.sample(sorted(expected), min(ways, len(expected))):
        found = way(level, None, cell, to)
        assert found is not None
        assert replayed(level, found) == others | {level.square(*to)}, level.to_text()
        assert (level.cost(found, "pushes"), level.cost(found, "moves")) == expected[to], level.to_text()
    return len(expected)


def halls(seed: int, count: int) -> Iterator[Sokoban]:
    """Boards of up to 13x13 inner squares, of rooms with gaps in their walls, with up to 12 boxes."""
    rng = random.Random(seed)
    for _ in range(count):
        height, width = rng.randint(7, 13), rng.randint(7, 13)
        cut_rows, cut_columns = ({rng.randint(1, length - 2) for _ in range(2)} for length in (height, width))
        gaps, density = rng.choice((0.1, 0.2, 0.4)), rng.choice((0.0, 0.0, 0.05, 0.15))
        signs = {
            (r, c): "#" if rng.random() < (1 - gaps if r in cut_rows or c in cut_columns else density) else " "
            for r in range(height)
            for c in range(width)
        }
        free = [square for square, sign in signs.items() if sign == " "]
        chosen = rng.sample(free, rng.randint(2, min(13, len(free))))
        signs |= dict.fromkeys(chosen[1:], "$") | {chosen[0]: "@"}
        yield level_of(*("".join(signs[r, c] for c in range(width)) for r in range(height)))


# --- against plain search ----------------------------------------------------------------------------------


@pytest.mark.parametrize("most_boxes", [1, 3, 6])
def test_random_levels(most_boxes: int) -> None:
    rng = random.Random(most_boxes)
    levels = list(random_levels(900 + most_boxes, 4_000, most_boxes))
    assert len(levels) > 2_800
    pushed = [check_box(level, place(level, rng.choice(sorted(level.boxes))), rng) > 1 for level in levels]
    assert 800 < sum(pushed) < len(levels)


def test_random_halls() -> None:
    rng = random.Random(5)
    sizes = [check_box(level, place(level, rng.choice(sorted(level.boxes))), rng) for level in halls(6, 500)]
    assert max(sizes) > 60
    assert min(sizes) == 1


def test_by_the_rules_of_the_level() -> None:
    compared = 0
    for level in itertools.chain(random_levels(77, 250), halls(8, 4)):
        for box in level.boxes:
            cell = place(level, box)
            assert costs(level, None, cell) == by_rules(level, cell), level.to_text()
            compared += 1
    assert compared > 300


@pytest.mark.parametrize("stem", ["first-steps", "workshop", "long-way-round"])
def test_bundled_levels(stem: str) -> None:
    rng = random.Random(1)
    for level in load_all(stem):
        assert isinstance(level, Sokoban)
        check_box(level, place(level, rng.choice(sorted(level.boxes))), rng, ways=1)


def test_microban(shared: Path) -> None:
    rng = random.Random(2)
    for level in load_all(str(shared / "levels" / "sokoban" / "microban_1.txt"))[::5]:
        assert isinstance(level, Sokoban)
        check_box(level, place(level, rng.choice(sorted(level.boxes))), rng, ways=1)


@pytest.mark.slow
def test_many_random_levels() -> None:
    rng = random.Random(3)
    for level in itertools.chain(random_levels(41, 30_000, 6), halls(42, 5_000)):
        check_box(level, place(level, rng.choice(sorted(level.boxes))), rng)


def test_states_in_the_middle_of_play() -> None:
    """A state of the level gives what a level that begins with this state gives."""
    rng = random.Random(4)
    compared = 0
    for level in random_levels(55, 150, roomy=True):
        state = level.initial()
        for _ in range(30):
            state = rng.choice([after for _, after in level.successors(state, "moves")] or [state])
        signs = {sign: "*+." if sign in ".*+" else "$@ " for sign in "$@ .*+"}
        cells = [
            sign if sign == "#" else signs[sign][0 if i in state.boxes else 1 if i == state.player else 2]
            for i, sign in enumerate(level.cells)
        ]
        text = "".join(cells)
        inner = range(level.stride, len(text) - level.stride, level.stride)
        rows = [text[i + 1 : i + level.stride - 1] for i in inner]
        later = level_of(*rows)
        if later.rows != tuple(row.rstrip() for row in rows):
            continue  # rows that are empty now were cut off
        for box in state.boxes:
            cell = place(level, box)
            assert costs(level, state, cell) == costs(later, None, cell)
            to = rng.choice(sorted(reach(later, None, cell)))
            found, expected = way(level, state, cell, to), way(later, None, cell, to)
            assert found is not None
            assert expected is not None
            assert len(found) == len(expected)
            compared += 1
    assert compared > 150


# --- odd boards --------------------------------------------------------------------------------------------

ODD = {
    "a corridor, pushed from one end": (["#######", "#@$   #", "#######"], (1, 2), {2: 0, 3: 1, 4: 2, 5: 3}),
    "no wall around": (["@$  ."], (0, 1), {1: 0, 2: 1, 3: 2, 4: 3}),
    "one wall beside": (["######", "#  $@#", "######"], (1, 3), {3: 0, 2: 1, 1: 2}),
    "a box in a sealed room": (["########", "#@ #   #", "#  # $ #", "#  #   #", "########"], (2, 5), {5: 0}),
    "sealed by another box": (["########", "#@ $ $ #", "########"], (1, 5), {5: 0}),
    "a player that is shut in by the box": (["#####", "#@$ #", "##  #", "#####"], (1, 2), {2: 0, 3: 1}),
    "a box on its goal": (["######", "#@* .#", "######"], (1, 2), {2: 0, 3: 1, 4: 2}),
    "a player on a goal": (["######", "#+$  #", "######"], (1, 2), {2: 0, 3: 1, 4: 2}),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_boards(name: str) -> None:
    rows, cell, columns = ODD[name]
    level = level_of(*rows)
    assert reach(level, None, cell) == {(cell[0], column): pushes for column, pushes in columns.items()}
    check_box(level, cell, random.Random(0), ways=9)


def test_a_door_has_two_sides() -> None:
    """A box in the only door can be pushed on, never back; with a way round the player comes to the other side."""
    one_door = level_of("#######", "#  #  #", "#@ $  #", "#  #  #", "#######")
    assert min(column for _, column in reach(one_door, None, (2, 3))) == 3
    way_round = level_of("#######", "#     #", "## ## #", "#@ $  #", "## ## #", "##    #", "#######")
    assert (3, 2) in reach(way_round, None, (3, 3))
    check_box(way_round, (3, 3), random.Random(0), ways=99)


def test_fewest_moves_needs_a_longer_look_than_push_by_push() -> None:
    """Of two ways of equally many pushes the one that begins with the farther walk can take fewer moves."""
    late = 0
    for level in random_levels(12, 400, 1, roomy=True):
        cell = place(level, min(level.boxes))
        found = module.Moves.of(module.Pushes.of(level, None, cell), None, None)
        greedy = greedy_moves(found)
        late += any(found.moves[stand] < moves for stand, moves in greedy.items())
        assert all(found.moves[stand] <= moves for stand, moves in greedy.items())
    assert late > 5


def greedy_moves(found: module.Moves) -> dict[int, int]:
    """Moves to each stand when every stand is entered from the one that was itself reached by fewest moves."""
    p = found.pushes
    greedy = {}
    for stand in (p.entries // 2).tolist():
        side, before = stand % 4, stand // 4 + p.level.steps[stand % 4]
        stands = [4 * before + s for s in range(4) if p.block[before, s] == p.block[before, side]]
        known = [s for s in stands if s in greedy and p.least[before, s % 4] == p.least[stand // 4, side] - 1]
        if known:
            start = min(known, key=lambda s: int(found.moves[s]))
            walls = frozenset(np.flatnonzero(p.free == 0).tolist()) | {before}
            walks = p.level.walks(walls, before + p.level.steps[start % 4])
            greedy[stand] = int(found.moves[start]) + len(walks[before + p.level.steps[side]]) + 1
        else:
            greedy[stand] = int(found.moves[stand])
    return greedy


def test_a_winding_corridor_of_thousands_of_squares() -> None:
    """No recursion: the depth-first search is as deep as the corridor is long."""
    rows = ["@$" + " " * 97 + " "]
    for i in range(40):
        rows += ["#" * 99 + " " if i % 2 == 0 else " " + "#" * 99, " " * 100]
    level = level_of(*rows)
    assert reach(level, None, (0, 1)) == {(0, column): column - 1 for column in range(1, 100)}
    found = way(level, None, (0, 1), (0, 99))
    assert found == "R" * 98


def test_a_walk_round_a_long_ring() -> None:
    """Two sides of the box are joined by a ring of 206 squares only: joined all the same."""
    side = " " + "#" * 99 + " "
    level = level_of("@ $" + " " * 98, side, side, " " * 100 + ".")
    assert way(level, None, (0, 2), (0, 1)) == "ddd" + "r" * 100 + "uuu" + "l" * 97 + "L"
    assert costs(level, None, (0, 2)) == by_steps(level, (0, 2))


# --- the kernels -------------------------------------------------------------------------------------------


def joined(free: set[int], steps: list[int], box: int, one: int, other: int) -> bool:
    seen, stack = {one}, [one]
    while stack:
        for to in map(stack.pop().__add__, steps):
            if to in free and to != box and to not in seen:
                seen.add(to)
                stack.append(to)
    return other in seen


def test_two_sides_are_joined_when_their_edges_share_a_block() -> None:
    pairs = apart = 0
    for level in itertools.chain(random_levels(21, 150, 4), halls(22, 6)):
        for box in level.boxes:
            p = module.Pushes.of(level, None, place(level, box))
            free = set(np.flatnonzero(p.free).tolist())
            steps = list(level.steps)
            part = {square for square in free if square == box or joined(free, steps, -1, box, square)}
            assert {int(square) for square in np.flatnonzero((p.block >= 0).any(axis=1))} <= part
            for square in part:
                sides = [s for s in range(4) if square + steps[s] in free]
                assert [s for s in range(4) if p.block[square, s] >= 0] == sides
                for one, other in itertools.combinations(sides, 2):
                    same = p.block[square, one] == p.block[square, other]
                    assert same == joined(free, steps, square, square + steps[one], square + steps[other])
                    pairs += 1
                    apart += not same
    assert pairs > 5_000
    assert apart > 500


def test_slices_of_any_length_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = list(halls(31, 20))
    whole = [costs(level, None, place(level, min(level.boxes))) for level in levels]
    monkeypatch.setattr(module, "WORK", 1)
    assert [costs(level, None, place(level, min(level.boxes))) for level in levels] == whole


def test_a_budget_that_has_ended_is_honoured() -> None:
    level = level_of("#######", "#@$   #", "#######")
    budget = Budget()
    budget.cancel()
    for call in (lambda: costs(level, None, (1, 2), budget), lambda: way(level, None, (1, 2), (1, 4), budget)):
        with pytest.raises(LimitReached):
            call()


# --- what is asked wrongly, and the command line -----------------------------------------------------------

ROOM = ["########", "#@     #", "#  $   #", "#   .$ #", "########"]


@pytest.fixture
def room(tmp_path: Path) -> str:
    path = tmp_path / "room.xsb"
    path.write_text("\n".join(ROOM) + "\n")
    return str(path)


def test_errors() -> None:
    level = level_of(*ROOM)
    with pytest.raises(UsageError, match="no box at row 1, column 1"):
        reach(level, None, (1, 1))
    for cell in ((5, 1), (1, 8), (-1, 2)):
        with pytest.raises(UsageError, match=r"not on the board: expected rows 0 to 4, columns 0 to 7"):
            reach(level, None, cell)
        with pytest.raises(UsageError, match="not on the board"):
            way(level, None, (2, 3), cell)
    with pytest.raises(LevelError, match="no player"):
        reach(level_of("####", "# $#", "####"), None, (1, 2))
    with pytest.raises(LevelError, match="2 players"):
        reach(level_of("#####", "#@$@#", "#####"), None, (1, 2))
    assert way(level, None, (2, 3), (0, 0)) is None
    assert way(level, None, (2, 3), (3, 5)) is None
    assert way(level, None, (2, 3), (2, 3)) == ""


def test_only_the_registry_names_the_module() -> None:
    assert [row.name for row in PUZZLES.values() if row.load_reach() is not None] == ["sokoban"]


def test_command_draws_the_board(room: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reach", room, "--box", "2,3", "--to", "1,4"]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[2] == "##2 1 0$1 2 3 ##"
    assert lines[3] == "##3 2 1 2. $4 ##"
    assert "a number = fewest pushes that bring the box there; 0 = the box" in lines
    assert "The box at row 2, column 3 can be pushed to 16 other squares, with at most 4 pushes each." in out
    assert "To row 1, column 4: 2 pushes, the fewest, and 6 moves, the fewest with 2 pushes." in out
    assert err == ""


def test_command_prints_one_json_document(room: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reach", room, "--box", "2,3", "--to", "2,1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["puzzle", "title", "box", "squares", "to", "way", "pushes", "moves"]
    expected = by_steps(level_of(*ROOM), (2, 3))
    assert found["squares"] == [
        {"square": list(square), "pushes": pushes, "moves": moves}
        for square, (pushes, moves) in sorted(expected.items())
    ]
    assert (found["pushes"], found["moves"]) == expected[2, 1]
    assert len(found["way"]) == found["moves"]


def test_no_way_has_the_exit_code_of_no_solution(room: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reach", room, "--box", "2,3", "--to", "0,0"]) == 20
    assert "There is no way to row 0, column 0" in capsys.readouterr().out
    assert main(["reach", room, "--box", "2,3", "--to", "3,5", "--json"]) == 20
    found = json.loads(capsys.readouterr().out)
    assert (found["way"], found["pushes"], found["moves"]) == (None, None, None)


def test_command_says_what_cannot_be_pushed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "corner.xsb"
    path.write_text("#####\n#$@.#\n#####\n")
    assert main(["reach", str(path), "--box", "1,1", "--to", "1,1"]) == 0
    out = capsys.readouterr().out
    assert "The box at row 1, column 1 cannot be pushed while the other boxes stand still." in out
    assert "It stands there already." in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--box", "1,1"], "there is no box at row 1, column 1"),
        (["--box", "9,1"], "row 9, column 1 is not on the board"),
        (["--box", "2,3", "--to", "2,8"], "row 2, column 8 is not on the board"),
        (["--box", "2;3"], "expected ROW,COLUMN such as 3,4"),
        (["--box", "2,-3"], "expected ROW,COLUMN such as 3,4"),
        ([], "the following arguments are required: --box"),
    ],
)
def test_one_line_for_what_is_wrong(
    arguments: list[str], message: str, room: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["reach", room, *arguments])
    except SystemExit as stop:  # argparse leaves this way
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert message in err


def test_another_puzzle_and_nobody_to_push(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reach", "classic/plus", "--box", "1,1"]) == 2
    assert "reach is not known for lights-out: expected a level of sokoban" in capsys.readouterr().err
    path = tmp_path / "nobody.xsb"
    path.write_text("#####\n# $.#\n#####\n")
    assert main(["reach", str(path), "--box", "1,2"]) == 2
    assert "no player" in capsys.readouterr().err


def test_a_wide_board_has_one_character_for_a_square(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wide.xsb"
    path.write_text("#" * WIDEST + "\n#@$" + " " * (WIDEST - 4) + "#\n" + "#" * WIDEST + "\n")
    assert main(["reach", str(path), "--box", "1,2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "#@$" + "".join(str(i % 10) for i in range(1, WIDEST - 3)) + "#"
    assert "the last digit" in lines[3]
    assert load(str(path)).to_text()

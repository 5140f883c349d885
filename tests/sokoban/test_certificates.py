"""Certificates: found where they are due, checked by the rules, refused when damaged; odd but playable levels."""

from __future__ import annotations

import pytest

from gridproof.answer import Certificate
from gridproof.errors import LevelError
from gridproof.levels.sokoban.certificates import check, explain, goals_of, live_squares
from gridproof.levels.sokoban.draw import draw
from gridproof.levels.sokoban.level import Sokoban
from gridproof.levels.text import from_text
from gridproof.loader import load_all
from gridproof.search.reference import breadth_first
from gridproof.solver import solve
from gridproof.verifier import verify
from tests.sokoban.boards import level_of, random_levels

DEAD = level_of("#####", "#@$ #", "#  .#", "#####")
CROWDED = level_of("#########", "#@ $ $ .#", "#       #", "#  .    #", "#########")
FROZEN = level_of("#######", "#     #", "# $$  #", "# $$@ #", "#  .. #", "#  .. #", "#######")
SEALED = level_of("########", "#@$. #$#", "#### #.#", "########")


@pytest.mark.parametrize(
    ("level", "kind", "boxes"), [(DEAD, "crowded", 1), (CROWDED, "crowded", 2), (FROZEN, "immovable", 4)]
)
def test_simple_reasons(level: Sokoban, kind: str, boxes: int) -> None:
    answer = solve(level, engines=["reasons"])
    (certificate,) = answer.certificates
    assert (answer.status, certificate.kind) == ("unsolvable", kind)
    assert len(certificate.data["squares"]) == boxes
    verdict = verify(level, answer)
    assert verdict.ok
    assert not verdict.trusted
    assert explain(level, certificate).startswith("Proof: ")
    assert "X" in draw(level, None, certificate).plain()


def test_a_sealed_box_off_its_goal() -> None:
    answer = solve(SEALED)
    assert answer.status == "unsolvable"
    assert verify(SEALED, answer).ok
    on_goal = level_of("########", "#@$. #*#", "#### #.#", "########")
    assert (solve(on_goal).cost, solve(on_goal).optimal) == (1, True)


def test_damaged_certificates() -> None:
    def problems(level: Sokoban, kind: str, squares: object, bound: int | None = None) -> list[str]:
        return check(level, Certificate(kind, "unsolvable", {"squares": squares}), bound, None)

    assert problems(DEAD, "crowded", [[1, 2]]) == []
    for kind in ("crowded", "immovable"):
        for squares in ([[1, 1]], [[9, 9]], [], None, "x", [[1]], [[1, 2, 3]], [[True, 2]], [[-1, 0]], [["a", 1]]):
            assert problems(DEAD, kind, squares), (kind, squares)
    assert problems(DEAD, "crowded", [[1, 2]], bound=3)
    assert problems(DEAD, "unheard-of", [[1, 2]])
    solvable = level_of("#######", "#  @  #", "# $$. #", "#   . #", "#######")
    for squares in ([[2, 2]], [[2, 3]], [[2, 2], [2, 3]]):
        assert problems(solvable, "crowded", squares)
        assert problems(solvable, "immovable", squares)
    parked = level_of("#####", "#*@.#", "# $ #", "#####")
    assert "all its boxes stand on goals" in problems(parked, "immovable", [[1, 1]])


def test_reasons_are_right_on_random_levels() -> None:
    found = 0
    for level in random_levels(21, 400):
        answer = solve(level, engines=["reasons"])
        if answer.status == "unsolvable":
            found += 1
            assert breadth_first(level)[0] is None, level.to_text()
            assert verify(level, answer).ok
    assert found > 100


def test_exhausted() -> None:
    certificate = Certificate("exhausted", "unsolvable")
    for level in random_levels(22, 150):
        try:
            solvable = breadth_first(level, max_states=2_000)[0] is not None
        except ValueError:
            continue
        assert bool(check(level, certificate, None, None)) == solvable, level.to_text()


def test_live_squares_and_goals_in_reach_agree() -> None:
    for level in random_levels(23, 100):
        live = live_squares(level)
        for square in range(len(level.cells)):
            if level.cells[square] != "#":
                assert (square in live) == bool(goals_of(level, [square])), level.to_text()


def test_odd_levels() -> None:
    solved = level_of("####", "#@*#", "####")
    assert (solve(solved).cost, solve(solved).solution, solve(solved).optimal) == (0, "", True)
    no_box = level_of("####", "#@.#", "####")
    assert (solve(no_box).cost, solve(no_box).optimal) == (0, True)
    spare_goals = level_of("#######", "#@$.. #", "#######")
    assert solve(spare_goals).cost == 1
    spare_boxes = level_of("#########", "#       #", "# $@$.  #", "#       #", "#########")
    answer = solve(spare_boxes)
    assert (answer.status, answer.certificates[0].kind) == ("unsolvable", "crowded")
    open_wall = level_of("#####", "#    ", "#@$ .", "#    ", "#####")
    assert solve(open_wall).cost == 2
    with pytest.raises(LevelError, match="no player"):
        solve(level_of("####", "#$.#", "####"))


def test_a_huge_board_ends_in_a_sentence() -> None:
    rows = ["#" * 200, *("#" + " $." * 65 + "   #" for _ in range(197)), "#@" + " " * 197 + "#", "#" * 200]
    answer = solve(level_of(*rows), time_limit=20)
    assert answer.status == "unknown"
    assert "expected at most" in (answer.reason or "")
    assert explain(level_of(*rows), Certificate("exhausted", "unsolvable")).startswith("Proof")


def test_bundled_levels_have_the_optimum_they_state() -> None:
    count = longest = 0
    for name in ("first-steps", "workshop", "long-way-round"):
        for level in load_all(name):
            assert isinstance(level, Sokoban)
            stated = int((level.comment or "").split()[-1].rstrip("."))
            answer = solve(level, memory_limit=1500)
            assert (answer.cost, answer.optimal) == (stated, True), level.title
            count, longest = count + 1, max(longest, stated)
    assert count >= 75
    assert longest > 100


def test_bundled_levels_differ_under_symmetry() -> None:
    from gridproof.levels.sokoban.generate import images

    levels = [level for name in ("first-steps", "workshop", "long-way-round") for level in load_all(name)]
    assert len({min(images(level.rows)) for level in levels if isinstance(level, Sokoban)}) == len(levels)


def test_turned_levels_have_turned_solutions() -> None:
    """The same optimum in all eight positions (facts: mirroring a level must mirror its solutions)."""
    from gridproof.levels.sokoban.format import read
    from gridproof.levels.sokoban.generate import images

    for level in (load_all("first-steps")[10], load_all("workshop")[0]):
        assert isinstance(level, Sokoban)
        costs = {solve(read(from_text("\n".join(rows)))[0], memory_limit=1500).cost for rows in images(level.rows)}
        assert len(costs) == 1

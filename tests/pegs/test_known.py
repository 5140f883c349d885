"""Facts from the literature and from independent recomputation; never one particular solution."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from gridproof.levels.pegs.level import Pegs
from gridproof.levels.pegs.symmetry import symmetries
from gridproof.loader import collections, load, load_all
from gridproof.search.pegs.reach import layer_sizes
from gridproof.solver import solve
from gridproof.verifier import verify
from tests.pegs.boards import BOARDS, pairs, problem, rows

LAYERS = Path(__file__).parents[1] / "data" / "pegs.layers"


def counted_layers() -> list[tuple[str, tuple[int, int], str, list[int]]]:
    """(board, vacancy, `all` or `reduced` by all symmetries of the board, layer sizes)."""
    found = []
    for line in LAYERS.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            board, vacancy, counted, sizes, _ = line.split(None, 4)
            row, column = vacancy.split(",")
            found.append((board, (int(row), int(column)), counted, [int(size) for size in sizes.split(",")]))
    return found


@pytest.mark.parametrize(("board", "vacancy", "counted", "sizes"), counted_layers())
def test_layer_sizes_by_the_rules_and_by_the_kernels(board, vacancy, counted, sizes) -> None:
    level = problem(board, vacancy, None)
    group = symmetries(level) if counted == "reduced" else symmetries(level)[:1]
    plain, depth = {level.start}, 0
    while sizes[depth] < 800 and depth + 1 < len(sizes):
        plain = {min(_image(p, after) for p in group) for q in plain for _, after in level.successors(q, "jumps")}
        depth += 1
        assert len(plain) == sizes[depth]
    if sum(sizes) < 1_000_000:
        assert layer_sizes(level, group) == sizes


def _image(permutation, position: int) -> int:
    return sum(1 << target for source, target in enumerate(permutation) if position >> source & 1)


@pytest.mark.slow
def test_all_positions_of_the_english_board_from_the_central_vacancy() -> None:
    for board, vacancy, counted, sizes in counted_layers():
        level = problem(board, vacancy, None)
        group = symmetries(level) if counted == "reduced" else symmetries(level)[:1]
        assert layer_sizes(level, group) == sizes


@pytest.mark.parametrize(
    ("vacancy", "games"), [((0, 0), 29_760), ((1, 0), 14_880), ((2, 0), 85_258), ((2, 1), 1_550)]
)
def test_games_on_the_triangle_that_end_with_one_peg(vacancy, games) -> None:
    level = problem("triangle15", vacancy, None)

    @cache
    def count(position: int) -> int:
        if level.is_goal(position):
            return 1
        return sum(count(after) for _, after in level.successors(position, "jumps"))

    assert count(level.start) == games


@pytest.mark.parametrize(("side", "fewest"), [(4, 5), (5, 9), pytest.param(6, 9, marks=pytest.mark.slow)])
def test_fewest_moves_on_triangles(side: int, fewest: int) -> None:
    """OEIS A127500: over all vacancies, with the last peg anywhere."""
    holes = rows(*[(0, r + 1) for r in range(side)])
    everything = (1 << len(holes)) - 1
    answers = [
        solve(Pegs(holes, everything ^ 1 << vacancy, neighbours="hex"))
        for vacancy in range(len(holes))
        if holes[vacancy][1] <= holes[vacancy][0] // 2
    ]
    assert all(answer.optimal or answer.status == "unsolvable" for answer in answers)
    assert min(answer.cost for answer in answers if answer.cost is not None) == fewest


@pytest.mark.parametrize(
    ("board", "count", "possible", "solvable"),
    [
        ("english", 151, 21, 21),
        pytest.param("6x6", 171, 21, 21, marks=pytest.mark.slow),
        pytest.param("french", 190, 10, 10, marks=pytest.mark.slow),
        ("triangle15", 42, 17, 12),
        pytest.param("triangle21", 78, 29, 29, marks=pytest.mark.slow),
        ("hexagon19", 39, 8, 0),
        pytest.param("diamond25", 93, 15, 0, marks=pytest.mark.slow),
        pytest.param("asymmetrical", 765, 88, 88, marks=pytest.mark.slow),
    ],
)
def test_every_vacancy_with_every_last_peg(board, count, possible, solvable) -> None:
    levels = pairs(board)
    assert len(levels) == count
    statuses = {"solved": 0, "unsolvable": 0}
    by_class = 0
    for level in levels:
        answer = solve(level, any_solution=True)
        verdict = verify(level, answer)
        assert verdict.ok
        statuses[answer.status] += 1
        by_class += any(c.kind == "class" for c in answer.certificates)
    assert statuses["solved"] == solvable
    assert by_class == count - possible


@pytest.mark.slow
def test_diamond_41_beside_the_centre_is_settled_by_exhaustion() -> None:
    """These pass the class test, and linear and integer jump counts; exhaustive search refutes them."""
    for vacancy, last in (((3, 4), (8, 4)), ((3, 4), (5, 1)), ((0, 4), (2, 4))):
        answer = solve(problem("diamond41", vacancy, last), engines=["moves"])
        assert answer.status == "unsolvable"


@pytest.mark.slow
def test_the_central_game_takes_18_moves() -> None:
    answer = solve(load("english/central-game"), memory_limit=2048)
    assert (answer.cost, answer.optimal) == (18, True)


def test_bundled_levels_have_titles_and_every_board_its_collection() -> None:
    files = [file for row, _, file in collections() if row.name == "pegs"]
    assert len(files) >= 8
    shapes = set()
    for file in files:
        levels = load_all(file.name.removesuffix(".pegs"))
        assert all(level.title for level in levels)
        assert len({level.title for level in levels}) == len(levels)
        shapes |= {level.holes for level in levels}
    assert shapes >= {holes for _, holes in BOARDS.values()}

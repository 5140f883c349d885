"""The text format, the drawing and the rules: what is read, what is refused, and where the fault is."""

from __future__ import annotations

import random

import pytest

from gridproof.errors import IllegalMove, LevelError
from gridproof.levels.pegs import draw
from gridproof.levels.pegs.classes import gf4_class, invariant_sets
from gridproof.levels.pegs.level import Pegs
from gridproof.loader import parse
from gridproof.models.pegs.info import info
from gridproof.registry import puzzle
from gridproof.solver import solve
from tests.pegs.boards import BOARDS, problem, random_level

CORNER = "puzzle: pegs\noo.\n"


def test_text_and_back() -> None:
    rng = random.Random(1)
    for _ in range(300):
        level = random_level(rng)
        assert parse(level.to_text()) == level
        assert parse(level.to_text()).to_text() == level.to_text()


def test_a_row_without_holes_and_a_board_away_from_the_corner() -> None:
    level = parse("puzzle: pegs\n#\n  oo.\n#\n  .\n")
    assert level.holes == ((1, 2), (1, 3), (1, 4), (3, 2))
    assert parse(level.to_text()) == level


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("puzzle: pegs\nooo\no!o\n", 3, 2, "unknown character '!'"),
        ("puzzle: pegs\noo?\n", 2, 3, "unknown character '?'"),
        ("puzzle: pegs\n...\n", 2, None, "without a peg"),
        ("puzzle: pegs\n###\n", 2, None, "without a hole"),
        ("puzzle: pegs\n", 1, None, "no board"),
        ("puzzle: pegs\njumps: sideways\noo.\n", 2, None, "orthogonal | hex | diagonal"),
        ("puzzle: pegs\ncolour: red\noo.\n", 2, 1, "unknown header"),
        ("puzzle: pegs\noo.\ngoal:\noo\n", 4, 3, "no hole where the board has one"),
        ("puzzle: pegs\noo.\ngoal:\noo.o\n", 4, 4, "a hole where the board has none"),
        ("puzzle: pegs\noo.\ngoal:\n", 3, None, "empty goal"),
        ("puzzle: pegs\noo.\ngoal:\no.x\n", 4, 3, "unknown character 'x'"),
        ("puzzle: pegs\noo.\ngoal:\n...\ngoal:\n...\n", 5, None, "second goal"),
        ("puzzle: pegs\n" + "o" * 101 + "\n", 2, 101, "at most 100"),
        ("puzzle: pegs\n" + "oo.\n" * 101, 102, None, "at most 100"),
        ("puzzle: pegs\no\t.\n", 2, 2, "unknown character"),
    ],
)
def test_bad_text_is_refused_at_its_place(text: str, line: int, column: int | None, words: str) -> None:
    with pytest.raises(LevelError) as caught:
        parse(text)
    assert words in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    ("solution", "entry", "words"),
    [
        ([[[0, 0], [0, 2]], [[0, 2], [0, 0]]], 1, "no peg at [0, 1]"),
        ([[[0, 0]]], 0, "two holes or more"),
        ([[[0, 0], [0, 1]]], 0, "not a jump"),
        ([[[0, 0], [0, 3]]], 0, "no hole [0, 3]"),
        ([[[0, 2], [0, 0]]], 0, "no peg at [0, 2]"),
        ([], None, "2 pegs are left"),
    ],
)
def test_illegal_solutions(solution, entry, words) -> None:
    level = parse(CORNER)
    with pytest.raises(IllegalMove) as caught:
        level.replay(level.read_solution(solution))
    assert words in str(caught.value)
    assert caught.value.index == entry


def test_a_jump_over_a_gap_and_onto_a_peg() -> None:
    with pytest.raises(IllegalMove, match="no hole \\[0, 1\\] to jump over"):
        parse("puzzle: pegs\no#.\n").replay([[[0, 0], [0, 2]]])
    with pytest.raises(IllegalMove, match="a peg at \\[0, 2\\] already"):
        parse("puzzle: pegs\nooo\n").replay([[[0, 0], [0, 2]]])


@pytest.mark.parametrize("raw", [None, {}, [1], [[1, 2]], [[[0, 0], [0, "2"]]], [[[0, 0], [0, 2.0]]], [[[True, 0]]]])
def test_solutions_of_another_form(raw) -> None:
    with pytest.raises(IllegalMove):
        parse(CORNER).read_solution(raw)


def test_moves_are_counted_by_pegs_however_written() -> None:
    level = parse("puzzle: pegs\noo.o.\n")
    split, joined = [[[0, 0], [0, 2]], [[0, 2], [0, 4]]], [[[0, 0], [0, 2], [0, 4]]]
    for solution in (split, joined):
        level.replay(solution)
        assert level.cost(solution, "moves") == 1
        assert level.cost(solution, "jumps") == 2


def test_a_start_that_meets_the_goal_costs_nothing() -> None:
    for text in ("puzzle: pegs\n.o.\n", "puzzle: pegs\noo.\ngoal:\noo.\n", "puzzle: pegs\noo.\ngoal:\no?.\n"):
        for metric in ("moves", "jumps"):
            answer = solve(parse(text), metric)
            assert (answer.cost, answer.optimal) == (0, True)


def test_the_class_is_kept_by_every_jump_and_has_its_size() -> None:
    for name, (kind, _) in BOARDS.items():
        level = problem(name, BOARDS[name][1][0], None)
        assert len(invariant_sets(level)) == (2 if kind == "hex" else 4)
        for source, over, to in level.jumps:
            assert set(gf4_class(level, 1 << source | 1 << over | 1 << to)) == {"0"}


def test_invariant_sets_agree_with_galois() -> None:
    galois = pytest.importorskip("galois")
    import numpy as np

    rng = random.Random(6)
    for _ in range(40):
        level = random_level(rng)
        if not level.jumps:
            continue
        matrix = np.zeros((len(level.jumps), level.size), dtype=np.uint8)
        for number, jump in enumerate(level.jumps):
            matrix[number, list(jump)] = 1
        space = galois.GF(2)(matrix).null_space()
        sets = invariant_sets(level)
        assert len(sets) == len(space)
        rows = np.array([[cells >> hole & 1 for hole in range(level.size)] for cells in sets], dtype=np.uint8)
        if len(sets):
            assert np.linalg.matrix_rank(galois.GF(2)(rows)) == len(sets)
            assert not (matrix @ rows.T % 2).any()


def test_drawing_and_info_of_every_kind() -> None:
    rng = random.Random(2)
    for _ in range(60):
        level = random_level(rng)
        answer = solve(level)
        for certificate in (None, *answer.certificates):
            text = draw(level, answer.solution, certificate).plain()
            assert text.count("o") >= level.start.bit_count()
        facts = info(level, detail=True)
        assert facts["pegs"] == level.start.bit_count()
        if answer.cost is not None:
            assert facts["allowed_by_class"]
            assert facts["moves_needed_at_least"] <= answer.cost


def test_the_generator_repeats_itself_and_makes_solvable_levels() -> None:
    module = puzzle("pegs").load_generator()
    for size in ((None, None), (4, 5), (1, 3), (9, 9)):
        for index in range(3):
            level = module.generate(*size, seed=5, index=index)
            assert level == module.generate(*size, seed=5, index=index)
            assert solve(level, any_solution=True).status == "solved"


def test_pegs_beyond_the_goal_are_refused() -> None:
    level = Pegs(((0, 0), (0, 1), (0, 2)), 0b001, 0b110, anywhere=False)
    answer = solve(level)
    assert answer.status == "unsolvable"
    assert answer.certificates[0].kind == "pegs"

"""Kernels against plain Python: layers, winning sets, cutting off by weights, tables that grow, many words."""

from __future__ import annotations

import random

import numpy as np
import pytest

from gridproof.answer import Status
from gridproof.ledger import Ledger
from gridproof.levels.pegs.level import Pegs
from gridproof.levels.pegs.symmetry import canonical, goal_symmetries, image, symmetries
from gridproof.limits import Budget, Limits
from gridproof.search.pegs import layers, pruning_functions, winning
from gridproof.search.pegs.board import Board
from gridproof.search.pegs.chains import fewest_moves
from gridproof.search.pegs.layers import Layers
from gridproof.search.pegs.winning import winning_layers
from gridproof.solver import solve
from tests.pegs.boards import BOARDS, problem, random_level
from tests.pegs.referee import Referee


def layers_of(level: Pegs, group=None, workers: int = 1) -> Layers:
    return Layers(Board.of(level, group), Ledger(level, "moves"), Budget(Limits(workers=workers)), "test")


@pytest.mark.parametrize("workers", [1, 3])
def test_a_layer_is_what_the_rules_make_of_it(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layers, "SLICE", 64)  # so that several threads have something to do
    rng = random.Random(workers)
    for _ in range(40):
        level = random_level(rng, most_pegs=12)
        group = goal_symmetries(level)
        made = layers_of(level, group, workers)
        plain = {level.start}
        layer = np.array([canonical(group, level.start)], dtype=np.uint64)
        for _ in range(5):
            plain = {canonical(group, after) for p in plain for _, after in level.successors(p, "jumps")}
            layer = made.next(layer)
            assert sorted(layer.tolist()) == sorted(plain)
            back = set(made.next(layer, backward=True).tolist())
            jumps = [(1 << s | 1 << o, 1 << t) for s, o, t in level.jumps]
            assert back == {
                canonical(group, p ^ before ^ to) for p in plain for before, to in jumps if p & (before | to) == to
            }


def test_tables_grow() -> None:
    level = problem("english", (3, 3), (3, 3))
    made = layers_of(level)
    layer = made.next(np.array([made.board.canonical(level.start)[0]], dtype=np.uint64))
    for _ in range(6):
        layer = made.next(layer)
    made.table_for = lambda count: np.zeros(1 << 10, dtype=np.uint64)  # type: ignore[method-assign]
    assert len(layer) == 2757
    assert len(made.next(layer)) == 9751


def test_winning_layers_hold_what_the_referee_says() -> None:
    rng = random.Random(8)
    solvable = 0
    for _ in range(120):
        level = random_level(rng)
        group = goal_symmetries(level)
        found = winning_layers(layers_of(level, group))
        wins = _winning(Referee(level))
        places = level.holes
        plain: dict[int, set[int]] = {}
        for pegs in wins:
            position = sum(1 << places.index(hole) for hole in pegs)
            plain.setdefault(len(pegs), set()).add(canonical(group, position))
        assert {pegs: set(layer.tolist()) for pegs, layer in found.items()} == plain, level.to_text()
        solvable += bool(plain)
    assert 20 < solvable < 110


def _winning(referee: Referee) -> set:
    from tests.pegs.referee import jumps_from

    wins: set = set()
    for layer in reversed(referee.layers):
        for pegs in layer:
            after = {q for _, _, q in jumps_from(pegs, referee.holes, referee.steps)}
            if referee.is_goal(pegs) or after & wins:
                wins.add(pegs)
    return wins


def test_cutting_off_by_weights_changes_no_winning_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """With functions from the first layers on, and chosen anew all the time."""
    monkeypatch.setattr(pruning_functions, "PROBES", 10)
    rng = random.Random(12)
    cut = 0
    triangles = [problem("triangle15", (0, 0), last) for last in ((0, 0), (2, 1), (3, 0), None)]
    hexagons = [problem("hexagon19", (0, 0), (1, 1)), problem("hexagon19", (1, 1), (0, 0))]
    for level in [*triangles, *hexagons, *(random_level(rng, most_pegs=12) for _ in range(20))]:
        group = [p for p in goal_symmetries(level) if image(p, level.start) == level.start]
        plain = layers_of(level, group)
        expected = winning_layers(plain)
        monkeypatch.setattr(winning, "PRUNING_PAYS", 2)
        monkeypatch.setattr(winning, "GROWTH", 2)
        pruned = layers_of(level, group)
        found = winning_layers(pruned)
        monkeypatch.setattr(winning, "PRUNING_PAYS", 1_000_000)
        assert found.keys() == expected.keys()
        assert all(set(found[k].tolist()) == set(expected[k].tolist()) for k in found), level.to_text()
        if found:
            assert fewest_moves(pruned, found)[0] == Referee(level).fewest_moves
        cut += pruned.nodes < plain.nodes
    assert cut > 1


def test_a_board_of_many_words() -> None:
    """Boards of more than 64 holes, compared with the same pegs on a small one."""
    rng = random.Random(5)
    seen, found = {"solved": 0, "unsolvable": 0}, 0
    for _ in range(60):
        small = random_level(rng)
        if small.anywhere:
            continue
        extra = tuple((40 + 3 * k, 0) for k in range(70))  # far away holes, without pegs
        level = Pegs(small.holes + extra, small.start, small.must, small.free, False, small.neighbours)
        answer = solve(level, any_solution=True)
        assert answer.status == solve(small, any_solution=True).status
        assert solve(level, engines=["dfs"], any_solution=True).status == answer.status
        beam = solve(level, engines=["large"], any_solution=True)
        assert beam.status in (answer.status, "unknown")
        found += beam.status == "solved"
        seen[answer.status] += 1
    assert min(seen.values()) > 5
    assert found > 10


def test_pegs_in_the_second_word() -> None:
    holes = (*((0, c) for c in range(70)), (1, 66), (1, 67), (1, 68), (1, 69))
    for first in range(60, 66):
        level = Pegs(holes, 0b1011 << first, 1 << first + 1, anywhere=False)
        answer = solve(level, any_solution=True, engines=["dfs"])
        expected = solve(Pegs(holes[:10], 0b1011, 0b10, anywhere=False), any_solution=True, engines=["dfs"])
        assert answer.status is expected.status is Status.SOLVED


def test_symmetries_map_jumps_to_jumps() -> None:
    orders = {"english": 8, "french": 8, "wiegleb": 8, "asymmetrical": 2, "triangle15": 6, "hexagon19": 12}
    for name, order in orders.items():
        level = problem(name, BOARDS[name][1][0], None)
        group = symmetries(level)
        assert len(group) == order
        for p in group:
            assert {(p[s], p[o], p[t]) for s, o, t in level.jumps} == set(level.jumps)


def test_limits_end_in_bounds() -> None:
    level = problem("wiegleb", (4, 4), (4, 4))
    answer = solve(level, time_limit=2, memory_limit=2000)
    assert answer.status is Status.SOLVED
    assert answer.lower_bound == 16
    assert not answer.optimal
    assert answer.reason in ("time", "memory")

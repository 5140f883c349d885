"""The kernels against plain breadth-first search by the rules, on random boards in all three metrics."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from gridproof.answer import Status
from gridproof.levels.sliding import Sliding
from gridproof.levels.sliding.level import METRICS
from gridproof.limits import Budget
from gridproof.search.reference import breadth_first, layer_sizes
from gridproof.search.sliding.bfs import simple_reason
from gridproof.search.sliding.queue import EXHAUSTED, Queue
from gridproof.search.sliding.tables import build
from gridproof.solver import solve
from gridproof.verifier import verify

RandomLevel = Callable[..., Sliding]


def _compare(level: Sliding, metric: str, most: int) -> bool | None:
    """Whether it has a solution, both agreeing; None when it is too big for the reference."""
    try:
        expected, _ = breadth_first(level, metric, most)
    except ValueError:
        return None
    answer = solve(level, metric)
    assert answer.cost == expected, level.to_text()
    assert answer.optimal if expected is not None else answer.status is Status.UNSOLVABLE, level.to_text()
    verdict = verify(level, answer)
    assert verdict.ok, (verdict, level.to_text())
    assert not verdict.trusted, (verdict, level.to_text())
    return expected is not None


def _agree_on(seeds: range, random_level: RandomLevel, most: int) -> None:
    outcomes = [
        _compare(random_level(seed, cars=seed % 4 == 3), metric, most) for seed in seeds for metric in METRICS
    ]
    decided = len(outcomes) - outcomes.count(None)
    assert outcomes.count(True) > decided // 4
    assert outcomes.count(False) > decided // 5


def test_agrees_with_reference(random_level: RandomLevel) -> None:
    _agree_on(range(120), random_level, 1_000)


@pytest.mark.slow
def test_agrees_with_reference_on_thousands(random_level: RandomLevel) -> None:
    _agree_on(range(1_000, 3_500), random_level, 5_000)


@pytest.mark.parametrize("metric", METRICS)
def test_layers_of_both_kernels(random_level: RandomLevel, metric: str) -> None:
    """Distinct positions by depth, mirror images apart: rules, one-word kernel, many-word kernel."""
    compared = 0
    for seed in range(40):
        level = random_level(seed, cars=seed % 4 == 3)
        if simple_reason(level) is not None:
            continue
        expected = layer_sizes(level, 4, metric)
        for wide in (False, True):
            queue = Queue(build(level), metric, Budget(), symmetric=False, wide=wide)
            queue.seed(queue.canonical(level.initial())[None, :])
            while queue.depth < 5 and queue.advance(False, 7) != EXHAUSTED:
                pass
            sizes = [*queue.layer_sizes()[:5], 0, 0, 0, 0][:5]
            assert sizes == expected, level.to_text()
        compared += 1
    assert compared > 20


def test_mirror_images_are_counted_once_only_where_that_is_valid(random_level: RandomLevel) -> None:
    """With and without merging, the same optimum; and half the positions, more or less, where it merges."""
    merged = 0
    for seed in range(400):
        level = random_level(seed)
        if simple_reason(level) is not None or not build(level).symmetric:
            continue
        merged += 1
        costs = []
        for symmetric in (False, True):
            queue = Queue(build(level), "moves", Budget(), symmetric)
            queue.seed(queue.canonical(level.initial())[None, :])
            code = 0
            while queue.count < 3_000 and code == 0:
                code = queue.advance(True, 500)
            costs.append((code, queue.depth if code else None))
        if 0 not in (costs[0][0], costs[1][0]):
            assert costs[0] == costs[1], level.to_text()
    assert merged > 10


def test_a_board_of_several_words() -> None:
    """A key of more than 64 bits and more than 63 cells: positions pack and unpack."""
    rows = ["ABBCCDDEEFF." for _ in range(1)] + ["............"] * 7
    text = "\n".join(["puzzle: sliding", *rows, "goal:", *["............"] * 7, "..........A."])
    from gridproof.levels.sliding import read
    from gridproof.levels.text import from_text

    level = read(from_text(text))[0]
    tables = build(level)
    assert tables.occupancy_words == 2
    assert tables.words == 2
    state = level.initial()
    rng = np.random.default_rng(1)
    for _ in range(200):
        options = [after for _, after in level.successors(state, "steps")]
        state = options[int(rng.integers(len(options)))]
        assert tables.position(tables.key(state)) == state
    answer = solve(level, "moves")
    assert (answer.cost, answer.optimal) == (1, True)

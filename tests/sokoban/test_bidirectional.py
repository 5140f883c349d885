"""Bidirectional search against the plain breadth-first reference, and against A* where the reference ends."""

from __future__ import annotations

from collections import Counter

import pytest

from gridproof.registry import puzzle
from gridproof.search.reference import breadth_first
from gridproof.solver import solve
from tests.sokoban.boards import pulled_levels, random_levels


@pytest.mark.parametrize("seed", range(2))
def test_random_levels(seed: int) -> None:
    seen: Counter[str] = Counter()
    module = puzzle("sokoban").engine("bidirectional").load()
    for level in [*random_levels(50 + seed, 150), *pulled_levels(60 + seed, 75)]:
        assert module.applies(level, "pushes") is None
        try:
            expected = breadth_first(level, max_states=3_000)[0]
        except ValueError:
            continue
        answer = solve(level, engines=["bidirectional"], memory_limit=1500)
        assert answer.cost == expected, level.to_text()
        assert answer.optimal == (expected is not None), level.to_text()
        seen[answer.status.value] += 1
    assert min(seen.values()) > 30, seen


def test_larger_levels_against_astar() -> None:
    for level in pulled_levels(70, 80, most_boxes=6):
        answers = [solve(level, engines=[name], memory_limit=1500) for name in ("astar", "bidirectional")]
        assert len({answer.cost for answer in answers}) == 1, level.to_text()
        assert all(answer.optimal for answer in answers)

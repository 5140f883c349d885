"""The bound of every state against its true distance, by plain breadth-first search on the rules."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import pytest

from gridproof.ledger import Ledger
from gridproof.levels.sokoban.level import Sokoban, State
from gridproof.limits import Budget, Limits
from gridproof.search.sokoban import astar, surplus, zones
from gridproof.search.sokoban.options import Options
from gridproof.search.sokoban.reasons import settle
from tests.sokoban.boards import corridor_levels, pulled_levels, random_levels

PLAIN = Options(corral=False, symmetry=False, cyclic=False, zones=False)
BOUNDS = {
    "matching": replace(PLAIN, groups=2, excess=False, walls=False),
    "pairs": replace(PLAIN, groups=2, walls=False),
    "pairs, walls": replace(PLAIN, groups=2),
    "threes": replace(PLAIN, groups=3, walls=False),
    "threes, walls": replace(PLAIN, groups=3),
    "fours": replace(PLAIN, groups=4, walls=False),
    "fours, walls": replace(PLAIN, groups=4),
    "zones": replace(PLAIN, groups=2, zones=True, walls=False),
    "zones, walls": replace(PLAIN, groups=2, zones=True),
    "all": replace(PLAIN, groups=4, zones=True),
    "all, without sides": replace(PLAIN, groups=4, zones=True, sides=False),
}


def distances(level: Sokoban, most: int = 4_000) -> dict[State, int | None]:
    """Pushes to the nearest solved state, None where there is none, of all states. Raises ValueError for too many."""
    start = level.initial()
    before, stack, found = defaultdict(list), [start], {start}
    while stack:
        state = stack.pop()
        for _, after in level.successors(state, "pushes"):
            before[after].append(state)
            if after not in found:
                found.add(after)
                stack.append(after)
        if len(found) > most:
            raise ValueError
    steps: dict[State, int | None] = dict.fromkeys(found)
    layer, pushes = [state for state in found if level.is_goal(state)], 0
    while layer:
        for state in layer:
            steps[state] = pushes
        pushes += 1
        layer = list({b for state in layer for b in before[state] if steps[b] is None})
    return steps


def all_bounds(level: Sokoban, options: Options) -> dict[State, int]:
    """The bound of every state that the search keeps when it goes on after solutions, in order of pushes."""
    ledger = Ledger(level, "pushes")
    run = astar.prepare(level, ledger, Budget(Limits(memory=1500)), options)
    run.options[run.kernel.BUDGET] = 1
    run.options[run.kernel.WEIGHT_H] = 0
    for _ in run.surplus.first():
        pass
    code = run.kernel.SPENT
    while code in (run.kernel.SPENT, run.kernel.PROVEN):
        run.state[run.kernel.GOAL_NODE] = -1
        code = run.slice()
        assert code != run.kernel.FULL
    board, found = run.board, {}
    fixed = set(level.boxes) - set(board.squares[board.boxes].tolist())
    for node in range(int(run.state[run.kernel.COUNT])):
        words = run.boxes[node].tolist()
        live = [bit for bit in range(64 * len(words)) if words[bit // 64] >> bit % 64 & 1]
        boxes = frozenset({int(board.squares[board.lives[bit]]) for bit in live} | fixed)
        region = min(level.walks(boxes, int(board.squares[run.player[node]])))
        if run.status[node] != 2:  # not replaced by a cheaper copy
            found[boxes, region] = int(run.bound[node])
    return found


def check(levels: Iterator[Sokoban], names: list[str]) -> Counter[str]:
    seen: Counter[str] = Counter()
    for level in levels:
        try:
            steps = distances(level)
        except ValueError:
            continue
        if settle("test", level, Ledger(level, "pushes"), Budget(Limits())):
            continue
        truth = {
            (state.boxes, min(level.walks(state.boxes, state.player))): pushes for state, pushes in steps.items()
        }
        for name in names:
            bounds = all_bounds(level, BOUNDS[name])
            for state, bound in bounds.items():
                pushes = truth[state]
                assert pushes is None or bound <= pushes, (name, level.to_text(), state, bound, pushes)
                seen[name] += bound
            missing = [state for state, pushes in truth.items() if pushes is not None and state not in bounds]
            assert not missing, (name, level.to_text(), missing)
            seen[name + " states"] += len(bounds)
    return seen


def all_levels(seed: int, count: int) -> Iterator[Sokoban]:
    return chain(
        random_levels(seed, count, most_boxes=5),
        pulled_levels(seed + 1, count, most_boxes=5),
        corridor_levels(seed + 2, count, most_boxes=5),
    )


@pytest.fixture(autouse=True, params=[4, 8])
def everything_at_once(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Tables are filled before the search; zones are so small that boards have several, and squares outside."""
    monkeypatch.setattr(surplus, "LATER", -1.0)
    monkeypatch.setattr(zones, "SIZE", request.param)
    monkeypatch.setattr(zones, "GOALS", request.param // 2)


def test_bounds_of_all_states() -> None:
    seen = check(all_levels(51, 60), list(BOUNDS))
    per_state = {name: seen[name] / seen[name + " states"] for name in BOUNDS}
    assert per_state["matching"] < per_state["pairs"], per_state
    for fewer, more in (
        ("pairs", "threes"),
        ("threes", "fours"),
        ("pairs", "zones"),
    ):  # dead states are fewer, or bounds are greater
        assert seen[more + " states"] < seen[fewer + " states"], seen


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_bounds_of_all_states_of_many_levels(seed: int) -> None:
    check(all_levels(5_000 + 10 * seed, 100), list(BOUNDS))

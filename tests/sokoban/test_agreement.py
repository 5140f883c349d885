"""All engines that count pushes against each other and against breadth-first search by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from gridproof.answer import Status
from gridproof.levels.sokoban.generate import generate
from gridproof.levels.sokoban.level import Sokoban
from gridproof.registry import PUZZLES
from gridproof.search.reference import breadth_first
from gridproof.solver import solve
from gridproof.verifier import verify
from tests.sokoban.boards import corridor_levels, level_of, pulled_levels, random_levels

ENGINES = ("astar", "bidirectional", "sat", "cpsat")
BY_HORIZONS = ("sat", "cpsat")  # they exclude numbers of pushes, and never decide that there is no solution
BEYOND = 10  # pushes that those exclude where there is no solution
LONGEST = 40  # pushes that they are given


def agree(levels: Iterable[Sokoban]) -> Counter[str]:
    """Every engine says of every level what the rules say; what kinds of levels were seen."""
    seen: Counter[str] = Counter()
    modules = {name: PUZZLES["sokoban"].engine(name).load() for name in ENGINES}
    for level in levels:
        try:
            expected = breadth_first(level, "pushes", max_states=6_000)[0]
        except ValueError:
            seen["too large"] += 1
            continue
        seen["unsolvable" if expected is None else "solved"] += 1
        seen["long"] += expected is not None and expected > 8
        seen["solved at the start"] += expected == 0
        seen["a box on a goal"] += bool(level.boxes & level.goals)
        for name, module in modules.items():
            if module.applies(level, "pushes"):
                continue
            limited = expected is None and name in BY_HORIZONS
            if name in BY_HORIZONS and (expected or 0) > LONGEST:
                continue
            answer = solve(level, engines=[name], max_cost=BEYOND if limited else None, workers=1, memory_limit=1500)
            seen[name] += 1
            assert answer.cost == expected, (name, level.to_text())
            if expected is not None:
                assert answer.lower_bound == expected, (name, level.to_text())
            elif limited:
                assert answer.status in (Status.OUT_OF_BOUND, Status.UNSOLVABLE), (name, level.to_text())
            else:
                assert answer.status is Status.UNSOLVABLE, (name, level.to_text())
            if seen[name] % 8 == 0:
                assert verify(level, answer).ok, (name, level.to_text())
    return seen


def test_hundreds_of_random_levels() -> None:
    seen = agree(random_levels(701, 120)) + agree(corridor_levels(702, 120)) + agree(pulled_levels(703, 50))
    seen += agree(generate(7, 7, 704, index) for index in range(40))
    assert min(seen["solved"], seen["unsolvable"]) > 50, seen
    assert min(seen["long"], seen["a box on a goal"]) > 20, seen
    assert min(seen[name] for name in ENGINES) > 250, seen


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(7_100, 7_108))
def test_thousands_of_random_levels(seed: int) -> None:
    seen = agree(random_levels(seed, 250, most_boxes=4))
    seen += agree(corridor_levels(seed, 200, most_boxes=4))
    seen += agree(pulled_levels(seed, 100))
    seen += agree(generate(8, 8, seed, index) for index in range(30))
    print(dict(seen))
    assert min(seen["solved"], seen["unsolvable"]) > 100, seen


def test_cpsat_claims_are_labelled_as_its_word() -> None:
    """Out of bound by CP-SAT alone is a certificate of kind `search` that names it, and verify says so."""
    tried = 0
    for level in pulled_levels(711, 40, most_boxes=3):
        cost = solve(level, workers=1).cost
        assert cost is not None
        if not 3 <= cost <= 20:
            continue
        answer = solve(level, engines=["cpsat"], max_cost=cost - 1, workers=1)
        assert (answer.status, answer.lower_bound) == (Status.OUT_OF_BOUND, cost)
        (certificate,) = answer.certificates
        assert (certificate.kind, certificate.data["engine"]) == ("search", "cpsat")
        verdict = verify(level, answer)
        assert verdict.ok
        assert any("cpsat" in line for line in verdict.trusted)
        assert solve(level, engines=["cpsat"], max_cost=cost, workers=1).optimal
        tried += 1
    assert tried >= 5


def test_fewer_goals_in_reach_than_boxes() -> None:
    """One of the two goals is shut off by a box that never moves: no engine may stumble, none finds a solution."""
    level = level_of("########", "#    ###", "# $ ##.#", "# $   *#", "# +# # #", "### #  #", "########")
    assert breadth_first(level, "pushes")[0] is None
    for metric in level.metrics:
        for engine in PUZZLES["sokoban"].engines:
            if engine.load().applies(level, metric) is None:
                answer = solve(level, metric, engines=[engine.name], max_cost=BEYOND, workers=1, memory_limit=1500)
                assert answer.status in (Status.UNSOLVABLE, Status.OUT_OF_BOUND, Status.UNKNOWN), (
                    engine.name,
                    metric,
                )
                assert engine.name not in ENGINES or answer.status is not Status.UNKNOWN, (engine.name, metric)

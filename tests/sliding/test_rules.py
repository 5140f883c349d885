"""Rules, certificates, the other engines, info, generate."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

import gridproof
from gridproof.answer import Certificate, Status
from gridproof.cli import main
from gridproof.crosschecking.compare import crosscheck
from gridproof.errors import IllegalMove, UsageError
from gridproof.levels.sliding import Sliding, check
from gridproof.levels.sliding.generate import generate
from gridproof.search.reference import breadth_first
from gridproof.solver import solve
from gridproof.verifier import verify

HENG_DAO = "klotski/heng-dao-li-ma"


@pytest.mark.parametrize(
    ("name", "costs"),
    [
        (HENG_DAO, (81, 90, 116)),
        ("sliding-classics/red-donkey", (81, 92, 121)),
        ("sliding-classics/dad-s-puzzle", (59, 62, 83)),
        ("sliding-classics/super-century", (138, 150, 179)),
        ("sliding-classics/motor-car", (17, 31, 62)),
        ("sliding-classics/motor-car-all-cars-distinct", (22, 42, 76)),  # bounds too big to expand again
        ("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", (60, 60, 103)),
    ],
)
def test_known_optima(name: str, costs: tuple[int, int, int]) -> None:
    level = gridproof.load(name)
    for metric, cost in zip(level.metrics, costs, strict=True):
        answer = solve(level, metric)
        assert (answer.cost, answer.optimal) == (cost, True)
    assert verify(level, answer).ok


def test_the_hardest_rush_hour_position_with_walls() -> None:
    """58 slides are published. In steps 111 has been stated, but plain search by the rules finds 110 as well."""
    level = gridproof.load("BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN")
    assert solve(level, "slides").cost == 58
    assert solve(level, "steps").cost == breadth_first(level, "steps")[0] == 110


def test_costs_of_one_solution_in_three_metrics() -> None:
    level = gridproof.parse("puzzle: sliding\nA..\n...\n...\ngoal:\n...\n...\n..A")
    solution = [["A", "rdd"], ["A", "r"]]
    level.replay(solution)
    assert [level.cost(solution, metric) for metric in level.metrics] == [1, 3, 4]


@pytest.mark.parametrize(
    ("solution", "reason"),
    [
        ([["Z", "r"]], "no piece Z"),
        ([["A", ""]], "does not move"),
        ([["A", "x"]], "expected one of u, d, l, r"),
        ([["A", "d"]], "long axis"),
        ([["A", "l"]], "a wall"),
        ([["A", "r"]], "another piece"),
        ([["B", "d"]], "at the end"),
    ],
)
def test_illegal_entries(solution: list[list[str]], reason: str) -> None:
    level = gridproof.parse("puzzle: sliding\naxis: long\nAAB.\n..B.\n....\ngoal:\n.AA.\n....\n....")
    with pytest.raises(IllegalMove, match=reason):
        level.replay(solution)


@pytest.mark.parametrize("raw", ["A", [["A"]], [["A", 1]], [[1, "r"]], [["A", "r", "r"]]])
def test_solutions_of_another_form(raw: object) -> None:
    with pytest.raises(IllegalMove):
        gridproof.load(HENG_DAO).read_solution(raw)


# --- certificates --------------------------------------------------------------------------------------------

UNSOLVABLE = {
    "unreachable": "puzzle: sliding\nA#.\ngoal:\n..A",
    "line": "puzzle: sliding\naxis: long\nAABB.\n.....\ngoal:\n...AA\n.....",
    "closed-set": "puzzle: sliding\nAB\nCD\ngoal:\n.A\n..",  # no empty cell
}


@pytest.mark.parametrize("kind", UNSOLVABLE)
def test_unsolvable_levels_carry_checked_evidence(kind: str) -> None:
    level = gridproof.parse(UNSOLVABLE[kind])
    answer = solve(level)
    assert answer.status is Status.UNSOLVABLE
    assert [certificate.kind for certificate in answer.certificates] == [kind]
    verdict = verify(level, answer)
    assert verdict.ok
    assert not verdict.trusted


@pytest.mark.parametrize("kind", UNSOLVABLE)
def test_wrong_evidence_is_refused(kind: str) -> None:
    level = gridproof.parse("puzzle: sliding\nA.\n..\ngoal:\n..\n.A")
    data = {"pieces": ["A"], "metric": "moves", "states": 4}
    assert check(level, Certificate(kind, "unsolvable", data), None, None)
    assert check(level, Certificate(kind, "lower-bound", data), 1, None)


def test_a_bound_that_is_too_high_is_refused() -> None:
    level = gridproof.load("sliding-classics/hughes-puzzle")
    data = {"metric": "moves", "bound": 22, "states": 500}
    assert check(level, Certificate("layers", "lower-bound", data), 22, None)
    assert not check(level, Certificate("layers", "lower-bound", data), 21, None)
    assert check(level, Certificate("layers", "lower-bound", {**data, "metric": "pushes"}), 21, None)


def test_a_certificate_of_another_metric_is_refused() -> None:
    level = gridproof.load("sliding-classics/hughes-puzzle")
    raw = solve(level, "steps").to_dict()
    moves = solve(level, "moves").to_dict()
    assert not verify(level, {**moves, "certificates": raw["certificates"]}).ok


# --- engines -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["sat", "cpsat"])
def test_models_agree_with_search(engine: str, random_level: Callable[..., Sliding]) -> None:
    """Out of bound, solved within it, in every metric; bounds of at most 4 keep it quick."""
    statuses = []
    for seed in range(0, 40, 2):
        level = random_level(seed, cars=seed % 8 == 6)
        metric = level.metrics[seed // 2 % 3]
        known = solve(level, metric, time_limit=20)
        bound = 2 if known.cost is None else min(4, known.cost)
        try:
            answer = solve(level, metric, max_cost=bound, engines=[engine])
        except UsageError:
            continue  # a goal is out of reach: no horizon is needed
        statuses.append(answer.status)
        if known.cost is not None and known.cost <= bound:
            assert answer.optimal, level.to_text()
            assert answer.cost == known.cost, level.to_text()
        else:
            assert answer.status is Status.OUT_OF_BOUND, level.to_text()
            assert verify(level, answer).ok
    assert statuses.count(Status.SOLVED) > 3
    assert statuses.count(Status.OUT_OF_BOUND) > 3


def test_long_solutions_are_proven_without_search() -> None:
    for name, metric, cost in (
        ("sliding-classics/hughes-puzzle", "moves", 21),
        ("rush-hour/long-weekend", "slides", 21),
    ):
        answer = solve(gridproof.load(name), metric, engines=["sat"])
        assert (answer.cost, answer.optimal) == (cost, True)


def test_one_piece_may_go_on_in_steps() -> None:
    """Found by comparing engines: an order of commuting steps once forbade that one piece steps twice."""
    level = gridproof.parse("puzzle: sliding\nA#.\n#BB\n..C\ngoal:\nA..\n.BB\nC..")
    assert {solve(level, "steps", engines=[name]).cost for name in ("bfs", "sat", "cpsat")} == {2}


def test_crosscheck_of_all_engines() -> None:
    result = crosscheck(gridproof.load("rush-hour/side-street"), minimise="slides")
    assert not result.contradictions
    assert {row.engine: row.cost for row in result.rows} == {"bfs": 6, "sat": 6, "cpsat": 6}


def test_limits_leave_bounds() -> None:
    level = gridproof.load("sliding-classics/traffic-jam")
    solve(level, max_cost=5)  # compiles the kernel
    answer = solve(level, time_limit=0.2)
    assert answer.status is Status.UNKNOWN
    assert (answer.lower_bound or 0) > 0
    bounded = solve(gridproof.load(HENG_DAO), max_cost=80)
    assert (bounded.status, bounded.lower_bound) == (Status.OUT_OF_BOUND, 81)
    assert verify(gridproof.load(HENG_DAO), bounded).ok


# --- info, generate ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("metric", "farthest"), [("moves", 124), ("slides", 133), ("steps", 167)])
def test_explore_heng_dao_li_ma(metric: str, farthest: int, capsys: pytest.CaptureFixture[str]) -> None:
    """25,955 positions, 964 goals and the eccentricities are published."""
    assert main(["info", HENG_DAO, "--explore", "--minimise", metric, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["positions"], facts["goal_positions"], facts["farthest"]) == (25_955, 964, farthest)
    assert sum(facts["layers"]) == 25_955
    hardest = facts["hardest_start"]
    rows = "\n".join(["puzzle: sliding", *hardest["board"], *gridproof.load(HENG_DAO).to_text().split("\n")[7:]])
    assert solve(gridproof.parse(rows), metric).cost == hardest["cost"]


def test_generated_levels_are_solvable_and_repeatable() -> None:
    for seed in range(3):
        level = generate(4, 4, seed, 0)
        assert level == generate(4, 4, seed, 0)
        assert solve(level).optimal
    with pytest.raises(UsageError):
        generate(40, 40, 0, 0)


def test_mirror_images_need_a_symmetric_goal() -> None:
    """The board is symmetric, the goal is not: merging would answer 1."""
    level = gridproof.parse("puzzle: sliding\n.A.\ngoal:\n..A")
    assert solve(replace(level, goal=level.goal)).cost == 1
    far = gridproof.parse("puzzle: sliding\nA..\n#.#\ngoal:\n..A\n...")
    assert solve(far, "steps").cost == 2

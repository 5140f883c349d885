"""Engine `sat` against breadth-first search, its facts and its clauses against the rules, and its proofs."""

from __future__ import annotations

import csv
import dataclasses
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from pysat.solvers import Solver

import gridproof
from gridproof.answer import Status
from gridproof.cli import main
from gridproof.errors import AnswerError, LimitReached
from gridproof.ledger import Ledger
from gridproof.levels.sokoban.level import Sokoban
from gridproof.limits import Budget, Limits
from gridproof.models.sokoban import sat
from gridproof.models.sokoban.deadlocks import deadlocks
from gridproof.models.sokoban.encode import fact_text, formula, formula_with_facts, parse_fact
from gridproof.models.sokoban.pairs import Pairs
from gridproof.models.sokoban.tables import FAR, Tables, assign
from gridproof.proofs.claim import problems_of
from gridproof.proofs.file import fingerprint
from gridproof.proving import with_proof
from gridproof.search.reference import breadth_first
from gridproof.solver import solve
from gridproof.verifier import verify
from tests.sokoban.boards import corridor_levels, level_of, pulled_levels, random_levels

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
MICROBAN = SHARED / "levels" / "sokoban" / "microban_1.txt"
BEYOND = 24  # pushes that are excluded for levels without a solution

WALLED = level_of(  # the player has to make its way between two boxes
    "########",
    "#  .   #",
    "#.$ $  #",
    "## # ###",
    "#  @   #",
    "########",
)


def compare(levels) -> Counter[str]:
    """Solve each level, or exclude BEYOND pushes where there is no solution; the same as the reference says?"""
    seen: Counter[str] = Counter()
    for level in levels:
        try:
            expected = breadth_first(level, "pushes", max_states=6_000)[0]
        except ValueError:
            seen["too large"] += 1
            continue
        ledger = Ledger(level, "pushes", max_cost=BEYOND if expected is None else None)
        sat.run(level, ledger, Budget())
        assert ledger.closed
        assert ledger.cost == expected, level.to_text()
        if expected is None:
            assert ledger.lower_bound > BEYOND
        else:
            assert ledger.lower_bound == expected, level.to_text()
        seen["unsolvable" if expected is None else "solved"] += 1
        seen["by horizons"] += expected is None and ledger.lower_bound < float("inf")
        seen["long"] += expected is not None and expected > 5
    return seen


def walking() -> Sokoban:
    """A level of more pushes than the assignment says, where the player cannot walk everywhere."""
    for level in pulled_levels(51, 300, most_boxes=4):
        cost, bound = solve(level, "pushes").cost, Tables(level).bound
        if cost is not None and bound + 2 <= cost <= 24 and sat.facts(level, "pushes", cost - 1, Budget()):
            return level
    raise AssertionError("no such level")


def test_random_levels() -> None:
    seen = compare(random_levels(21, 180)) + compare(pulled_levels(22, 100))
    assert min(seen["solved"], seen["unsolvable"]) > 60, seen
    assert seen["long"] > 15, seen


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_many_more_random_levels(seed: int) -> None:
    compare(random_levels(3_000 + seed, 1_000, most_boxes=4))
    compare(pulled_levels(4_000 + seed, 500))


def test_clauses_hold_for_solutions_and_are_refuted_with_facts_below_the_optimum() -> None:
    seen: Counter[bool] = Counter()
    for level in pulled_levels(31, 60, most_boxes=3):
        cost = solve(level, "pushes").cost
        assert cost is not None
        for horizon in range(max(0, cost - 3), cost + 3):
            facts = sat.facts(level, "pushes", horizon, Budget())
            clauses = formula_with_facts(level, "pushes", horizon, facts).clauses
            with Solver(name="cadical195", bootstrap_with=clauses) as solver:
                possible = solver.solve()
            assert possible is (cost <= horizon), (horizon, level.to_text())
            if possible:
                with Solver(name="cadical195", bootstrap_with=formula(level, "pushes", horizon).clauses) as solver:
                    assert solver.solve()
            seen[possible] += 1
    assert min(seen.values()) > 50, seen


def test_every_variable_has_a_meaning() -> None:
    level = walking()
    bound = Tables(level).bound
    for horizon in (bound - 1, bound + 3):
        said = formula_with_facts(level, "pushes", horizon, sat.facts(level, "pushes", horizon, Budget()))
        assert len(said.meanings) >= max(abs(literal) for clause in said.clauses for literal in clause)
        assert "time 0" in said.meanings[0]


def test_small_deadlocks_have_no_solution() -> None:
    """With no other boxes but those that never move, wherever the player is."""
    tried = 0
    for level in random_levels(41, 150, roomy=True):
        tables = Tables(level)
        for squares in list(deadlocks(tables))[:6] if tables.possible else ():
            boxes = {tables.squares[square] for square in squares} | tables.fixed
            free = [s for s, cell in enumerate(level.cells) if cell != "#" and s not in boxes]
            for player in free[:: max(1, len(free) // 3)]:
                assert not _solvable(level, boxes, player)
                tried += 1
    assert tried > 100


def _solvable(level: Sokoban, boxes: set[int], player: int) -> bool:
    from gridproof.levels.sokoban.level import State

    start = State(frozenset(boxes), player, level._region_name(frozenset(boxes), player))
    seen, stack = {start}, [start]
    while stack:
        state = stack.pop()
        if level.is_goal(state):
            return True
        for _, after in level.successors(state, "pushes"):
            if after not in seen:
                seen.add(after)
                stack.append(after)
    return False


def test_pairs_exclude_no_solution_and_exclude_something() -> None:
    """Along solutions, cheapest and other, every two boxes are where they may be; the bound of pairs holds, too."""
    allowed = excluded = gained = 0
    for level in [*pulled_levels(61, 80), *corridor_levels(62, 60, most_boxes=4)]:
        tables = Tables(level)
        if not tables.possible or len(tables.boxes) < 2:
            continue
        pairs = Pairs(tables)
        for answer in (solve(level, workers=1), solve(level, workers=1, any_solution=True)):
            if answer.cost is None:
                continue
            assert tables.bound + pairs.bound() <= answer.cost, level.to_text()
            gained += pairs.bound() > 0
            for t, states in enumerate(times(level, tables, answer.solution)):
                for x, z in combinations(sorted(states), 2):
                    room = answer.cost - tables.bound
                    assert pairs.may(x, z, t, answer.cost, room), level.to_text()
                    allowed += 1
                for x, z in combinations(range(len(tables.states)), 2):
                    excluded += not pairs.may(x, z, t, answer.cost, answer.cost - tables.bound)
    assert min(allowed, excluded) > 1_000
    assert gained > 5


def times(level: Sokoban, tables: Tables, solution: str) -> Iterator[list[int]]:
    """The single-box states of all boxes that can be pushed, after each push."""
    number = {square: i for i, square in enumerate(tables.squares)}
    boxes, player = set(tables.boxes), level.player
    yield [tables.state_of[box][number[player]] for box in boxes]
    for letter in solution:
        player += level.steps["uldr".index(letter.lower())]
        if letter.isupper():
            square = number[player]
            boxes.remove(square)
            boxes.add(number[player + level.steps["ULDR".index(letter)]])
            yield [tables.state_of[box][square] for box in boxes]


def test_two_boxes_in_each_others_way() -> None:
    level = level_of("#######", "#@$ $.#", "#.#####", "#######")
    pairs = Pairs(Tables(level))
    assert pairs.known
    assert pairs.bound() >= FAR
    ledger = Ledger(level, "pushes")
    sat.run(level, ledger, Budget())
    assert ledger.lower_bound == float("inf")
    assert solve(level, engines=["astar"]).status is Status.UNSOLVABLE


def test_assignment() -> None:
    assert assign([[4, 1, 3], [2, 0, 5], [3, 2, 2]], 3)[0] == 5
    total, prices = assign([[FAR, 7], [1, 2]], 2)
    assert total == 8
    assert all(price <= 0 for price in prices)
    assert assign([[FAR, 7], [FAR, 2]], 2)[0] >= FAR


@pytest.mark.parametrize(
    "text",
    [
        "boxes on 2,2 close 9,9",
        "boxes on 2,2 close ",
        "boxes on close 1,1",
        "boxes on 1,2 close 1,1",
        "boxes on 1,2 2,1 close 1,1 1,2",
        "boxes on 1,2 2,1 4,4 close 1,1",
        "boxes on 2,1 1,2 close 1,1",
        "nonsense",
    ],
)
def test_what_is_no_fact(text: str) -> None:
    tables = Tables(WALLED)
    fact = parse_fact(tables, "boxes on 1,2 2,1 close 1,1")
    assert fact_text(tables, fact) == "boxes on 1,2 2,1 close 1,1"
    with pytest.raises(AnswerError, match="not a fact"):
        formula_with_facts(WALLED, "pushes", 9, [text])


def test_limits_and_what_it_does_not_take() -> None:
    assert sat.applies(WALLED, "moves")
    assert sat.applies(WALLED, "pushes") is None
    assert sat.applies(level_of("####", "#$.#", "####"), "pushes")
    blank, boxes, goals = "#" + " " * 14 + "#", "#  $  $  $  $  #", "#.            .#"
    rows = ["#" * 16, goals, blank, boxes, goals, blank, boxes, goals, "#.     @      .#", "#" * 16]
    level = level_of(*rows)
    with pytest.raises(LimitReached):
        sat.run(level, Ledger(level, "pushes"), Budget(Limits(time=0.03)))
    budget = Budget()
    budget.cancel()
    with pytest.raises(LimitReached):
        sat.run(level, Ledger(level, "pushes"), budget)


def microban(number: int) -> Sokoban:
    if not MICROBAN.exists():
        pytest.skip("the shared Microban levels are not here")
    level = gridproof.load_all(str(MICROBAN))[number - 1]
    assert isinstance(level, Sokoban)
    return level


@pytest.mark.parametrize("number", [1, 9, 22, 49, 65, 73, 89, 97, 105])
def test_microban(number: int) -> None:
    level = microban(number)
    with (SHARED / "data" / "sokoban_pushes.csv").open() as file:
        known = {(row["file"], row["level"]): row["optimal"] for row in csv.DictReader(file)}
    ledger = Ledger(level, "pushes")
    sat.run(level, ledger, Budget())
    assert ledger.cost == ledger.lower_bound == int(known["microban_1.txt", str(number)])


def test_bounds_of_others_are_taken_up() -> None:
    level = walking()
    cost = solve(level).cost
    assert cost is not None
    for bound in (cost - 1, cost):
        told: list[dict[str, object]] = []
        ledger = Ledger(level, "pushes", on_progress=lambda news, told=told: told.append(dict(news)))
        ledger.prove("astar", bound)
        sat.run(level, ledger, Budget())
        assert ledger.cost == ledger.lower_bound == cost
        assert {news["horizon"] for news in told if "horizon" in news} == {cost}
    closed = Ledger(level, "pushes")
    closed.prove("astar", float("inf"))
    sat.run(level, closed, Budget())
    assert closed.cost is None


def test_a_long_run_is_interrupted() -> None:
    level = microban(112)
    ledger = Ledger(level, "pushes")
    budget = Budget(Limits(time=1.5))
    with pytest.raises(LimitReached):
        sat.run(level, ledger, budget)
    assert 70 <= ledger.lower_bound <= 94


# --- proofs ----------------------------------------------------------------------------------------------------


def proved(level: Sokoban, folder: Path):
    """(answer, path of its proof, the certificate)"""
    answer = with_proof(level, solve(level), str(folder / "proof"))
    (certificate,) = (c for c in answer.certificates if c.kind == "clausal-proof")
    assert verify(level, answer, folder).ok
    return answer, folder / "proof", certificate


def problems(level: Sokoban, path: Path, certificate, lines: list[str], **changes) -> list[str]:
    """What the check says of other lines, with the fingerprint put right."""
    from gridproof.models.sokoban import encode

    changed = path.with_name("changed")
    changed.write_text("\n".join(lines) + "\n")
    data = {**certificate.data, "file": "changed", "sha256": fingerprint(changed), **changes}
    return problems_of(dataclasses.replace(certificate, data=data), encode, level, "pushes", path.parent)


def break_everything(level: Sokoban, folder: Path) -> None:
    """One literal flipped, one clause dropped, the bound moved by one, a fact changed: each must be found."""
    answer, path, certificate = proved(level, folder)
    lines = path.read_text().splitlines()
    assert not problems(level, path, certificate, lines)
    first = next(at for at, line in enumerate(lines) if line.startswith("p cnf "))
    end = lines.index("c refutation")
    for at in range(first + 1, end, max(1, (end - first) // 5)):
        words = lines[at].split()
        flipped = " ".join([str(-int(words[0])), *words[1:]])
        assert problems(level, path, certificate, [*lines[:at], flipped, *lines[at + 1 :]])
        dropped = lines[:at] + lines[at + 1 :]
        assert problems(level, path, certificate, dropped)
        _, _, variables, count = lines[first].split()
        dropped[first] = f"p cnf {variables} {int(count) - 1}"
        assert problems(level, path, certificate, dropped)
    bound = answer.lower_bound
    assert bound is not None
    for other in (bound - 1, bound + 1):
        assert problems(level, path, certificate, lines, bound=other)
        claim = f"c claim no solution of cost {other - 1} or less"
        moved = [claim if line.startswith("c claim") else line for line in lines]
        assert problems(level, path, certificate, moved, bound=other)
        assert problems(level, path, certificate, moved)
    facts = [at for at, line in enumerate(lines) if line.startswith("c fact")]
    for at in facts[:3]:
        assert problems(level, path, certificate, lines[:at] + lines[at + 1 :])
        words = lines[at].split()
        words[2] = "box"
        assert "not a fact" in problems(level, path, certificate, [*lines[:at], " ".join(words), *lines[at + 1 :]])[0]
        opened = lines[at].split()
        opened.pop(4)  # a box less around the squares
        found = problems(level, path, certificate, [*lines[:at], " ".join(opened), *lines[at + 1 :]])
        assert "not a fact" in found[0], found


def test_a_broken_proof_is_refused(tmp_path: Path) -> None:
    break_everything(walking(), tmp_path)


@pytest.mark.parametrize("number", [1, 3, 22, 49, 89])
def test_broken_proofs_of_microban(number: int, tmp_path: Path) -> None:
    break_everything(microban(number), tmp_path)


def test_a_refutation_is_needed(tmp_path: Path) -> None:
    level = microban(49)
    _, path, certificate = proved(level, tmp_path)
    lines = path.read_text().splitlines()
    end = lines.index("c refutation")
    assert len(lines) - end > 100
    assert problems(level, path, certificate, lines[: end + 1])
    assert problems(level, path, certificate, lines[: (end + len(lines)) // 2])
    assert problems(level, path, certificate, [*lines[: end + 1], "0"])


def test_a_refutation_for_one_horizon_says_nothing_about_the_optimum(tmp_path: Path) -> None:
    """The honest clauses of the optimum with the refutation of one less: they can be satisfied."""
    from gridproof.proofs.file import lines_of, read_proof

    level = walking()
    answer, path, certificate = proved(level, tmp_path)
    proof = read_proof(path)
    bound = answer.lower_bound
    assert bound is not None
    larger = formula_with_facts(level, "pushes", bound, proof.facts)
    lines = "".join(lines_of("sokoban", answer.sha256, "pushes", larger, proof.steps)).splitlines()
    assert problems(level, path, certificate, lines, bound=bound + 1)


def test_out_of_bound_with_a_proof(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    level = walking()
    cost = solve(level).cost
    assert cost is not None
    path = tmp_path / "level.xsb"
    path.write_text(level.to_text())
    proof, output = str(tmp_path / "proof"), str(tmp_path / "answer.json")
    options = ["--quiet", "--proof", proof, "--output", output]
    for engine in ("auto", "sat"):
        assert main(["solve", str(path), "--max-cost", str(cost - 1), "--engine", engine, *options]) == 21
        assert main(["verify", str(path), output]) == 0
        assert "clausal-proof" in capsys.readouterr().out
        assert main(["solve", str(path), "--max-cost", str(cost), "--engine", engine, *options]) == 0
    assert solve(level, max_cost=cost, engines=["sat"]).status is Status.SOLVED
    assert main(["solve", str(path), "--minimise", "moves", "--proof", proof]) == 2
    assert "about moves" in capsys.readouterr().err

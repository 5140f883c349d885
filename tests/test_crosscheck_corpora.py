"""Cross-checking on the public collections: known optima, a falsified one, a damaged solution."""

from __future__ import annotations

from pathlib import Path

from gridproof.crosschecking.foreign import Answers
from gridproof.crosschecking.known import Table
from gridproof.crosschecking.suite import Plan, find_levels, run_suite
from gridproof.crosschecking.work import perform
from gridproof.limits import Limits


def test_microban_against_the_table_and_a_falsified_copy(shared: Path, tmp_path: Path) -> None:
    table = shared / "data" / "sokoban_pushes.csv"
    levels = find_levels([f"{shared}/levels/sokoban/microban_1.txt#{number}" for number in (1, 2, 3, 10)])
    plan = Plan(engines=["astar"], limits=Limits(time=60, workers=1), table=Table(str(table)))
    found = list(run_suite(levels, plan, lambda tasks: map(perform, tasks)))
    assert [c.contradictions for c in found] == [[]] * 4
    assert all(c.known is not None and c.reached for c in found)
    text = table.read_text()
    optimum = found[2].rows[0].cost
    assert f"\nmicroban_1.txt,3,pushes,{optimum}," in text
    copy = tmp_path / "copy.csv"
    copy.write_text(
        text.replace(f"\nmicroban_1.txt,3,pushes,{optimum},", f"\nmicroban_1.txt,3,pushes,{(optimum or 0) + 1},")
    )
    plan.table = Table(str(copy))
    found = list(run_suite(levels, plan, lambda tasks: map(perform, tasks)))
    assert [len(c.contradictions) for c in found] == [0, 0, 1, 0]
    assert found[2].level.endswith("microban_1.txt#3")
    assert f"cost {optimum}, copy.csv says at least {(optimum or 0) + 1}" in found[2].contradictions[0]


def test_a_published_solution_with_one_letter_changed(shared: Path, tmp_path: Path) -> None:
    lines = (shared / "data" / "sokoban_solutions.csv").read_text().splitlines()
    file = "original_extra_90_solved.xsb"
    row = next(line for line in lines if line.startswith(f"{file},1,"))
    levels = find_levels([f"{shared}/levels/sokoban/{file}#1"])
    answers = tmp_path / "answers.csv"
    answers.write_text(f"{lines[0]}\n{row}\n")
    (found,) = run_suite(levels, Plan(answers=Answers(str(answers))), lambda tasks: map(perform, tasks))
    assert found.contradictions == []
    assert found.rows[0].cost == 97
    head, _, lurd = row.rpartition(",")
    answers.write_text(f"{lines[0]}\n{head},{lurd[:30]}l{lurd[31:]}\n")
    (found,) = run_suite(levels, Plan(answers=Answers(str(answers))), lambda tasks: map(perform, tasks))
    assert "answers.csv: line 2: entry" in found.contradictions[0]

"""Cross-checking: wrong engines, known values, foreign solvers, crashes, stores, reports."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gridproof.cli import main
from gridproof.crosschecking.compare import Comparison, Known
from gridproof.crosschecking.foreign import Answers, run_command
from gridproof.crosschecking.isolate import run_isolated
from gridproof.crosschecking.known import Table
from gridproof.crosschecking.row import Row
from gridproof.crosschecking.runs import compare_runs, summary
from gridproof.crosschecking.store import Store
from gridproof.crosschecking.suite import NamedLevel, Plan, find_levels, run_suite
from gridproof.crosschecking.work import Task, perform
from gridproof.errors import LevelError, UsageError
from gridproof.limits import Limits
from gridproof.loader import load, parse

ROOT = Path(__file__).resolve().parents[1]
ONE = Limits(workers=1)
BOARDS = "\n---\n".join(
    f"puzzle: lights-out\ntitle: {title}\n{board}"
    for title, board in {
        "plus": "010\n111\n010",
        "all": "1111\n1111\n1111\n1111",
        "bad": "10000\n00000\n00000\n00000\n00000",
    }.items()
)


@pytest.fixture
def boards(tmp_path: Path) -> str:
    path = tmp_path / "boards.lights"
    path.write_text(BOARDS + "\n")
    return str(path)


def here(tasks):
    """A runner in this process."""
    return map(perform, tasks)


def row(engine: str, status: str = "solved", cost: int | None = None, lower_bound: int | None = None) -> Row:
    return Row("level", engine, status, "presses", cost, lower_bound)


# --- comparing -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        (
            [row("a", cost=5, lower_bound=5), row("b", cost=4, lower_bound=4)],
            "a proved 5, b has a solution of cost 4",
        ),
        ([row("a", cost=5, lower_bound=5), row("b", "unsolvable")], "b says unsolvable, a has a solution of cost 5"),
        ([row("a", "out-of-bound", None, 9), row("b", cost=8, lower_bound=0)], "a proved 9, b has a solution"),
        ([replace(row("a"), problems=("it crashed",))], "a: it crashed"),
    ],
)
def test_rows_that_exclude_each_other(rows: list[Row], fault: str) -> None:
    found = Comparison("level", "", rows).contradictions
    assert len(found) == 1
    assert fault in found[0]


@pytest.mark.parametrize(
    ("known", "fault"),
    [
        (Known(optimal=4), "a proved at least 5, the table says 4"),
        (Known(optimal=6), "a has a solution of cost 5, the table says at least 6"),
        (Known(lower_bound=6), "a has a solution of cost 5, the table says at least 6"),
        (Known(best=4), "a proved at least 5, the table says 4"),
        (Known(unsolvable=True), "a has a solution of cost 5, the table says unsolvable"),
    ],
)
def test_rows_that_known_values_exclude(known: Known, fault: str) -> None:
    assert Comparison("level", "", [row("a", cost=5, lower_bound=5)], known).contradictions == [fault]
    agreeing = Known(optimal=5, lower_bound=3, best=5)
    assert Comparison("level", "", [row("a", cost=5, lower_bound=5)], agreeing).contradictions == []
    assert Comparison("level", "", [row("a", "unknown", 7, 3)], agreeing).contradictions == []


# --- known values ----------------------------------------------------------------------------------------------


def test_expect_finds_a_falsified_optimum(boards: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "known.csv"
    table.write_text("# comment\nfile,level,metric,optimal\nboards.lights,1,presses,1\n,all,,4\n,bad,,unsolvable\n")
    arguments = ["crosscheck", boards, "--engine", "fewest", "--expect", str(table)]
    assert main(arguments) == 0
    assert "3 levels, 3 of them in the table: 3 settled, 0 with contradictions." in capsys.readouterr().out
    table.write_text(table.read_text().replace(",all,,4", ",all,,5"))
    report = tmp_path / "report.xml"
    assert main([*arguments, "--junit", str(report)]) == 1
    out = capsys.readouterr().out
    assert "boards.lights#2" in out
    assert "CONTRADICTION: fewest has a solution of cost 4, known.csv says at least 5" in out
    suite = ElementTree.parse(report).getroot()[0]
    assert suite.attrib["tests"] == "3"
    assert suite.attrib["failures"] == "1"
    assert [case.find("failure") is not None for case in suite.iter("testcase")] == [False, True, False]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected a header"),
        ("level,cost\n1,2\n", "expected a header"),
        ("level,optimal\n", "a table without rows"),
        ("level,optimal\n1,2,3\n", "3 columns: expected 2"),
        ("level,optimal\n1,two\n", "expected whole numbers"),
    ],
)
def test_bad_tables(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "known.csv"
    path.write_text(text)
    with pytest.raises(LevelError, match=reason):
        Table(str(path))


# --- solvers from elsewhere ------------------------------------------------------------------------------------


def test_answers_from_elsewhere(boards: str, tmp_path: Path) -> None:
    answers = tmp_path / "answers.csv"
    answers.write_text('title,solution,cost\nplus,"[[1, 1]]",1\nall,"[[0, 1], [0, 0]]",\n')
    plan = Plan(answers=Answers(str(answers)), limits=ONE)
    plus, every, bad = run_suite(find_levels([boards]), plan, here)
    assert plus.contradictions == []
    assert (plus.rows[0].cost, plus.rows[0].optimal) == (1, False)
    assert every.contradictions == ["answers.csv: line 3: afterwards 13 lights are wrong, the first at [0, 0]"]
    assert bad.rows == []
    answers.write_text("[[1, 1]]\n")
    assert Answers(str(answers)).find("boards.lights", 1, "plus").solution == [[1, 1]]
    answers.write_text('level,solution,cost\n1,"[[1, 1]]",3\n')
    (claimed,) = run_suite(find_levels([f"{boards}#plus"]), Plan(answers=Answers(str(answers))), here)
    assert "claims a cost of 3, the solution has 1" in claimed.contradictions[0]


PROGRAMS = {
    "right": ("print('a banner'); print('solution: [[1, 1]]')", "solved", ()),
    "wrong": ("print([[0, 0]])", "unknown", ("its output: afterwards",)),
    "silent": ("", "unknown", ()),
    "answer": ("import json; print(json.dumps({'status': 'unsolvable'}))", "unsolvable", ()),
    "hanging": ("import time; time.sleep(60)", "unknown", ()),
    "crashing": ("import os; os.kill(os.getpid(), 11)", "crashed", ("ended by signal 11",)),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_from_elsewhere(name: str, tmp_path: Path) -> None:
    code, status, problems = PROGRAMS[name]
    script = tmp_path / "solver.py"
    script.write_text(f"import sys; assert 'lights-out' in open(sys.argv[1]).read()\n{code}\n")
    command = f"{sys.executable} {script} {{level}}"
    level = parse("puzzle: lights-out\n010\n111\n010\n")
    found = run_command("level", command, level, "presses", Limits(time=3))
    assert found.status == status
    assert len(found.problems) == len(problems)
    for fault, expected in zip(found.problems, problems, strict=True):
        assert fault.startswith(expected)


def test_a_command_needs_a_level_and_a_program() -> None:
    with pytest.raises(UsageError, match="level"):
        run_command("level", "solver", load("classic/plus"), "presses", ONE)
    with pytest.raises(UsageError, match="no-such-program"):
        run_command("level", "no-such-program {level}", load("classic/plus"), "presses", ONE)


# --- isolation -------------------------------------------------------------------------------------------------


def misbehave(task: Task) -> Row:
    """What a child does, by the engine's name."""
    if task.engine == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if task.engine == "hang":
        time.sleep(600)
    if task.engine == "raise":
        raise RuntimeError("no idea")
    if task.engine == "eat":
        eaten = []
        while True:
            eaten.append(bytearray(os.urandom(1 << 20)) * 16)
    return Row(task.label, task.engine, "solved", "presses", 1, 1)


def test_a_crash_a_hang_and_a_blow_up_hit_their_row_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridproof.crosschecking.isolate.GRACE_SECONDS", 1.0)
    level = load("classic/plus")
    names = ("fine", "crash", "hang", "raise", "eat", "fine too")
    tasks = [Task.of("level", level, name, None, Limits(time=2, memory=300)) for name in names]
    rows = {row.engine: row for row in run_isolated(tasks, 2, misbehave, [])}
    assert set(rows) == set(names)
    assert rows["fine"].optimal
    assert rows["fine too"].optimal
    assert (rows["crash"].status, rows["crash"].reason) == ("crashed", "crashed with exit code -11")
    assert (rows["hang"].status, rows["hang"].reason) == ("unknown", "time")
    assert rows["raise"].problems == ("crashed: RuntimeError: no idea",)
    assert (rows["eat"].status, rows["eat"].reason) == ("unknown", "memory")


# --- stores and reports ----------------------------------------------------------------------------------------


def many_levels(count: int) -> list[NamedLevel]:
    levels = find_levels(["classic"])
    return [NamedLevel("many.lights", number + 1, levels[number % len(levels)].level) for number in range(count)]


def test_a_stored_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    levels, plan = many_levels(30), Plan(engines=["chase"], limits=ONE)
    whole = [c.to_dict() for c in run_suite(levels, plan, here)]
    performed: list[str] = []

    def dying(tasks):
        for task in tasks:
            if len(performed) == 17:
                raise KeyboardInterrupt
            performed.append(task.label)
            yield perform(task)

    path = str(tmp_path / "run.db")
    with pytest.raises(KeyboardInterrupt):
        list(run_suite(levels, plan, dying, Store(path)))
    resumed: list[str] = []

    def counting(tasks):
        for task in tasks:
            resumed.append(task.label)
            yield perform(task)

    again = [c.to_dict() for c in run_suite(levels, plan, counting, Store(path))]
    assert len(performed) == 17
    assert len(resumed) == 13
    assert not set(performed) & set(resumed)
    assert without_seconds(again) == without_seconds(whole)
    assert len(list(Store(path).rows())) == 30


def without_seconds(reports: list[dict]) -> list[dict]:
    for report in reports:
        for engine in report["engines"]:
            engine["seconds"] = 0
    return reports


def test_kill_9_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    """500 levels in a process of their own, killed, started again: the final report is that of a calm run."""
    boards = tmp_path / "many.lights"
    texts = []
    for number in range(500):
        cells = f"{number:09b}"
        texts.append(f"puzzle: lights-out\ntitle: {number}\n{cells[:3]}\n{cells[3:6]}\n{cells[6:]}\n")
    boards.write_text("---\n".join(texts))
    store = tmp_path / "run.db"
    command = [sys.executable, "-m", "gridproof", "crosscheck", str(boards), "--engine", "first-row", "--json"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [*command, "--store", str(store)], stdout=subprocess.PIPE, env=environment, start_new_session=True
    )
    assert process.stdout is not None
    for _ in range(40):
        process.stdout.readline()
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    stored = len(list(Store(str(store)).rows()))
    assert 40 <= stored < 500
    result = subprocess.run([*command, "--store", str(store)], capture_output=True, text=True, env=environment)
    assert result.returncode == 0
    resumed = [json.loads(line) for line in result.stdout.splitlines()]
    calm = [c.to_dict() for c in run_suite(find_levels([str(boards)]), Plan(["first-row"], limits=ONE), here)]
    assert without_seconds(resumed) == without_seconds(json.loads(json.dumps(calm)))
    assert len(list(Store(str(store)).rows())) == 500


def test_reports_name_what_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = [
        row("same", cost=3, lower_bound=3),
        replace(row("slow", cost=3, lower_bound=3), seconds=1.0),
        replace(row("fast", cost=3, lower_bound=3), seconds=9.0),
        row("lost", cost=3, lower_bound=3),
        row("won", "unknown", None, 2),
        row("closer", "unknown", None, 2),
        row("changed", cost=3, lower_bound=3),
        row("dropped", cost=3, lower_bound=3),
        row("wrong", cost=3, lower_bound=3),
    ]
    after = [
        row("same", cost=3, lower_bound=3),
        replace(row("slow", cost=3, lower_bound=3), seconds=5.0),
        replace(row("fast", cost=3, lower_bound=3), seconds=1.0),
        row("lost", "unknown", None, 2),
        row("won", cost=3, lower_bound=3),
        row("closer", "unknown", None, 3),
        row("changed", cost=4, lower_bound=4),
        row("fresh", cost=3, lower_bound=3),
        replace(row("wrong"), problems=("an <illegal> step",)),
    ]
    kinds = {change.row.engine: change.kind for change in compare_runs(before, after)}
    assert kinds == {
        "same": "same", "slow": "slower", "fast": "faster", "lost": "no longer solved", "won": "newly solved",
        "closer": "better bound", "changed": "newly wrong", "fresh": "new", "wrong": "newly wrong", "dropped": "gone",
    }  # fmt: skip
    assert summary(compare_runs(before, after))["newly wrong"] == 2
    paths = [str(tmp_path / name) for name in ("before.db", "after.db")]
    for path, rows in zip(paths, (before, after), strict=True):
        store = Store(path)
        for place, entry in enumerate(rows):
            store.put(entry.engine, place, entry)
        store.close()
    page = tmp_path / "report.html"
    assert main(["report", *paths, "--html", str(page)]) == 1
    assert "newly wrong: changed 3 0.00 s -> changed 4 0.00 s" in capsys.readouterr().out
    assert "an &lt;illegal&gt; step" in page.read_text()
    assert main(["report", *paths, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["summary"]["faster"] == 1
    assert main(["report", paths[0]]) == 0
    assert main(["report", paths[0], paths[0]]) == 0


def test_what_is_no_store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "text.db"
    path.write_text("not a database, but longer than the header of one would be " * 20)
    for arguments in (["report", str(path)], ["report", str(tmp_path / "missing.db")], ["report", "a", "b", "c"]):
        assert main(arguments) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert path.read_text().startswith("not a database")


# --- finding levels --------------------------------------------------------------------------------------------


def test_files_folders_globs_and_picks(boards: str, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "more.lights").write_text("puzzle: lights-out\n1\n")
    (tmp_path / "readme.md").write_text("nothing")
    labels = [named.label for named in find_levels([str(tmp_path)])]
    assert labels == [f"{boards}#{n}" for n in (1, 2, 3)] + [f"{tmp_path}/deep/more.lights#1"]
    assert len(find_levels([f"{tmp_path}/**/*.lights"])) == 4
    assert [named.label for named in find_levels([f"{boards}#bad", f"{boards}#2"])] == [f"{boards}#3", f"{boards}#2"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="no level file"):
        find_levels([str(tmp_path / "empty")])


# --- pytest plugin ---------------------------------------------------------------------------------------------


def test_the_pytest_plugin(boards: str, tmp_path: Path) -> None:
    table = tmp_path / "known.csv"
    table.write_text("level,optimal\nplus,1\nall,3\n")
    arguments = ["-p", "gridproof.pytest_plugin", "-p", "no:cacheprovider", "-q", "--gridproof", boards]
    command = [sys.executable, "-m", "pytest", *arguments, "--gridproof-expect", str(table)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    result = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert "1 failed, 2 passed" in result.stdout, result.stdout
    assert "known.csv says 3" in result.stdout


@pytest.mark.parametrize("option", ["--expect", "--answers"])
def test_a_table_that_is_missing_is_no_missing_level(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "nothing.csv"
    assert main(["crosscheck", "classic", option, str(path)]) == 2
    assert capsys.readouterr().err == f"gridproof: {path}: no such file\n"

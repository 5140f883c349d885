"""The clock of limits stands still while kernels are compiled, in this process and in children."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest

from gridproof import compiling
from gridproof.child import Child
from gridproof.crosschecking.isolate import run_isolated
from gridproof.crosschecking.row import Row
from gridproof.crosschecking.work import Task
from gridproof.errors import LimitReached
from gridproof.limits import Budget, Limits
from gridproof.loader import load
from gridproof.registry import Engine
from gridproof.solver import Run

ROOT = Path(__file__).resolve().parents[1]
KERNEL = """
from numba import njit
@njit(cache=True)
def half(n):
    return n // 2
@njit("int64(int64)", cache=True)
def halves(n):
    count = 0
    while n:
        n = half(n)
        count += 1
    return count
"""
SCRIPT = """
import sys, time
from gridproof import compiling
from gridproof.kernels import use_cache
use_cache()
assert "numba" not in sys.modules
changes = []
compiling.on_compiling(changes.append)
began = time.monotonic()
import made
assert made.halves(9) == 4
print(changes, 0 < compiling.compiled_seconds() < time.monotonic() - began)
"""


@pytest.fixture
def ticks(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """The time that the clock shows, in a list of one."""
    now = [100.0]
    monkeypatch.setattr(compiling, "_state", compiling._State())
    monkeypatch.setattr(compiling.time, "monotonic", lambda: now[0])
    compiling.tell_no_more()
    yield now
    monkeypatch.undo()


def test_a_budget_does_not_count_what_compiles(ticks: list[float]) -> None:
    budget = Budget(Limits(time=5))
    ticks[0] += 2
    compiling.begin()
    ticks[0] += 30
    compiling.begin()  # a helper of what is being compiled
    ticks[0] += 30
    assert budget.seconds == 2
    compiling.end()
    ticks[0] += 30
    budget.check()
    compiling.end()
    assert compiling.compiled_seconds() == 90
    ticks[0] += 2.5
    with budget.paused():
        ticks[0] += 10
    assert budget.seconds_left == 0.5
    budget.check()
    ticks[0] += 1
    with pytest.raises(LimitReached, match="time"):
        budget.check()


def test_a_budget_made_later_does_not_profit(ticks: list[float]) -> None:
    compiling.begin()
    ticks[0] += 30
    compiling.end()
    budget = Budget(Limits(time=5))
    ticks[0] += 6
    with pytest.raises(LimitReached, match="time"):
        budget.check()


def run(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join((str(ROOT), str(folder)))
    return subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path, "NUMBA_CACHE_DIR": str(folder / "cache")},
    )


def test_numba_says_what_it_compiles_and_not_what_it_finds(tmp_path: Path) -> None:
    (tmp_path / "made.py").write_text(KERNEL)
    assert run(SCRIPT, tmp_path).stdout == "[True, False] True\n"
    assert run(SCRIPT, tmp_path).stdout == "[] False\n"  # the second time all comes out of the cache


def test_numba_that_was_imported_before_is_followed_as_well(tmp_path: Path) -> None:
    (tmp_path / "made.py").write_text(KERNEL)
    script = "import numba\n" + SCRIPT.replace('assert "numba" not in sys.modules', "")
    assert run(script, tmp_path).stdout == "[True, False] True\n"


def solve_in(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    arguments = ["gridproof", "solve", "rush-hour/side-street", *options]
    script = f"import sys; from gridproof.__main__ import main; sys.argv = {arguments}; sys.exit(main())"
    return run(script, folder)


def test_a_short_limit_is_enough_with_an_empty_cache(tmp_path: Path) -> None:
    """This level takes milliseconds, its kernels some seconds to compile; the note is for people, on stderr."""
    result = solve_in(tmp_path, "--time-limit", "1.5")
    assert result.returncode == 0, result.stdout
    assert "proven to be the fewest" in result.stdout
    assert result.stderr.startswith(f"gridproof: {compiling.NOTE}\ngridproof: kernels were compiled in ")
    again = solve_in(tmp_path)
    assert (again.returncode, again.stderr) == (0, "")


def test_ctrl_c_while_an_engine_is_loaded_keeps_what_is_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    load_engine = Engine.load

    def interrupted(self: Engine) -> Any:
        if self.name == "beam":
            raise KeyboardInterrupt
        return load_engine(self)

    monkeypatch.setattr(Engine, "load", interrupted)
    answer = Run(load("english/central-game"), None, None, None, False, Limits(), None).run()
    assert answer.reason == "interrupted"
    assert answer.lower_bound == 12  # by the engines before it
    assert [engine.name for engine in answer.engines] == ["classes", "regions"]


def test_ctrl_c_while_kernels_are_loaded_keeps_a_simple_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    from gridproof.search.sokoban import astar

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(astar, "Run", interrupted)
    answer = Run(load("first-steps#20"), None, None, None, False, Limits(), None).run()
    assert (answer.reason, answer.lower_bound) == ("interrupted", 10)


def test_a_real_ctrl_c_while_kernels_are_compiled(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "gridproof", "solve", "first-steps#20", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(tmp_path)},
    )
    assert process.stderr is not None
    assert compiling.NOTE in process.stderr.readline()
    time.sleep(0.3)  # the middle of it: there are some ten seconds more
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    answer = json.loads(out)
    assert (process.returncode, answer["reason"], answer["lower_bound"]) == (130, "interrupted", 10)
    assert "Traceback" not in err


def test_the_seconds_of_a_child_that_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("gridproof.child.time.monotonic", lambda: now[0])
    child = Child(MagicMock(), MagicMock(), started=100.0)
    for on, counted in ((True, 10.0), (False, 10.0), (True, 20.0), (True, 20.0), (False, 20.0)):
        now[0] += 10
        assert child.seconds == counted
        child.compiling(on)
    now[0] += 10
    assert child.seconds == 30


def compile_on(task: Task) -> Row:
    """A child that says that it compiles, for longer than its time and grace; or hangs."""
    if task.engine == "compile":
        compiling.begin()
        time.sleep(9)
        compiling.end()
    else:
        time.sleep(60)
    return Row(task.label, task.engine, "solved", "presses", 1, 1)


def test_a_child_that_compiles_is_not_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridproof.crosschecking.isolate.GRACE_SECONDS", 0.5)
    level = load("classic/plus")
    tasks = [Task.of("level", level, name, None, Limits(time=5)) for name in ("compile", "hang")]
    rows = {row.engine: row for row in run_isolated(tasks, 2, compile_on, [])}
    assert rows["compile"].status == "solved"
    assert (rows["hang"].status, rows["hang"].reason) == ("unknown", "time")

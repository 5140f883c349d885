"""The command line as a user meets it: output, exit codes, one line for every kind of bad input."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gridproof.cli import main

ROOT = Path(__file__).resolve().parents[1]
CORNER = "puzzle: lights-out\ntitle: corner\n10\n00\n"
PLUS = "puzzle: lights-out\ntitle: plus\n010\n111\n010\n"
DARK = "puzzle: lights-out\ntitle: nothing to do\n00\n00\n"
UNSOLVABLE = "puzzle: lights-out\n" + "10000\n" + "00000\n" * 4


@pytest.fixture
def plus(tmp_path: Path) -> str:
    path = tmp_path / "plus.lights"
    path.write_text(PLUS)
    return str(path)


def run(*arguments: str, stdin: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """gridproof in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **more}
    command = [sys.executable, "-m", "gridproof", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, env=environment, timeout=120)


def test_solve_draws_the_board(plus: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", plus]) == 0
    out, err = capsys.readouterr()
    assert "0 1 0     . . .\n1 1 1     . * .\n0 1 0     . . .\n" in out
    assert "Solved in 1 press, proven to be the fewest." in out
    assert err == ""


def test_one_of_each_metric_is_counted_in_the_singular() -> None:
    from gridproof.registry import PUZZLES
    from gridproof.report import counted

    metrics = {metric for row in PUZZLES.values() for metric in _metrics(row.name)}
    assert {counted(1, metric) for metric in metrics} == {
        "1 press", "1 push", "1 move", "1 slide", "1 step", "1 jump"
    }  # fmt: skip
    assert counted(2, "pushes") == "2 pushes"


def _metrics(name: str) -> tuple[str, ...]:
    from gridproof.loader import collections, load

    return next(load(stem).metrics for row, stem, _ in collections() if row.name == name)


def test_json_is_one_document(plus: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", plus, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert list(answer) == [
        "gridproof", "puzzle", "level", "status", "metric", "cost", "lower_bound", "optimal", "max_cost",
        "solution", "certificates", "engines", "seconds", "reason",
    ]  # fmt: skip
    assert answer["gridproof"] == 1
    assert list(answer["level"]) == ["title", "text", "sha256"]
    assert (answer["status"], answer["cost"], answer["optimal"], answer["solution"]) == ("solved", 1, True, [[1, 1]])
    assert list(answer["engines"][0]) == ["name", "seconds", "nodes", "lower_bound", "cost"]


def test_every_exit_code(tmp_path: Path, plus: str) -> None:
    bad = tmp_path / "bad.lights"
    bad.write_text(UNSOLVABLE)
    assert main(["solve", str(bad)]) == 20
    assert main(["solve", plus, "--max-cost", "0"]) == 21
    assert main(["solve", plus, "--max-cost", "1"]) == 0
    assert main(["solve", str(bad), "--engine", "cpsat", "--quiet"]) == 30
    assert main(["solve", str(tmp_path / "none.lights")]) == 2


def test_verify_accepts_and_refuses(tmp_path: Path, plus: str, capsys: pytest.CaptureFixture[str]) -> None:
    answer = tmp_path / "answer.json"
    assert main(["solve", plus, "--output", str(answer)]) == 0
    assert main(["verify", plus, str(answer)]) == 0
    document = json.loads(answer.read_text())
    document["solution"].append([0, 0])
    answer.write_text(json.dumps(document))
    capsys.readouterr()
    assert main(["verify", plus, str(answer)]) == 1
    assert "wrong: the solution is wrong" in capsys.readouterr().out
    assert main(["verify", plus, str(answer), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["ok"] is False


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"gridproof": 1}', '{"gridproof": 2}', "\x00\x01", "[" * 100_000]
)
def test_verify_of_what_is_no_answer(
    tmp_path: Path, plus: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = tmp_path / "answer.json"
    answer.write_text(text)
    assert main(["verify", plus, str(answer)]) == 2
    assert one_line(capsys).startswith(f"gridproof: {answer}: not an answer")


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


BAD_FILES = {
    "empty": (b"", "an empty file"),
    "only comments": (b"; nothing\n", "no level in this file"),
    "binary": (b"puzzle: lights-out\n01\x00\x01\n", ":2:3: a binary file"),
    "utf-16": ("puzzle: lights-out\n01\n".encode("utf-16"), "UTF-16 text"),
    "ragged": (b"puzzle: lights-out\n010\n01\n", ":3:3: a row of 2 cells"),
    "ragged with bare CR": (b"puzzle: lights-out\r010\r01\r", ":3:3: a row of 2 cells"),
    "another puzzle": (b"puzzle: chess\n01\n", "puzzle: chess: expected"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_files(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    content, reason = BAD_FILES[name]
    path = tmp_path / "level.lights"
    path.write_bytes(content)
    assert main(["solve", str(path)]) == 2
    err = one_line(capsys)
    assert str(path) in err
    assert reason in err


def test_bad_names(tmp_path: Path, plus: str, capsys: pytest.CaptureFixture[str]) -> None:
    two = tmp_path / "two.lights"
    two.write_text(f"{PLUS}---\n{PLUS}---\n{CORNER}")
    plain = tmp_path / "plain"
    plain.write_text("010\n")
    for name, reason in {
        str(tmp_path): "this is a folder",
        str(tmp_path / "missing.lights"): "no such file",
        "no-such-collection/level": "no such file, and no bundled level",
        "classic/no-such-level": "no level titled 'no-such-level'",
        f"{two}#4": "no level 4: expected 1 to 3",
        f"{two}#0": "no level 0",
        f"{two}#plus": "2 levels are titled 'plus': pick one by number (#1, #2)",
        f"{two}#none": "no level titled 'none' among 3",
        f"{two}#": "expected a level number or title after #",
        str(plain): "1: which puzzle? expected a line `puzzle: lights-out`, as it seems, or a suffix",
        "\0": "cannot be read",
    }.items():
        assert main(["solve", name]) == 2, name
        assert reason in one_line(capsys)
    assert main(["solve", f"{two}#corner"]) == 0


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--engine", "magic"], "no engine 'magic'"),
        (["--minimise", "pushes"], "no metric 'pushes'"),
        (["--max-cost", "-1"], "expected at least 0"),
        (["--max-cost", "few"], "expected a whole number"),
        (["--time-limit", "0"], "expected more than 0 seconds"),
        (["--time-limit", "nan"], "expected more than 0 seconds"),
        (["--memory-limit", "0"], "expected at least 1"),
        (["--workers", "0"], "expected at least 1"),
        (["--magic"], "unrecognized arguments: --magic"),
        (["--max", "1"], "unrecognized arguments: --max"),
    ],
)
def test_bad_options(plus: str, arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(["solve", plus, *arguments])
    except SystemExit as stop:
        code = int(str(stop.code))
    assert code == 2
    assert reason in one_line(capsys)


def test_an_engine_that_does_not_apply_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wide.lights"
    path.write_text("puzzle: lights-out\n" + ("0" * 40 + "\n") * 40)
    assert main(["solve", str(path), "--engine", "first-row"]) == 2
    assert "engine first-row does not apply" in one_line(capsys)


def test_the_other_commands(plus: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["crosscheck", plus]) == 0
    assert "agree: fewest 1" in capsys.readouterr().out
    assert main(["crosscheck", plus, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True
    assert main(["info", plus]) == 0
    assert "nullity: 0" in capsys.readouterr().out
    assert main(["info", plus, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rank"] == 9
    assert main(["levels", "--json"]) == 0
    assert any(entry["name"] == "classic" for entry in json.loads(capsys.readouterr().out))
    assert main(["convert", plus, "--to", "text"]) == 0
    assert capsys.readouterr().out == PLUS
    assert main(["convert", plus, "--to", "xml"]) == 2
    capsys.readouterr()
    assert main(["generate", "lights-out", "--seed", "1", "--size", "3x4"]) == 0
    first = capsys.readouterr().out
    assert main(["generate", "lights-out", "--seed", "1", "--size", "3x4"]) == 0
    assert capsys.readouterr().out == first
    answer = str(tmp_path / "answer.json")
    assert main(["solve", plus, "--output", answer, "--quiet"]) == 0
    capsys.readouterr()
    assert main(["show", answer]) == 0
    assert "Solved in 1 press, proven to be the fewest." in capsys.readouterr().out


def test_standard_input() -> None:
    result = run("solve", "-", "--json", stdin=PLUS)
    assert result.returncode == 0
    assert json.loads(result.stdout)["cost"] == 1
    result = run("solve", "-", stdin=PLUS.replace("010", "01", 1))
    assert result.returncode == 2
    assert (
        result.stderr
        == "gridproof: <stdin>:3:3: a row of 2 cells: expected 3 as in the longest (x where there is no cell)\n"
    )


def test_nothing_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "dark.lights"
    path.write_text(DARK)
    assert main(["solve", str(path)]) == 0
    assert "Solved in 0 presses, proven to be the fewest." in capsys.readouterr().out


def test_an_output_file_is_replaced_whole_or_not_at_all(tmp_path: Path, plus: str) -> None:
    assert main(["solve", plus, "--quiet", "--output", str(tmp_path / "missing" / "answer.json")]) == 2
    answer = tmp_path / "answer.json"
    answer.write_text("precious")
    assert main(["solve", plus, "--quiet", "--output", str(answer)]) == 0
    assert json.loads(answer.read_text())["cost"] == 1
    assert [path.name for path in tmp_path.iterdir() if "tmp" in path.name] == []


LARGE = "puzzle: lights-out\n" + ("1" * 61 + "\n") * 61  # nullity 40: many minutes


def test_a_time_limit_ends_with_what_is_known(tmp_path: Path) -> None:
    path = tmp_path / "large.lights"
    path.write_text(LARGE)
    result = run("solve", str(path), "--time-limit", "4", "--json")
    assert result.returncode == 0  # a solution is known, its optimality is not
    answer = json.loads(result.stdout)
    assert answer["reason"] == "time"
    assert answer["optimal"] is False
    assert 0 < answer["lower_bound"] < answer["cost"]


def test_ctrl_c_prints_the_bounds_so_far(tmp_path: Path) -> None:
    path = tmp_path / "large.lights"
    path.write_text(LARGE)
    command = [sys.executable, "-m", "gridproof", "solve", str(path), "--json"]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    time.sleep(6)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert json.loads(out)["reason"] == "interrupted"
    assert "Traceback" not in err


def test_a_closed_pipe_is_no_error(plus: str) -> None:
    command = f"{sys.executable} -m gridproof levels | head -n 1"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=environment, timeout=60)
    assert result.stderr == ""


HEAVY = ("galois", "numba", "ortools", "pysat", "numpy", "rich")


@pytest.mark.parametrize("arguments", [["--help"], ["solve", "--help"], ["--version"]])
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    script = f"""
import sys
from gridproof.cli import main
try:
    main({arguments!r})
except SystemExit:
    pass
print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment)
    assert result.stderr == "[]\n"
    assert result.stdout


def test_output_to_what_is_no_plain_file(tmp_path: Path, plus: str, capsys: pytest.CaptureFixture[str]) -> None:
    for name in (str(tmp_path), "/", ".", "", str(tmp_path / "missing" / "answer.json")):
        assert main(["solve", plus, "--quiet", "--output", name]) == 2, name
        assert one_line(capsys).startswith(f"gridproof: {name}: ")
    pipe, link, answer = tmp_path / "pipe", tmp_path / "link", tmp_path / "answer.json"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True)
    assert main(["solve", plus, "--quiet", "--output", str(pipe)]) == 0
    assert json.loads(reader.communicate(timeout=30)[0])["cost"] == 1
    assert pipe.is_fifo()
    answer.write_text("old")
    link.symlink_to(answer)
    assert main(["solve", plus, "--quiet", "--output", str(link)]) == 0
    assert link.is_symlink()
    assert json.loads(answer.read_text())["cost"] == 1


def test_endless_input_is_refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridproof.levels.text.MAX_BYTES", 10_000)
    assert main(["solve", "/dev/zero"]) == 2
    assert one_line(capsys) == "gridproof: /dev/zero: more than 10,000 bytes: no level is so large\n"


def test_names_and_titles_with_a_number_sign(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a#b.lights"
    path.write_text(f"{CORNER}---\n{PLUS.replace('plus', 'C# major')}")
    for name in (f"{path}#2", f"{path}#C# major", f"{path}#c-major"):
        assert main(["solve", name]) == 0
        assert capsys.readouterr().out.startswith("C# major\n")
    assert main(["solve", f"{path}#" + "9" * 5_000]) == 2
    assert "no level 999" in one_line(capsys)


def test_closed_streams(plus: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for closed, code in ((f"{plus} 2>&-", 0), (f"{plus} >&-", 0), ("- <&-", 2)):
        command = f"{sys.executable} -m gridproof solve {closed}"
        result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=environment, timeout=60)
        assert result.returncode == code, closed
        assert "Traceback" not in result.stderr


def test_a_terminal_that_knows_ascii_only(tmp_path: Path) -> None:
    path = tmp_path / "plus.lights"
    path.write_text(PLUS.replace("plus", "plüs"), encoding="utf-8")
    result = run("solve", str(path), PYTHONIOENCODING="ascii")
    assert result.returncode == 0
    assert result.stdout.startswith("pl\\xfcs\n")
    result = run("solve", str(path), "--json", PYTHONIOENCODING="ascii", PYTHONUTF8="1")
    assert json.loads(result.stdout)["level"]["title"] == "plüs"


def test_a_file_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    from gridproof.terminal import write_file

    path = str(tmp_path / ("a" * 300))  # longer than a name may be
    with pytest.raises(OSError, match="aaa") as caught:
        write_file(path, ["text"])
    assert caught.value.filename == path
    assert not list(tmp_path.iterdir())


def test_a_bound_that_is_too_low_for_the_solution_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "classic/all-on-5x5", "--max-cost", "1"]) == 21
    printed = capsys.readouterr().out
    assert "No solution with 1 press or fewer: at least" in printed
    assert "The best solution found has 15." in printed


def test_the_progress_line_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    from gridproof.terminal import ProgressLine

    screen = io.StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("COLUMNS", "20")
    line = ProgressLine(quiet=False)
    line._next = 0.0
    line({"engine": "fewest", "nodes": 123_456_789, "lower_bound": 3, "cost": 4})
    assert screen.getvalue() == "\rfewest: proven 3, b"


def test_ctrl_c_while_the_program_is_still_loading(tmp_path: Path) -> None:
    (tmp_path / "argparse.py").write_text("raise KeyboardInterrupt\n")  # shadows what the command line imports
    result = run("solve", "-", PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT}")
    assert (result.returncode, result.stderr) == (130, "gridproof: interrupted\n")

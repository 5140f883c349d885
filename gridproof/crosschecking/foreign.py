"""Solvers from elsewhere: solutions in a file (`--answers`), and programs to run (`--command`)."""

from __future__ import annotations

import csv
import json
import shlex
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gridproof.crosschecking.row import CRASHED, Row
from gridproof.errors import IllegalMove, LevelError, UsageError
from gridproof.levels.base import Level
from gridproof.levels.text import Source, read_file
from gridproof.limits import Limits

SOLUTIONS = ("solution", "lurd")  # names of a CSV column that holds solutions


@dataclass(frozen=True, slots=True)
class Claim:
    """A solution from elsewhere, raw, the costs it claims by metric (`cost` for any), and the line it stands on."""

    solution: Any
    costs: dict[str, int]
    line: int


class Answers:
    """Solutions of a file: CSV with a header (`title` or `level`, then `solution`), or one solution a line.

    Lines without a header belong to the levels in order. Raises LevelError for a file that is neither.
    """

    def __init__(self, path: str):
        self.name = Path(path).name
        source = read_file(Path(path))
        self._by_key: dict[tuple[str, str], Claim] = {}
        header = [cell.strip().lower() for cell in next(csv.reader(source.lines[:1]), [])]
        column = next((name for name in SOLUTIONS if name in header), None)
        if column and ("title" in header or "level" in header):
            self._read_table(source, header, column)
        else:
            for index, line in enumerate(line for line in source.lines if line.strip()):
                self._by_key["", str(index + 1)] = Claim(_raw(line.strip()), {}, index + 1)
        if not self._by_key:
            raise LevelError("no solution in this file", path)

    def _read_table(self, source: Source, header: list[str], column: str) -> None:
        csv.field_size_limit(1 << 24)
        for index, cells in enumerate(csv.reader(source.lines[1:]), 1):
            if not cells:
                continue
            if len(cells) != len(header):
                raise source.error(f"{len(cells)} columns: expected {len(header)} as in the header", index)
            row = dict(zip(header, cells, strict=True))
            numbers = {name: cell for name, cell in row.items() if name not in ("level", column)}
            costs = {name: int(cell) for name, cell in numbers.items() if cell.isdecimal()}
            claim = Claim(_raw(row[column].strip()), costs, source.first + index)
            self._by_key[row.get("file", "").strip(), (row.get("level") or row.get("title", "")).strip()] = claim

    def find(self, file: str, number: int, title: str | None) -> Claim | None:
        for name in (Path(file).name, file, ""):
            for key in (str(number), title):
                if key is not None and (name, key) in self._by_key:
                    return self._by_key[name, key]
        return None

    def row(self, label: str, level: Level, metric: str, claim: Claim) -> Row:
        """The row of a claim: replayed, and its cost compared with what it claims."""
        where = f"line {claim.line}"
        claimed = claim.costs.get(metric, claim.costs.get("cost"))
        return _judged(label, self.name, level, metric, claim.solution, claimed, where, 0.0)


def run_command(label: str, command: str, level: Level, metric: str, limits: Limits) -> Row:
    """Run a program on one level and check what it prints.

    `{level}` in the command stands for a file with the level's text. What it prints may be an answer as `solve
    --json` writes it, or a solution alone on a line (the last line that is one counts).
    """
    if "{level}" not in command:
        raise UsageError("--command: expected {level} where the level's file name goes")
    name = shlex.split(command)[0]
    started = time.monotonic()
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.write(level.to_text())
        file.flush()
        words = [word.replace("{level}", file.name) for word in shlex.split(command)]
        try:
            done = subprocess.run(
                words, capture_output=True, text=True, errors="replace", timeout=limits.time,
                stdin=subprocess.DEVNULL,
                preexec_fn=_memory_limiter(limits.memory),
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return Row(label, name, "unknown", metric, seconds=time.monotonic() - started, reason="time")
        except OSError as error:
            raise UsageError(f"--command: {words[0]}: {error.strerror or error}") from None
    seconds = time.monotonic() - started
    raw, status = _find_solution(done.stdout, level)
    if raw is not None:
        return _judged(label, name, level, metric, raw, None, "its output", seconds)
    if done.returncode < 0:
        fault = f"ended by signal {-done.returncode}"
        return Row(label, name, CRASHED, metric, seconds=seconds, reason=fault, problems=(fault,))
    return Row(label, name, status, metric, seconds=seconds, reason=f"no solution printed (exit {done.returncode})")


def _judged(
    label: str, engine: str, level: Level, metric: str, raw: Any, claimed: int | None, where: str, seconds: float
) -> Row:
    try:
        solution = level.read_solution(raw)
        level.replay(solution)
    except IllegalMove as error:
        problem = f"{where}: {error}"
        return Row(label, engine, "unknown", metric, seconds=seconds, reason="wrong solution", problems=(problem,))
    cost = level.cost(solution, metric)
    problems = () if claimed in (None, cost) else (f"{where}: claims a cost of {claimed}, the solution has {cost}",)
    return Row(label, engine, "solved", metric, cost, 0, seconds, problems=problems)


def _find_solution(output: str, level: Level) -> tuple[Any, str]:
    """A raw solution in a program's output (None when there is none), and the status it claims."""
    try:
        document = json.loads(output)
        if isinstance(document, dict) and "status" in document:
            return document.get("solution"), str(document["status"])
    except ValueError:
        pass
    last: Any = None
    for raw in _candidates(output):
        try:
            solution = level.read_solution(raw)
        except IllegalMove:
            continue
        try:
            level.replay(solution)
        except IllegalMove:
            last = raw  # at least it has the form of a solution
        else:
            return raw, "solved"
    return last, "unknown"


def _candidates(output: str) -> Iterator[Any]:
    """Lines that could be a solution, the last first: of the text after a colon, and of the whole line."""
    for line in reversed(output.splitlines()):
        text = line.strip()
        for part in dict.fromkeys((text, text.rpartition(":")[2].strip())):
            if part and not part.isspace():
                yield _raw(part)


def _raw(text: str) -> Any:
    """A JSON value where the text is one, else the text itself (LURD and the like)."""
    if text[:1] in "[{":
        try:
            return json.loads(text)
        except ValueError:
            return text
    return text


def _memory_limiter(mebibytes: int | None) -> Any:
    """A function that limits the address space of a child, None without a limit."""
    if mebibytes is None:
        return None

    def limit() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20))

    return limit

"""The README is true: each command in it that ends quickly prints what stands there, times aside."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from gridproof.cli import main
from gridproof.loader import load
from gridproof.solver import solve

README = Path(__file__).resolve().parents[1] / "README.md"
ELSEWHERE = ("levels.xsb", " serve")  # files of the reader's own; what does not end
SLOW = ("fifteen-backwards", "central-game", "crosscheck")  # seconds to minutes, or as many as there are engines
TIME = re.compile(r"\d+\.\d+ s\b")


def examples() -> list[list[tuple[str, str]]]:
    """For each block the commands with what they print, in order: later ones may read files of earlier ones."""
    blocks = re.findall(r"^```\n(\$ .*?)^```", README.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    found = []
    for block in blocks:
        parts = [part.partition("\n") for part in re.split(r"^\$ ", block, flags=re.MULTILINE) if part]
        found.append([(command.partition(" #")[0].strip(), output) for command, _, output in parts])
    return found


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """Compiles what `auto` of Sokoban needs: after that its answer does not hang on who joins it meanwhile."""
    solve(load("workshop/winter-loom"))


def run(command: str, expected: str, capsys: pytest.CaptureFixture[str]) -> int:
    code = main(shlex.split(command)[1:])
    printed = TIME.sub("T", capsys.readouterr().out)
    for shown in TIME.sub("T", expected).split("…\n"):  # an ellipsis on a line of its own leaves something out
        assert shown.rstrip() in printed, command
    return code


@pytest.mark.parametrize("block", range(len(examples())))
def test_what_a_block_prints(
    block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    code = 0
    for command, output in examples()[block]:
        if command == "echo $?":
            assert int(output) == code
        elif command.startswith("gridproof ") and not any(word in command for word in (*ELSEWHERE, *SLOW)):
            code = run(command, output, capsys)


def test_there_is_an_example_for_every_puzzle() -> None:
    from gridproof.registry import PUZZLES

    text = README.read_text(encoding="utf-8")
    assert len(examples()) > len(PUZZLES)
    assert all(row.rules.rpartition(".")[2] in text or name in text for name, row in PUZZLES.items())

"""Re-check an answer with the rules alone: solution, cost, bound, certificates. Or replay a solution made elsewhere.

A file that begins with a letter or digit is taken for a solution that is plain text, such as LURD.
Exit code 0 when nothing is wrong, 1 when something is.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridproof.levels.base import Level
    from gridproof.verifier import Verdict


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("level", metavar="LEVEL")
    parser.add_argument("answer", metavar="ANSWER.json", help="an answer, or a file with a solution only")
    parser.add_argument("--json", action="store_true", help="print the verdict as one JSON document")


def run(arguments: argparse.Namespace) -> int:
    import json

    from gridproof.answer import read_answer
    from gridproof.errors import AnswerError
    from gridproof.loader import load
    from gridproof.verifier import verify

    level = load(arguments.level)
    try:
        text = Path(arguments.answer).read_text(encoding="utf-8")
    except IsADirectoryError:
        raise AnswerError(f"{arguments.answer}: this is a folder: expected an answer") from None
    except UnicodeDecodeError:
        raise AnswerError(f"{arguments.answer}: not an answer: expected JSON text in UTF-8") from None
    if bare := text.lstrip()[:1].isalnum():  # JSON begins with a bracket or a quote
        verdict = replayed(level, text)
    else:
        verdict = verify(level, read_answer(text, arguments.answer), Path(arguments.answer).parent)
    if arguments.json:
        report = {"ok": verdict.ok, "problems": verdict.problems, "checked": verdict.checked}
        print(json.dumps({**report, "trusted": verdict.trusted}, ensure_ascii=False))
    else:
        what = "solution" if bare else "answer"
        print(f"The {what} holds." if verdict.ok else f"The {what} does NOT hold.")
        for label, lines in (
            ("wrong", verdict.problems),
            ("checked", verdict.checked),
            ("trusted", verdict.trusted),
        ):
            for line in lines:
                print(f"  {label}: {line}")
    return 0 if verdict.ok else 1


def replayed(level: Level, text: str) -> Verdict:
    """The verdict on a solution by itself, with its cost in every metric."""
    from gridproof.answer import counted
    from gridproof.errors import IllegalMove
    from gridproof.verifier import Verdict

    try:
        solution = level.read_solution(text.strip())
        level.replay(solution)
    except IllegalMove as error:
        return Verdict(problems=[str(error)])
    costs = ", ".join(counted(level.cost(solution, metric), metric) for metric in level.metrics)
    return Verdict(checked=[f"the solution, by replay: {costs}"])

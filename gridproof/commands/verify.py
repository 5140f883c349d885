"""Re-check an answer with the rules alone: solution, cost, bound, certificates.

Exit code 0 when nothing is wrong, 1 when something is.
"""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("level", metavar="LEVEL")
    parser.add_argument("answer", metavar="ANSWER.json")
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
    except UnicodeDecodeError:
        raise AnswerError(f"{arguments.answer}: not an answer: expected JSON text in UTF-8") from None
    verdict = verify(level, read_answer(text, arguments.answer), Path(arguments.answer).parent)
    if arguments.json:
        report = {"ok": verdict.ok, "problems": verdict.problems, "checked": verdict.checked}
        print(json.dumps({**report, "trusted": verdict.trusted}, ensure_ascii=False))
    else:
        print("The answer holds." if verdict.ok else "The answer does NOT hold.")
        for label, lines in (
            ("wrong", verdict.problems),
            ("checked", verdict.checked),
            ("trusted", verdict.trusted),
        ):
            for line in lines:
                print(f"  {label}: {line}")
    return 0 if verdict.ok else 1

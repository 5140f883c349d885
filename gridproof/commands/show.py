"""Show the board of an answer with its solution or its proof marked."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("answer", metavar="ANSWER.json")


def run(arguments: argparse.Namespace) -> int:
    from gridproof.answer import Certificate, read_answer
    from gridproof.errors import AnswerError
    from gridproof.loader import parse
    from gridproof.registry import puzzle
    from gridproof.report import argument
    from gridproof.terminal import show

    path = arguments.answer
    try:
        raw = read_answer(Path(path).read_text(encoding="utf-8"), path)
    except UnicodeDecodeError:
        raise AnswerError(f"{path}: not an answer: expected JSON text in UTF-8") from None
    level = parse(str(raw["level"].get("text")), puzzle=raw["puzzle"])
    rules = puzzle(raw["puzzle"]).load()
    solution = None if raw.get("solution") is None else level.read_solution(raw["solution"])
    certificates = [Certificate.from_dict(entry) for entry in raw["certificates"]]
    if level.title:
        print(level.title)
    show(rules.draw(level, solution, certificates[0] if certificates and solution is None else None))
    cost = "" if raw.get("cost") is None else f" with {raw['cost']} {raw['metric']}"
    print(f"{raw['status']}{cost}{', proven optimal' if raw.get('optimal') is True else ''}")
    for certificate in certificates:
        if certificate.kind != "search":
            print(argument(rules, level, certificate))
    return 0

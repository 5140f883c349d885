"""Show the board of an answer with its solution or its proof marked: here, as a page or as a picture.

The answer is checked by the rules first, for a few seconds, as `verify` does it; what does not hold is not shown, and
what was not checked is said. A level by itself is shown as it stands: here or as a picture.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

SECONDS = 5.0  # for checking an answer before it is shown

if TYPE_CHECKING:
    from gridproof.answer import Answer
    from gridproof.levels.base import Level


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("answer", metavar="ANSWER.json", help="an answer, or a level")
    parser.add_argument("--html", metavar="FILE", help="write one page to FILE: the board, the steps, the proof")
    parser.add_argument("--svg", metavar="FILE", help="write a picture to FILE: the level, marked by its proof")


def run(arguments: argparse.Namespace) -> int:
    from gridproof.terminal import check_output, write_file

    for path in (arguments.html, arguments.svg):
        if path is not None:
            check_output(path)
    level, answer = load_either(arguments.answer)
    word = None
    if answer is not None:
        require_sense(level, answer)
        word = judgement(level, answer, arguments.answer)
    if arguments.html is not None:
        from gridproof.errors import UsageError
        from gridproof.web.page import page

        if answer is None:
            raise UsageError(f"{arguments.answer} is a level, not an answer: `gridproof solve --html` makes its page")
        write_file(arguments.html, [page(level, answer, word)])
    if arguments.svg is not None:
        from gridproof.web.page import picture_of

        write_file(arguments.svg, [picture_of(level, answer, word)])
    if arguments.html is None and arguments.svg is None:
        describe(level, answer)
        if word:
            print(word)
    return 0


def require_sense(level: Level, answer: Answer) -> None:
    """Raises AnswerError for a certificate that is not even of the shape of its kind."""
    from gridproof.errors import MALFORMED, AnswerError
    from gridproof.registry import puzzle
    from gridproof.report import argument

    rules = puzzle(level.puzzle).load()
    try:
        for certificate in answer.certificates:
            argument(rules, level, certificate)
        if answer.certificates and answer.solution is None:
            rules.draw(level, None, answer.certificates[0])
    except MALFORMED as error:
        raise AnswerError(f"a certificate in the answer is not what its kind says ({error})") from None


def judgement(level: Level, answer: Answer, path: str) -> str:
    """What the rules alone say of an answer, in one sentence. Raises FalseAnswer where they refute it."""
    from gridproof.errors import FalseAnswer, LimitReached
    from gridproof.limits import Budget, Limits
    from gridproof.proofs.claim import KIND
    from gridproof.verifier import verify

    folder = Path(path).parent
    files = [str(one.data.get("file")) for one in answer.certificates if one.kind == KIND]
    if missing := [file for file in files if not (folder / file).is_file()]:
        return f"Not verified: the proof file {missing[0]} is not beside the answer."
    try:
        with Budget(Limits(time=SECONDS)).watching():
            verdict = verify(level, answer, folder)
    except LimitReached:
        return f"Not verified: that takes more than {SECONDS:g} seconds; `gridproof verify` takes its time."
    if verdict.problems:
        raise FalseAnswer(f"{path}: the answer does not hold: {verdict.problems[0]}")
    said = [f"Verified by the rules alone: {'; '.join(verdict.checked)}."] if verdict.checked else []
    return " ".join([*said, *(f"Not verified: {line}." for line in verdict.trusted)])


def load_either(name: str) -> tuple[Level, Answer | None]:
    """The answer in a file and its level; or the level that `name` stands for, where that is no JSON document."""
    from gridproof.loader import load

    try:
        with Path(name).open("rb") as file:
            document = file.read(64).lstrip().startswith((b"{", b"["))
    except OSError:
        document = name.endswith(".json")  # then it is missed as an answer, not as a level
    return load_answer(name) if document else (load(name), None)


def load_answer(path: str) -> tuple[Level, Answer]:
    """An answer from a file, and its level.

    Raises AnswerError for a file that is none, FalseAnswer for an answer whose solution, cost and bounds cannot all
    be true. The certificates are not checked here: see `judgement`.
    """
    from gridproof.answer import Answer, read_answer
    from gridproof.errors import AnswerError, FalseAnswer
    from gridproof.loader import parse
    from gridproof.verifier import contradictions

    try:
        raw = read_answer(Path(path).read_text(encoding="utf-8"), path)
    except IsADirectoryError:
        raise AnswerError(f"{path}: this is a folder: expected an answer") from None
    except UnicodeDecodeError:
        raise AnswerError(f"{path}: not an answer: expected JSON text in UTF-8") from None
    level = parse(str(raw["level"].get("text")), puzzle=raw["puzzle"])
    if problems := contradictions(level, raw):
        raise FalseAnswer(f"{path}: the answer does not hold: {problems[0]}")
    solution = None if raw.get("solution") is None else level.read_solution(raw["solution"])
    return level, Answer.from_dict(raw, solution)


def describe(level: Level, answer: Answer | None) -> None:
    """Print a level, or an answer as `solve` prints it."""
    from gridproof import report
    from gridproof.registry import puzzle
    from gridproof.terminal import show

    if answer is not None:
        report.describe(level, answer)
        return
    if level.title:
        print(level.title)
    show(puzzle(level.puzzle).load().draw(level))

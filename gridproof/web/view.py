"""An answer as the page shows it: what was found, step by step, what was proven, and its pictures."""

from __future__ import annotations

from typing import Any

from gridproof.answer import Answer, read_answer
from gridproof.errors import GridproofError
from gridproof.levels.base import Level
from gridproof.loader import parse
from gridproof.report import verdict_sentence
from gridproof.web.page import drawn, engines_html, proofs_html, stage_of, verdict_html
from gridproof.web.playback import playback
from gridproof.web.svg import board


def answer_of(document: str) -> tuple[Level, Answer]:
    """The level and the answer of a JSON document that a job made."""
    raw = read_answer(document)
    level = parse(raw["level"]["text"], raw["puzzle"])
    solution = None if raw.get("solution") is None else level.read_solution(raw["solution"])
    return level, Answer.from_dict(raw, solution)


def view(document: str) -> dict[str, Any]:
    """Markup of verdict, proofs and engines, and the board with its film; `fault` says why that cannot be shown."""
    level, answer = answer_of(document)
    told: dict[str, Any] = {
        "status": answer.status.value,
        "sentence": verdict_sentence(answer),
        "verdict": verdict_html(answer),
        "engines": engines_html(answer),
        "proofs": "",
        "single": answer.metric == level.metrics[-1],
        "fault": None,
        "svg": None,
    }
    try:
        shown = drawn(level, answer)
    except GridproofError as error:
        return told | {"fault": str(error)}
    svg = board(shown.film.scene, shown.film.start, shown.layers, f"{level.title or 'A level'}, {level.puzzle}")
    entries = [] if answer.solution is None else _entries(level, answer.solution)
    why = proofs_html(shown.proofs, bool(answer.certificates))
    return told | {"svg": svg, "play": playback(shown.film), "entries": entries, "proofs": why}


def _entries(level: Level, solution: Any) -> list[Any]:
    """The finest entries of a solution, so that a game can go on from any of its positions."""
    return [entry for step in stage_of(level).unroll(level, solution) for entry in step.entries]

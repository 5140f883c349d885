"""An answer as the page shows it: what was found, step by step, what was proven, and its pictures."""

from __future__ import annotations

from typing import Any

from gridproof.answer import Answer, read_answer
from gridproof.errors import GridproofError
from gridproof.levels.base import Level
from gridproof.loader import parse
from gridproof.report import verdict_sentence
from gridproof.web.page import drawn
from gridproof.web.svg import board


def answer_of(document: str) -> tuple[Level, Answer]:
    """The level and the answer of a JSON document that a job made."""
    raw = read_answer(document)
    level = parse(raw["level"]["text"], raw["puzzle"])
    solution = None if raw.get("solution") is None else level.read_solution(raw["solution"])
    return level, Answer.from_dict(raw, solution)


def view(document: str) -> dict[str, Any]:
    """The verdict, and `shown`: board, layers, steps, proofs; where these cannot be shown `fault` says why."""
    level, answer = answer_of(document)
    told: dict[str, Any] = {
        "status": answer.status.value,
        "sentence": verdict_sentence(answer),
        "single": answer.metric == level.metrics[-1],
        "engines": answer.to_dict()["engines"],
        "seconds": answer.seconds,
        "shown": None,
        "fault": None,
    }
    try:
        told["shown"] = _shown(level, answer)
    except GridproofError as error:
        told["fault"] = str(error)
    return told


def _shown(level: Level, answer: Answer) -> dict[str, Any]:
    parts = drawn(level, answer)
    proofs = [
        {
            "text": proof.text,
            "pictures": [
                {"layer": f"proof-{n}-{k}", "legend": one.legend, "of_start": one.of_start}
                for k, one in enumerate(proof.pictures)
            ],
        }
        for n, proof in enumerate(parts.proofs)
    ]
    label = f"{level.title or 'A level'}, {level.puzzle}"
    return {"svg": board(parts.scene, parts.frame, parts.layers, label), "play": parts.play, "proofs": proofs}

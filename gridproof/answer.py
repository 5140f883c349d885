"""Answers: what was found, what was proven, by whom, and the exit code that follows."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from gridproof.errors import AnswerError

FORMAT = 1  # the value of the "gridproof" field


class Status(StrEnum):
    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    OUT_OF_BOUND = "out-of-bound"
    UNKNOWN = "unknown"


EXIT_CODES = {Status.SOLVED: 0, Status.UNSOLVABLE: 20, Status.OUT_OF_BOUND: 21, Status.UNKNOWN: 30}
EXIT_INTERRUPTED = 130
JSON_NAMES = {str: "a string", dict: "an object", list: "a list"}
CLAIMS = ("lower-bound", "unsolvable", "out-of-bound")


@dataclass(frozen=True, slots=True)
class Certificate:
    """Evidence for one claim. `kind` names the argument, `data` holds what a checker needs, JSON-ready."""

    kind: str
    claim: str
    data: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "claim": self.claim, **self.data}

    @classmethod
    def from_dict(cls, raw: Any) -> Certificate:
        if not isinstance(raw, Mapping) or not isinstance(raw.get("kind"), str) or raw.get("claim") not in CLAIMS:
            raise AnswerError(f"a certificate needs a 'kind' and a 'claim' out of {', '.join(CLAIMS)}")
        data = {key: value for key, value in raw.items() if key not in ("kind", "claim")}
        return cls(raw["kind"], raw["claim"], data)


@dataclass(frozen=True, slots=True)
class EngineReport:
    """What one engine did: seconds of wall time, nodes (0 where it counts none), bounds it proved itself."""

    name: str
    seconds: float
    nodes: int = 0
    lower_bound: int | None = None
    cost: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """One of four statuses and its evidence. `solution` is in the form of the level (see its `replay`)."""

    puzzle: str
    title: str | None
    text: str
    status: Status
    metric: str
    cost: int | None = None
    lower_bound: int | None = None
    max_cost: int | None = None
    solution: Any = None
    certificates: tuple[Certificate, ...] = ()
    engines: tuple[EngineReport, ...] = ()
    seconds: float = 0.0
    reason: str | None = None

    @property
    def optimal(self) -> bool:
        return self.status is Status.SOLVED and self.cost is not None and self.cost == self.lower_bound

    @property
    def exit_code(self) -> int:
        return EXIT_INTERRUPTED if self.reason == "interrupted" else EXIT_CODES[self.status]

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    def to_dict(self) -> dict[str, Any]:
        """The frozen JSON document, with the solution still in the level's own form."""
        return {
            "gridproof": FORMAT,
            "puzzle": self.puzzle,
            "level": {"title": self.title, "text": self.text, "sha256": self.sha256},
            "status": self.status.value,
            "metric": self.metric,
            "cost": self.cost,
            "lower_bound": self.lower_bound,
            "optimal": self.optimal,
            "max_cost": self.max_cost,
            "solution": self.solution,
            "certificates": [certificate.to_dict() for certificate in self.certificates],
            "engines": [
                {
                    "name": e.name,
                    "seconds": round(e.seconds, 6),
                    "nodes": e.nodes,
                    "lower_bound": e.lower_bound,
                    "cost": e.cost,
                }
                for e in self.engines
            ],
            "seconds": round(self.seconds, 6),
            "reason": self.reason,
        }

    @classmethod
    def from_dict(cls, raw: Mapping[str, Any], solution: Any = None) -> Answer:
        """The answer of a document that `check_form` accepts; `solution` in the form of the level.

        Raises AnswerError for a certificate or an engine's report that is none.
        """
        level = raw["level"]
        return cls(
            puzzle=raw["puzzle"],
            title=level.get("title") if isinstance(level.get("title"), str) else None,
            text=str(level.get("text")),
            status=Status(raw["status"]),
            metric=raw["metric"],
            cost=raw.get("cost"),
            lower_bound=raw.get("lower_bound"),
            max_cost=raw.get("max_cost"),
            solution=solution,
            certificates=tuple(Certificate.from_dict(entry) for entry in raw["certificates"]),
            engines=tuple(_engine_report(entry) for entry in raw.get("engines") or ()),
            seconds=_number(raw.get("seconds")),
            reason=raw.get("reason") if isinstance(raw.get("reason"), str) else None,
        )

    def json_chunks(self) -> Iterator[str]:
        """The JSON document in pieces, so that a board of 10^8 cells never needs it in memory at once."""
        first = True
        for key, value in self.to_dict().items():
            yield ("{" if first else ", ") + json.dumps(key) + ": "
            first = False
            if hasattr(value, "json_chunks"):
                yield from value.json_chunks()
            else:
                yield json.dumps(value, ensure_ascii=False, default=_plain)
        yield "}"

    def to_json(self) -> str:
        return "".join(self.json_chunks())


def _engine_report(raw: Any) -> EngineReport:
    if not isinstance(raw, Mapping) or not isinstance(raw.get("name"), str):
        raise AnswerError("an engine's report needs a 'name'")
    whole = {key: raw.get(key) if type(raw.get(key)) is int else None for key in ("nodes", "lower_bound", "cost")}
    return EngineReport(
        raw["name"], _number(raw.get("seconds")), whole["nodes"] or 0, whole["lower_bound"], whole["cost"]
    )


def _number(value: Any) -> float:
    return float(value) if type(value) in (int, float) else 0.0


def _plain(value: Any) -> Any:
    """JSON form of a value that a level or an engine left in its own compact form."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} has no JSON form")


def read_answer(text: str, path: str = "<text>") -> dict[str, Any]:
    """Parse an answer document and check its outer form.

    Raises AnswerError when it is not JSON, or not an answer. The solution stays as raw JSON: only the level
    knows how to read it.
    """
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise AnswerError(f"{path}: not an answer: expected a JSON document ({error})") from None
    return check_form(raw, path)


def check_form(raw: Any, path: str = "<answer>") -> dict[str, Any]:
    """The outer form of an answer document: the fields that every answer has, each of its type."""
    if not isinstance(raw, dict) or type(raw.get("gridproof")) is not int or raw["gridproof"] != FORMAT:
        raise AnswerError(f'{path}: not an answer: expected a JSON object with "gridproof": {FORMAT}')
    expected = {"puzzle": str, "level": dict, "status": str, "metric": str, "certificates": list}
    for key, kind in expected.items():
        if not isinstance(raw.get(key), kind):
            raise AnswerError(f"{path}: not an answer: field {key!r} should be {JSON_NAMES[kind]}")
    if raw["status"] not in EXIT_CODES:
        raise AnswerError(f"{path}: not an answer: unknown status {raw['status']!r}")
    for key in ("cost", "lower_bound", "max_cost"):
        value = raw.get(key)
        if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
            raise AnswerError(f"{path}: not an answer: field {key!r} should be a whole number or null")
    return raw


def counted(count: int, metric: str) -> str:
    """`2 pushes`, `1 push`, `1 move`."""
    if count != 1:
        return f"{count} {metric}"
    return f"1 {metric.removesuffix('es' if metric.endswith(('sses', 'shes')) else 's')}"

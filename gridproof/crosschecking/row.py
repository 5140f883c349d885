"""One row of a cross-check: what one engine, or one solver from elsewhere, says of one level."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gridproof.answer import Answer

SKIPPED, CRASHED = "skipped", "crashed"  # beside the four statuses of an answer


@dataclass(frozen=True, slots=True)
class Row:
    """`problems` are faults of this row alone: an illegal solution, a certificate that does not hold, a crash.

    `status` is that of an answer, or `skipped` (the engine does not apply: `reason` says why) or `crashed`.
    """

    level: str
    engine: str
    status: str
    metric: str = ""
    cost: int | None = None
    lower_bound: int | None = None
    seconds: float = 0.0
    nodes: int = 0
    reason: str | None = None
    problems: tuple[str, ...] = ()

    @property
    def optimal(self) -> bool:
        return self.status == "solved" and self.cost is not None and self.cost == self.lower_bound

    def brief(self) -> str:
        """`astar 33`, `sat 30..35`, `gf2 unsolvable`."""
        if self.status == "solved":
            return f"{self.engine} {self.cost}" if self.optimal else f"{self.engine} {self.lower_bound}..{self.cost}"
        why = f" ({self.reason})" if self.reason and self.status == "unknown" else ""
        bound = f" >= {self.lower_bound}" if self.lower_bound and self.status == "unknown" else ""
        return f"{self.engine} {self.status}{bound}{why}"

    def to_dict(self) -> dict[str, Any]:
        return {**dataclasses.asdict(self), "seconds": round(self.seconds, 6), "problems": list(self.problems)}

    @classmethod
    def from_dict(cls, raw: Mapping[str, Any]) -> Row:
        return cls(**{**raw, "problems": tuple(raw["problems"])})


def row_of(level: str, engine: str, answer: Answer, problems: tuple[str, ...]) -> Row:
    nodes = sum(report.nodes for report in answer.engines)
    return Row(
        level, engine, answer.status.value, answer.metric, answer.cost, answer.lower_bound, answer.seconds, nodes,
        answer.reason, problems,
    )  # fmt: skip

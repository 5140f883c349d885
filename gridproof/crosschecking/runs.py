"""Two stored runs compared: what became faster, slower, solved, wrong; in text, JSON, and as one HTML page."""

from __future__ import annotations

import html
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from gridproof.crosschecking.row import SKIPPED, Row

NOTABLE = 1.5  # times as fast or as slow
KINDS = (
    "newly wrong", "no longer solved", "newly solved", "better bound", "slower", "faster", "new", "gone", "same"
)  # fmt: skip
LEAST_SECONDS = 0.2  # shorter runs are noise


@dataclass(frozen=True, slots=True)
class Change:
    """One engine on one level in two runs; `kind` is what happened, `same` when nothing did."""

    kind: str
    before: Row | None
    after: Row | None

    @property
    def row(self) -> Row:
        row = self.after or self.before
        assert row is not None
        return row


def compare_runs(before: Iterable[Row], after: Iterable[Row]) -> list[Change]:
    """Changes in the order of the second run, then what only the first run holds."""
    old = {(row.level, row.engine): row for row in before if row.status != SKIPPED}
    changes = []
    for row in after:
        if row.status != SKIPPED:
            previous = old.pop((row.level, row.engine), None)
            changes.append(Change(_kind(previous, row), previous, row))
    return changes + [Change("gone", row, None) for row in old.values()]


def summary(changes: list[Change]) -> dict[str, int]:
    kinds = (
        "newly wrong",
        "no longer solved",
        "newly solved",
        "better bound",
        "slower",
        "faster",
        "new",
        "gone",
        "same",
    )
    return {kind: count for kind in kinds if (count := sum(change.kind == kind for change in changes))}


def to_dict(changes: list[Change]) -> dict[str, Any]:
    return {
        "summary": summary(changes),
        "rows": [
            {
                "level": change.row.level,
                "engine": change.row.engine,
                "change": change.kind,
                "before": change.before.to_dict() if change.before else None,
                "after": change.after.to_dict() if change.after else None,
            }
            for change in changes
        ],
    }


def _settled(row: Row) -> bool:
    return row.optimal or row.status in ("unsolvable", "out-of-bound")


def _kind(before: Row | None, after: Row) -> str:
    if after.problems and not (before and before.problems):
        return "newly wrong"
    if before is None:
        return "new"
    if _settled(before) and _settled(after) and (before.status, before.cost) != (after.status, after.cost):
        return "newly wrong"  # one of the two is; which, another engine must say
    if _settled(before) != _settled(after):
        return "newly solved" if _settled(after) else "no longer solved"
    if not _settled(after) and (after.lower_bound or 0) > (before.lower_bound or 0):
        return "better bound"
    if max(before.seconds, after.seconds) >= LEAST_SECONDS:
        if after.seconds > NOTABLE * before.seconds:
            return "slower"
        if before.seconds > NOTABLE * after.seconds:
            return "faster"
    return "same"


def to_html(changes: list[Change], title: str) -> str:
    """One self-contained page: the summary, a plot of seconds against seconds, and the rows that changed."""
    rows = "\n".join(_table_row(change) for change in changes if change.kind != "same" or len(changes) <= 500)
    counts = ", ".join(f"{count} {kind}" for kind, count in summary(changes).items())
    return PAGE.format(title=html.escape(title), counts=html.escape(counts), plot=_plot(changes), rows=rows)


def _table_row(change: Change) -> str:
    def cells(row: Row | None) -> str:
        if row is None:
            return "<td>–</td><td></td>"
        result = row.brief().removeprefix(row.engine).strip()
        return f"<td>{html.escape(result)}</td><td>{row.seconds:.2f}</td>"

    row = change.row
    problems = "<br>".join(html.escape(problem) for problem in row.problems)
    name = change.kind.replace(" ", "-")
    return (
        f'<tr class="{name}"><td>{html.escape(row.level)}</td><td>{html.escape(row.engine)}</td>'
        f"<td>{change.kind}{': ' + problems if problems else ''}</td>{cells(change.before)}{cells(change.after)}</tr>"
    )


def _plot(changes: list[Change]) -> str:
    """An SVG scatter plot on logarithmic axes from 1 ms to 10,000 s; points above the diagonal became slower."""
    import math

    def place(seconds: float) -> float:
        return 40 + 300 * (math.log10(min(max(seconds, 1e-3), 1e4)) + 3) / 7

    points = [
        f'<circle cx="{place(c.before.seconds):.1f}" cy="{360 - place(c.after.seconds):.1f}" r="3">'
        f"<title>{html.escape(c.row.level)} {html.escape(c.row.engine)}: {c.before.seconds:.2f} s, "
        f"{c.after.seconds:.2f} s</title></circle>"
        for c in changes
        if c.before and c.after
    ]
    if not points:
        return ""
    ticks = "".join(
        f'<text x="{place(10.0**k):.0f}" y="338" text-anchor="middle">{10.0**k:g}</text>'
        f'<text x="34" y="{364 - place(10.0**k):.0f}" text-anchor="end">{10.0**k:g}</text>'
        for k in range(-3, 5)
    )
    return (
        '<svg viewBox="0 0 360 360" role="img" aria-label="seconds before and after">'
        '<path d="M40 20V320H340M40 320L340 20" fill="none" stroke="currentColor" stroke-opacity=".4"/>'
        f'{ticks}<text x="190" y="356" text-anchor="middle">seconds before</text>'
        '<text x="10" y="170" text-anchor="middle" transform="rotate(-90 10 170)">seconds after</text>'
        + "".join(points)
        + "</svg>"
    )


PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }}
body {{ max-width: 60rem; margin: 2rem auto; padding: 0 1rem }}
svg {{ max-width: 26rem; fill: #2a6fb0; font-size: 10px }} svg text {{ fill: currentColor }}
table {{ border-collapse: collapse; width: 100% }} td, th {{ padding: .2rem .6rem; text-align: left }}
tr:nth-child(even) {{ background: #8881 }}
.newly-wrong td:nth-child(3), .no-longer-solved td:nth-child(3) {{ color: #c0392b; font-weight: bold }}
.newly-solved td:nth-child(3), .faster td:nth-child(3), .better-bound td:nth-child(3) {{ color: #1e8449 }}
</style>
<h1>{title}</h1>
<p>{counts}</p>
{plot}
<table><thead><tr><th>level</th><th>engine</th><th>change</th><th>before</th><th>s</th><th>after</th><th>s</th></tr></thead>
<tbody>
{rows}
</tbody></table>
</html>
"""

"""Known values for `--expect`: a CSV table of optima and bounds.

Columns: `level` (a number from 1, a title, or FILE#number), and any of `file`, `metric`, `optimal` (a number, or the
word `unsolvable`), `proven_lower_bound`, `best_known`, `source`. Lines that start with # are comments.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from gridproof.crosschecking.compare import Known
from gridproof.errors import LevelError
from gridproof.levels.text import read_file

VALUES = ("optimal", "proven_lower_bound", "best_known")


@dataclass(frozen=True, slots=True)
class _Entry:
    file: str
    level: str
    metric: str
    known: Known


class Table:
    """Known values, looked up by file, number, title and metric. Raises LevelError for a table that is none."""

    def __init__(self, path: str):
        source = read_file(Path(path))
        lines = [(number, line) for number, line in enumerate(source.lines) if line and not line.startswith("#")]
        reader = csv.reader(line for _, line in lines)
        header = next(reader, [])
        if "level" not in header or not set(VALUES) & set(header):
            raise source.error(f"expected a header with `level` and one of {', '.join(VALUES)}", 0)
        self._entries: list[_Entry] = []
        for (number, _), cells in zip(lines[1:], reader, strict=False):
            if len(cells) != len(header):
                raise source.error(f"{len(cells)} columns: expected {len(header)} as in the header", number)
            row = dict(zip(header, (cell.strip() for cell in cells), strict=True))
            try:
                known = Known(
                    optimal=_number(row.get("optimal", "").replace("unsolvable", "")),
                    lower_bound=_number(row.get("proven_lower_bound", "")),
                    best=_number(row.get("best_known", "")),
                    unsolvable=row.get("optimal") == "unsolvable",
                    source=Path(path).name,
                )
            except ValueError as error:
                raise source.error(f"expected whole numbers: {error}", number) from None
            file, _, level = row["level"].rpartition("#")
            self._entries.append(_Entry(row.get("file") or file, level, row.get("metric", ""), known))
        if not self._entries:
            raise LevelError("a table without rows", path)

    def find(self, file: str, number: int, title: str | None, metric: str) -> Known | None:
        """What the table says of level `number` (from 1) of a file; an entry without a file fits any file."""
        name = Path(file).name
        for entry in self._entries:
            fits = entry.file in ("", name, file, Path(file).stem) and entry.metric in ("", metric)
            if fits and entry.level in (str(number), title):
                return entry.known
        return None


def _number(text: str) -> int | None:
    return int(text) if text else None

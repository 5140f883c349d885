"""Sokoban text: the XSB family as found in the wild. Every decision is listed in docs/sokoban-format.md.

A line is a row when it holds board symbols only, a wall among them, or, inside a board, floor symbols only.
Anything else ends the board and is text: titles, `key: value` lines, solutions, comments.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from gridproof.errors import IllegalMove, LevelError
from gridproof.levels.sokoban.level import Sokoban
from gridproof.levels.sokoban.lurd import CONDENSED, LURD_LINE, expand_runs, shorten
from gridproof.levels.text import Source

LARGEST = 1000  # rows and columns of a board
MOST_LOOKED_AT = 2000  # lines of a text without a level, for one that nearly is a row
_PLAIN = re.compile(r"[#@+$*. _\-]+$")
_CODED = re.compile(r"[0-9#@+$*. _\-|]+$")
_RUN = re.compile(r"(\d*)([#@+$*. _\-])")
_KEY = re.compile(r"([A-Za-z][A-Za-z /_-]{0,30}?)\s*:\s*(.*)$")
_SOLUTION = re.compile(
    r"solution(?!\s*(?:name|comment|order|author|date))s?\b(?:\s*\([^)]*\))?([^:]*):?\s*(.*)$", re.I
)
_SAVED = re.compile(r"(?:save\s*game|snapshot)\b", re.I)
_KEYS_KEPT = ("title", "author", "comment")


def read(source: Source) -> list[Sokoban]:
    """Every level of a file, in order; boards that nobody can play stay in it with their `fault`.

    Raises LevelError when there is no board, when no board can be played, and for a row that is too long, with
    its place.
    """
    from gridproof.levels.sokoban.slc import is_slc, read_slc

    levels = read_slc(source) if is_slc(source) else _read_text(source)
    if not levels:
        for index, line in enumerate(source.lines[:MOST_LOOKED_AT]):
            if (column := _misprint(line)) is not None:
                raise _no_symbol(source, index, column, "no level in this file: ")
        raise source.error(
            "no level in this file: expected rows of # @ + $ * . and blanks", 0 if source.lines else None
        )
    if all(level.fault for level in levels):
        raise LevelError(levels[0].fault or "", *levels[0].place)
    return levels


def make_level(source: Source, start: int, rows: list[str], **details: object) -> Sokoban:
    """A level of rows whose first stands at index `start`: blanks cut on all sides, floor symbols made blanks.

    Raises LevelError for a board that is too large.
    """
    lines = [row.translate(_FLOORS).rstrip() for row in rows]
    while lines and not lines[0]:
        lines.pop(0)
        start += 1
    while lines and not lines[-1]:
        lines.pop()
    indent = min((len(line) - len(line.lstrip()) for line in lines if line), default=0)
    width = max((len(line) for line in lines), default=0) - indent
    if len(lines) > LARGEST or width > LARGEST:
        raise source.error(f"a board of {len(lines):,} rows, {width:,} columns: expected at most {LARGEST:,}", start)
    place = (source.name, source.first + start)
    cut = tuple(line[indent:] for line in lines)
    return Sokoban(cut, place=place, **details)  # type: ignore[arg-type]  # `details` are fields by name


_FLOORS = str.maketrans("-_", "  ")


# --- lines ---------------------------------------------------------------------------------------------------


def _rows_of(source: Source, index: int, line: str, inside: bool) -> list[str] | None:
    """The rows that a line stands for (several with `|`), or None when it is text. `line` has no tabs."""
    if len(line) > LARGEST and (_PLAIN.match(line[: LARGEST + 1]) or _CODED.match(line[: LARGEST + 1])):
        if "|" not in line and "#" in line[:LARGEST]:
            raise source.error(f"a row of {len(line):,} cells: expected at most {LARGEST:,}", index, LARGEST)
        if len(line) > LARGEST * (LARGEST + 1):
            raise source.error(f"a line of {len(line):,} cells: expected a board of at most {LARGEST:,} rows", index)
    elif len(line) > LARGEST:
        return None
    if _PLAIN.match(line):
        floor_only = not line.strip(" -_")
        piece_only = bool(set(line) & set("@+$*."))
        return [line] if "#" in line or (inside and (piece_only or (floor_only and line.strip()))) else None
    if not _CODED.match(line) or not ("#" in line or inside):
        return None
    rows = [_expand_row(source, index, piece) for piece in line.rstrip().removesuffix("|").split("|")]
    read = [row for row in rows if row is not None]
    return read if len(read) == len(rows) else None


def _misprint(line: str) -> int | None:
    """Where a line has its first character that is no symbol, if it is a row but for one or two of these."""
    row = line.strip()
    if len(line) > LARGEST or len(row) < 3 or row[0] != "#" or row[-1] != "#":
        return None
    wrong = [column for column, symbol in enumerate(line) if not _PLAIN.match(symbol)]
    return wrong[0] if 1 <= len(wrong) <= 2 else None


def _follows_a_row(source: Source, index: int) -> bool:
    """Whether the line after this one is a plain row with a wall."""
    following = "".join(source.lines[index + 1 : index + 2])
    return len(following) <= LARGEST and "#" in following and bool(_PLAIN.match(following))


def _no_symbol(source: Source, index: int, column: int, why: str = "") -> LevelError:
    symbol = source.lines[index][column]
    return source.error(f"{why}{symbol!r} in a row: expected one of # @ + $ * . or a blank", index, column)


def _expand_row(source: Source, index: int, piece: str) -> str | None:
    """A run-length coded row; None when a number stands before no symbol, so that the line is text."""
    cells: list[str] = []
    at = total = 0
    while at < len(piece):
        run = _RUN.match(piece, at)
        if run is None:
            return None
        count = int(run[1][:9] or 1)
        total += count
        if total > LARGEST or len(run[1]) > 9:
            raise source.error(f"a row of more than {LARGEST:,} cells", index, at)
        cells.append(run[2] * count)
        at = run.end()
    return "".join(cells)


@dataclass
class _Text:
    """What stands between two boards."""

    values: dict[str, str] = field(default_factory=dict)
    solutions: list[str] = field(default_factory=list)
    heading: str | None = None  # a single line of text by itself, directly before the next board
    _open: str | None = None  # the block that goes on: "solution", "saved" or "comment"
    _fresh: bool = True  # the line before was blank, or a key, or a solution

    def add(self, line: str) -> None:
        text = line.strip().lstrip(";'").strip() if line[:1] in ";'" else line.strip()
        if self._open == "comment":
            self._comment(text)
        elif not text or text.strip("-=*~_ ") == "":
            self._fresh = True
            if self._open == "solution" and self.solutions[-1]:
                self._open = None
        elif self._open and LURD_LINE.match(text.replace(" ", "")):
            if self._open == "solution":
                self.solutions[-1] += text.replace(" ", "")
        else:
            self._open = None
            self._other(text)

    def _other(self, text: str) -> None:
        if _SAVED.match(text):
            self._open, self._fresh = "saved", True
        elif match := _SOLUTION.match(text):
            rest = match[2].replace(" ", "")
            good = LURD_LINE.match(rest) or CONDENSED.match(rest)
            if rest and not good:
                self._fresh, self.heading = False, None
                return
            self.solutions.append(rest)
            self._open, self._fresh = "solution", True
        elif (match := _KEY.match(text)) and match[1].lower() != "level":
            key = match[1].strip().lower()
            if key == "comment" and not match[2]:
                self._open = "comment"
            self.values.setdefault(key, match[2].strip())
            self._fresh = True
        else:
            self.heading = text if self._fresh else None
            self._fresh = False

    def _comment(self, text: str) -> None:
        """A comment block runs to `Comment-End:`, or to the next board."""
        if re.match(r"comment[ _-]?end\b", text, re.I):
            self._open, self._fresh = None, True
        else:
            self.values["comment"] = (self.values["comment"] + "\n" + text).removeprefix("\n")


def _read_text(source: Source) -> list[Sokoban]:
    boards: list[Sokoban] = []
    texts = [_Text()]
    start, rows = 0, list[str]()

    def close() -> None:
        nonlocal rows
        if any(cell in row for row in rows for cell in "@+$*."):
            boards.append(make_level(source, start, rows))
            texts.append(_Text())
        elif rows:
            for row in rows:  # walls alone are no level but text
                texts[-1].add("." + row)
        rows = []

    for index, raw in enumerate(source.lines):
        line = raw.lstrip(">") if raw[:1] == ">" else raw
        line = line.expandtabs() if "\t" in line[: LARGEST + 1] else line
        found = _rows_of(source, index, line, inside=bool(rows)) if line else None
        if found is None:
            if rows and (column := _misprint(raw)) is not None and _follows_a_row(source, index):
                raise _no_symbol(source, index, column)  # not text that divides two boards
            close()
            texts[-1].add(line)
            continue
        if not rows:
            start = index
        rows += found
        if len(rows) > LARGEST + LARGEST:
            raise source.error(f"a board of more than {LARGEST:,} rows", start)
    close()
    return _with_details(boards, texts)


def _with_details(boards: list[Sokoban], texts: list[_Text]) -> list[Sokoban]:
    """Give each board the text that belongs to it: texts[i] stands before board i, texts[i + 1] after it.

    `key: value` lines follow their board, as the SOK format has it, unless only the first board has a title
    before it and the last one has none after it. Around a single board all text is its own.
    """
    if len(boards) == 1:
        texts[1].values = texts[0].values | texts[1].values
    before = "title" in texts[0].values and "title" not in texts[-1].values
    levels = []
    for index, board in enumerate(boards):
        values = texts[index if before else index + 1].values
        title = values.get("title") or texts[index].heading
        levels.append(
            replace(
                board,
                title=title,
                author=values.get("author") or None,
                comment=values.get("comment") or None,
                solutions=tuple(_plain(solution) for solution in texts[index + 1].solutions if solution),
            )
        )
    return levels


def _plain(solution: str) -> str:
    """A stored solution with its run lengths expanded; what is no LURD stays as it stands."""
    try:
        return solution if CONDENSED.match(solution) else expand_runs(solution)
    except IllegalMove:
        return solution


# --- writing -------------------------------------------------------------------------------------------------


def write(level: Sokoban, with_solutions: bool = True) -> str:
    """XSB: the rows, then title, author, comment and solutions. An empty row inside the board is written `-`."""
    return _document(level, [row or "-" for row in level.rows], with_solutions)


def write_rle(level: Sokoban) -> str:
    """The same with rows and solutions run-length coded, the rows in one line."""
    coded = "|".join(shorten(row.replace(" ", "-") or "-") for row in level.rows)
    return _document(level, [coded], True, shorten)


def _document(level: Sokoban, board: list[str], with_solutions: bool, code: Callable[[str], str] = str) -> str:
    lines = [*board, *(f"{key.capitalize()}: {value}" for key in _KEYS_KEPT[:2] if (value := getattr(level, key)))]
    if level.comment and "\n" in level.comment:
        lines += ["Comment:", level.comment, "Comment-End:"]
    elif level.comment:
        lines.append(f"Comment: {level.comment}")
    if with_solutions:
        # the condensed form holds digits and commas; only plain letters are coded
        lines += [f"Solution: {code(text) if text.isalpha() else text}" for text in level.solutions]
    return "\n".join([*lines, "", ""])

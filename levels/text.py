"""Text of levels: decoding files, places for errors, and the common format of headers, board and blocks.

key: value        headers, each at most once
010               the board: every line up to the first blank line or block
goal:             blocks, each a name alone on its line, then rows
111
---               the next level of the file
; a comment

"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from gridproof.errors import LevelError

MAX_BYTES = 256 << 20  # a 10,000 x 10,000 board takes 100 MB
MAX_LINES = 2_000_000  # each line is an object of its own; a file of line ends alone would fill the memory
HEADER = re.compile(r"([A-Za-z][A-Za-z -]*):(?:[ \t]+(.*))?$")
FREE_HEADERS = ("puzzle", "title", "author", "source", "comment")  # read for every puzzle


@dataclass(frozen=True, slots=True)
class Source:
    """Lines of text and where they stand: `name` for messages, `first` the number of the first line."""

    name: str
    lines: Sequence[str]
    first: int = 1

    def error(self, reason: str, index: int | None = None, column: int | None = None) -> LevelError:
        """A LevelError at line `index` (0 = the first of these lines) and `column` (0 = leftmost)."""
        line = None if index is None else self.first + index
        return LevelError(reason, self.name, line, None if column is None else column + 1)

    def part(self, start: int, stop: int) -> Source:
        return Source(self.name, self.lines[start:stop], self.first + start)


def read_file(path: Path, missing: str = "no such file", wanted: str = "a text file") -> Source:
    """Read and decode a file. Raises LevelError for a missing file, a folder, or a file that is not text."""
    try:
        with path.open("rb") as file:
            raw = read_bytes(file, str(path))
    except FileNotFoundError:
        raise LevelError(missing, str(path)) from None
    except IsADirectoryError:
        raise LevelError(f"this is a folder: expected {wanted}", str(path)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise LevelError(f"cannot be read: {reason}", str(path)) from None
    return decode(raw, str(path))


def read_bytes(file: BinaryIO, name: str) -> bytes:
    """All of a file, of a pipe or of a device; raises LevelError when that is more than any level holds."""
    raw = file.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise LevelError(f"more than {MAX_BYTES:,} bytes: no level is so large", name)
    return raw


def decode(raw: bytes, name: str) -> Source:
    """Decode UTF-8 (with or without BOM) or, failing that, cp1252; any kind of line end.

    Raises LevelError for UTF-16 and for bytes that no text holds.
    """
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise LevelError("UTF-16 text: expected UTF-8", name)
    if (nul := raw.find(b"\0")) >= 0:
        line = raw.count(b"\n", 0, nul) + 1
        raise LevelError("a binary file: expected a text file", name, line, nul - raw.rfind(b"\n", 0, nul))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("cp1252", errors="replace")
    return from_text(text, name)


def from_text(text: str, name: str = "<text>") -> Source:
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if (count := text.count("\n")) > MAX_LINES:
        raise LevelError(f"{count:,} lines: expected at most {MAX_LINES:,}", name)
    lines = text.removeprefix("\ufeff").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    return Source(name, lines)


@dataclass(frozen=True, slots=True)
class Rows:
    """A run of rows: `start` is the index of the first in the source."""

    source: Source
    start: int
    lines: Sequence[str]

    def error(self, reason: str, row: int, column: int | None = None) -> LevelError:
        return self.source.error(reason, self.start + row, column)


@dataclass(frozen=True, slots=True)
class Document:
    """One level in the common format, its board and blocks still unread."""

    source: Source
    headers: dict[str, str]
    header_lines: dict[str, int]
    board: Rows
    blocks: dict[str, Rows] = field(default_factory=dict)

    @property
    def title(self) -> str | None:
        return self.headers.get("title") or None

    def header_error(self, key: str, expected: str) -> LevelError:
        return self.source.error(f"{key}: {self.headers[key]}: expected {expected}", self.header_lines[key])

    def choice(self, key: str, choices: Sequence[str], default: str) -> str:
        """The value of a header that takes one of a few words."""
        value = self.headers.get(key, default)
        if value not in choices:
            raise self.header_error(key, " | ".join(choices))
        return value


def split(source: Source) -> Iterator[Source]:
    """The levels of a file in the common format, cut at the `---` lines; empty parts are passed over."""
    start = 0
    for index, line in enumerate((*source.lines, "---")):
        # the length test first: lines of a big board are long, and stripping each would copy it
        if len(line) < 80 and line.strip() == "---":
            part = source.part(start, index)
            if any(len(text) >= 80 or (text.strip() and not text.startswith(";")) for text in part.lines):
                yield part
            start = index + 1


def document(source: Source, headers: Sequence[str] = (), blocks: Sequence[str] = ()) -> Document:
    """Read one level in the common format, with the headers and blocks that its puzzle knows.

    Raises LevelError for a header or block that is unknown or stands twice, a missing board, and rows after
    a blank line that belong to no block.
    """
    found: dict[str, str] = {}
    places: dict[str, int] = {}
    parts: dict[str, tuple[int, list[str]]] = {"": (0, [])}
    current, ended = "", False
    for index, line in enumerate(source.lines):
        if line.startswith(";"):
            continue
        match = HEADER.match(line) if len(line) < 1000 else None
        key = match[1].strip().lower() if match else ""
        if match and not (match[2] or "").strip() and key in blocks:
            if key in parts:
                raise source.error(f"a second {key}: block", index)
            parts[key] = (index + 1, [])
            current, ended = key, False
        elif match and not parts[""][1] and current == "":
            if key not in (*FREE_HEADERS, *headers):
                known = ", ".join((*FREE_HEADERS, *headers))
                raise source.error(f"unknown header {key!r}: expected one of {known}", index, 0)
            if key in found:
                raise source.error(f"a second {key}: line", index, 0)
            found[key], places[key] = (match[2] or "").strip(), index
        elif len(line) < 1000 and not line.strip(" \t"):
            # Blank lines end a block; a row of spaces inside a board is a row without cells only if rows follow,
            # which the puzzle can't know here: write x or # for such rows.
            ended = bool(parts[current][1])
        elif ended:
            where = f"the {current}: block" if current else "the board"
            raise source.error(f"a row after the blank line that ended {where}: expected a block or ---", index)
        else:
            start, rows = parts[current]
            if not rows:
                parts[current] = (index, rows)
            elif start + len(rows) != index:
                raise source.error("a comment inside a block: expected the next row", index - 1)
            rows.append(line)
    start, rows = parts.pop("")
    if not rows:
        expected = f" (blocks: {', '.join(blocks)})" if blocks else ""
        raise source.error(f"no board: expected rows of cells{expected}", max(0, len(source.lines) - 1))
    board = Rows(source, start, rows)
    return Document(
        source, found, places, board, {key: Rows(source, at, lines) for key, (at, lines) in parts.items()}
    )

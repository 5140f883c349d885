"""Finding levels: a file, standard input, a bundled name, a level short enough to type.

`FILE#3` or `FILE#Title` picks one of several.
"""

from __future__ import annotations

import math
import os
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import cast

from gridproof.errors import LevelError, UsageError
from gridproof.levels.base import Level
from gridproof.levels.text import HEADER, Source, decode, from_text, read_bytes, read_file, split
from gridproof.registry import PUZZLES, Puzzle, puzzle, puzzle_of_suffix

RARE = math.log(1e-5)  # the share of a letter that no bundled board has


def load(name: str) -> Level:
    """One level: the first of a file or bundled collection, or the one that `#` picks.

    Raises LevelError for text that is no level, and for a number or title that is not there.
    """
    return load_all(name)[0]


def load_all(name: str) -> list[Level]:
    """Every level that `name` stands for; `NAME#3` (from 1) or `NAME#Title` gives a list of one."""
    given = name
    name, pick = split_pick(name)
    if name == "-":
        source, suffix = decode(read_bytes(sys.stdin.buffer, "<stdin>"), "<stdin>"), ""
    elif os.path.exists(path := Path(name)) or (bundled := find_bundled(name)) is None:
        if not os.path.exists(path) and (literal := find_literal(given)) is not None:
            return [literal]
        source = read_file(path, "no such file, and no bundled level of this name", "a level file")
        suffix = path.suffix
    else:
        collection, item = bundled
        source, suffix = decode(collection.read_bytes(), name), Path(collection.name).suffix
        pick = item or pick
    levels = read_levels(source, suffix=suffix)
    return levels if pick is None else [_pick(levels, pick, source.name)]


def parse(text: str, puzzle: str | None = None) -> Level:
    """The first level of a text. `puzzle` may be left out when a `puzzle:` line says it."""
    return read_levels(from_text(text), kind=puzzle)[0]


def read_levels(source: Source, kind: str | None = None, suffix: str = "") -> list[Level]:
    """Every level of a source; the puzzle is `kind`, or what its `puzzle:` line or its suffix says."""
    known = puzzle(kind) if kind else puzzle_of_suffix(suffix)
    if known is not None:
        _reject_other_puzzle(source, known)
        levels = known.load().read(source)
    else:
        levels = [level for part in split(source) for level in _headed_puzzle(part).load().read(part)]
    if not levels:
        raise source.error("no level in this file" if source.lines else "an empty file: expected a level")
    return levels


def recognise(source: Source) -> list[Level]:
    """Every level of a text that does not say its puzzle, where it can be a text of one puzzle only.

    Raises LevelError: where several puzzles could read it, with their names; where none can, with the fault that the
    puzzle finds whose boards have such letters.
    """
    found, faults = [], dict[str, LevelError]()
    for row in PUZZLES.values():
        try:
            found.append(read_levels(source, kind=row.name))
        except LevelError as error:
            faults[row.name] = error
    if len(found) == 1:
        return found[0]
    likely = likeliest(source)
    if found or likely is None:
        names = " | ".join([levels[0].puzzle for levels in found] or PUZZLES)
        raise source.error(f"which puzzle is this? choose it, or begin the text with a line `puzzle: {names}`")
    fault = faults[likely.name]
    raise LevelError(f"taken for {likely.name}: {fault.reason}", fault.path, fault.line, fault.column)


def likeliest(source: Source) -> Puzzle | None:
    """The puzzle whose bundled boards have letters such as these; None where they are like none of them.

    Naive Bayes: the product of how often each letter stands on boards of the puzzle.
    """
    letters = _letters(source)
    shares = _shares()
    name = max(shares, key=lambda name: sum(n * shares[name].get(c, RARE) for c, n in letters.items()))
    strange = sum(count for letter, count in letters.items() if letter not in shares[name])
    return PUZZLES[name] if 4 * strange < letters.total() else None


def _letters(source: Source) -> Counter[str]:
    """How often each character stands in the lines that may be rows."""
    lines = (line for line in source.lines if not line.startswith(";") and not HEADER.match(line[:200]))
    return Counter("".join(line.rstrip() for line in lines))


@cache
def _shares() -> dict[str, dict[str, float]]:
    """The logarithm of each letter's share on the bundled boards of each puzzle."""
    counts = {row.name: Counter[str]() for row in PUZZLES.values()}
    for row, name, file in collections():
        counts[row.name] += _letters(decode(file.read_bytes(), name))
    return {name: {c: math.log(n / found.total()) for c, n in found.items()} for name, found in counts.items()}


def slug(title: str) -> str:
    """`Heng Dao Li Ma (横刀立马)` -> `heng-dao-li-ma`: a name in another script may follow in parentheses.

    Elsewhere letters of other scripts stay.
    """
    title = re.sub(r"(?<=\S)\s*\([^()a-zA-Z0-9]+\)$", "", title)
    folded = "".join(c for c in unicodedata.normalize("NFKD", title) if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", "-", folded.lower()).strip("-")


def collections() -> Iterator[tuple[Puzzle, str, Traversable]]:
    """The bundled collections: their puzzle, name and file."""
    root = resources.files("gridproof.levels") / "collections"
    for row in PUZZLES.values():
        folder = root / row.name
        if folder.is_dir():
            for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
                if Path(file.name).suffix in row.suffixes:
                    yield row, Path(file.name).stem, file


def find_bundled(name: str) -> tuple[Traversable, str | None] | None:
    """The file of a bundled collection, and the level's slug when `name` is `collection/slug`."""
    collection, _, item = name.partition("/")
    for _, stem, file in collections():
        if stem == collection:
            return file, item or None
    return None


def find_literal(text: str) -> Level | None:
    """The level that the name itself is, for puzzles that have a form short enough to type."""
    for row in PUZZLES.values():
        read_literal = getattr(row.load(), "read_literal", None)
        if read_literal is not None and (level := read_literal(text)) is not None:
            return cast(Level, level)
    return None


def split_pick(name: str) -> tuple[str, str | None]:
    """`FILE#3` -> FILE, 3. Both a file's name and a title may hold a `#`: the longest FILE that is there counts."""
    if os.path.exists(name) or "#" not in name:
        return name, None
    base, _, pick = name.partition("#")
    for place in (match.start() for match in re.finditer("#", name)):
        if os.path.exists(name[:place]):
            base, pick = name[:place], name[place + 1 :]
    if not pick:
        raise UsageError(f"{name}: expected a level number or title after #")
    return base, pick


def _pick(levels: list[Level], pick: str, name: str) -> Level:
    if pick.isascii() and pick.isdigit():
        if len(pick) > 9 or not 1 <= int(pick) <= len(levels):
            raise LevelError(f"no level {pick}: expected 1 to {len(levels)}", name)
        return levels[int(pick) - 1]
    matches = [i for i, level in enumerate(levels) if level.title == pick]
    if not matches:
        matches = [i for i, level in enumerate(levels) if level.title and slug(level.title) == slug(pick)]
    if not matches:
        raise LevelError(f"no level titled {pick!r} among {len(levels)}", name)
    if len(matches) > 1:
        numbers = ", ".join(f"#{i + 1}" for i in matches)
        raise LevelError(f"{len(matches)} levels are titled {pick!r}: pick one by number ({numbers})", name)
    return levels[matches[0]]


def _header_puzzles(source: Source) -> Iterator[tuple[int, str]]:
    """Lines of the form `puzzle: name`, as index and name."""
    for index, line in enumerate(source.lines):
        match = HEADER.match(line) if len(line) < 200 and line[:1] in "pP" else None
        if match and match[1].strip().lower() == "puzzle":
            yield index, (match[2] or "").strip()


def _headed_puzzle(part: Source) -> Puzzle:
    for index, name in _header_puzzles(part):
        if name not in PUZZLES:
            raise part.error(f"puzzle: {name}: expected one of {', '.join(PUZZLES)}", index)
        return PUZZLES[name]
    suffixes = ", ".join(suffix for row in PUZZLES.values() for suffix in row.suffixes)
    likely = likeliest(part)
    names = f"{likely.name}`, as it seems," if likely else f"{' | '.join(PUZZLES)}`"
    raise part.error(f"which puzzle? expected a line `puzzle: {names} or a suffix {suffixes}", 0)


def _reject_other_puzzle(source: Source, known: Puzzle) -> None:
    for index, name in _header_puzzles(source):
        if name != known.name:
            raise source.error(f"puzzle: {name}: expected {known.name} here", index)

"""One-line forms of sliding-block levels.

Rush Hour    36 characters, 6 x 6 in reading order: letters are cars, `o` or `.` empty, `x` wall; A leaves right.
layout       20 characters, 5 rows of 4 in reading order: letters are pieces, `@` empty; A must reach the two middle
             columns of the two lowest rows (the gate of Huarong Dao). Pieces past Z are `[`, `\\`, `]`.
rows         START,GOAL[,FLAGS]: rows joined by `/`; `#` or a blank is a wall, `.` empty or free, `-` a gate, any
             other character a piece; flags `axis` (along the long axis), `equiv:123` (interchangeable pieces),
             `linked:12` (pieces in several parts).

A file holds one a line, with a title after it if one likes; `#` and `;` start comments.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from functools import partial

from gridproof.errors import LevelError
from gridproof.levels.sliding.level import Sliding
from gridproof.levels.text import Source, from_text

RUSH_SIDE = 6
LAYOUT = (5, 4)
LAYOUT_GOAL = ((3, 1), (3, 2), (4, 1), (4, 2))
RUSH_EMPTY, RUSH_WALL, LAYOUT_EMPTY = "o", "x", "@"
PAST_Z = "[\\]"
LETTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits


def read_literal(text: str) -> Sliding | None:
    """A level given as an argument in place of a file name; None when the text is none of the one-line forms.

    Raises LevelError for text that is nearly one: a Rush Hour string of 35 characters, a bent car.
    """
    if not _one_line(text):
        return None
    return _read_line(from_text(text, "<argument>"), 0, text, None)


def looks_compact(source: Source) -> bool:
    """Whether a source holds levels in one-line forms: by its suffix, or by its first line of all."""
    if source.name.lower().endswith(".rush"):
        return True
    if any(len(line) < 20 and line.strip().lower() == "goal:" for line in source.lines):
        return False
    first = next((line for line in source.lines if line.strip() and line[0] not in ";#"), "")
    if first.lower().startswith("puzzle:"):
        first = next((line for line in source.lines[1:] if line.strip() and line[0] not in ";#"), "")
    return _one_line(first.split(maxsplit=1)[0]) if first.strip() else False


def read_compact(source: Source) -> list[Sliding]:
    """One level a line: the string, then a title if there is one."""
    levels = []
    for index, line in enumerate(source.lines):
        if not line.strip() or line[0] in ";#" or line.lower().startswith("puzzle:") or line.strip() == "---":
            continue
        start = len(line) - len(line.lstrip())
        word, _, title = line.strip().partition(" ")
        levels.append(_read_line(source, index, word, title.strip() or None, start))
    return levels


def _one_line(word: str) -> bool:
    if "," in word and "/" in word:
        return _cut_rows(*word.split(",")[:2]) is not None
    if not word.isascii() or word.strip(string.ascii_letters + ".@" + PAST_Z):
        return False
    if len(word) == LAYOUT[0] * LAYOUT[1]:
        return LAYOUT_EMPTY in word
    return 30 <= len(word) <= 42 and not word.strip(string.ascii_letters + ".")


def _read_line(source: Source, index: int, word: str, title: str | None, start: int = 0) -> Sliding:
    if "/" in word and "," in word:
        return read_rows(word, title, source, index, start)
    if LAYOUT_EMPTY in word:
        return _layout(source, index, word, title, start)
    return _rush(source, index, word, title, start)


# --- Rush Hour -----------------------------------------------------------------------------------------------


def _rush(source: Source, index: int, word: str, title: str | None, start: int) -> Sliding:
    size = RUSH_SIDE * RUSH_SIDE
    if len(word) != size:
        raise source.error(f"{len(word)} characters: expected {size}, a 6 x 6 Rush Hour board", index, start)
    for at, character in enumerate(word):
        if character not in string.ascii_letters and character != ".":
            raise source.error(f"unknown character {character!r}: expected a letter, o or x", index, start + at)
    text = word.replace(RUSH_EMPTY, ".").replace(RUSH_WALL, "#")
    if "A" not in text:
        raise source.error("no car A: expected the car that leaves to the right", index, start)
    row, length = text.index("A") // RUSH_SIDE, text.count("A")
    goal = ["."] * size
    goal[row * RUSH_SIDE + RUSH_SIDE - length : (row + 1) * RUSH_SIDE] = "A" * length
    if text[row * RUSH_SIDE : (row + 1) * RUSH_SIDE].count("A") != length:
        raise source.error("car A does not lie in one row: it leaves to the right", index, start + text.index("A"))
    return _through_text(source, index, start, text, "".join(goal), RUSH_SIDE, ["axis: long"], title, lambda c: c)


def write_rush(level: Sliding) -> str:
    """The 36 characters of a level. Raises LevelError for a level that is no Rush Hour board with its exit right."""
    row = level.pieces[level.index_of["A"]].cells[0] // RUSH_SIDE if "A" in level.index_of else 0
    exit_cells = tuple(cell for piece in level.goal for cell in piece.cells)
    length = len(exit_cells)
    right = tuple(range((row + 1) * RUSH_SIDE - length, (row + 1) * RUSH_SIDE))
    names = "".join(piece.name for piece in level.pieces)
    unfit = (
        level.shape != (RUSH_SIDE, RUSH_SIDE)
        or not level.axis_long
        or level.gates
        or level.same
        or [piece.name for piece in level.goal] != ["A"]
        or exit_cells != right
    )
    if unfit:
        raise LevelError("not a 6 x 6 board with axis: long whose car A leaves to the right", "convert to rush")
    rename = _renaming(names, [c for c in LETTERS[:52] if c not in "AxoX"])
    return _joined(level, "", RUSH_EMPTY, RUSH_WALL, rename) + _titled(level) + "\n"


# --- Huarong Dao layouts -------------------------------------------------------------------------------------


def _layout(source: Source, index: int, word: str, title: str | None, start: int) -> Sliding:
    rows, columns = LAYOUT
    if len(word) != rows * columns:
        reason = (
            f"{len(word)} characters: expected {rows * columns}, a Huarong Dao layout of {rows} rows of {columns}"
        )
        raise source.error(reason, index, start)
    goal = ["."] * (rows * columns)
    for r, c in LAYOUT_GOAL:
        goal[r * columns + c] = "A"
    text = word.replace(LAYOUT_EMPTY, ".")
    for sign, letter in zip(PAST_Z, "abc", strict=True):
        text = text.replace(sign, letter)
    return _through_text(source, index, start, text, "".join(goal), columns, [], title, lambda c: c)


def write_layout(level: Sliding) -> str:
    """The 20 characters of a level. Raises LevelError for another board, goal or set of pieces."""
    columns = LAYOUT[1]
    gate = tuple(r * columns + c for r, c in LAYOUT_GOAL)
    pools = {(1, 1): list("NOPQRSTUVWXYZ" + PAST_Z), (1, 2): list("BCDEFG"), (2, 1): list("HIJKLM"), (2, 2): ["A"]}
    rename: dict[str, str] = {}
    fits = level.shape == LAYOUT and not (level.walls or level.gates or level.axis_long or level.same)
    fits = fits and [piece.cells for piece in level.goal] == [gate]
    for piece in level.pieces if fits else ():
        height = piece.cells[-1] // columns - piece.cells[0] // columns + 1
        pool = pools.get((height, len(piece.cells) // height), [])
        if not pool:
            fits = False
            break
        rename[piece.name] = pool.pop(0)
    if not fits:
        raise LevelError("not a 5 x 4 Huarong Dao board whose 2 x 2 piece leaves below", "convert to layout")
    return _joined(level, "", LAYOUT_EMPTY, "#", rename) + _titled(level) + "\n"


# --- rows ----------------------------------------------------------------------------------------------------


def read_rows(
    word: str, title: str | None = None, source: Source | None = None, index: int = 0, start: int = 0
) -> Sliding:
    """A level from `START,GOAL[,FLAGS]`. The pieces keep their letters; other signs become unused letters."""
    source = source or from_text(word)
    parts = word.split(",")
    if len(parts) not in (2, 3):
        raise source.error(f"{len(parts)} parts: expected START,GOAL or START,GOAL,FLAGS", index, start)
    cut = _cut_rows(parts[0], parts[1])
    if cut is None:
        raise source.error("rows of different lengths, or another size of the goal than of the start", index, start)
    width, first, texts = cut
    headers = []
    equal = []
    for flag in parts[2].split() if len(parts) == 3 else ():
        if flag == "axis":
            headers.append("axis: long")
        elif flag.startswith("equiv:"):
            equal.append(flag.removeprefix("equiv:"))
        elif flag.startswith("linked:"):
            headers.append(f"linked: {flag.removeprefix('linked:')}")
        else:
            raise source.error(f"flag {flag!r}: expected axis, equiv:LETTERS or linked:LETTERS", index, start)
    used = {c for c in texts[0] if c.isalnum()}
    rename: dict[str, str] = {}
    spare = iter(c for c in LETTERS if c not in used)
    for character in texts[0] + texts[1]:
        if not character.isalnum() and character not in ".#- " and character not in rename:
            rename[character] = next(spare, character)
    if equal:
        headers.append("same: " + " ".join("".join(rename.get(c, c) for c in group) for group in equal))
    board, goal = ("".join(rename.get(c, c) for c in text).replace(" ", "#") for text in texts)
    goal = "".join("." if g in "#-" else g for g in goal)
    return _through_text(source, index, start, board, goal, width, headers, title, first)


def _cut_rows(start: str, goal: str) -> tuple[int, Callable[[int], int], tuple[str, str]] | None:
    """Width, the place of a cell in the line, and both boards without slashes; None when the parts do not fit.

    Where both parts have as many slashes, these end the rows, and rows that are short have walls at their end.
    Otherwise a slash is a piece as well: then the rows are of equal length.
    """
    if start.count("/") == goal.count("/"):
        rows = start.split("/"), goal.split("/")
        width = max(len(row) for row in rows[0])
        if not width or any(len(row) > width for row in rows[1]):
            return None
        begins = [0]
        for row in rows[0]:
            begins.append(begins[-1] + len(row) + 1)
        boards = ["".join(row.ljust(width) for row in part) for part in rows]
        return width, lambda cell: begins[cell // width] + cell % width, (boards[0], boards[1])
    if len(start) != len(goal):
        return None
    for width in range(1, len(start) + 1):
        cuts = range(width, len(start), width + 1)
        even = (len(start) + 1) % (width + 1) == 0 and goal.count("/") == len(cuts)
        if even and all(start[i] == goal[i] == "/" for i in cuts):
            joined = ["".join(part[i : i + width] for i in range(0, len(part), width + 1)) for part in (start, goal)]
            return width, partial(_past_slashes, width), (joined[0], joined[1])
    return None


def _past_slashes(width: int, cell: int) -> int:
    """The place of a cell in a line of rows of one width joined by slashes."""
    return cell + cell // width


def write_rows(level: Sliding) -> str:
    """`START,GOAL[,FLAGS]` of a level."""
    from gridproof.levels.sliding.format import board_rows, goal_rows

    flags = (["axis"] if level.axis_long else []) + [f"equiv:{group}" for group in level.same]
    flags += [f"linked:{level.linked}"] if level.linked else []
    parts = [
        "/".join(board_rows(level, level.pieces)),
        "/".join(goal_rows(level)),
        *([" ".join(flags)] if flags else []),
    ]
    return ",".join(parts) + "\n"


# --- shared --------------------------------------------------------------------------------------------------


def _through_text(
    source: Source,
    index: int,
    start: int,
    board: str,
    goal: str,
    width: int,
    headers: list[str],
    title: str | None,
    column_of: Callable[[int], int],
) -> Sliding:
    """Read by way of the text format, so that every check is made there; errors point into the one line."""
    from gridproof.levels.sliding.format import read  # the text format reads files of one-line forms with this module

    def cut(text: str) -> list[str]:
        return [text[i : i + width] for i in range(0, len(text), width)]

    title_lines = [f"title: {title}"] if title else []
    lines = ["puzzle: sliding", *title_lines, *headers, *cut(board), "goal:", *cut(goal)]
    try:
        return read(from_text("\n".join(lines)))[0]
    except LevelError as error:
        first = 1 + len(title_lines) + len(headers)
        row = (error.line or 1) - 1 - first
        if error.column is None or not 0 <= row * width < len(board):
            raise source.error(error.reason, index, start) from None
        cell = row * width + error.column - 1
        raise source.error(error.reason, index, start + column_of(cell)) from None


def _renaming(names: str, letters: list[str]) -> dict[str, str]:
    """New letters where the present ones are not among `letters`; A stays A."""
    spare = [c for c in letters if c not in names]
    if sum(name not in letters and name != "A" for name in names) > len(spare):
        raise LevelError(f"{len(names)} pieces are too many for the letters of this form", "convert")
    return {name: name if name in letters or name == "A" else spare.pop(0) for name in names}


def _joined(level: Sliding, separator: str, empty: str, wall: str, rename: dict[str, str]) -> str:
    from gridproof.levels.sliding.format import board_rows

    table = {".": empty, "#": wall, **rename}
    return separator.join("".join(table[c] for c in row) for row in board_rows(level, level.pieces))


def _titled(level: Sliding) -> str:
    return f" {level.title}" if level.title else ""

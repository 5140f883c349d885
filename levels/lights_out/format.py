"""The text format of Lights Out boards, read and written."""

from __future__ import annotations

import re

import numpy as np

from gridproof.levels.lights_out.level import PRIMES, SHAPES, Grid, LightsOut, Mask
from gridproof.levels.text import Document, Rows, Source, document, split

LARGEST = 10_000
CELL = re.compile("([0-9]{1,9}),([0-9]{1,9})")  # more digits than any board has rows
NO_CELL = (ord(" "), ord("x"))


def read(source: Source) -> list[LightsOut]:
    """Every level of a source. Raises LevelError with line and column of the first fault."""
    return [_level(document(part, ("neighbours", "wrap", "states"), ("target", "presses"))) for part in split(source)]


def _level(doc: Document) -> LightsOut:
    states = _states(doc)
    start, cells = _board(doc.board, states)
    if "target" in doc.blocks:
        target, target_cells = _board(doc.blocks["target"], states)
        if target.shape != start.shape or not np.array_equal(target_cells, cells):
            raise doc.blocks["target"].error("target: expected cells at the same places as the board", 0)
    else:
        target = np.broadcast_to(np.uint8(0), start.shape)
    buttons = None
    if "presses" in doc.blocks:
        for key in ("neighbours", "wrap"):
            if key in doc.headers:
                raise doc.header_error(key, "no such line beside a presses: block")
        buttons = _buttons(doc.blocks["presses"], cells, states)
    return LightsOut(
        start=start,
        target=target,
        cells=cells,
        states=states,
        neighbours=doc.choice("neighbours", tuple(SHAPES), "plus"),
        torus=doc.choice("wrap", ("torus", "none"), "none") == "torus",
        buttons=buttons,
        title=doc.title,
    )


def _states(doc: Document) -> int:
    value = doc.headers.get("states", "2")
    if value not in {str(prime) for prime in PRIMES}:
        raise doc.header_error("states", f"a prime, one of {', '.join(map(str, PRIMES))}")
    return int(value)


def _board(rows: Rows, states: int) -> tuple[Grid, Mask]:
    """States and cells of a block of digits, shape (m, n)."""
    width = max(len(line.rstrip()) for line in rows.lines)
    if len(rows.lines) > LARGEST or width > LARGEST:
        raise rows.error(
            f"a board of {len(rows.lines)} rows and {width} columns: expected at most {LARGEST} of each", 0
        )
    states_of = np.zeros((len(rows.lines), width), dtype=np.uint8)
    cells = np.ones((len(rows.lines), width), dtype=np.bool_)
    for index, line in enumerate(rows.lines):
        if len(line) < width:
            raise rows.error(
                f"a row of {len(line)} cells: expected {width} as in the longest (x where there is no cell)",
                index,
                len(line),
            )
        try:
            codes = np.frombuffer(line[:width].encode("ascii"), dtype=np.uint8)
        except UnicodeEncodeError as error:
            raise rows.error(_unknown(line[error.start], states), index, error.start) from None
        digits = codes - np.uint8(ord("0"))  # wraps around for what is below 0
        absent = (codes == NO_CELL[0]) | (codes == NO_CELL[1])
        wrong = (digits >= states) & ~absent
        if wrong.any():
            column = int(wrong.argmax())
            raise rows.error(_unknown(line[column], states), index, column)
        states_of[index] = np.where(absent, 0, digits)
        cells[index] = ~absent
    if not cells.any():
        raise rows.error("a board without a cell", 0)
    return states_of, cells


def _unknown(character: str, states: int) -> str:
    if character.isdecimal():
        return f"state {character}: expected 0 to {states - 1} (states: {states})"
    return f"unknown character {character!r}: expected 0 to {states - 1}, or x or a space where there is no cell"


def _buttons(rows: Rows, cells: Mask, states: int) -> tuple[tuple[int, ...], ...]:
    """One button a line: the flat indices of the cells it changes."""
    buttons = []
    for index, line in enumerate(rows.lines):
        lights = []
        for match in re.finditer(r"\S+", line):
            word, column = match[0], match.start()
            pair = CELL.fullmatch(word)
            if pair is None:
                raise rows.error(f"{word[:40]!r}: expected a cell as row,column", index, column)
            row, col = int(pair[1]), int(pair[2])
            if not (row < cells.shape[0] and col < cells.shape[1] and cells[row, col]):
                raise rows.error(f"{word}: there is no such cell (rows and columns count from 0)", index, column)
            lights.append(row * cells.shape[1] + col)
        if states == 2 and len(set(lights)) < len(lights):
            raise rows.error("a cell listed twice: expected each cell once", index)
        buttons.append(tuple(sorted(lights)))
    return tuple(buttons)


def write(level: LightsOut) -> str:
    """The canonical text of a level; `read` gives the level back."""
    lines = ["puzzle: lights-out"]
    if level.title:
        lines.append(f"title: {level.title}")
    if level.buttons is None and level.neighbours != "plus":
        lines.append(f"neighbours: {level.neighbours}")
    if level.torus:
        lines.append("wrap: torus")
    if level.states != 2:
        lines.append(f"states: {level.states}")
    lines += _digits(level.start, level.cells)
    if level.target.any():
        lines += ["target:", *_digits(level.target, level.cells)]
    if level.buttons is not None:
        lines.append("presses:")
        width = level.shape[1]
        lines += [" ".join(f"{light // width},{light % width}" for light in lights) for lights in level.buttons]
    return "\n".join(lines) + "\n"


def _digits(states: Grid, cells: Mask) -> list[str]:
    codes = np.where(cells, states + ord("0"), NO_CELL[1]).astype(np.uint8)
    return [row.tobytes().decode("ascii") for row in codes]

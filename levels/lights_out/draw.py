"""A Lights Out board for people: the lights, and beside them the presses or the cells of a proof."""

from __future__ import annotations

from gridproof.answer import Certificate
from gridproof.levels.lights_out.level import LightsOut
from gridproof.levels.lights_out.patterns import decode
from gridproof.levels.lights_out.presses import Presses
from gridproof.picture import Picture

Pieces = list[tuple[str, str]]
LARGEST_DRAWN = 200  # rows or columns: nobody could read more, and 10^8 cells would fill the memory


def draw(level: LightsOut, solution: Presses | None = None, certificate: Certificate | None = None) -> Picture:
    """Lights as digits; with a solution, a second board with `*` (or the count) on each cell to press."""
    rows, columns = level.shape
    if max(rows, columns) > LARGEST_DRAWN:
        return Picture.of(
            (), [f"(a board of {rows} rows and {columns} columns is not drawn; --json holds everything)"]
        )
    if certificate is not None and certificate.kind == "parity":
        return _proof(level, certificate)
    lights = [[_light(level, r, c) for c in range(columns)] for r in range(rows)]
    if solution is None:
        return Picture.of(_spaced(row) for row in lights)
    if level.buttons is not None:
        pressed = [str(k) if n == 1 else f"{k} ({n} times)" for k, n in enumerate(solution.counts[:, 0]) if n]
        return Picture.of((_spaced(row) for row in lights), [f"press buttons: {', '.join(pressed) or 'none'}"])
    presses = [[_press(level, solution, r, c) for c in range(columns)] for r in range(rows)]
    gap: Pieces = [("     ", "floor")]
    both = (_spaced(left) + gap + _spaced(right) for left, right in zip(lights, presses, strict=True))
    return Picture.of(
        both, ["left: the lights; right: * = press" + (", a digit = so often" if level.states > 2 else "")]
    )


def _spaced(row: Pieces) -> Pieces:
    return [(text + ("" if i == len(row) - 1 else " "), style) for i, (text, style) in enumerate(row)]


def _light(level: LightsOut, r: int, c: int) -> tuple[str, str]:
    if not level.cells[r, c]:
        return " ", "wall"
    state = int(level.start[r, c])
    return str(state), "on" if state else "floor"


def _press(level: LightsOut, solution: Presses, r: int, c: int) -> tuple[str, str]:
    if not level.cells[r, c]:
        return " ", "wall"
    count = int(solution.counts[r, c])
    return (".", "floor") if not count else ("*" if count == 1 else str(count), "press")


def _proof(level: LightsOut, certificate: Certificate) -> Picture:
    """The cells of the certificate in brackets (q > 2: state*weight)."""
    pattern = decode(certificate.data, level.shape, level.states)
    rows: list[Pieces] = []
    wide = level.states > 2
    for r in range(level.shape[0]):
        row: Pieces = []
        for c in range(level.shape[1]):
            text, style = _light(level, r, c)
            if pattern[r, c]:
                row.append((f"[{text}*{pattern[r, c]}]" if wide else f"[{text}]", "mark"))
            else:
                row.append((f" {text}   " if wide else f" {text} ", style))
        rows.append(row)
    return Picture.of(rows, ["[ ] = a cell of the proof" + (", its state * its weight" if wide else "")])

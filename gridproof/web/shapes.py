"""The drawing of each sprite, tile and mark, in a unit square of 40 × 40. Colours and what is seen are in board.css.

A sprite holds the signs of all its looks; its class says which of them are seen, so that a page never redraws it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape as escape_signs

from gridproof.scene import Mark, Place, Sprite
from gridproof.web.outline import number, pair, path

UNIT = 40
NO_TEXT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # in XML: controls, surrogates
TICK = "M{0} {1}l{2} {2}l{3} -{3}"  # at, short arm, long arm


def escape(text: str) -> str:
    """Text for HTML and SVG, whoever wrote it."""
    return escape_signs(NO_TEXT.sub("\ufffd", text))


def sprite(thing: Sprite) -> str:
    """The inside of a sprite's group, whatever its look."""
    if thing.kind == "block":
        return _block(thing)
    if thing.kind == "tile":
        return _tile(thing)
    return _PLAIN[thing.kind]


def tone(thing: Sprite) -> str:
    """A class that tells blocks of different shape apart; blank for single squares and other kinds."""
    rows, columns = {r for r, _ in thing.cells}, {c for _, c in thing.cells}
    if thing.kind != "block" or len(thing.cells) == 1:
        return ""
    return "odd" if len(rows) > 1 and len(columns) > 1 else "wide" if len(columns) > 1 else "tall"


_PLAIN = {
    "box": '<rect class="body" x="4.5" y="4.5" width="31" height="31" rx="4"/>'
    '<path class="detail" d="M11 11L29 29M29 11L11 29"/>'
    f'<path class="home" d="{TICK.format(11.5, 20.5, 6, 12)}"/>',
    "player": '<path class="body" d="M8.5 34.5c0-9.5 4-14 11.5-14s11.5 4.5 11.5 14z"/>'
    '<circle class="body" cx="20" cy="12.5" r="7"/>',
    "peg": '<circle class="body" cx="20" cy="20" r="13"/><path class="detail" d="M13 18a7.5 7.5 0 0 1 6-5.5"/>',
    "light": '<rect class="body" x="2.5" y="2.5" width="35" height="35" rx="7"/>'
    '<circle class="lamp" cx="20" cy="20" r="8"/>',
    "counter": '<rect class="body" x="2.5" y="2.5" width="35" height="35" rx="7"/>'
    '<circle class="pip odd-pip" cx="20" cy="20" r="3.6"/>'
    '<path class="pip two-pips" d="M8 11.5a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0M24.8 28.5a3.6 3.6 0 1 0 7.2 0'
    'a3.6 3.6 0 1 0-7.2 0"/>'
    '<path class="pip four-pips" d="M24.8 11.5a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0M8 28.5a3.6 3.6 0 1 0 7.2 0'
    'a3.6 3.6 0 1 0-7.2 0"/>'
    '<path class="pip six-pips" d="M8 20a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0M24.8 20a3.6 3.6 0 1 0 7.2 0'
    'a3.6 3.6 0 1 0-7.2 0"/>',
}


def _block(thing: Sprite) -> str:
    x, y = _middle(thing.cells)
    cells = {*thing.cells}
    corner = min(cells)
    left, top = corner[1] * UNIT, corner[0] * UNIT
    letters = [_text(x, y, thing.text, 17)]
    if len(parts := _parts(cells)) > 1:  # a piece in several parts bears its letter on each
        letters = [_text(*_middle(part), thing.text, 17) for part in parts]
    return (
        f'<path class="body" d="{path(cells, UNIT, 2.5, 7)}"/><path class="detail" d="{path(cells, UNIT, 6.5, 4)}"/>'
        f'{"".join(letters)}<path class="home" d="{TICK.format(left + 9, top + 13, 3, 6.5)}"/>'
    )


def _middle(cells: Iterable[tuple[int, int]]) -> tuple[float, float]:
    """Where the text of a block stands: the middle if that is on it, otherwise its square next to the middle."""
    squares = sorted(cells)
    row, column = (sum(cell[axis] for cell in squares) / len(squares) for axis in (0, 1))
    around = {(int(r), int(c)) for r in (row // 1, -(-row // 1)) for c in (column // 1, -(-column // 1))}
    if not around <= set(squares):
        row, column = min(squares, key=lambda cell: abs(cell[0] - row) + abs(cell[1] - column))
    return (column + 0.5) * UNIT, (row + 0.5) * UNIT


def _parts(cells: set[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    """The connected parts of a set of squares."""
    left, parts = set(cells), []
    while left:
        part, queue = set(), [left.pop()]
        for r, c in queue:
            part.add((r, c))
            for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if near in left:
                    left.discard(near)
                    queue.append(near)
        parts.append(part)
    return sorted(parts, key=min)


def _tile(thing: Sprite) -> str:
    size = 19 if len(thing.text) <= 2 else 15 if len(thing.text) == 3 else 11
    return (
        '<rect class="body" x="2" y="2" width="36" height="36" rx="5"/>'
        f'{_text(20, 20, thing.text, size)}<path class="home" d="M14 33h12"/>'
    )


def _text(x: float, y: float, text: str, size: float) -> str:
    return f'<text x="{number(x)}" y="{number(y + size * 0.36)}" font-size="{number(size)}">{escape(text)}</text>'


def place(at: Place) -> str:
    """The transform of something that stands in the square at a place."""
    return f"translate({pair(at[1] * UNIT, at[0] * UNIT)})"


def mark(thing: Mark, hexagon: bool = False, centred: bool = False) -> str:
    """A mark as a group of its own, over a tile of that shape; a weight stands in the middle or in a corner."""
    inside, css = _MARKS[thing.look], thing.look
    if hexagon and css == "evidence":
        inside = _HEXAGON
    if thing.look == "target":
        css = "target-mark"
        inside = '<circle class="ring" cx="8.5" cy="8.5" r="3.2"/>'
        if thing.text:
            width = 6 + 6.2 * len(thing.text)
            inside = f'<rect class="back" x="2" y="2" width="{number(width)}" height="13" rx="4.5"/>'
            inside += _text(2 + width / 2, 8.3, thing.text, 10.5)
    if thing.look == "weight":
        inside = _badge(thing.text, centred)
    if thing.look in ("press", "pressed") and thing.text:
        inside = inside.replace("></text>", f">{escape(thing.text)}</text>")
        css += " counted"
    return f'<g class="mark {css}" transform="{place((thing.row, thing.column))}">{inside}</g>'


def outlined(cells: Iterable[tuple[int, int]]) -> str:
    """Squares of a proof that belong together, as one mark."""
    return f'<g class="mark evidence"><path class="sign filled" d="{path(cells, UNIT, 1.5, 7)}"/></g>'


def _badge(text: str, centred: bool) -> str:
    high, size = (20, 13.5) if centred else (13, 10)
    wide = max(high, size * 0.62 * len(text) + 8)
    x, y = (20, 20) if centred else (39.5 - wide / 2, 33.2)
    corner = f'x="{number(x - wide / 2)}" y="{number(y - high / 2)}"'
    drawn = f'<rect class="badge" {corner} width="{number(wide)}" height="{high}" rx="{number(high / 2)}"/>'
    return drawn + _text(x, y, text, size)


_PRESS = (
    '<circle class="badge" cx="20" cy="20" r="10"/>'
    '<path class="star" d="M20 13.5v13M14.4 16.7l11.2 6.6M14.4 23.3l11.2-6.6"/>'
    '<text x="20" y="25.4" font-size="15"></text>'
    f'<path class="tick" d="{TICK.format(14, 20, 4, 8)}"/>'
)
_HEXAGON = '<path class="sign filled" d="M20-.5L37.8 9.8V30.3L20 40.5L2.2 30.3V9.8z"/>'
_MARKS = {
    "press": _PRESS,
    "pressed": _PRESS,
    "weight": "",
    "evidence": '<path class="hatch" d="M3 12L12 3M3 24L24 3M3 36L36 3M12 37L37 12M24 37L37 24"/>'
    '<rect class="sign" x="3" y="3" width="34" height="34" rx="5"/>',
    "dead": '<path class="sign" d="M15 15l10 10M25 15l-10 10"/>',
    "target": "",
    "reach": '<circle class="reach-dot" cx="20" cy="20" r="5"/>',
}

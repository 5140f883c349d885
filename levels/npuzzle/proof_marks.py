"""Certificates of the (m×n−1)-puzzle shown on the board. All speak of the tiles where they stand at the start."""

from __future__ import annotations

import string

from gridproof.answer import Certificate
from gridproof.levels.npuzzle import facts
from gridproof.levels.npuzzle.level import BLANK, NPuzzle
from gridproof.scene import Evidence, Mark


def evidence(level: NPuzzle, certificate: Certificate) -> list[Evidence]:
    if certificate.kind == "parity":
        return [_cycles(level), _colours(level)]
    if certificate.kind == "order":
        return _order(level, certificate)
    if certificate.kind in ("manhattan", "linear-conflict"):
        shown = [_distances(level)]
        return [*shown, _conflicts(level)] if certificate.kind == "linear-conflict" else shown
    return []


def _mark(level: NPuzzle, cell: int, look: str, text: str = "") -> Mark:
    return Mark(*divmod(cell, level.columns), look, text)


def _cycles(level: NPuzzle) -> Evidence:
    """The permutation from start to goal, each of its cycles under a letter."""
    target = {number: cell for cell, number in enumerate(level.goal)}
    seen: set[int] = set()
    marks: list[Mark] = []
    sizes: list[int] = []
    for first in range(level.cells):
        cycle, cell = [], first
        while cell not in seen:
            seen.add(cell)
            cycle.append(cell)
            cell = target[level.start[cell]]
        if len(cycle) > 1:
            letters = string.ascii_lowercase + string.ascii_uppercase
            name = letters[len(sizes)] if len(sizes) < len(letters) else str(len(sizes) + 1)
            sizes.append(len(cycle))
            marks += [_mark(level, cell, "weight", name) for cell in cycle]
    swaps = sum(sizes) - len(sizes)
    word = "odd" if swaps % 2 else "even"
    legend = (
        f"Cells with one letter exchange what they hold, the blank included: {swaps} swap"
        f"{'' if swaps == 1 else 's'} from start to goal, an {word} number."
    )
    return Evidence(marks, legend, True, "Cycles")


def _colours(level: NPuzzle) -> Evidence:
    """The blank changes colour with each move."""
    start, end = level.start.index(BLANK), level.goal.index(BLANK)
    colour = sum(divmod(start, level.columns)) % 2
    cells = [cell for cell in range(level.cells) if sum(divmod(cell, level.columns)) % 2 == colour]
    marks = [_mark(level, cell, "evidence") for cell in cells] + [_mark(level, end, "reach")]
    even = sum(divmod(end, level.columns)) % 2 == colour
    where, count = ("marked as", "even") if even else ("not marked, unlike", "odd")
    legend = (
        "Each move is a swap that takes the blank from a marked cell to one that is not, or back. It has to end on "
        f"the dot, {where} its start: an {count} number of moves."
    )
    return Evidence(marks, legend, True, "Colours")


def _order(level: NPuzzle, certificate: Certificate) -> list[Evidence]:
    number = facts.order_fault(level)
    if number is None:
        return []
    tiles = [cell for cell, tile in enumerate(level.start) if tile != BLANK]
    wanted = [tile for tile in level.goal if tile != BLANK][number]
    legend = f"No tile can pass another: this one stays number {number + 1} in line, where {wanted} must be."
    return [Evidence([_mark(level, tiles[number], "evidence")], legend, of_start=True)]


def _distances(level: NPuzzle) -> Evidence:
    """Each tile's distance, as `facts.manhattan` adds them up."""
    pairs: list[tuple[int, int]] = []
    if level.line:
        ends = [cell for cell, number in enumerate(level.goal) if number != BLANK]
        starts = [cell for cell, number in enumerate(level.start) if number != BLANK]
        pairs = [(a, abs(a - b)) for a, b in zip(starts, ends, strict=True)]
    else:
        forward = [(a, _nearest(level, a, level.start[a], level.goal)) for a in range(level.cells) if level.start[a]]
        backward = [(b, _nearest(level, b, level.goal[b], level.start)) for b in range(level.cells) if level.goal[b]]
        pairs = max(forward, backward, key=lambda found: sum(distance for _, distance in found))
        if pairs is backward and pairs != forward:
            total = sum(distance for _, distance in pairs)
            marks = [_mark(level, cell, "weight", str(distance)) for cell, distance in pairs if distance]
            legend = f"On each place: the distance of the nearest tile that belongs there. They add up to {total}."
            return Evidence(marks, legend, True, "Distances")
    marks = [_mark(level, cell, "weight", str(distance)) for cell, distance in pairs if distance]
    total = sum(distance for _, distance in pairs)
    return Evidence(marks, f"On each tile: its distance to its place. They add up to {total}.", True, "Distances")


def _nearest(level: NPuzzle, cell: int, number: int, others: tuple[int, ...]) -> int:
    row, column = divmod(cell, level.columns)
    places = (divmod(other, level.columns) for other, held in enumerate(others) if held == number)
    return min(abs(row - r) + abs(column - c) for r, c in places)


def _conflicts(level: NPuzzle) -> Evidence:
    """Tiles that stand in the row or column of their places, in an order that forces some to step out."""
    home = {number: divmod(cell, level.columns) for cell, number in enumerate(level.goal) if number != BLANK}
    lines = [[r * level.columns + c for c in range(level.columns)] for r in range(level.rows)]
    lines += [[r * level.columns + c for r in range(level.rows)] for c in range(level.columns)]
    cells: set[int] = set()
    for index, line in enumerate(lines):
        axis, number = (0, index) if index < level.rows else (1, index - level.rows)
        inside = [cell for cell in line if level.start[cell] and home[level.start[cell]][axis] == number]
        homes = [home[level.start[cell]][1 - axis] for cell in inside]
        if facts.line_conflicts(homes):
            cells |= {
                cell
                for i, cell in enumerate(inside)
                if any((homes[i] - homes[j]) * (i - j) < 0 for j in range(len(inside)))
            }
    extra = facts.linear_conflicts(level)
    legend = (
        f"The marked tiles stand in their line in the wrong order; {extra // 2} of them must step out of it and "
        f"back, {extra} moves more."
    )
    return Evidence([_mark(level, cell, "evidence") for cell in sorted(cells)], legend, True, "Conflicts")

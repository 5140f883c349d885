"""Outlines of sets of unit squares as SVG paths with rounded corners."""

from __future__ import annotations

from collections.abc import Iterable

Vertex = tuple[int, int]  # x, y on the lattice of corners
Loop = list[Vertex]
RIGHT, DOWN, LEFT, UP = (1, 0), (0, 1), (-1, 0), (0, -1)


def loops(cells: Iterable[tuple[int, int]]) -> list[Loop]:
    """The boundary of a set of (row, column) cells: corners of each loop in order, the inside on the right hand.

    Cells that meet at a corner only are kept apart.
    """
    inside = set(cells)
    edges: dict[Vertex, list[Vertex]] = {}  # start -> directions of the edges that leave it
    for r, c in inside:
        for start, direction, beyond in (
            ((c, r), RIGHT, (r - 1, c)),
            ((c + 1, r), DOWN, (r, c + 1)),
            ((c + 1, r + 1), LEFT, (r + 1, c)),
            ((c, r + 1), UP, (r, c - 1)),
        ):
            if beyond not in inside:
                edges.setdefault(start, []).append(direction)
    found = []
    for start in sorted(edges):
        while edges[start]:
            found.append(_trace(edges, start))
    return found


def _trace(edges: dict[Vertex, list[Vertex]], start: Vertex) -> Loop:
    """One loop, taken out of the edges; corners only."""
    direction = edges[start].pop()
    x, y = start
    steps = [direction]
    corners = [start]
    while True:
        x, y = x + direction[0], y + direction[1]
        if (x, y) == start and not _goes_on(edges, start, direction):
            break
        ways = edges[x, y]
        turn_right = (-direction[1], direction[0])
        direction = turn_right if turn_right in ways else ways[0]
        ways.remove(direction)
        if direction != steps[-1]:
            corners.append((x, y))
        steps.append(direction)
    return corners if steps[0] != steps[-1] else corners[1:]


def _goes_on(edges: dict[Vertex, list[Vertex]], here: Vertex, direction: Vertex) -> bool:
    """Whether a loop that is back at its start goes on there: a right turn is still to be made."""
    return (-direction[1], direction[0]) in edges[here]


def path(cells: Iterable[tuple[int, int]], unit: float, inset: float, radius: float) -> str:
    """Path data of the outline, each edge moved inwards by `inset`, corners rounded by `radius` where they fit."""
    return "".join(_rounded(loop, unit, inset, radius) for loop in loops(cells))


def _rounded(loop: Loop, unit: float, inset: float, radius: float) -> str:
    count = len(loop)
    directions = []
    for i in range(count):
        (left, top), (right, bottom) = loop[i], loop[(i + 1) % count]
        length = abs(right - left) + abs(bottom - top)
        directions.append(((right - left) // length, (bottom - top) // length))
    points: list[tuple[float, float]] = []
    for i, (column, row) in enumerate(loop):
        (a, b), (c, d) = directions[i - 1], directions[i]  # inward normals are (-b, a) and (-d, c)
        points.append((column * unit + inset * (-b - d), row * unit + inset * (a + c)))
    parts: list[str] = []
    for i, (x, y) in enumerate(points):
        before, after = points[i - 1], points[(i + 1) % count]
        (a, b), (c, d) = directions[i - 1], directions[i]
        room = min(abs(x - before[0]) + abs(y - before[1]), abs(after[0] - x) + abs(after[1] - y)) / 2
        r = min(radius, room)
        begin, end = pair(x - r * a, y - r * b), pair(x + r * c, y + r * d)
        parts.append(f"{'L' if parts else 'M'}{begin}Q{pair(x, y)} {end}")
    return "".join(parts) + "Z"


def number(value: float) -> str:
    """A number as short as it can be written."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def pair(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"

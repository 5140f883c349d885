"""Random small levels of many shapes, seeded: solvable and not, corridors, rooms cut by boxes, boxes on goals."""

from __future__ import annotations

import random
from collections.abc import Iterator

from gridproof.levels.sokoban.format import make_level
from gridproof.levels.sokoban.level import Sokoban
from gridproof.levels.text import Source

KINDS = {  # (box, goal, player)
    (False, False, False): " ",
    (False, True, False): ".",
    (True, False, False): "$",
    (True, True, False): "*",
    (False, False, True): "@",
    (False, True, True): "+",
}


def level_of(*rows: str) -> Sokoban:
    return make_level(Source("<test>", rows), 0, list(rows))


def random_levels(seed: int, count: int, most_boxes: int = 3, roomy: bool = False) -> Iterator[Sokoban]:
    """Boards of up to 6x7 inner squares with walls of any density; one in eight has more goals than boxes."""
    rng = random.Random(seed)
    for _ in range(count):
        height, width = rng.randint(4 if roomy else 1, 6), rng.randint(4 if roomy else 3, 7)
        density = rng.choice((0.0, 0.1, 0.15, 0.2) if roomy else (0.0, 0.1, 0.2, 0.3, 0.4))
        grid = {(r, c): " " for r in range(height) for c in range(width) if rng.random() >= density}
        free = list(grid)
        boxes = rng.randint(1, most_boxes)
        goals = boxes + (rng.random() < 0.125)
        if len(free) < boxes + goals + 1:
            continue
        if rng.random() < 0.5:  # away from walls where that is possible: more of these can be solved
            inner = [
                (r, c) for r, c in free if all((r + d, c + e) in grid for d, e in ((0, 1), (1, 0), (0, -1), (-1, 0)))
            ]
            boxed = rng.sample(inner, min(len(inner), boxes))
            boxed += rng.sample([square for square in free if square not in boxed], boxes - len(boxed))
        else:
            boxed = rng.sample(free, boxes)
        aims = rng.sample(free, goals)
        player = rng.choice([square for square in free if square not in boxed])
        text = []
        for r in range(-1, height + 1):
            row = ""
            for c in range(-1, width + 1):
                square = (r, c)
                if square not in grid:
                    row += "#"
                elif square in boxed:
                    row += "*" if square in aims else "$"
                elif square == player:
                    row += "+" if square in aims else "@"
                else:
                    row += "." if square in aims else " "
            text.append(row)
        yield level_of(*text)


def pulled_levels(seed: int, count: int, most_boxes: int = 4) -> Iterator[Sokoban]:
    """Solvable levels: boxes start on the goals and are pulled about at random."""
    rng = random.Random(seed)
    for start in random_levels(seed, count, most_boxes, roomy=True):
        if len(start.goals) > len(start.boxes):
            continue
        if start.player not in start.goals:
            yield _pulled(start, rng)


def _pulled(start: Sokoban, rng: random.Random) -> Sokoban:
    """The level with its boxes on the goals, pulled about at random."""
    boxes, player = set(start.goals), start.player
    for _ in range(rng.randint(20, 200)):
        area = start.walks(boxes, player)
        pulls = [
            (box, step)
            for box in boxes
            for step in start.steps
            if box + step in area and start.cells[box + 2 * step] != "#" and box + 2 * step not in boxes
        ]
        if not pulls:
            break
        box, step = rng.choice(pulls)
        boxes.remove(box)
        boxes.add(box + step)
        player = box + 2 * step
    cells = [
        KINDS[square in boxes, square in start.goals, square == player] if cell != "#" else cell
        for square, cell in enumerate(start.cells)
    ]
    text = "".join(cells)
    width = start.stride
    return level_of(*(text[i + 1 : i + width - 1] for i in range(width, len(text) - width, width)))


def closed_levels(seed: int, count: int) -> Iterator[Sokoban]:
    """Two or three small rooms with doors between them and boxes near the doors: floors that boxes close off.

    Half have their boxes pulled from the goals; one in eight of the others has more goals than boxes.
    """
    rng = random.Random(seed)
    for number in range(count):
        height, widths = rng.randint(2, 4), [rng.randint(2, 3) for _ in range(rng.randint(2, 3))]
        grid, near, left = set(), [], 0
        for width in widths:
            grid |= {(r, left + c) for r in range(height) for c in range(width)}
            left += width + 1
            if left <= sum(widths) + len(widths) - 1:
                for r in rng.sample(range(height), rng.randint(1, min(2, height))):
                    grid.add((r, left - 1))
                    near += [(r, left - 1), (r, left - 2), (r, left), (r - 1, left), (r + 1, left - 2)]
        grid -= set(rng.sample(sorted(grid), rng.randint(0, 3)))
        free = sorted(grid)
        near = sorted({square for square in near if square in grid})
        boxes = rng.randint(2, 5)
        goals = boxes + (number % 2 == 1 and rng.random() < 0.25)
        if len(free) < boxes + goals + 1 or len(near) < boxes:
            continue
        boxed = rng.sample(near, boxes - 1)
        boxed.append(rng.choice([square for square in free if square not in boxed]))
        aims = rng.sample(free, goals)
        player = rng.choice([square for square in free if square not in boxed and (number % 2 or square not in aims)])
        rows = [
            "".join(
                KINDS[(r, c) in boxed, (r, c) in aims, (r, c) == player] if (r, c) in grid else "#"
                for c in range(-1, left)
            )
            for r in range(-1, height + 1)
        ]
        level = level_of(*rows)
        yield level if number % 2 else _pulled(level, rng)


def tunnel_levels(seed: int, count: int) -> Iterator[Sokoban]:
    """Two small rooms with one, two or three straight tunnels between them, some of them with a goal or a gap inside.

    Half have their boxes pulled from the goals; one in eight of the others has more goals than boxes. Every other
    pair is on its side.
    """
    rng = random.Random(seed)
    for number in range(count):
        height, length = rng.choice((3, 3, 5)), rng.randint(3, 5)
        left, right = rng.randint(1, 3), rng.randint(1, 3)
        width = left + length + right
        grid = {(r, c) for r in range(height) for c in range(width) if c < left or c >= left + length}
        tunnels = rng.sample(range(0, height, 2), rng.randint(1, (height + 1) // 2))
        inside = [(r, c) for r in tunnels for c in range(left, left + length)]
        grid -= set(rng.sample(sorted(grid), rng.randint(0, 2)))
        grid |= set(inside)
        if rng.random() < 0.2:
            grid.add((1, rng.randint(left, left + length - 1)))
        free = sorted(grid)
        boxes = rng.randint(1, 3)
        goals = boxes + (number % 2 == 1 and rng.random() < 0.25)
        if len(free) < boxes + goals + 2:
            continue
        boxed = rng.sample(free, boxes)
        outside = [square for square in free if square not in inside]
        aims = rng.sample(outside if rng.random() < 0.7 and len(outside) > goals else free, goals)
        player = rng.choice([square for square in free if square not in boxed and (number % 2 or square not in aims)])
        rows = [
            [
                KINDS[(r, c) in boxed, (r, c) in aims, (r, c) == player] if (r, c) in grid else "#"
                for c in range(-1, width + 1)
            ]
            for r in range(-1, height + 1)
        ]
        if number % 4 > 1:
            rows = [list(column) for column in zip(*rows, strict=True)]
        level = level_of(*("".join(row) for row in rows))
        yield level if number % 2 else _pulled(level, rng)


def corridor_levels(seed: int, count: int, most_boxes: int = 3) -> Iterator[Sokoban]:
    """Mazes of one-wide corridors, some of them opened up at a few places; half are solvable by construction."""
    rng = random.Random(seed)
    for number in range(count):
        height, width = rng.choice((3, 5)), rng.choice((5, 7))
        open_squares = {(0, 0)}
        stack = [(0, 0)]
        while stack:
            r, c = stack[-1]
            ways = [(r + d, c + e) for d, e in ((0, 2), (2, 0), (0, -2), (-2, 0))]
            ways = [(y, x) for y, x in ways if 0 <= y < height and 0 <= x < width and (y, x) not in open_squares]
            if not ways:
                stack.pop()
                continue
            y, x = rng.choice(ways)
            open_squares |= {(y, x), ((r + y) // 2, (c + x) // 2)}
            stack.append((y, x))
        walls = [(r, c) for r in range(height) for c in range(width) if (r, c) not in open_squares]
        open_squares |= set(rng.sample(walls, min(len(walls), rng.randint(0, 5))))
        squares = sorted(open_squares)
        boxes = rng.randint(1, most_boxes)
        goals = rng.sample(squares, boxes)
        boxed = goals if number % 2 else rng.sample(squares, boxes)
        player = rng.choice([square for square in squares if square not in boxed])
        rows = []
        for r in range(-1, height + 1):
            row = ""
            for c in range(-1, width + 1):
                square = (r, c)
                marks = (square in boxed, square in goals, square == player)
                row += KINDS[marks] if square in open_squares else "#"
            rows.append(row)
        level = level_of(*rows)
        yield _pulled(level, rng) if number % 2 else level

"""Random boards of all kinds, solvable or not, the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from gridproof.levels.npuzzle.level import NPuzzle

SHAPES = [(1, 2), (1, 3), (1, 5), (4, 1), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (2, 5), (5, 2)]


def random_boards(
    seed: int, count: int, most_cells: int = 10, classic: bool = False, least_side: int = 1
) -> Iterator[NPuzzle]:
    """Boards with the blank anywhere in start and goal; unless `classic`, a third have equal tiles or more blanks."""
    draw = random.Random(seed)
    shapes = [(r, c) for r, c in SHAPES if r * c <= most_cells and min(r, c) >= least_side]
    made = 0
    while made < count:
        rows, columns = draw.choice(shapes)
        numbers = list(range(rows * columns))
        if not classic and draw.random() < 1 / 3:
            for _ in range(draw.randrange(1, 4)):
                numbers[draw.randrange(len(numbers))] = draw.choice([0, 1, 2])
            if 0 not in numbers:
                continue
        goal = list(numbers)
        draw.shuffle(numbers)
        draw.shuffle(goal)
        made += 1
        yield NPuzzle(rows, columns, tuple(numbers), tuple(goal))

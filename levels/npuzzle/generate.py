"""Random solvable boards: a random permutation, two tiles swapped where its parity is wrong."""

from __future__ import annotations

import random
from dataclasses import replace

from gridproof.errors import UsageError
from gridproof.levels.npuzzle.facts import solvable
from gridproof.levels.npuzzle.level import BLANK, NPuzzle, default_goal

LARGEST = 16  # cells: the optimum of larger boards may take hours to prove


def generate(rows: int | None, columns: int | None, seed: int, index: int) -> NPuzzle:
    """Board number `index` of a seed; 3x3 unless a size is given. All solvable boards are equally likely."""
    rows, columns = rows or 3, columns or 3
    if not 2 <= rows * columns <= LARGEST:
        raise UsageError(f"a board of {rows}x{columns}: expected 2 to {LARGEST} cells")
    return random_board(rows, columns, seed, index)


def random_board(rows: int, columns: int, seed: int, index: int) -> NPuzzle:
    """A solvable board of any size, the blank of its goal last."""
    draw = random.Random(f"{seed} {index}")
    goal = default_goal(rows, columns)
    title = f"Random {rows}x{columns}, seed {seed}, {index + 1}"
    if min(rows, columns) == 1:
        tiles = [number for number in goal if number != BLANK]
        tiles.insert(draw.randrange(rows * columns), BLANK)
        return NPuzzle(rows, columns, tuple(tiles), goal, title)
    numbers = list(goal)
    draw.shuffle(numbers)
    level = NPuzzle(rows, columns, tuple(numbers), goal, title)
    if not solvable(level):
        a, b = (numbers.index(number) for number in (1, 2))
        numbers[a], numbers[b] = numbers[b], numbers[a]
        level = replace(level, start=tuple(numbers))
    return level

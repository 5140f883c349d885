"""Random solvable positions: jumps taken back, drawn at random, from one peg."""

from __future__ import annotations

import random

from gridproof.errors import UsageError
from gridproof.levels.pegs.format import LARGEST
from gridproof.levels.pegs.level import Pegs

ENGLISH = tuple((r, c) for r in range(7) for c in range(7) if 2 <= r <= 4 or 2 <= c <= 4)
MOST_JUMPS = 12  # a proof of the fewest moves takes seconds at most


def generate(rows: int | None, columns: int | None, seed: int, index: int) -> Pegs:
    """Level number `index` of a seed: on the English board, or on a rectangle of the size given."""
    holes = ENGLISH
    if rows is not None or columns is not None:
        rows, columns = rows or 7, columns or 7
        if max(rows, columns) > LARGEST:
            raise UsageError(f"a board of {rows}x{columns}: expected at most {LARGEST} of each")
        holes = tuple((r, c) for r in range(rows) for c in range(columns))
    # A string, since seeding with a tuple is not the same in every Python.
    rng = random.Random(f"pegs {seed} {index} {rows} {columns}")
    board = Pegs(holes=holes, start=1)
    if not board.jumps:
        raise UsageError(f"no jump fits on a board of {rows}x{columns}: expected a side of 3 or more")
    most = min(MOST_JUMPS, max(1, len(holes) // 2))
    # Taking jumps back may get stuck early; the longest of a few tries will do.
    last, start = max((_backwards(board, rng, most) for _ in range(10)), key=lambda pair: pair[1].bit_count())
    name = f"{rows}x{columns}" if rows else "English board"
    return Pegs(holes=holes, start=start, must=last, anywhere=False, title=f"Random {name}, seed {seed}, {index + 1}")


def _backwards(board: Pegs, rng: random.Random, most: int) -> tuple[int, int]:
    """A last peg and a position that leads to it, `most` jumps earlier or as many as there were."""
    last = position = 1 << rng.randrange(board.size)
    for _ in range(most):
        before = [
            position ^ (1 << source | 1 << over | 1 << to)
            for source, over, to in board.jumps
            if position >> to & 1 and not position >> source & 1 and not position >> over & 1
        ]
        if not before:
            break
        position = rng.choice(before)
    return last, position

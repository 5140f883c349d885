"""Move sequences that need not be tried: an automaton that rejects all but one of several ways to the same position.

Taylor & Korf (1993), "Pruning duplicate nodes in depth-first search". A word over the four directions is forbidden
when a word that is shorter, or as long and earlier in the alphabet, moves the same tiles to the same cells and
stays within the rectangle that the first word needs. The first of all cheapest solutions in alphabetical order
holds no forbidden word, so a cheapest solution survives. Words of up to 6 moves cover taking back a move and
the two ways to turn the tiles of a 2×2 square half round.
"""

from __future__ import annotations

import itertools
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from gridproof.search.npuzzle.board import STEPS, neighbours

LENGTH = 6  # moves; the next cycles of moves are so long that looking for them pays little
SLOTS = 5  # options of one state on one cell: at most 4, and the end mark
END = 0xFFFFFFFF


@cache
def automaton(length: int = LENGTH) -> tuple[tuple[int, ...], ...]:
    """Rows `next state by direction`, -1 where the move is forbidden; state 0 is the start.

    The states are the proper prefixes of forbidden words (Aho & Corasick 1975).
    """
    forbidden = _forbidden_words(length)
    prefixes = sorted({word[:i] for word in forbidden for i in range(len(word))}, key=lambda w: (len(w), w))
    number = {prefix: i for i, prefix in enumerate(prefixes)}
    rows = []
    for prefix in prefixes:
        row = []
        for direction in range(4):
            word = (*prefix, direction)
            while word not in number and word not in forbidden:
                word = word[1:]  # ends at the empty word, which is a state
            row.append(-1 if word in forbidden else number[word])
        rows.append(tuple(row))
    return tuple(rows)


@lru_cache(maxsize=16)
def options(rows: int, columns: int, length: int = LENGTH) -> npt.NDArray[np.uint32]:
    """The moves to try in each automaton state s with the blank on each cell b, flat.

    Entries from (s * cells + b) * SLOTS on, up to END: next state << 16 | cell of the tile << 8 | direction.
    Cells fit in 8 bits: boards of up to 256 cells.
    """
    around = neighbours(rows, columns)
    table = automaton(length)
    flat = np.full(len(table) * rows * columns * SLOTS, END, dtype=np.uint32)
    for state, row in enumerate(table):
        for blank, cells in enumerate(around):
            at = (state * rows * columns + blank) * SLOTS
            for direction in range(4):
                if row[direction] >= 0 and cells[direction] >= 0:
                    flat[at] = row[direction] << 16 | cells[direction] << 8 | direction
                    at += 1
    return flat


def _forbidden_words(length: int) -> set[tuple[int, ...]]:
    """Every forbidden word of up to `length` moves that holds no shorter one."""
    forbidden: set[tuple[int, ...]] = set()
    kept: list[tuple[int, ...]] = [()]
    seen: dict[object, list[tuple[int, int, int, int]]] = {_effect(())[0]: [_effect(())[1]]}
    for _ in range(length):
        following = []
        # alphabetical order, so that the first word with an effect is the one to keep
        for word, direction in itertools.product(kept, range(4)):
            longer = (*word, direction)
            if any(longer[i:] in forbidden for i in range(1, len(longer))):
                continue
            effect, box = _effect(longer)
            boxes = seen.setdefault(effect, [])
            if any(_inside(other, box) for other in boxes):
                forbidden.add(longer)
            else:
                boxes.append(box)
                following.append(longer)
        kept = following
    return forbidden


def _effect(word: tuple[int, ...]) -> tuple[object, tuple[int, int, int, int]]:
    """Which cell's tile ends where, relative to the blank's start; and the rectangle the blank visits."""
    where: dict[tuple[int, int], tuple[int, int]] = {}
    r = c = 0
    rows, columns = [0], [0]
    for direction in word:
        dr, dc = STEPS[direction]
        r2, c2 = r - dr, c - dc
        where[r, c] = where.get((r2, c2), (r2, c2))
        r, c = r2, c2
        rows.append(r)
        columns.append(c)
    where[r, c] = (0, 0)
    moved = frozenset((cell, origin) for cell, origin in where.items() if cell != origin)
    return ((r, c), moved), (min(rows), min(columns), max(rows), max(columns))


def _inside(inner: tuple[int, int, int, int], outer: tuple[int, int, int, int]) -> bool:
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]

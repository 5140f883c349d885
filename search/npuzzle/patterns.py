"""How the tiles of a board are divided among pattern databases.

Additive databases count only the moves of their own tiles, so the values of disjoint patterns add up (Korf &
Felner 2002, "Disjoint pattern database heuristics"). The goal's blank is where `board_of` turned it.
"""

from __future__ import annotations

import math

from gridproof.errors import UsageError

Pattern = tuple[int, ...]  # the home cells of its tiles, ascending
LARGEST = 8  # tiles of a pattern: orders fit in 16 bits
DEFAULT_STATES = 7_000_000  # of one pattern, without regions
# divisions known to be good, blank first: by shape and sizes
KNOWN: dict[tuple[int, int, tuple[int, ...]], tuple[Pattern, ...]] = {
    (4, 4, (6, 6, 3)): ((3, 6, 7, 10, 11, 15), (1, 2, 4, 5, 8, 9), (12, 13, 14)),
    (4, 4, (7, 8)): ((1, 2, 3, 4, 5, 6, 7), (8, 9, 10, 11, 12, 13, 14, 15)),
    (5, 5, (6, 6, 6, 6)): (
        (1, 2, 5, 6, 7, 12),
        (3, 4, 8, 9, 13, 14),
        (10, 11, 15, 16, 20, 21),
        (17, 18, 19, 22, 23, 24),
    ),
}


def default_sizes(rows: int, columns: int) -> tuple[int, ...]:
    """As large as a database of DEFAULT_STATES allows."""
    cells, tiles = rows * columns, rows * columns - 1
    size = max(k for k in range(1, LARGEST) if math.perm(cells, k) <= DEFAULT_STATES)
    size = min(size, tiles, cells - 2)
    return (size,) * (tiles // size) + ((tiles % size,) if tiles % size else ())


def divide(rows: int, columns: int, blank: int, sizes: tuple[int, ...]) -> tuple[Pattern, ...]:
    """Patterns of these sizes: a known division, or cut off a path through pairs of rows, two cells wide.

    Raises UsageError for sizes that do not add up to the number of tiles.
    """
    tiles = rows * columns - 1
    if sum(sizes) != tiles or not all(1 <= size <= min(LARGEST, tiles - 1) for size in sizes):
        raise UsageError(
            f"patterns {'-'.join(map(str, sizes))}: expected sizes of 1 to {min(LARGEST, tiles - 1)} "
            f"that add up to {tiles}"
        )
    if blank == 0 and (known := KNOWN.get((rows, columns, sizes))):
        return known
    path: list[int] = []
    for band in range(0, rows, 2):
        width = [r for r in (band, band + 1) if r < rows]
        across = range(columns) if band % 4 == 0 else range(columns - 1, -1, -1)
        path += [r * columns + c for c in across for r in width]
    path.remove(blank)
    patterns = []
    for size in sizes:
        patterns.append(tuple(sorted(path[:size])))
        path = path[size:]
    return tuple(patterns)

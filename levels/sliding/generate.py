"""Random sliding-block levels: scattered pieces, and a goal that some position far from the start meets."""

from __future__ import annotations

import string
from dataclasses import replace

import numpy as np

from gridproof.errors import UsageError
from gridproof.levels.sliding.kinds import offsets_of
from gridproof.levels.sliding.level import Piece, Position, Sliding

LETTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits
LARGEST_SIDE = 12
TRIES = 10  # boards, of which the one with the farthest goal is taken
POSITIONS = 3_000  # looked at on each


def generate(rows: int | None, columns: int | None, seed: int, index: int) -> Sliding:
    """Board number `index` of a seed; 5x4 unless a size is given. The goal is met by a reachable position."""
    rows, columns = rows or 5, columns or 4
    if max(rows, columns) > LARGEST_SIDE or rows * columns < 4:
        raise UsageError(f"a board of {rows}x{columns}: expected at least 4 cells and at most {LARGEST_SIDE} a side")
    rng = np.random.default_rng([seed, index])
    boards = [_with_goal(scatter(rng, rows, columns)) for _ in range(TRIES)]
    best = max(boards, key=lambda board: board[1])[0]
    return replace(best, title=f"Random {rows}x{columns}, seed {seed}, {index + 1}")


def scatter(
    rng: np.random.Generator, rows: int, columns: int, walls: float = 0.0, cars: bool = False, largest: int = 4
) -> Sliding:
    """Pieces of 1 to `largest` cells in random shapes (cars: straight, of 2 or 3), two to four cells left empty.

    Each cell is a wall with probability `walls`. The goal is where the largest piece lies already: callers put
    their own. With nothing to put on the board, one piece of one cell stands there (cars: of two cells).
    """
    size = rows * columns
    wall = {int(cell) for cell in np.flatnonzero(rng.random(size) < walls)}
    free = [int(cell) for cell in rng.permutation(size) if int(cell) not in wall]
    keep = int(rng.integers(2, 5)) if not cars else size // 3
    pieces: list[Piece] = []
    open_cells = set(free)
    for cell in free:
        if len(open_cells) <= keep or len(pieces) == len(LETTERS):
            break
        if cell in open_cells:
            grown = (
                _straight(rng, cell, open_cells, columns) if cars else _grow(rng, cell, open_cells, columns, largest)
            )
            if grown and (not cars or not pieces or len(open_cells) - len(grown) >= keep):
                open_cells -= set(grown)
                pieces.append(Piece("", tuple(sorted(grown))))
    if not pieces:
        spare = [0, 1] if cars else [0]
        wall -= set(spare)
        pieces = [Piece("", tuple(spare))]
    pieces.sort(key=lambda piece: piece.cells[0])
    named = tuple(Piece(LETTERS[i], piece.cells) for i, piece in enumerate(pieces))
    target = max(named, key=lambda piece: len(piece.cells))
    return Sliding((rows, columns), frozenset(wall), frozenset(), named, (target,), axis_long=cars)


def _grow(rng: np.random.Generator, cell: int, free: set[int], columns: int, largest: int) -> list[int]:
    """A random connected set of free cells around `cell`."""
    grown, wanted = [cell], int(rng.integers(1, largest + 1))
    while len(grown) < wanted:
        edge = sorted({other for here in grown for other in _near(here, columns) if other in free} - set(grown))
        if not edge:
            break
        grown.append(int(rng.choice(edge)))
    return grown


def _straight(rng: np.random.Generator, cell: int, free: set[int], columns: int) -> list[int]:
    """A car of 2 or 3 free cells from `cell` on, across or down; empty when none fits."""
    step, length = (1 if rng.random() < 0.5 else columns), int(rng.integers(2, 4))
    cells = [cell + step * i for i in range(length)]
    if any(other not in free for other in cells) or (step == 1 and cell % columns + length > columns):
        return []
    return cells


def _near(cell: int, columns: int) -> list[int]:
    found = [cell - columns, cell + columns]
    found += [cell - 1] if cell % columns else []
    found += [cell + 1] if (cell + 1) % columns else []
    return found


def _with_goal(level: Sliding) -> tuple[Sliding, int]:
    """The level with its goal piece's farthest placement as the goal, and that placement's distance in moves."""
    target = level.goal[0]
    index = level.index_of[target.name]
    distance = {target.cells[0]: 0}
    seen: set[Position] = {level.initial()}
    layer, cost = [level.initial()], 0
    while layer and len(seen) < POSITIONS:
        following, cost = [], cost + 1
        for state in layer:
            for _, after in level.successors(state, "moves"):
                if after not in seen:
                    seen.add(after)
                    following.append(after)
                    distance.setdefault(after.anchors[index], cost)
        layer = following
    anchor = max(distance, key=lambda place: (distance[place], place))
    top, left = divmod(anchor, level.shape[1])
    shape = offsets_of(target.cells, level.shape[1])
    cells = tuple((top + dr) * level.shape[1] + left + dc for dr, dc in shape)
    return replace(level, goal=(Piece(target.name, cells),)), distance[anchor]

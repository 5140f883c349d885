"""Boards in the form the searches use: tiles named by the cell they belong to, turned to a standard position.

A board may be turned and mirrored without changing its solutions but for the names of the directions. Here it is
turned so that it is at least as wide as high and the goal's blank has the smallest possible cell number; so one
pattern database serves goals with the blank first and last, and 3×4 boards as well as 4×3.

cell        row * columns + column
tile        the cell where it belongs in the goal; the blank's own number is the cell where the blank belongs
direction   0..3 = up, down, left, right: the way a tile moves
"""

from __future__ import annotations

from dataclasses import dataclass

from gridproof.levels.npuzzle.level import BLANK, OFFSETS, NPuzzle

LETTERS = "udlr"
STEPS = tuple(OFFSETS[letter] for letter in LETTERS)
# each symmetry is (swap rows and columns, then flip rows, then flip columns)
SYMMETRIES = tuple((swap, flip_r, flip_c) for swap in (0, 1) for flip_r in (0, 1) for flip_c in (0, 1))
Symmetry = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Board:
    """A board with distinct tiles and one blank. `start[cell]` is the tile at the cell; `names[i]` is the letter,
    on the original board, of direction i here; `origin[cell]` is the cell there that was turned to the cell here.
    """

    rows: int
    columns: int
    start: tuple[int, ...]
    blank_home: int
    names: str
    origin: tuple[int, ...] = ()

    @property
    def cells(self) -> int:
        return self.rows * self.columns

    def solution(self, directions: list[int]) -> str:
        """The solution of the original board, from directions 0..3 of tile moves here."""
        return "".join(self.names[direction] for direction in directions)


def board_of(level: NPuzzle) -> Board:
    """The standard form of a level with distinct tiles and one blank."""
    home = {number: cell for cell, number in enumerate(level.goal)}
    start = [home[number] for number in level.start]
    rows, columns, blank = level.rows, level.columns, home[BLANK]
    best: tuple[int, Symmetry] | None = None
    for symmetry in SYMMETRIES:
        shape = (columns, rows) if symmetry[0] else (rows, columns)
        if shape[0] <= shape[1]:
            cell = cell_map(rows, columns, symmetry)[blank]
            if best is None or cell < best[0]:
                best = (cell, symmetry)
    assert best is not None
    symmetry = best[1]
    image = cell_map(rows, columns, symmetry)
    turned = [0] * len(start)
    for cell, tile in enumerate(start):
        turned[image[cell]] = image[tile]
    names = [""] * 4
    for direction in range(4):
        names[direction_map(symmetry)[direction]] = LETTERS[direction]
    shape = (columns, rows) if symmetry[0] else (rows, columns)
    origin = tuple(image.index(cell) for cell in range(len(start)))
    return Board(*shape, tuple(turned), image[blank], "".join(names), origin)


def cell_map(rows: int, columns: int, symmetry: Symmetry) -> list[int]:
    """Where each cell of a rows×columns board goes under a symmetry."""
    swap, flip_r, flip_c = symmetry
    new_rows, new_columns = (columns, rows) if swap else (rows, columns)
    image = []
    for cell in range(rows * columns):
        r, c = divmod(cell, columns)
        if swap:
            r, c = c, r
        r, c = (new_rows - 1 - r if flip_r else r), (new_columns - 1 - c if flip_c else c)
        image.append(r * new_columns + c)
    return image


def direction_map(symmetry: Symmetry) -> list[int]:
    """Where each direction goes under a symmetry."""
    swap, flip_r, flip_c = symmetry
    image = []
    for dr, dc in STEPS:
        if swap:
            dr, dc = dc, dr
        image.append(STEPS.index((-dr if flip_r else dr, -dc if flip_c else dc)))
    return image


def neighbours(rows: int, columns: int) -> list[list[int]]:
    """For each cell with the blank on it and each direction: the cell whose tile would move, or -1."""
    table = []
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        entry = []
        for dr, dc in STEPS:
            r, c = row - dr, column - dc
            entry.append(r * columns + c if 0 <= r < rows and 0 <= c < columns else -1)
        table.append(entry)
    return table

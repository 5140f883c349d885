"""Symmetries of a board: turns and reflections that map floor to floor and goals to goals.

A state and its image need the same pushes and moves, so the search keeps one state of each orbit. Every symmetry of
the board is one of the eight of a square lattice about the middle of the floor's bounding box.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gridproof.levels.sokoban.level import Sokoban
from gridproof.search.sokoban.board import Board

Ints = npt.NDArray[np.int64]


def symmetries(level: Sokoban, board: Board) -> Ints:
    """Shape (symmetries, n + 1): the image of every square, the identity first; n is mapped to itself."""
    n = len(board.squares)
    rows, columns = np.divmod(board.squares, level.stride)
    rows, columns = rows - rows.min(), columns - columns.min()
    height, width = int(rows.max()), int(columns.max())
    number = {(int(r), int(c)): i for i, (r, c) in enumerate(zip(rows, columns, strict=True))}
    found = []
    for turned in (False, True):
        if turned and height != width:
            continue
        for down in (False, True):
            for right in (False, True):
                r, c = (columns, rows) if turned else (rows, columns)
                r, c = height - r if down else r, width - c if right else c
                image = [number.get((int(a), int(b)), n) for a, b in zip(r, c, strict=True)]
                if n not in image:
                    found.append([*image, n])
    images = np.array(found, dtype=np.int64)
    keep = [
        (board.goal[image] == board.goal).all() and ((board.live[image] >= 0) == (board.live >= 0)).all()
        for image in images
    ]
    return np.ascontiguousarray(images[keep])


def bits_of(board: Board, images: Ints) -> Ints:
    """Shape (symmetries, L): the image of every live square, by its number."""
    return np.ascontiguousarray(board.live[images[:, board.lives]])

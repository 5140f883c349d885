"""The way to a node of the A*, as LURD: nodes name a state by the least of its images under symmetries."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gridproof.levels.sokoban.level import LETTERS, Sokoban
from gridproof.search.sokoban.board import Board

Name = tuple[tuple[int, ...], int]  # the words of the box set, and the player's square


class Tracer:
    """Turns names of states into pushes of the level.

    images (symmetries, n + 1): image of each square. bits (symmetries, live squares): image of each live square.
    walks: whether a name holds the player's own square (where moves count) instead of the lowest of the region.
    """

    def __init__(
        self, level: Sokoban, board: Board, images: npt.NDArray[np.int64], bits: npt.NDArray[np.int64], walks: bool
    ):
        self.level, self.board, self.images, self.bits, self.walks = level, board, images, bits, walks
        self.words = max(1, -(-len(board.lives) // 64))

    def solution(self, chain: Sequence[Name]) -> str:
        """LURD of the way along `chain`, the names of all states from the start on, walking the shortest way."""
        level, board = self.level, self.board
        boxes, player, walk = {int(board.squares[box]) for box in board.boxes}, level.player, []
        fixed = level.boxes - boxes
        for target in chain[1:]:
            ways = level.walks(boxes | fixed, player)
            found = []
            for box, step in itertools.product(boxes, level.steps):
                if box - step in ways and box + step in board.numbers and box + step not in boxes:
                    after = boxes - {box} | {box + step}
                    if self._stands_for(target, after, fixed, box):
                        letter = LETTERS[level.steps.index(step)].upper()
                        found.append((len(ways[box - step]), ways[box - step] + letter, after, box))
            _, path, boxes, player = min(found, key=lambda push: push[0])
            walk.append(path)
        return "".join(walk)

    def _stands_for(self, name: Name, boxes: set[int], fixed: frozenset[int], player: int) -> bool:
        """Whether a node of that name stands for this state."""
        board = self.board
        live = [int(board.live[board.numbers[box]]) for box in boxes]
        sets = []
        for bits in self.bits if min(live) >= 0 else ():
            words = [0] * self.words
            for bit in bits[live].tolist():
                words[bit // 64] |= 1 << bit % 64
            sets.append(tuple(words))
        if not sets or min(sets) != name[0]:
            return False
        region = [player] if self.walks else self.level.region(boxes | fixed, player)
        squares = [board.numbers[square] for square in region]
        return name[1] == min(
            int(image[squares].min()) for image, words in zip(self.images, sets, strict=True) if words == name[0]
        )

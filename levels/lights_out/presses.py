"""A solution of Lights Out: how often each button is pressed. The order of presses does not matter."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from gridproof.errors import IllegalMove


class Presses:
    """Press counts, one for each button, shape (rows, columns); reads as a sequence of `[row, column]` pairs.

    A count of k stands k times. A board of 10^8 buttons never becomes a list of pairs unless asked for.
    """

    __slots__ = ("counts",)

    def __init__(self, counts: npt.NDArray[Any]):
        self.counts = counts

    def __len__(self) -> int:
        return int(self.counts.sum(dtype=np.int64))

    def __iter__(self) -> Iterator[list[int]]:
        for row in range(self.counts.shape[0]):
            yield from self._pairs(row)

    def __getitem__(self, index: int) -> list[int]:
        total = len(self)
        if not -total <= index < total:
            raise IndexError("press out of range")
        flat = int(np.searchsorted(np.cumsum(self.counts, dtype=np.int64), index % total, side="right"))
        return list(divmod(flat, self.counts.shape[1]))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Presses):
            return np.array_equal(self.counts, other.counts)
        return isinstance(other, list) and self.tolist() == sorted(other)

    __hash__ = None  # type: ignore[assignment]  # counts are an array, as mutable as a list

    def __repr__(self) -> str:
        return f"Presses({self.tolist()})" if len(self) <= 100 else f"<{len(self)} presses>"

    def tolist(self) -> list[list[int]]:
        return list(self)

    def json_chunks(self) -> Iterator[str]:
        """The JSON form `[[r, c], ...]`, a row of buttons at a time."""
        separator, names = "[", [str(column) for column in range(self.counts.shape[1])]
        for row, counts in enumerate(self.counts):
            if counts.any():
                columns = itertools.chain.from_iterable(map(itertools.repeat, names, counts.tolist()))
                yield f"{separator}[{row}, " + f"], [{row}, ".join(columns) + "]"
                separator = ", "
        yield "[]" if separator == "[" else "]"

    def _pairs(self, row: int) -> list[list[int]]:
        counts = self.counts[row]
        return [[row, int(c)] for c in np.flatnonzero(counts) for _ in range(counts[c])]


def read_presses(raw: Any, shape: tuple[int, int]) -> Presses:
    """Presses from JSON pairs. Raises IllegalMove for another form or a place outside the board."""
    if not isinstance(raw, list):
        raise IllegalMove("expected a list of [row, column] pairs")
    counts = np.zeros(shape, dtype=np.uint16)
    for index, pair in enumerate(raw):
        if not (isinstance(pair, list) and len(pair) == 2 and all(type(part) is int for part in pair)):
            raise IllegalMove(f"expected a pair [row, column], not {pair!r}", index)
        row, column = pair
        if not (0 <= row < shape[0] and 0 <= column < shape[1]):
            raise IllegalMove(f"there is no button {pair}", index)
        if counts[row, column] == np.iinfo(np.uint16).max:
            raise IllegalMove(f"button {pair} is pressed more than 65,535 times", index)
        counts[row, column] += 1
    return Presses(counts)

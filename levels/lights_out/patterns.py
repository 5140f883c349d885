"""Patterns in certificates: a weight modulo q on some cells, in a form for JSON.

Small patterns are lists that people can read: `cells` (q = 2) or `weights` (triples row, column, weight);
patterns of many cells are `rows` of digits, as boards are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from gridproof.errors import AnswerError
from gridproof.levels.lights_out.level import Grid

LONG_LIST = 20_000  # cells


def encode(pattern: npt.NDArray[Any], states: int) -> dict[str, Any]:
    """JSON form of a pattern of shape (m, n) with weights 0..q-1."""
    if np.count_nonzero(pattern) > LONG_LIST:
        digits = (pattern.astype(np.uint8) + ord("0")).astype(np.uint8)
        return {"rows": [row.tobytes().decode("ascii") for row in digits]}
    places = np.argwhere(pattern).tolist()
    if states == 2:
        return {"cells": places}
    return {"weights": [[r, c, int(pattern[r, c])] for r, c in places]}


def decode(data: Mapping[str, Any], shape: tuple[int, int], states: int) -> Grid:
    """The pattern as an array. Raises AnswerError, in words, for anything but a pattern of this shape."""
    pattern = np.zeros(shape, dtype=np.uint8)
    if "rows" in data:
        rows = data["rows"]
        if not isinstance(rows, list) or len(rows) != shape[0]:
            raise AnswerError(f"expected {shape[0]} rows")
        for r, text in enumerate(rows):
            if not (isinstance(text, str) and len(text) == shape[1] and text.isascii() and text.isdecimal()):
                raise AnswerError(f"row {r}: expected {shape[1]} digits")
            pattern[r] = np.frombuffer(text.encode(), dtype=np.uint8) - ord("0")
        if (pattern >= states).any():
            raise AnswerError(f"a weight of {states} or more")
        return pattern
    entries = data.get("cells" if states == 2 else "weights")
    if not isinstance(entries, list):
        raise AnswerError("no cells" if states == 2 else "no weights")
    for entry in entries:
        if not (isinstance(entry, list) and all(type(part) is int for part in entry)):
            raise AnswerError(f"{entry!r} is not a cell")
        r, c, weight = entry if len(entry) == 3 and states > 2 else (*entry, 1) if len(entry) == 2 else (-1, -1, 0)
        if not (0 <= r < shape[0] and 0 <= c < shape[1] and 0 < weight < states):
            raise AnswerError(f"{entry!r} is not a cell of the board with a weight below {states}")
        if pattern[r, c]:
            raise AnswerError(f"cell [{r}, {c}] stands twice")
        pattern[r, c] = weight
    return pattern

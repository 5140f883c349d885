"""Lights Out: a press changes some lights by one state, modulo the number of states.

Pressing is commutative, so a solution is a count for each button, and the rules are the linear map `effect`:
A·x ≡ target - start (mod q), with x the counts and A the 0/1 matrix "button b changes light l".
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from gridproof.errors import IllegalMove
from gridproof.levels.base import Level
from gridproof.levels.lights_out.presses import Presses, read_presses

Grid = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]
Index = npt.NDArray[np.int64]

SHAPES: dict[str, frozenset[tuple[int, int]]] = {
    "plus": frozenset({(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)}),
    "cross": frozenset({(-1, 0), (1, 0), (0, -1), (0, 1)}),
    "king": frozenset((dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1)),
    "diagonal": frozenset({(0, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)}),
}
PRIMES = (2, 3, 5, 7)


@dataclass(frozen=True, eq=False)
class LightsOut(Level):
    """A board of `states` (a prime q) states a light; arrays of shape (m, n), states 0 where there is no cell.

    `buttons` is None when each cell is its own button, with the neighbours that `neighbours` and `torus` say
    (each neighbour once, also where a torus of side 1 or 2 meets it twice). Otherwise it lists, for each
    button, the cells it changes, as flat indices (a cell listed twice changes by two).
    """

    puzzle: ClassVar[str] = "lights-out"
    metrics: ClassVar[tuple[str, ...]] = ("presses",)

    start: Grid
    target: Grid
    cells: Mask
    states: int = 2
    neighbours: str = "plus"
    torus: bool = False
    buttons: tuple[tuple[int, ...], ...] | None = None
    title: str | None = None

    @property
    def shape(self) -> tuple[int, int]:
        rows, columns = self.start.shape
        return rows, columns

    @property
    def button_shape(self) -> tuple[int, int]:
        """Shape of the counts: that of the board, or (number of buttons, 1): button k of a list is [k, 0]."""
        return self.shape if self.buttons is None else (len(self.buttons), 1)

    @cached_property
    def full(self) -> bool:
        """Whether every place of the board has a light."""
        return bool(self.cells.all())

    @cached_property
    def needed(self) -> Grid:
        """The change each light needs: (target - start) mod q, 0 where there is no cell."""
        if self.states == 2:
            return self.target ^ self.start
        return ((self.target + (self.states - self.start)) % self.states * self.cells).astype(np.uint8)

    @property
    def offsets(self) -> frozenset[tuple[int, int]]:
        """Offsets from a button to its lights, on a torus reduced modulo the sides."""
        shape = SHAPES[self.neighbours]
        if not self.torus:
            return shape
        rows, columns = self.shape
        wrapped = {(dr % rows, dc % columns) for dr, dc in shape}
        return frozenset(wrapped if (0, 0) in shape else wrapped - {(0, 0)})

    def turned(self) -> LightsOut:
        """The same puzzle with rows and columns exchanged; for boards without listed buttons."""
        return dataclasses.replace(
            self,
            start=np.ascontiguousarray(self.start.T),
            target=np.ascontiguousarray(self.target.T),
            cells=np.ascontiguousarray(self.cells.T),
        )

    def effect(self, counts: npt.NDArray[Any]) -> Grid:
        """The change of each light after these presses, modulo q; 0 where there is no cell."""
        q = self.states
        reduced = (counts % q).astype(np.uint8)
        if self.buttons is not None:
            change = np.zeros(self.start.size, dtype=np.int64)
            for count, lights in zip(reduced.ravel().tolist(), self.buttons, strict=True):
                for light in lights if count else ():
                    change[light] += count
            return (change % q).astype(np.uint8).reshape(self.shape)
        total = np.zeros(self.shape, dtype=np.uint8)
        for dr, dc in self.offsets:
            if self.torus:
                total += np.roll(reduced, (dr, dc), axis=(0, 1))
            else:
                to, source = _overlap(self.shape, dr, dc)
                total[to] += reduced[source]
        total %= q
        if not self.full:
            total *= self.cells
        return total

    def lights_of_buttons(self) -> tuple[Index, Index]:
        """The map A in compressed form: button b changes lights[first[b]:first[b+1]], as flat indices.

        Buttons are numbered over `button_shape` in row-major order; a place without a cell has no lights.
        """
        if self.buttons is not None:
            lists: Iterable[tuple[int, ...]] = self.buttons
            first = np.cumsum([0, *(len(lights) for lights in lists)], dtype=np.int64)
            return first, np.array([light for lights in lists for light in lights], dtype=np.int64)
        rows, columns = self.shape
        row, column = np.indices(self.shape)
        columns_of_lights = []
        for dr, dc in sorted(self.offsets):
            to_row, to_column = row + dr, column + dc
            if self.torus:
                to_row, to_column = to_row % rows, to_column % columns
            inside = (to_row >= 0) & (to_row < rows) & (to_column >= 0) & (to_column < columns) & self.cells
            flat = np.where(inside, to_row * columns + to_column, 0)
            columns_of_lights.append(np.where(inside & self.cells.ravel()[flat], flat, -1).ravel())
        if not columns_of_lights:  # no neighbours at all: `cross` on a torus of one cell
            return np.zeros(rows * columns + 1, dtype=np.int64), np.zeros(0, dtype=np.int64)
        table = np.stack(columns_of_lights, axis=1)
        keep = table >= 0
        first = np.concatenate(([0], np.cumsum(keep.sum(axis=1)))).astype(np.int64)
        return first, table[keep].astype(np.int64)

    def replay(self, solution: Presses) -> None:
        counts = solution.counts
        if counts.shape != self.button_shape:
            raise IllegalMove(f"presses for a board of shape {counts.shape}, expected {self.button_shape}")
        if self.buttons is None and not self.full and (missing := (counts > 0) & ~self.cells).any():
            row, column = np.argwhere(missing)[0]
            before = Presses(counts[: row + 1]).tolist().index([int(row), int(column)])
            raise IllegalMove(f"there is no button [{row}, {column}]", before)
        wrong = self.effect(counts) != self.needed
        if wrong.any():
            row, column = np.argwhere(wrong)[0]
            raise IllegalMove(f"afterwards {int(wrong.sum())} lights are wrong, the first at [{row}, {column}]")

    def cost(self, solution: Presses, metric: str) -> int:
        return len(solution)

    def initial(self) -> bytes:
        return self.start.tobytes()

    def successors(self, state: bytes, metric: str) -> Iterator[tuple[list[int], bytes]]:
        first, lights = self.lights_of_buttons()
        for button in range(len(first) - 1):
            changed = lights[first[button] : first[button + 1]].tolist()
            place = divmod(button, self.button_shape[1])
            if self.buttons is None and not self.cells[place]:
                continue
            after = bytearray(state)
            for light in changed:
                after[light] = (after[light] + 1) % self.states
            yield list(place), bytes(after)

    def is_goal(self, state: bytes) -> bool:
        return state == self.target.tobytes()

    def read_solution(self, raw: Any) -> Presses:
        return read_presses(raw, self.button_shape)

    def to_text(self) -> str:
        from gridproof.levels.lights_out.format import write  # the writer needs this class, too

        return write(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LightsOut):
            return NotImplemented
        plain = ("states", "neighbours", "torus", "buttons", "title")
        arrays = ("start", "target", "cells")
        return all(getattr(self, name) == getattr(other, name) for name in plain) and all(
            np.array_equal(getattr(self, name), getattr(other, name)) for name in arrays
        )

    __hash__ = None  # type: ignore[assignment]  # holds arrays


def _overlap(shape: tuple[int, int], dr: int, dc: int) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Slices (to, from) such that `a[to] += b[from]` adds b shifted by (dr, dc), dropping what leaves the board."""
    rows, columns = shape
    to = slice(max(0, dr), rows + min(0, dr)), slice(max(0, dc), columns + min(0, dc))
    source = slice(max(0, -dr), rows + min(0, -dr)), slice(max(0, -dc), columns + min(0, -dc))
    return to, source

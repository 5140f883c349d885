"""Exact elimination along the frontier: any board, any buttons, any prime q.

Lights are equations, buttons unknowns, both taken in the order of the board (along its shorter side). Each
equation determines its last unknown button in terms of free variables, or, when it has none, relates the free
variables, and one of them is eliminated at once from every expression that is still needed. So expressions are
only as long as the frontier (about n for a plus-board, 2n for a torus), not as long as the number of holes, and
a log of the eliminated variables is enough to find a solution and the null space afterwards. A dense system of
constraints never arises, which is why there is nothing here for block elimination (Four Russians) to speed up.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from gridproof.levels.lights_out.level import LightsOut
from gridproof.limits import Budget

SLICE = 1 << 16  # lights, times words of an expression, between two looks at the limits
Counts = npt.NDArray[np.uint8]
Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class System:
    """A·x ≡ needed (mod q) in the form the kernels read: a grid with offsets, or lists of buttons per light."""

    q: int
    lights: int
    unknowns: int
    rows: int
    columns: int
    torus: bool
    offsets: Array  # (k, 2) int64; empty for lists
    cells: Array  # flat bool; empty for lists
    first: Array  # buttons of light l: buttons[first[l]:first[l + 1]], with their weights
    buttons: Array
    weights: Array
    needed: Array  # flat uint8

    @property
    def near(self) -> tuple[Array, Array]:
        """Scratch for the buttons of one light and their weights."""
        most = len(self.offsets) or int(np.diff(self.first).max(initial=0))
        return np.zeros(most + 1, dtype=np.int64), np.zeros(most + 1, dtype=np.int64)

    def kernel_arguments(self) -> tuple[Any, ...]:
        grid = (self.rows, self.columns, self.torus, self.offsets, self.cells)
        return (self.lights, *grid, self.first, self.buttons, self.weights, *self.near)


def system_of(level: LightsOut) -> System:
    """The system of a board; for a grid in the orientation of the level."""
    none = np.zeros(0, dtype=np.int64)
    if level.buttons is None and level.offsets:
        rows, columns = level.shape
        offsets = np.array(sorted(level.offsets), dtype=np.int64).reshape(-1, 2)
        return System(
            level.states, rows * columns, rows * columns, rows, columns, level.torus, offsets,
            np.ascontiguousarray(level.cells).ravel(), none, none, none, level.needed.ravel(),
        )  # fmt: skip
    return _lists(level, transposed=False)


def left_system_of(level: LightsOut) -> System:
    """The homogeneous transposed system A^T·y ≡ 0, whose solutions are weights that no press changes."""
    if level.buttons is None and level.offsets:  # A is symmetric
        system = system_of(level)
        return dataclasses.replace(system, needed=np.zeros_like(system.needed))
    return _lists(level, transposed=True)


def _lists(level: LightsOut, transposed: bool) -> System:
    """Lists of (unknown, weight) per equation; entries that are 0 modulo q are dropped."""
    first, lights = level.lights_of_buttons()
    buttons = np.repeat(np.arange(len(first) - 1), np.diff(first))
    equation, unknown = (buttons, lights) if transposed else (lights, buttons)
    equations = len(first) - 1 if transposed else level.start.size
    unknowns = level.start.size if transposed else len(first) - 1
    pairs, weights = np.unique(equation * unknowns + unknown, return_counts=True)
    pairs, weights = pairs[weights % level.states > 0], weights[weights % level.states > 0] % level.states
    starts = np.searchsorted(pairs, np.arange(equations + 1) * unknowns)
    needed = np.zeros(equations, dtype=np.uint8) if transposed else level.needed.ravel()
    none = np.zeros(0, dtype=np.int64)
    return System(
        level.states, equations, unknowns, 0, 0, False, none.reshape(0, 2), none.astype(np.bool_),
        starts.astype(np.int64), pairs % max(1, unknowns), weights.astype(np.int64), needed,
    )  # fmt: skip


class Frontier:
    """The eliminated system: whether it has a solution, its nullity, a solution, the null space.

    Unknowns that occur in no equation (`loose`) are free, too, and each adds one to the nullity.
    """

    def __init__(self, system: System, budget: Budget, exists: Array | None = None):
        from gridproof.search.lights_out import frontier_kernel

        kernel: Any = frontier_kernel
        self.system, self._kernel = system, kernel
        q = system.q
        self._inverse = np.array([0, *(pow(value, -1, q) for value in range(1, q))], dtype=np.int64)
        self._table = (np.arange(q * q + q) % q).astype(np.uint8)
        last = np.full(system.unknowns, -1, dtype=np.int32)
        kernel.last_lights(*system.kernel_arguments(), last)
        present = np.ones(system.unknowns, dtype=np.bool_) if exists is None else exists
        self.loose = np.flatnonzero((last < 0) & present)
        self._eliminate(last, budget)
        self.solvable = self._state[kernel.WITHOUT] == 0
        unused = set(self._slots[: self._state[kernel.FREE_SLOTS]].tolist())
        self._remaining = [slot for slot in range(1, self._entries) if slot not in unused]
        self.nullity = len(self._remaining) + len(self.loose)
        self._free_values: Counts | None = None

    def _eliminate(self, last: Array, budget: Budget) -> None:
        kernel, system = self._kernel, self.system
        per_word = 64 if system.q == 2 else 8
        words, pool, log = 1, 64, 256
        self._words = np.zeros((pool, words), dtype=np.uint64)
        self._log_words = np.zeros((log, words), dtype=np.uint64)
        self._kind = np.zeros(log, dtype=np.uint8)
        self._who = np.zeros((log, 2), dtype=np.int64)
        self._slots = np.arange(1, words * per_word, dtype=np.int64)
        self._pool_rows = np.arange(pool, dtype=np.int64)
        self._state = np.array([0, 0, len(self._slots), pool, 0, -1], dtype=np.int64)
        row_of = np.full(system.unknowns, kernel.UNKNOWN, dtype=np.int32)
        arguments = system.kernel_arguments()
        while True:
            code = kernel.eliminate(
                system.q, self._inverse, self._table, *arguments, last, system.needed, row_of,
                self._words, self._words.view(np.uint8), self._slots, self._pool_rows,
                self._kind, self._who, self._log_words, self._state, max(64, SLICE // self._words.shape[1]),
            )  # fmt: skip
            if code == kernel.DONE:
                return
            budget.check()
            if code == kernel.GROW:
                self._grow(budget, most=len(arguments[-1]))

    @property
    def _entries(self) -> int:
        """Entries of an expression, the constant among them."""
        return self._words.shape[1] * (64 if self.system.q == 2 else 8)

    def _grow(self, budget: Budget, most: int) -> None:
        """Enlarge whichever array is too small for a light with `most` buttons."""
        kernel = self._kernel
        logged, slots, rows = (int(self._state[i]) for i in (kernel.LOGGED, kernel.FREE_SLOTS, kernel.FREE_ROWS))
        if slots <= most:
            old = self._entries
            extra = self._words.shape[1] + most // (64 if self.system.q == 2 else 8)
            budget.reserve(8 * extra * (len(self._words) + len(self._log_words)))
            self._words = np.pad(self._words, ((0, 0), (0, extra)))
            self._log_words = np.pad(self._log_words, ((0, 0), (0, extra)))
            self._slots = np.concatenate((self._slots[:slots], np.arange(old, self._entries), self._slots[slots:]))
            self._state[kernel.FREE_SLOTS] = slots + self._entries - old
        if rows <= most + 1:
            old = len(self._words)
            extra = old + most
            budget.reserve(8 * extra * self._words.shape[1])
            self._words = np.pad(self._words, ((0, extra), (0, 0)))
            fresh = np.arange(old, old + extra)
            self._pool_rows = np.concatenate((self._pool_rows[:rows], fresh, self._pool_rows[rows:]))
            self._state[kernel.FREE_ROWS] = rows + extra
        if logged + most + 1 >= len(self._kind):
            extra = len(self._kind) + most
            budget.reserve(8 * extra * self._words.shape[1])
            self._log_words = np.pad(self._log_words, ((0, extra), (0, 0)))
            self._kind = np.pad(self._kind, (0, extra))
            self._who = np.pad(self._who, ((0, extra), (0, 0)))

    def solution(self) -> Counts:
        """Counts of one solution, flat over the unknowns; meaningful only when `solvable`."""
        return self._play(column=0, needed=self.system.needed)

    def null_vectors(self) -> Iterator[Counts]:
        """A basis of the null space, each vector flat over the unknowns; `nullity` of them."""
        nothing = np.zeros_like(self.system.needed)
        for column in range(len(self._remaining)):
            yield self._play(column + 1, nothing)
        for button in self.loose:
            vector = np.zeros(self.system.unknowns, dtype=np.uint8)
            vector[button] = 1
            yield vector

    def _play(self, column: int, needed: Array) -> Counts:
        """The counts that follow from free values: `column` 0 the constants, i the i-th remaining variable."""
        kernel, system = self._kernel, self.system
        free_buttons, values = self._free()
        known = np.zeros(system.unknowns, dtype=np.uint8)
        counts = np.zeros(system.unknowns, dtype=np.uint8)
        known[free_buttons] = 1
        counts[free_buttons] = values[:, column]
        known[self.loose] = 1
        kernel.play_forward(system.q, self._inverse, *system.kernel_arguments(), needed, known, counts)
        return counts

    def _free(self) -> tuple[Array, Counts]:
        """Buttons that were made free variables, and their values (variables, 1 + remaining)."""
        kernel = self._kernel
        logged = int(self._state[kernel.LOGGED])
        created = self._kind[:logged] == kernel.CREATE
        buttons = self._who[:logged][created, 1]
        if self._free_values is None:
            value = np.zeros((self._entries, 1 + len(self._remaining)), dtype=np.uint8)
            value[0, 0] = 1
            for column, slot in enumerate(self._remaining):
                value[slot, column + 1] = 1
            self._free_values = np.zeros((len(buttons), value.shape[1]), dtype=np.uint8)
            log = self._log_words
            kernel.substitute_back(
                self.system.q, self._table, self._kind, self._who, log, log.view(np.uint8), logged, value,
                self._free_values,
            )  # fmt: skip
        return buttons, self._free_values

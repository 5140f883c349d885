"""A sliding-block level as arrays for the kernels.

A *placement* is a kind together with an anchor; placements of all kinds are numbered through. A position is packed
into a key of W 64-bit words that is the exclusive-or of one *code* for each piece's placement, so a move changes
the key by code[from] ^ code[to], and pieces of one kind need no sorting: a kind with one piece owns a number field,
a kind with several owns one bit for each placement. The last placement is a dummy on every cell and stands for "no
step this way". Bit 0 of a set of cells is a guard that the kernels hold occupied, so the dummy always collides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gridproof.levels.sliding.kinds import Kind
from gridproof.levels.sliding.level import DIRECTIONS, METRICS, Position, Sliding

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int32]
WORD = 64


@dataclass(frozen=True, slots=True)
class Tables:
    """Arrays of a level with P placements (and the dummy), W words a key, B words a set of cells.

    `cells` (P+1, B): the cells of a placement; cells outside the walls only are numbered. `steps` (P+1, 4): the
    placement after one step up, down, left, right. `code` and `mirror` (P+1, W): a placement's part of the key,
    and its mirror image's. `fields` (F, 5): word, shift, bits, first placement, 1 for a number field or 0 for bits.
    A position is a goal when key & goal_mask == goal_value.
    """

    level: Sliding
    cells: Words
    steps: Numbers
    code: Words
    mirror: Words
    symmetric: bool
    fields: Numbers
    goal_mask: Words
    goal_value: Words
    bases: tuple[int, ...]  # first placement of each kind
    anchors: tuple[tuple[int, ...], ...]  # anchors of each kind in the order of its placements

    @property
    def words(self) -> int:
        return int(self.code.shape[1])

    @property
    def occupancy_words(self) -> int:
        return int(self.cells.shape[1])

    def key(self, state: Position) -> Words:
        """The key of a position, not yet made canonical by the mirror."""
        return self._combine(state, self.code)

    def canonical(self, state: Position) -> Words:
        """The lesser of a position's key and its mirror image's; words compare from the first."""
        key = self.key(state)
        if self.symmetric:
            other = self._combine(state, self.mirror)
            if other.tolist() < key.tolist():
                return other
        return key

    def _combine(self, state: Position, parts: Words) -> Words:
        key = np.zeros(self.words, dtype=np.uint64)
        for base, anchors, lying in zip(self.bases, self.anchors, state.key, strict=True):
            for anchor in lying:
                key ^= parts[base + anchors.index(anchor)]
        return key

    def position(self, key: Words) -> Position:
        """The position of a key; which of equal pieces lies where is the reading order's choice."""
        lying = self.placements(key)
        anchors = [0] * len(self.level.pieces)
        for kind, base, own in zip(self.level.kinds, self.bases, self.anchors, strict=True):
            inside = [p for p in lying if base <= p < base + len(own)]
            for member, place in zip(kind.members, inside, strict=True):
                anchors[member] = own[place - base]
        return self.level.position(anchors)

    def placements(self, key: Words) -> list[int]:
        """The placements that a key holds, in order."""
        found = []
        for word, shift, bits, base, number in self.fields.tolist():
            value = int(key[word]) >> shift & (1 << bits) - 1
            found += [base + value] if number else [base + i for i in range(bits) if value >> i & 1]
        return found


def metric_number(metric: str) -> int:
    """0 moves, 1 slides, 2 steps: what the kernels call them."""
    return METRICS.index(metric)


def build(level: Sliding) -> Tables:
    """The arrays of a level whose goals are within reach of their kinds (see `certificates.stranded`)."""
    anchors = tuple(tuple(sorted(kind.masks)) for kind in level.kinds)
    bases = tuple(np.cumsum([0, *(len(own) for own in anchors)])[:-1].tolist())
    count = sum(len(own) for own in anchors)
    number_of = [{anchor: base + i for i, anchor in enumerate(own)} for base, own in zip(bases, anchors, strict=True)]

    fields, words = _fields(level.kinds, anchors, bases)
    code = np.zeros((count + 1, words), dtype=np.uint64)
    for word, shift, bits, base, number in fields:
        for i in range(_span(number, bits, base, bases, count)):
            code[base + i, word] = (i if number else 1 << i) << shift
    steps = np.full((count + 1, 4), count, dtype=np.int32)
    for kind, numbers in zip(level.kinds, number_of, strict=True):
        for anchor, place in numbers.items():
            for step, target in kind.neighbours[anchor].items():
                steps[place, DIRECTIONS.index(step)] = numbers[target]
    goal_mask, goal_value = np.zeros(words, dtype=np.uint64), np.zeros(words, dtype=np.uint64)
    for kind, numbers in zip(level.kinds, number_of, strict=True):
        for goal in kind.goals:
            goal_value ^= code[numbers[goal]]
            goal_mask |= _field_mask(fields, numbers[goal], code[numbers[goal]], len(kind.members) == 1)
    image = symmetry(level)
    mirror = code.copy()
    if image is not None:
        for kind_index, numbers in enumerate(number_of):
            for anchor, place in numbers.items():
                other, target = image(kind_index, anchor)
                mirror[place] = code[number_of[other][target]]
    return Tables(
        level,
        _cells(level, number_of, count),
        steps,
        code,
        mirror,
        image is not None,
        np.array(fields, dtype=np.int32).reshape(-1, 5),
        goal_mask,
        goal_value,
        bases,
        anchors,
    )


def _fields(
    kinds: tuple[Kind, ...], anchors: tuple[tuple[int, ...], ...], bases: tuple[int, ...]
) -> tuple[list[tuple[int, int, int, int, int]], int]:
    """Fields (word, shift, bits, first placement, number?) and the number of words: wide ones first, first fit."""
    wanted = []
    for kind, own, base in zip(kinds, anchors, bases, strict=True):
        if len(kind.members) == 1:
            wanted.append((max(1, (len(own) - 1).bit_length()), base, 1))
        else:
            wanted += [(min(WORD, len(own) - at), base + at, 0) for at in range(0, len(own), WORD)]
    free: list[int] = []
    placed = []
    for bits, base, number in sorted(wanted, key=lambda field: (-field[0], field[1])):
        word = next((w for w, left in enumerate(free) if left >= bits), len(free))
        if word == len(free):
            free.append(WORD)
        placed.append((word, WORD - free[word], bits, base, number))
        free[word] -= bits
    return sorted(placed, key=lambda field: field[3]), max(1, len(free))


def _span(number: int, bits: int, base: int, bases: tuple[int, ...], count: int) -> int:
    """How many placements a field speaks of."""
    return min((b for b in (*bases, count) if b > base), default=count) - base if number else bits


def _field_mask(fields: list[tuple[int, int, int, int, int]], place: int, code: Words, number: bool) -> Words:
    """The bits of the key that tell whether a piece is at a placement."""
    if not number:
        return code
    mask = np.zeros_like(code)
    word, shift, bits = max((f for f in fields if f[3] <= place), key=lambda f: f[3])[:3]
    mask[word] = ((1 << bits) - 1) << shift
    return mask


def _cells(level: Sliding, number_of: list[dict[int, int]], count: int) -> Words:
    """Sets of cells as words; the cells that some placement covers are numbered in reading order."""
    used = 0
    for kind in level.kinds:
        for mask in kind.masks.values():
            used |= mask
    numbered = {cell: i + 1 for i, cell in enumerate(_bits(used))}  # bit 0 is the guard
    words = -(-(len(numbered) + 1) // WORD)
    cells = np.zeros((count + 1, words), dtype=np.uint64)
    columns = level.shape[1]
    for kind, numbers in zip(level.kinds, number_of, strict=True):
        for anchor, place in numbers.items():
            for dr, dc in kind.offsets:
                word, bit = divmod(numbered[anchor + dr * columns + dc], WORD)
                cells[place, word] |= np.uint64(1 << bit)
    cells[count] = ~np.uint64(0)
    return cells


Image = Callable[[int, int], tuple[int, int]]


def symmetry(level: Sliding) -> Image | None:
    """A mirror image or half turn that maps the board with its goal onto itself, as a map on (kind, anchor).

    Only kinds matter, not where the pieces start: walls, gates and goals must coincide with their images, and each
    kind's placements with those of a kind with as many pieces. None when no such map is found.
    """
    for flip_rows, flip_columns in ((False, True), (True, False), (True, True)):
        image = _image(level, flip_rows, flip_columns)
        if image is not None:
            return image
    return None


def _image(level: Sliding, flip_rows: bool, flip_columns: bool) -> Image | None:
    rows, columns = level.shape

    def turn(cell: int) -> int:
        r, c = divmod(cell, columns)
        return (rows - 1 - r if flip_rows else r) * columns + (columns - 1 - c if flip_columns else c)

    def first_of(mask: int) -> tuple[int, int]:
        """The image of a set of cells, and its first cell."""
        turned = 0
        for cell in _bits(mask):
            turned |= 1 << turn(cell)
        return turned, (turned & -turned).bit_length() - 1

    partner: list[tuple[int, dict[int, int]]] = []
    for kind in level.kinds:
        images = {anchor: first_of(mask) for anchor, mask in kind.masks.items()}
        for index, other in enumerate(level.kinds):
            if len(other.members) == len(kind.members) and len(other.masks) == len(kind.masks):
                fits = all(other.masks.get(first) == mask for mask, first in images.values())
                goals = {images[goal][1] for goal in kind.goals}
                if fits and goals == set(other.goals):
                    partner.append((index, {anchor: first for anchor, (_, first) in images.items()}))
                    break
        else:
            return None
    if any(partner[partner[k][0]][0] != k for k in range(len(partner))):
        return None  # two kinds share their placements, as distinct pieces of one shape do: no clear partner
    return lambda kind_index, anchor: (partner[kind_index][0], partner[kind_index][1][anchor])


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1

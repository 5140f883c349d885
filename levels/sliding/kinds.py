"""Kinds: interchangeable pieces of one shape, and the placements that they can reach on an empty board.

Two pieces are of one kind when they have the same shape, neither is named in the goal (or the level says that they
are the same), and one could get to the other's place if nothing else stood on the board. The last condition
splits, for instance, the cars of a Rush Hour board by their lines: no move ever swaps them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridproof.levels.sliding.level import Piece, Sliding

STEPS = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}


@dataclass(frozen=True, slots=True)
class Kind:
    """`masks`: anchor -> cells covered; `neighbours`: anchor -> {direction: anchor after one step}.

    `members` are indices of pieces; `goals` are anchors that pieces of this kind must cover in the end, each by
    any one of them. `steps` are the directions in which the kind may go.
    """

    members: tuple[int, ...]
    offsets: tuple[tuple[int, int], ...]
    goals: tuple[int, ...]
    masks: dict[int, int]
    neighbours: dict[int, dict[str, int]]
    steps: str

    def may_go(self, step: str) -> bool:
        return step in self.steps

    @property
    def solvable_alone(self) -> bool:
        """Whether enough pieces of the kind can reach its goals at all, were the others not there."""
        return len(self.goals) <= len(self.members) and all(goal in self.masks for goal in self.goals)


def offsets_of(cells: Sequence[int], columns: int) -> tuple[tuple[int, int], ...]:
    """The shape of a piece: (row, column) of each cell relative to the first, in reading order."""
    top, left = divmod(cells[0], columns)
    return tuple((cell // columns - top, cell % columns - left) for cell in cells)


def mask_of(cells: Iterable[int]) -> int:
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def make_kinds(level: Sliding) -> tuple[Kind, ...]:
    """The kinds of a level, in the order of their first pieces.

    A goal that no piece of its group can reach stays with the group's first kind, where it is seen to be
    unreachable.
    """
    columns = level.shape[1]
    group_of = {name: group for group in level.same for name in group}
    named = {piece.name for piece in level.goal}
    gated = named | {name for group in level.same if named & set(group) for name in group}
    groups: dict[object, list[int]] = {}
    for index, piece in enumerate(level.pieces):
        label: object = offsets_of(piece.cells, columns)
        if piece.name in group_of:
            label = group_of[piece.name]
        elif piece.name in named:
            label = piece.name
        groups.setdefault(label, []).append(index)
    kinds = []
    for members in groups.values():
        letters = {level.pieces[i].name for i in members}
        goals = [piece.cells[0] for piece in level.goal if piece.name in letters]
        kinds += _split(level, members, goals, bool(letters & gated))
    return tuple(sorted(kinds, key=lambda kind: kind.members[0]))


def _split(level: Sliding, members: list[int], goals: list[int], gated: bool) -> list[Kind]:
    """One kind for each set of placements that are connected on the empty board."""
    blocked = mask_of(level.walls) | (0 if gated else mask_of(level.gates))
    left, kinds, unmet = list(members), [], list(goals)
    while left:
        piece = level.pieces[left[0]]
        offsets = offsets_of(piece.cells, level.shape[1])
        steps = _directions(level, piece)
        masks, neighbours = _placements(level.shape, offsets, piece.cells[0], blocked, steps)
        inside = tuple(i for i in left if level.pieces[i].cells[0] in masks)
        here = tuple(goal for goal in goals if goal in masks)
        unmet = [goal for goal in unmet if goal not in masks]
        left = [i for i in left if i not in inside]
        kinds.append(Kind(inside, offsets, here, masks, neighbours, steps))
    if unmet:
        first = kinds[0]
        kinds[0] = Kind(
            first.members, first.offsets, (*first.goals, *unmet), first.masks, first.neighbours, first.steps
        )
    return kinds


def _directions(level: Sliding, piece: Piece) -> str:
    if not level.axis_long:
        return "udlr"
    rows = {cell // level.shape[1] for cell in piece.cells}
    columns = {cell % level.shape[1] for cell in piece.cells}
    return "lr" if len(columns) > len(rows) else "ud"


def _placements(
    shape: tuple[int, int], offsets: tuple[tuple[int, int], ...], start: int, blocked: int, steps: str
) -> tuple[dict[int, int], dict[int, dict[str, int]]]:
    """All placements that a lone piece reaches from `start`, by flood fill: masks and neighbours by anchor."""
    rows, columns = shape

    def mask_at(anchor: int) -> int | None:
        top, left = divmod(anchor, columns)
        cells = [(top + dr, left + dc) for dr, dc in offsets]
        if not all(0 <= r < rows and 0 <= c < columns for r, c in cells):
            return None
        mask = mask_of(r * columns + c for r, c in cells)
        return None if mask & blocked else mask

    first = mask_at(start)
    assert first is not None, "a piece lies on a wall"
    masks: dict[int, int] = {start: first}
    neighbours: dict[int, dict[str, int]] = {}
    for anchor in (queue := [start]):
        neighbours[anchor] = {}
        for step in steps:
            dr, dc = STEPS[step]
            top, left = divmod(anchor, columns)
            if not (0 <= top + dr < rows and 0 <= left + dc < columns):
                continue
            target = anchor + dr * columns + dc
            if target not in masks:
                mask = mask_at(target)
                if mask is None:
                    continue
                masks[target] = mask
                queue.append(target)
            neighbours[anchor][step] = target
    return masks, neighbours

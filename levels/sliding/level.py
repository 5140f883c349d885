"""Sliding blocks: pieces of any shape slide on a board of any shape until those that the goal names lie there.

Naming key: a *cell* is a flat index r * columns + c; a set of cells is an int, bit i for cell i (`mask`). An
*anchor* is the first cell of a piece in reading order. A *kind* is a set of interchangeable pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from gridproof.errors import IllegalMove
from gridproof.levels.base import Level
from gridproof.levels.sliding.kinds import Kind, make_kinds

DIRECTIONS = "udlr"
METRICS = ("moves", "slides", "steps")
Entry = list[str]  # [piece, unit steps]
Solution = list[Entry]


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece: its letter and its cells, in reading order."""

    name: str
    cells: tuple[int, ...]


class Position:
    """Anchors of all pieces, in the order of `level.pieces`.

    Two positions are equal when they differ only in interchangeable pieces. The anchors themselves keep the
    pieces apart, so a path of positions can be told with letters.
    """

    __slots__ = ("anchors", "key")

    def __init__(self, anchors: tuple[int, ...], key: tuple[tuple[int, ...], ...]):
        self.anchors, self.key = anchors, key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"Position{self.anchors}"


@dataclass(frozen=True)
class Sliding(Level):
    """A board of `shape` (rows, columns), its pieces, and where the pieces named in `goal` must lie in the end.

    `gates` are cells that only pieces of a kind named in the goal may enter. With `axis_long` each piece (a
    rectangle that is no square) moves along its long axis only. `same` lists groups of letters of one shape that are
    interchangeable although the goal names them; all others that the goal names are distinct. `linked` lists the
    letters of pieces that may lie in several parts, which move as one.
    """

    puzzle: ClassVar[str] = "sliding"
    metrics: ClassVar[tuple[str, ...]] = METRICS

    shape: tuple[int, int]
    walls: frozenset[int]
    gates: frozenset[int]
    pieces: tuple[Piece, ...]
    goal: tuple[Piece, ...]
    axis_long: bool = False
    same: tuple[str, ...] = ()
    linked: str = ""
    title: str | None = None

    # --- the board -----------------------------------------------------------------------------------------

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """Kinds of interchangeable pieces, each with its placements; every piece belongs to one."""
        return make_kinds(self)

    @cached_property
    def kind_of(self) -> tuple[Kind, ...]:
        """The kind of each piece, in the order of `pieces`."""
        table = {member: kind for kind in self.kinds for member in kind.members}
        return tuple(table[index] for index in range(len(self.pieces)))

    @cached_property
    def index_of(self) -> dict[str, int]:
        return {piece.name: index for index, piece in enumerate(self.pieces)}

    @cached_property
    def empty_cells(self) -> int:
        """Number of cells that no piece and no wall covers; gates count."""
        rows, columns = self.shape
        return rows * columns - len(self.walls) - sum(len(piece.cells) for piece in self.pieces)

    # --- the rules as a state space ------------------------------------------------------------------------

    def position(self, anchors: Sequence[int]) -> Position:
        key = tuple(tuple(sorted(anchors[i] for i in kind.members)) for kind in self.kinds)
        return Position(tuple(anchors), key)

    def initial(self) -> Position:
        return self.position([piece.cells[0] for piece in self.pieces])

    def is_goal(self, state: Position) -> bool:
        return all(
            all(anchor in lying for anchor in kind.goals) for kind, lying in zip(self.kinds, state.key, strict=True)
        )

    def occupied(self, state: Position) -> int:
        """The cells under pieces, as a mask."""
        covered = 0
        for kind, anchor in zip(self.kind_of, state.anchors, strict=True):
            covered |= kind.masks[anchor]
        return covered

    def successors(self, state: Position, metric: str) -> Iterator[tuple[Entry, Position]]:
        everything = self.occupied(state)
        for index, (kind, anchor) in enumerate(zip(self.kind_of, state.anchors, strict=True)):
            others = everything & ~kind.masks[anchor]
            for path, target in reachable(kind, anchor, others, metric):
                anchors = (*state.anchors[:index], target, *state.anchors[index + 1 :])
                yield [self.pieces[index].name, path], self.position(anchors)

    # --- solutions -----------------------------------------------------------------------------------------

    def play(self, solution: Sequence[Sequence[str]]) -> Iterator[Position]:
        """The positions after each entry. Raises IllegalMove at the first entry that breaks the rules."""
        state = self.initial()
        anchors, covered = list(state.anchors), self.occupied(state)
        for number, (name, path) in enumerate(solution):
            index = self.index_of.get(name)
            if index is None:
                raise IllegalMove(f"there is no piece {name}", number)
            if not path:
                raise IllegalMove(f"piece {name} does not move", number)
            kind = self.kind_of[index]
            others = covered & ~kind.masks[anchors[index]]
            for step in path:
                target = kind.neighbours[anchors[index]].get(step)
                if target is None:
                    raise IllegalMove(f"piece {name} cannot go {step!r}: {self._obstacle(kind, step)}", number)
                if kind.masks[target] & others:
                    raise IllegalMove(f"piece {name} cannot go {step!r}: another piece is in the way", number)
                anchors[index] = target
            covered = others | kind.masks[anchors[index]]
            yield self.position(anchors)

    def _obstacle(self, kind: Kind, step: str) -> str:
        if step not in DIRECTIONS:
            return f"expected one of {', '.join(DIRECTIONS)}"
        if self.axis_long and not kind.may_go(step):
            return "it moves along its long axis only"
        return "a wall, a gate or the edge is in the way"

    def replay(self, solution: Solution) -> None:
        last = self.initial()
        for state in self.play(solution):
            last = state
        if not self.is_goal(last):
            raise IllegalMove("the pieces do not lie as the goal asks at the end")

    def cost(self, solution: Solution, metric: str) -> int:
        """Unit steps; or straight runs of one piece in one direction; or runs of one piece."""
        units = [(name, step) for name, path in solution for step in path]
        if metric == "steps":
            return len(units)
        runs = units if metric == "slides" else [(name, "") for name, _ in units]
        return sum(1 for i, run in enumerate(runs) if i == 0 or run != runs[i - 1])

    def read_solution(self, raw: Any) -> Solution:
        if not isinstance(raw, list):
            raise IllegalMove("expected a list of [piece, steps] pairs")
        for number, entry in enumerate(raw):
            if not (isinstance(entry, list) and len(entry) == 2 and all(isinstance(part, str) for part in entry)):
                raise IllegalMove(f"expected a pair [piece, steps], not {entry!r}", number)
        return raw

    def to_text(self) -> str:
        from gridproof.levels.sliding.format import write  # the writer needs this class, too

        return write(self)


def reachable(kind: Kind, anchor: int, others: int, metric: str) -> Iterator[tuple[str, int]]:
    """Where one piece can go at cost 1 in `metric` past the cells `others`: (unit steps, new anchor)."""
    if metric == "steps":
        for step, target in kind.neighbours[anchor].items():
            if not kind.masks[target] & others:
                yield step, target
    elif metric == "slides":
        for step in DIRECTIONS:
            path, here = "", anchor
            while (ahead := kind.neighbours[here].get(step)) is not None and not kind.masks[ahead] & others:
                path, here = path + step, ahead
                yield path, here
    else:
        paths = {anchor: ""}
        for here in (queue := [anchor]):
            for step, target in kind.neighbours[here].items():
                if target not in paths and not kind.masks[target] & others:
                    paths[target] = paths[here] + step
                    queue.append(target)
                    yield paths[target], target

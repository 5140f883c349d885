"""Peg solitaire: a peg jumps over a neighbour into the hole beyond, and the peg jumped over is taken away.

A position is a set of holes that hold pegs, as an integer: bit i for `holes[i]`. Each jump takes one peg, so
the number of jumps of a solution follows from the pegs at its ends; consecutive jumps by one peg are one move.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from gridproof.errors import IllegalMove
from gridproof.levels.base import Level

Hole = tuple[int, int]
Jump = tuple[int, int, int]  # from, over, to, as indices of holes
Chain = list[list[int]]  # [[row, column], ...]: where one peg stands, jumps to, jumps to, ...

_CROSS = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIRECTIONS: dict[str, tuple[Hole, ...]] = {
    "orthogonal": _CROSS,
    "hex": (*_CROSS, (1, 1), (-1, -1)),  # rows of a triangle, left-aligned: the sixth neighbours
    "diagonal": (*_CROSS, (1, 1), (-1, -1), (1, -1), (-1, 1)),
}


@dataclass(frozen=True)
class Pegs(Level):
    """A board of `holes` (row, column), in row-major order, with the pegs of `start`.

    The goal is one peg anywhere, or, when `anywhere` is false, the pegs of `must` and nothing else outside
    `free`, the holes where either will do. `must` and `free` do not overlap.
    """

    puzzle: ClassVar[str] = "pegs"
    metrics: ClassVar[tuple[str, ...]] = ("moves", "jumps")

    holes: tuple[Hole, ...]
    start: int
    must: int = 0
    free: int = 0
    anywhere: bool = True
    neighbours: str = "orthogonal"
    title: str | None = None

    @cached_property
    def index(self) -> dict[Hole, int]:
        """The number of each hole."""
        return {hole: number for number, hole in enumerate(self.holes)}

    @cached_property
    def jumps(self) -> tuple[Jump, ...]:
        """Every jump of the board, whatever pegs stand on it."""
        found = []
        for number, (row, column) in enumerate(self.holes):
            for dr, dc in DIRECTIONS[self.neighbours]:
                over = self.index.get((row + dr, column + dc))
                to = self.index.get((row + 2 * dr, column + 2 * dc))
                if over is not None and to is not None:
                    found.append((number, over, to))
        return tuple(found)

    @property
    def size(self) -> int:
        return len(self.holes)

    @property
    def everything(self) -> int:
        """The position with a peg in each hole."""
        return (1 << len(self.holes)) - 1

    @property
    def goal_pegs(self) -> tuple[int, int]:
        """The fewest and the most pegs that the goal allows."""
        if self.anywhere:
            return 1, 1
        return self.must.bit_count(), (self.must | self.free).bit_count()

    @property
    def jumps_needed(self) -> tuple[int, int]:
        """The fewest and the most jumps that a solution can have; the second is negative when none can."""
        pegs, (least, most) = self.start.bit_count(), self.goal_pegs
        return max(0, pegs - most), pegs - least

    def cells(self, position: int) -> list[list[int]]:
        """The holes of a position as [row, column] pairs."""
        return [list(hole) for number, hole in enumerate(self.holes) if position >> number & 1]

    def replay(self, solution: Any) -> None:
        position = self.start
        for entry, chain in enumerate(solution):
            if len(chain) < 2:
                raise IllegalMove("expected two holes or more, where the peg stands and where it jumps to", entry)
            for start, end in itertools.pairwise(chain):
                position = self._jump(position, start, end, entry)
        if not self.is_goal(position):
            pegs = position.bit_count()
            where = f", at {self.cells(position)}" if pegs <= 12 else ""
            raise IllegalMove(f"the goal is not met: {pegs} pegs are left{where}")

    def _jump(self, position: int, start: Sequence[int], end: Sequence[int], entry: int) -> int:
        """The position after one jump; raises IllegalMove when it is against the rules."""
        for place in (start, end):
            if tuple(place) not in self.index:
                raise IllegalMove(f"there is no hole {list(place)}", entry)
        dr, dc = end[0] - start[0], end[1] - start[1]
        middle = (start[0] + dr // 2, start[1] + dc // 2)
        step = (dr // 2, dc // 2)
        if dr % 2 or dc % 2 or step not in DIRECTIONS[self.neighbours]:
            raise IllegalMove(f"{list(start)} to {list(end)} is not a jump over a neighbour", entry)
        if middle not in self.index:
            raise IllegalMove(f"there is no hole {list(middle)} to jump over", entry)
        source, over, to = self.index[start[0], start[1]], self.index[middle], self.index[end[0], end[1]]
        if not position >> source & 1:
            raise IllegalMove(f"there is no peg at {list(start)}", entry)
        if not position >> over & 1:
            raise IllegalMove(f"there is no peg at {list(middle)} to jump over", entry)
        if position >> to & 1:
            raise IllegalMove(f"there is a peg at {list(end)} already", entry)
        return position ^ (1 << source | 1 << over | 1 << to)

    def cost(self, solution: Any, metric: str) -> int:
        """`jumps`, or `moves`: consecutive jumps by one peg count once, however they are written down."""
        if metric == "jumps":
            return sum(len(chain) - 1 for chain in solution)
        return len(join(solution))

    def initial(self) -> int:
        return self.start

    def successors(self, state: int, metric: str) -> Iterator[tuple[Chain, int]]:
        for chain, after in self._jumps_from(state, None):
            yield chain, after
            if metric == "moves":
                yield from self._longer(chain, after)

    def _longer(self, chain: Chain, state: int) -> Iterator[tuple[Chain, int]]:
        """Every way to jump on with the peg that has just made `chain`."""
        for step, after in self._jumps_from(state, self.index[chain[-1][0], chain[-1][1]]):
            longer = [*chain, step[1]]
            yield longer, after
            yield from self._longer(longer, after)

    def _jumps_from(self, state: int, peg: int | None) -> Iterator[tuple[Chain, int]]:
        for source, over, to in self.jumps:
            if (peg is None or source == peg) and state >> source & state >> over & ~(state >> to) & 1:
                chain = [list(self.holes[source]), list(self.holes[to])]
                yield chain, state ^ (1 << source | 1 << over | 1 << to)

    def is_goal(self, state: int) -> bool:
        if self.anywhere:
            return state.bit_count() == 1
        return state & ~self.free == self.must

    def read_solution(self, raw: Any) -> list[Chain]:
        if not isinstance(raw, list):
            raise IllegalMove("expected a list of chains [[row, column], ...]")
        for entry, chain in enumerate(raw):
            if not isinstance(chain, list) or not all(
                isinstance(hole, list) and len(hole) == 2 and all(type(part) is int for part in hole)
                for hole in chain
            ):
                raise IllegalMove("expected a chain [[row, column], [row, column], ...]", entry)
        return raw

    def to_text(self) -> str:
        from gridproof.levels.pegs.format import write  # the writer needs this class, too

        return write(self)


def join(solution: Sequence[Chain]) -> list[Chain]:
    """The same jumps with consecutive jumps by one peg in one chain: the form with the fewest entries."""
    joined: list[Chain] = []
    for chain in solution:
        if joined and joined[-1][-1] == chain[0]:
            joined[-1] = joined[-1] + chain[1:]
        else:
            joined.append(list(chain))
    return joined


def chains_of(level: Pegs, jumps: Sequence[Jump]) -> list[Chain]:
    """A solution from its jumps (from, over, to) in order."""
    return join([[list(level.holes[source]), list(level.holes[to])] for source, _, to in jumps])

"""Sokoban: the player walks over free squares and pushes single boxes; solved when every box stands on a goal.

Squares are indices into the board with one row or column of wall added on each side, row-major, so that no
neighbour lies outside: square = (row + 1) * stride + column + 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from gridproof.errors import IllegalMove, LevelError
from gridproof.levels.base import Level

WALL, FLOOR, GOAL, BOX, BOX_ON_GOAL, PLAYER, PLAYER_ON_GOAL = "# .$*@+"
LETTERS = "uldr"  # the opposite of direction d is (d + 2) % 4


@dataclass(frozen=True, slots=True)
class State:
    """Boxes and player. States are equal when boxes and `key` are.

    `key` is the player's square where moves count, and -1 - (the lowest square the player can walk to) where
    only pushes count: then all places the player can walk to are one state.
    """

    boxes: frozenset[int]
    player: int = field(compare=False)
    key: int


@dataclass(frozen=True)
class Sokoban(Level):
    """A board as rows of `#@+$*. `, right-hand blanks cut, no empty row at the top or bottom.

    `solutions` are those stored with the level, as they stand in the file. `fault` says why nobody can play the
    level (no player, two players), `place` is its file and the number of its first row, from 1.
    """

    puzzle: ClassVar[str] = "sokoban"
    metrics: ClassVar[tuple[str, ...]] = ("pushes", "moves")

    rows: tuple[str, ...]
    title: str | None = None
    author: str | None = None
    comment: str | None = None
    solutions: tuple[str, ...] = field(default=(), compare=False)
    place: tuple[str, int] = field(default=("<text>", 1), compare=False)

    @cached_property
    def stride(self) -> int:
        return max(len(row) for row in self.rows) + 2

    @cached_property
    def cells(self) -> str:
        """All squares as one string, with the wall around."""
        width = self.stride - 2
        middle = "".join(f"#{row.ljust(width)}#" for row in self.rows)
        return "#" * self.stride + middle + "#" * self.stride

    @cached_property
    def steps(self) -> tuple[int, int, int, int]:
        """What to add to a square for u, l, d, r."""
        return -self.stride, -1, self.stride, 1

    @cached_property
    def walls(self) -> frozenset[int]:
        return self._squares("#")

    @cached_property
    def goals(self) -> frozenset[int]:
        return self._squares(".*+")

    @cached_property
    def boxes(self) -> frozenset[int]:
        return self._squares("$*")

    @cached_property
    def fault(self) -> str | None:
        players = len(self._squares("@+"))
        if players == 1:
            return None
        return "no player: expected one @ or +" if players == 0 else f"{players} players: expected one @ or +"

    @property
    def player(self) -> int:
        """The player's square. Raises LevelError when nobody can play the level."""
        if self.fault:
            raise LevelError(self.fault, *self.place)
        return next(iter(self._squares("@+")))

    def _squares(self, kinds: str) -> frozenset[int]:
        return frozenset(i for i, cell in enumerate(self.cells) if cell in kinds)

    def square(self, row: int, column: int) -> int:
        return (row + 1) * self.stride + column + 1

    def place_of(self, square: int) -> list[int]:
        """[row, column] of a square, from 0."""
        row, column = divmod(square, self.stride)
        return [row - 1, column - 1]

    # --- solutions -----------------------------------------------------------------------------------------

    def replay(self, solution: str) -> None:
        if self.fault:
            raise IllegalMove(self.fault)
        boxes = set(self.boxes)
        self._play(solution, boxes, strict=True)
        if astray := boxes - self.goals:
            row, column = self.place_of(min(astray))
            raise IllegalMove(
                f"afterwards {len(astray)} boxes stand on no goal, the first at row {row}, column {column}"
            )

    def repaired(self, solution: str) -> str:
        """The same walk with lower case for each step and upper case for each push."""
        return self._play(solution, set(self.boxes), strict=False)

    def _play(self, solution: str, boxes: set[int], strict: bool) -> str:
        player, cells = self.player, self.cells
        played = []
        for index, letter in enumerate(solution):
            direction = LETTERS.find(letter.lower())
            if direction < 0:
                raise IllegalMove(f"{letter!r}: expected one of u l d r U L D R", index)
            step = self.steps[direction]
            player += step
            if cells[player] == WALL:
                raise IllegalMove(f"{letter!r} runs into a wall", index)
            pushes = player in boxes
            if pushes:
                to = player + step
                if cells[to] == WALL or to in boxes:
                    raise IllegalMove(f"{letter!r} pushes a box against a {'box' if to in boxes else 'wall'}", index)
                boxes.remove(player)
                boxes.add(to)
            if strict and pushes != letter.isupper():
                what = "pushes a box: expected upper case" if pushes else "pushes nothing: expected lower case"
                raise IllegalMove(f"{letter!r} {what}", index)
            played.append(letter.upper() if pushes else letter.lower())
        return "".join(played)

    def cost(self, solution: str, metric: str) -> int:
        return len(solution) if metric == "moves" else sum(letter.isupper() for letter in solution)

    def read_solution(self, raw: Any) -> str:
        """LURD text, plain or run-length coded, over several lines or not. Wrong case of letters is mended."""
        from gridproof.levels.sokoban.lurd import expand  # the reader needs this class, too

        if not isinstance(raw, str):
            raise IllegalMove("expected a string of u l d r U L D R")
        return self.repaired(expand(self, raw))

    # --- the rules as a state space ------------------------------------------------------------------------

    def initial(self) -> State:
        return State(self.boxes, self.player, self._region_name(self.boxes, self.player))

    def successors(self, state: State, metric: str) -> Iterator[tuple[str, State]]:
        """One push with the walk before it, or with metric `moves` one step."""
        if metric == "moves":
            yield from self._single_steps(state)
            return
        paths = self.walks(state.boxes, state.player)
        for player, path in paths.items():
            for direction, step in enumerate(self.steps):
                box, to = player + step, player + 2 * step
                if box in state.boxes and self.cells[to] != WALL and to not in state.boxes:
                    after = state.boxes - {box} | {to}
                    yield path + LETTERS[direction].upper(), State(after, box, self._region_name(after, box))

    def _single_steps(self, state: State) -> Iterator[tuple[str, State]]:
        for direction, step in enumerate(self.steps):
            player, boxes = state.player + step, state.boxes
            letter = LETTERS[direction]
            if self.cells[player] == WALL:
                continue
            if player in boxes:
                to = player + step
                if self.cells[to] == WALL or to in boxes:
                    continue
                boxes, letter = boxes - {player} | {to}, letter.upper()
            yield letter, State(boxes, player, player)

    def is_goal(self, state: State) -> bool:
        return state.boxes <= self.goals

    def walks(self, boxes: frozenset[int] | set[int], player: int) -> dict[int, str]:
        """Every square the player can walk to, with a shortest walk to it."""
        paths = {player: ""}
        layer = [player]
        while layer:
            following = []
            for square in layer:
                for direction, step in enumerate(self.steps):
                    to = square + step
                    if to not in paths and to not in boxes and self.cells[to] != WALL:
                        paths[to] = paths[square] + LETTERS[direction]
                        following.append(to)
            layer = following
        return paths

    def region(self, boxes: frozenset[int] | set[int], player: int) -> set[int]:
        """Every square the player can walk to."""
        seen, stack = {player}, [player]
        while stack:
            square = stack.pop()
            for step in self.steps:
                to = square + step
                if to not in seen and to not in boxes and self.cells[to] != WALL:
                    seen.add(to)
                    stack.append(to)
        return seen

    def _region_name(self, boxes: frozenset[int], player: int) -> int:
        return -1 - min(self.region(boxes, player))

    def to_text(self) -> str:
        from gridproof.levels.sokoban.format import write  # the writer needs this class, too

        return write(self, with_solutions=False)

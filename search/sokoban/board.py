"""Tables of a Sokoban board for the kernels: squares, neighbours, single-box states and their push distances.

Key: n squares, L live squares, S single-box states, k boxes, m goals. Square n stands for every wall.

A single-box state is a box alone on the board together with the part of the board where the player is: a box in a
doorway is two states. The player cannot change parts without pushing that box, so in a search state each box has
one single-box state, and a push changes that of the pushed box only.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gridproof.errors import LevelError
from gridproof.levels.sokoban.certificates import live_squares, pushable
from gridproof.levels.sokoban.level import Sokoban

INFINITE = 1 << 20  # pushes of what cannot be
DEAD = 255  # in tables of groups of boxes, see `groups_kernel.py`
MOST_SQUARES = 4_000  # of a board that can be searched: single-box states need a table of squares by squares
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Board:
    """Everything constant that a search reads. Directions are u, l, d, r; the opposite of d is d ^ 2.

    numbers   level square -> 0..n-1
    squares   (n,) the level's square of each
    nb        (n + 1, 4) neighbours, n for a wall
    live      (n + 1,) number of the live square, -1 for dead squares and walls
    lives     (L,) squares that are live
    single    (L, n) single-box state of a box on live square l with the player on square p; -1 where p is l
    dist      (S, m) least pushes from a single-box state to each goal, INFINITE where there is no way
    alive     (S,) 1 where some goal can be reached
    goal      (n + 1,) 1 on goals
    boxes     (k,) squares of the boxes at the start, ascending; boxes that never move count as walls
    goals     (m,) squares of the goals under no such box
    player    square of the player at the start
    first     (n + 1,) single-box states of square x are first[x] .. first[x + 1] - 1
    back_first, back_state, back_stand   (S + 1,), (E,), (E,) the pushes that lead to each single-box state, as
              the state before and the square where the player stands
    square_of (S,) the box's square
    """

    numbers: dict[int, int]
    squares: Ints
    nb: Ints
    live: Ints
    lives: Ints
    single: Ints
    dist: npt.NDArray[np.int32]
    alive: npt.NDArray[np.uint8]
    goal: npt.NDArray[np.uint8]
    boxes: Ints
    goals: Ints
    player: int
    first: Ints
    back_first: Ints
    back_state: Ints
    back_stand: Ints
    square_of: Ints


def too_large(level: Sokoban) -> str | None:
    """Why the tables of this level would not fit, or None."""
    inside = len(level.cells) - len(level.walls)
    if inside > MOST_SQUARES:
        return f"{inside:,} squares without a wall: expected at most {MOST_SQUARES:,}"
    return None


def make_board(level: Sokoban, sides: bool = True, dead_squares: bool = True) -> Board:
    """Tables for a level. `sides=False` forgets where the player is; `dead_squares=False` keeps dead squares.

    Raises LevelError for a level without a single player.
    """
    if level.fault:
        raise LevelError(level.fault, *level.place)
    fixed, alive_squares = set(level.boxes), live_squares(level)
    while moving := pushable(level, fixed, alive_squares):
        fixed -= moving
    squares = sorted(level.region(fixed, level.player))
    numbers = {square: i for i, square in enumerate(squares)}
    n = len(squares)
    nb = np.full((n + 1, 4), n, dtype=np.int64)
    for i, square in enumerate(squares):
        for direction, step in enumerate(level.steps):
            nb[i, direction] = numbers.get(square + step, n)
    goals = [numbers[square] for square in sorted(level.goals - fixed) if square in numbers]
    boxes = [numbers[square] for square in sorted(level.boxes - fixed)]

    parts = _parts(nb.tolist(), n, sides)
    first = np.cumsum([0, *(count for _, count in parts)])
    number = np.where(
        np.array([row for row, _ in parts]) < 0, -1, np.array([row for row, _ in parts]) + first[:-1, None]
    )
    back = _pushes_to(nb.tolist(), number.tolist(), n, int(first[-1]))
    dist = _distances(back, goals, first.tolist())
    reachable = np.asarray((dist < INFINITE).any(axis=1))
    keep = [i for i in range(n) if not dead_squares or reachable[first[i] : first[i + 1]].any() or i in boxes]
    live = np.full(n + 1, -1, dtype=np.int64)
    live[keep] = np.arange(len(keep))
    goal = np.zeros(n + 1, dtype=np.uint8)
    goal[goals] = 1
    return Board(
        numbers,
        np.array(squares, dtype=np.int64),
        nb,
        live,
        np.array(keep, dtype=np.int64),
        np.ascontiguousarray(number[keep]).astype(np.int64),
        dist,
        np.asarray(reachable if dead_squares else np.ones_like(reachable), dtype=np.uint8),
        goal,
        np.array(boxes, dtype=np.int64),
        np.array(goals, dtype=np.int64),
        numbers[level.player],
        first.astype(np.int64),
        np.cumsum([0, *map(len, back)], dtype=np.int64),
        np.array([state for pushes in back for state, _ in pushes], dtype=np.int64),
        np.array([stand for pushes in back for _, stand in pushes], dtype=np.int64),
        np.repeat(np.arange(n, dtype=np.int64), np.diff(first)),
    )


def _parts(nb: list[list[int]], n: int, sides: bool) -> list[tuple[list[int], int]]:
    """For a box on each square: the part 0, 1, ... of each square (-1: the box's own), and how many there are."""
    found = []
    for box in range(n):
        row = [0] * n
        row[box] = -1
        count = 1
        open_sides = [side for side in nb[box] if side < n]
        if sides and len(open_sides) > 1 and not _ring(nb, n, box):
            row = [-1] * n
            count = 0
            for side in open_sides:
                if row[side] >= 0:
                    continue
                row[side] = count
                stack = [side]
                while stack:
                    for to in nb[stack.pop()]:
                        if to < n and to != box and row[to] < 0:
                            row[to] = count
                            stack.append(to)
                count += 1
        found.append((row, count))
    return found


def colours(level: Sokoban, board: Board) -> Ints:
    """Colour of each square as on a chessboard, 0 or 1, shape (n + 1,)."""
    return np.append(np.sum(np.divmod(board.squares, level.stride), axis=0) % 2, 0)


def _ring(nb: list[list[int]], n: int, box: int) -> bool:
    """Whether the open neighbours of a square are connected through the eight squares around it."""
    broken = sides = 0
    for direction in range(4):
        one, two = nb[box][direction], nb[box][(direction + 1) % 4]
        sides += one < n
        if one < n and (two == n or nb[one][(direction + 1) % 4] == n):
            broken += 1  # no way from this side to the next one around the corner
    return broken <= 1 or sides == 1


def _pushes_to(nb: list[list[int]], number: list[list[int]], n: int, states: int) -> list[list[tuple[int, int]]]:
    """For each single-box state the pushes that lead to it: (state before, where the player stands)."""
    back: list[list[tuple[int, int]]] = [[] for _ in range(states)]
    for box in range(n):
        for direction in range(4):
            stand, to = nb[box][direction ^ 2], nb[box][direction]
            if stand < n and to < n:
                back[number[to][box]].append((number[box][stand], stand))
    return back


def _distances(back: list[list[tuple[int, int]]], goals: list[int], first: list[int]) -> npt.NDArray[np.int32]:
    """Pushes from each single-box state to each goal, breadth-first backwards over single pushes."""
    dist = np.full((len(back), len(goals)), INFINITE, dtype=np.int32)
    for column, goal in enumerate(goals):
        steps = [INFINITE] * len(back)
        queue = deque(range(first[goal], first[goal + 1]))
        for state in queue:
            steps[state] = 0
        while queue:
            state = queue.popleft()
            for before, _ in back[state]:
                if steps[before] == INFINITE:
                    steps[before] = steps[state] + 1
                    queue.append(before)
        dist[:, column] = steps
    return dist

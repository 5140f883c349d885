"""Tables of a Sokoban board for the clauses: single-box states, their pushes and distances, a matching bound.

A single-box state is a box on a square together with the part of the board, cut by that box alone, that holds the
player. The player changes parts only by pushing that box, so in a play each box has one such state, and a push
changes that of the pushed box alone. Boxes that can never be pushed count as walls.

The lower bound of a play is a minimum-cost assignment of boxes to goals over push distances of single-box states.
Its dual gives each goal j a price v(j) <= 0 and each state the potential phi(x) = min over j of dist(x, j) - v(j).
A push x -> y has the excess 1 + phi(y) - phi(x) >= 0, as dist(x, j) <= 1 + dist(y, j). Along a solution of p pushes
the excesses add up to p - bound + end, with bound = sum of phi at the start + sum of v, and end = the same sum at
the end, which is <= 0 there: together at most p - bound.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass

from gridproof.levels.sokoban.certificates import live_squares, pushable
from gridproof.levels.sokoban.level import Sokoban

FAR = 1 << 20  # pushes of what cannot be
LARGEST = 400  # squares that the models take


def applies(level: Sokoban, metric: str) -> str | None:
    """Of every engine that works on these tables: None, or the reason why it does not apply."""
    if metric != "pushes":
        return "it counts pushes only"
    if level.fault:
        return level.fault
    inside = level.cells.count(" ") + level.cells.count(".") + len(level.boxes)
    if inside > LARGEST:
        return f"{inside:,} squares without a wall: expected at most {LARGEST:,}"
    return None


@dataclass(frozen=True, slots=True)
class Push:
    """A box in state `before` on `square` is pushed in `direction` to `after` on `to`, by the player on `stand`."""

    before: int
    after: int
    square: int
    to: int
    stand: int
    direction: int
    excess: int


class Tables:
    """Everything constant about a level without faults. Squares are 0..n-1, states 0..m-1, directions u, l, d, r.

    fixed        the level's squares of boxes that can never be pushed
    squares      the level's square of each square
    names        `row,column` of each square, from 0
    near         four neighbours of each square, -1 for walls
    states       (square, part) of each state; `state_of[square][player's square]` is the way back
    start        states of the boxes; `player`: where the player is
    goals        squares of goals without a box that can never be pushed
    pushes       all pushes between states from which a goal can be reached
    possible     False where the assignment, or a box that can never be pushed, excludes every solution
    bound        of pushes, by the assignment; `excess` of a push as above
    parity       True when the number of pushes of every solution has the parity of `bound`
    since, until least pushes from the start to a state, and from it to a goal
    lead, tail   least excess from the start to a state, and from it to a goal
    """

    def __init__(self, level: Sokoban):
        fixed, live = set(level.boxes), live_squares(level)
        while moving := pushable(level, fixed, live):
            fixed -= moving
        self.fixed = frozenset(fixed)
        self.squares = sorted(level.region(fixed, level.player))
        number = {square: i for i, square in enumerate(self.squares)}
        self.names = ["{},{}".format(*level.place_of(square)) for square in self.squares]
        self.near = [[number.get(square + step, -1) for step in level.steps] for square in self.squares]
        self.player = number[level.player]
        self.boxes = sorted(number[square] for square in level.boxes - fixed)
        self.goals = sorted(number[square] for square in level.goals - fixed if square in number)
        self.possible = fixed <= level.goals and len(self.boxes) <= len(self.goals)
        self.parity = len(self.boxes) == len(self.goals)
        self._make_states()
        self.start = [self.state_of[box][self.player] for box in self.boxes]
        steps = self._steps()
        distances = [self._distances(steps, goal) for goal in self.goals]
        self.until = [min((row[x] for row in distances), default=FAR) for x in range(len(self.states))]
        self.bound = 0
        self.pushes: list[Push] = []
        self.since = self.lead = self.tail = [FAR] * len(self.states)
        if self.possible:
            costs = [[row[x] for row in distances] for x in self.start]
            prices = assign(costs, len(self.goals))
            self._price(steps, distances, prices)

    def _make_states(self) -> None:
        self.states: list[tuple[int, int]] = []
        self.state_of: list[list[int]] = []
        for box in range(len(self.squares)):
            row = [-1] * len(self.squares)
            part = 0
            for side in self.near[box]:
                if side >= 0 and row[side] < 0:
                    for square in reach(self.near, side, {box}):
                        row[square] = len(self.states)
                    self.states.append((box, part))
                    part += 1
            self.state_of.append(row)

    def _steps(self) -> list[tuple[int, int, int, int, int, int]]:
        """Every push of a box alone: (before, after, square, to, stand, direction)."""
        found = []
        for square, near in enumerate(self.near):
            for direction, to in enumerate(near):
                stand = near[direction ^ 2]
                if to >= 0 and stand >= 0:
                    before, after = self.state_of[square][stand], self.state_of[to][square]
                    found.append((before, after, square, to, stand, direction))
        return found

    def _distances(self, steps: list[tuple[int, int, int, int, int, int]], goal: int) -> list[int]:
        ends = [x for x, (square, _) in enumerate(self.states) if square == goal]
        return least(len(self.states), ends, ((after, before, 1) for before, after, *_ in steps))

    def _price(
        self,
        steps: list[tuple[int, int, int, int, int, int]],
        distances: list[list[int]],
        prices: tuple[int, list[int]],
    ) -> None:
        self.bound, v = prices
        if self.bound >= FAR:
            self.possible = False
            return
        phi = [
            min((row[x] - price for row, price in zip(distances, v, strict=True) if row[x] < FAR), default=FAR)
            for x in range(len(self.states))
        ]
        assert self.bound == sum(phi[x] for x in self.start) + sum(v)
        self.pushes = [
            Push(*step, 1 + phi[step[1]] - phi[step[0]])
            for step in steps
            if self.until[step[0]] < FAR and self.until[step[1]] < FAR
        ]
        ends = [x for x, (square, _) in enumerate(self.states) if square in set(self.goals)]
        count = len(self.states)
        self.since = least(count, self.start, ((p.before, p.after, 1) for p in self.pushes))
        self.lead = least(count, self.start, ((p.before, p.after, p.excess) for p in self.pushes))
        self.tail = least(count, ends, ((p.after, p.before, p.excess) for p in self.pushes))


def reach(near: list[list[int]], start: int, blocked: Iterable[int]) -> set[int]:
    """Squares to which the player can walk from `start`."""
    closed = set(blocked)
    seen, stack = {start}, [start]
    while stack:
        for to in near[stack.pop()]:
            if to >= 0 and to not in seen and to not in closed:
                seen.add(to)
                stack.append(to)
    return seen


def least(count: int, sources: Iterable[int], arcs: Iterable[tuple[int, int, int]]) -> list[int]:
    """Least weight from any of `sources` to each of 0..count-1 over arcs (from, to, weight >= 0), FAR if none."""
    following: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    for source, target, weight in arcs:
        following[source].append((target, weight))
    best = [FAR] * count
    heap = []
    for source in sources:
        best[source] = 0
        heap.append((0, source))
    while heap:
        weight, at = heapq.heappop(heap)
        if weight > best[at]:
            continue
        for target, more in following[at]:
            if weight + more < best[target]:
                best[target] = weight + more
                heapq.heappush(heap, (weight + more, target))
    return best


def assign(costs: list[list[int]], columns: int) -> tuple[int, list[int]]:
    """Least cost of a goal of its own for each box, and the prices (<= 0) of the goals. Boxes <= goals.

    The Hungarian algorithm with shortest augmenting paths (Kuhn 1955, Tomizawa 1971); costs of FAR mean never.
    """
    u, v = [0] * (len(costs) + 1), [0] * (columns + 1)
    owner, way = [0] * (columns + 1), [0] * (columns + 1)
    for row in range(1, len(costs) + 1):
        owner[0], at = row, 0
        slack, used = [FAR << 10] * (columns + 1), [False] * (columns + 1)
        while owner[at]:
            used[at] = True
            box, delta, following = owner[at], FAR << 10, 0
            for j in range(1, columns + 1):
                if not used[j]:
                    reduced = costs[box - 1][j - 1] - u[box] - v[j]
                    if reduced < slack[j]:
                        slack[j], way[j] = reduced, at
                    if slack[j] < delta:
                        delta, following = slack[j], j
            for j in range(columns + 1):
                if used[j]:
                    u[owner[j]] += delta
                    v[j] -= delta
                else:
                    slack[j] -= delta
            at = following
        while at:
            owner[at] = owner[way[at]]
            at = way[at]
    total = sum(costs[owner[j] - 1][j - 1] for j in range(1, columns + 1) if owner[j])
    return total, v[1:]

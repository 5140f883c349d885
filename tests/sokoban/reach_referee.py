"""Where one box can be pushed, by plain search over (box, player) in single steps; shares no code with kernels."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from gridproof.levels.sokoban.level import Sokoban, State

Cell = tuple[int, int]
Costs = dict[Cell, tuple[int, int]]


def by_steps(level: Sokoban, cell: Cell) -> Costs:
    """Each cell the box can come to, with (fewest pushes, fewest moves with so few pushes): Dijkstra on pairs."""
    grid = {(r, c): sign for r, row in enumerate(level.rows) for c, sign in enumerate(row.ljust(level.stride - 2))}
    free = {place for place, sign in grid.items() if sign not in "#$*"} | {cell}
    player = next(place for place, sign in grid.items() if sign in "@+")
    best = {(cell, player): (0, 0)}
    heap = [(0, 0, cell, player)]
    found: Costs = {}
    while heap:
        pushes, moves, box, player = heapq.heappop(heap)
        if best[box, player] < (pushes, moves):
            continue
        found.setdefault(box, (pushes, moves))
        for r, c in ((-1, 0), (0, -1), (1, 0), (0, 1)):
            to = (player[0] + r, player[1] + c)
            after = (to[0] + r, to[1] + c) if to == box else box
            if to not in free or after not in free:
                continue
            cost = (pushes + (to == box), moves + 1)
            if cost < best.get((after, to), (1 << 30, 0)):
                best[after, to] = cost
                heapq.heappush(heap, (*cost, after, to))
    return found


def by_rules(level: Sokoban, cell: Cell) -> Costs:
    """The same by the rules' own single steps, those left out that push another box."""
    box = level.square(*cell)
    others = level.boxes - {box}
    start = level.initial()
    best = {start: (0, 0)}
    layer = [start]  # by moves; each state is entered again when fewer pushes come later
    moves = 0
    while layer:
        moves += 1
        following = []
        for state in layer:
            for after, pushed in _steps(level, state, others):
                cost = (best[state][0] + pushed, moves)
                if cost[0] < best.get(after, (1 << 30, 0))[0]:
                    best[after] = cost
                    following.append(after)
        layer = following
    found: Costs = {}
    for state, cost in best.items():
        (square,) = state.boxes - others
        row, column = level.place_of(square)
        found[row, column] = min(cost, found.get((row, column), cost))
    return found


def _steps(level: Sokoban, state: State, others: frozenset[int]) -> Iterator[tuple[State, bool]]:
    for letter, after in level.successors(state, "moves"):
        if others <= after.boxes:
            yield after, letter.isupper()


def replayed(level: Sokoban, way: str) -> frozenset[int]:
    """The boxes after a way that the rules accept, step by step."""
    state = level.initial()
    for letter in way:
        state = dict(level.successors(state, "moves"))[letter]
    return state.boxes

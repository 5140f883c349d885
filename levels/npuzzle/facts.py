"""What counting says about a board: solvability, and lower bounds that anybody can check by hand.

Solvability (Johnson & Story 1879): with distinct tiles and one blank, each move swaps the blank with a tile, so
the permutation from start to goal, blank included, is even exactly when the number of moves is, and that number has
the parity of the blank's distance |Δrow| + |Δcolumn|. On boards with both sides ≥ 2 the condition suffices (Wilson
1974; 2×2 by cycling). Two equal tiles, or two blanks, can be swapped without a trace: then all is reachable.
"""

from __future__ import annotations

from gridproof.levels.npuzzle.level import BLANK, NPuzzle, State


def odd_permutation(level: NPuzzle) -> bool:
    """Whether the permutation from start to goal, blank included, is odd. Needs distinct numbers."""
    target = {number: cell for cell, number in enumerate(level.goal)}
    seen = [False] * level.cells
    cycles = 0
    for cell in range(level.cells):
        cycles += not seen[cell]
        while not seen[cell]:
            seen[cell] = True
            cell = target[level.start[cell]]
    return (level.cells - cycles) % 2 == 1


def blank_distance(level: NPuzzle) -> int:
    """|Δrow| + |Δcolumn| of the single blank between start and goal."""
    return _distance(level, level.start.index(BLANK), level.goal.index(BLANK))


def order_fault(level: NPuzzle) -> int | None:
    """On a line: the first place, counted over tiles, where start and goal name different tiles."""
    start, goal = _tiles(level.start), _tiles(level.goal)
    return next((i for i, (a, b) in enumerate(zip(start, goal, strict=True)) if a != b), None)


def solvable(level: NPuzzle) -> bool:
    if level.line:
        return order_fault(level) is None
    return not level.distinct or odd_permutation(level) == (blank_distance(level) % 2 == 1)


def inversions(level: NPuzzle) -> int:
    """Pairs of tiles, blanks left out, that stand in the other order than in the goal. Needs distinct tiles."""
    rank = {number: i for i, number in enumerate(_tiles(level.goal))}
    order = [rank[number] for number in _tiles(level.start)]
    return sum(a > b for i, a in enumerate(order) for b in order[i + 1 :])


def manhattan(level: NPuzzle) -> int:
    """A lower bound: each tile's distance to its place, since a move brings one tile one cell.

    Of equal tiles each goes to the nearest place of its number, or each place takes the nearest tile, whichever
    is more. On a line, where order is kept, tile i has to go to place i: there the bound is the exact cost.
    """
    if level.line:
        pairs = zip(_places(level.start), _places(level.goal), strict=True)
        return sum(abs(a - b) for a, b in pairs)
    homes: dict[int, list[int]] = {}
    tiles: dict[int, list[int]] = {}
    for cell in range(level.cells):
        homes.setdefault(level.goal[cell], []).append(cell)
        tiles.setdefault(level.start[cell], []).append(cell)
    forward = backward = 0
    for number in tiles:
        if number != BLANK:
            forward += sum(min(_distance(level, a, b) for b in homes[number]) for a in tiles[number])
            backward += sum(min(_distance(level, a, b) for a in tiles[number]) for b in homes[number])
    return max(forward, backward)


def linear_conflicts(level: NPuzzle) -> int:
    """Moves needed on top of the Manhattan distance (Hansson, Mayer & Yung 1992); 0 where tiles are equal.

    Tiles that stand in the row of their places, in another order than these, cannot pass each other there: all
    but a longest increasing run have to leave the row and come back, two moves each. The same for columns; a
    tile leaves a row by vertical moves and a column by horizontal ones, so the two add up.
    """
    if level.line or len(set(_tiles(level.start))) < level.cells - level.blanks:
        return 0
    home = {number: divmod(cell, level.columns) for cell, number in enumerate(level.goal) if number != BLANK}
    extra = 0
    for row in range(level.rows):
        line = level.start[row * level.columns : (row + 1) * level.columns]
        extra += line_conflicts([home[t][1] for t in line if t != BLANK and home[t][0] == row])
    for column in range(level.columns):
        line = level.start[column :: level.columns]
        extra += line_conflicts([home[t][0] for t in line if t != BLANK and home[t][1] == column])
    return extra


def line_conflicts(homes: list[int]) -> int:
    """Twice the number of entries outside a longest increasing subsequence."""
    longest: list[int] = []
    for i, home in enumerate(homes):
        longest.append(1 + max((longest[j] for j in range(i) if homes[j] < home), default=0))
    return 2 * (len(homes) - max(longest, default=0))


def _distance(level: NPuzzle, a: int, b: int) -> int:
    return abs(a // level.columns - b // level.columns) + abs(a % level.columns - b % level.columns)


def _tiles(state: State) -> list[int]:
    return [number for number in state if number != BLANK]


def _places(state: State) -> list[int]:
    return [cell for cell, number in enumerate(state) if number != BLANK]

"""Levels for tests: random small boards, and the classic boards with a vacancy and a last peg."""

from __future__ import annotations

import random

from gridproof.levels.pegs.level import Pegs
from gridproof.levels.pegs.symmetry import symmetries

SHAPES = [(3, 3), (3, 4), (4, 4), (2, 6), (1, 9), (4, 5), (3, 6), (5, 5), (1, 1)]


def random_level(rng: random.Random, most_pegs: int = 9) -> Pegs:
    """A board with gaps, any kind of jumps, any kind of goal, solvable or not; sometimes not at the corner."""
    while True:
        kind = rng.choice(["orthogonal", "hex", "diagonal"])
        rows, columns = rng.choice(SHAPES)
        keep, shift = rng.choice([0.7, 0.9, 1.0]), rng.choice([(0, 0)] * 5 + [(1, 2)])
        holes = [(r, c) for r in range(rows) for c in range(columns) if rng.random() < keep]
        if kind == "hex":
            holes = [(r, c) for r, c in holes if c <= r + 1]
        if holes:
            break
    holes = [(r + shift[0], c + shift[1]) for r, c in holes]
    size = len(holes)
    start = sum(1 << i for i in rng.sample(range(size), rng.randint(1, min(size, most_pegs))))
    board = Pegs(holes=tuple(holes), start=start, neighbours=kind)
    if rng.random() < 0.35:
        return board
    return with_goal(board, rng)


def with_goal(board: Pegs, rng: random.Random) -> Pegs:
    """A pattern reached by random play, or any other; free holes now and then."""
    end = board.start
    for _ in range(rng.randint(0, board.start.bit_count())):
        after = [state for _, state in board.successors(end, "jumps")]
        if after:
            end = rng.choice(after)
    holes = range(board.size)
    if rng.random() < 0.3:
        end = sum(1 << i for i in rng.sample(holes, rng.randint(0, min(3, board.size))))
    free = 0
    if rng.random() < 0.4:
        free = sum(1 << i for i in rng.sample(holes, rng.randint(0, min(board.size, 6))))
    return Pegs(board.holes, board.start, end & ~free, free, False, board.neighbours)


def rows(*spans: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """Holes from the columns [first, last) of each row."""
    return tuple((r, c) for r, (first, last) in enumerate(spans) for c in range(first, last))


BOARDS = {
    "english": ("orthogonal", rows(*[(2, 5)] * 2, *[(0, 7)] * 3, *[(2, 5)] * 2)),
    "french": ("orthogonal", rows((2, 5), (1, 6), (0, 7), (0, 7), (0, 7), (1, 6), (2, 5))),
    "asymmetrical": ("orthogonal", rows(*[(2, 5)] * 2, *[(0, 8)] * 3, *[(2, 5)] * 3)),
    "wiegleb": ("orthogonal", rows(*[(3, 6)] * 3, *[(0, 9)] * 3, *[(3, 6)] * 3)),
    "6x6": ("orthogonal", rows(*[(0, 6)] * 6)),
    "diamond41": ("orthogonal", rows(*[(abs(4 - r), 9 - abs(4 - r)) for r in range(9)])),
    "diamond25": ("orthogonal", rows(*[(abs(3 - r), 7 - abs(3 - r)) for r in range(7)])),
    "triangle15": ("hex", rows(*[(0, r + 1) for r in range(5)])),
    "triangle21": ("hex", rows(*[(0, r + 1) for r in range(6)])),
    "hexagon19": ("hex", rows((0, 3), (0, 4), (0, 5), (1, 5), (2, 5))),
}


def problem(name: str, vacancy: tuple[int, int], last: tuple[int, int] | None) -> Pegs:
    """A board full of pegs but for one hole; the last peg at a hole, or anywhere."""
    kind, holes = BOARDS[name]
    start = (1 << len(holes)) - 1 ^ 1 << holes.index(vacancy)
    if last is None:
        return Pegs(holes, start, neighbours=kind)
    return Pegs(holes, start, 1 << holes.index(last), anywhere=False, neighbours=kind)


def pairs(name: str) -> list[Pegs]:
    """Every vacancy with every last peg, once up to symmetry."""
    kind, holes = BOARDS[name]
    group = symmetries(Pegs(holes, 1, neighbours=kind))
    seen, found = set(), []
    for vacancy in range(len(holes)):
        for last in range(len(holes)):
            if (vacancy, last) not in seen:
                seen.update((p[vacancy], p[last]) for p in group)
                found.append(problem(name, holes[vacancy], holes[last]))
    return found

"""A referee that shares nothing with the package: positions are frozen sets of places, searched exhaustively."""

from __future__ import annotations

STEPS = {
    "orthogonal": [(0, 1), (1, 0), (0, -1), (-1, 0)],
    "hex": [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, -1)],
    "diagonal": [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c],
}


def jumps_from(pegs, holes, steps):
    """Every jump as (from, to, pegs afterwards)."""
    for r, c in pegs:
        for dr, dc in steps:
            over, to = (r + dr, c + dc), (r + 2 * dr, c + 2 * dc)
            if over in pegs and to in holes and to not in pegs:
                yield (r, c), to, pegs - {(r, c), over} | {to}


class Referee:
    """The facts of a level: positions after each jump, and the fewest moves to every goal."""

    def __init__(self, level):
        self.holes = set(level.holes)
        self.steps = STEPS[level.neighbours]
        self.level = level
        places = level.holes
        self.start = frozenset(p for i, p in enumerate(places) if level.start >> i & 1)
        self.must = frozenset(p for i, p in enumerate(places) if level.must >> i & 1)
        self.free = frozenset(p for i, p in enumerate(places) if level.free >> i & 1)
        self.layers = [{self.start}]
        while self.layers[-1]:
            self.layers.append({q for p in self.layers[-1] for _, _, q in jumps_from(p, self.holes, self.steps)})
        self.layers.pop()

    def is_goal(self, pegs) -> bool:
        return len(pegs) == 1 if self.level.anywhere else pegs - self.free == self.must

    @property
    def fewest_left(self) -> int:
        return len(self.start) - len(self.layers) + 1

    @property
    def fewest_jumps(self) -> int | None:
        return next((k for k, layer in enumerate(self.layers) if any(map(self.is_goal, layer))), None)

    @property
    def fewest_moves(self) -> int | None:
        """Over (position, peg moved last), all kept, whether they look good or not."""
        costs = {(self.start, None): 0}
        best = None
        for _ in self.layers:
            for (pegs, _), cost in costs.items():
                if self.is_goal(pegs):
                    best = cost if best is None else min(best, cost)
            following: dict = {}
            for (pegs, last), cost in costs.items():
                for source, to, after in jumps_from(pegs, self.holes, self.steps):
                    price = cost + (source != last)
                    if price < following.get((after, to), 999):
                        following[after, to] = price
            costs = following
        return best

"""What two boxes exclude: distances of pairs of single-box states, the other boxes left away.

A solution, looked at for two boxes alone, is a way of these two on a board without the others: a push of another box
is a walk there. So the pushes of the two, and their excess (see `tables`), are at least those of a cheapest way. The
excess of all pushes together is limited, and none is below 0: what two boxes need must fit in by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from gridproof.models.sokoban.tables import FAR, Tables, least, reach

MOST = 6_000  # pairs of squares; more take too long to walk through

Node = int


class Pairs:
    """Of each pair of states x < z, the ways that lead through it: (pushes since the start, until a goal, excess).

    A pair is a set of two squares with the part of the board, cut by both, that holds the player. `ways[x, z]` holds
    those of its parts that lie on a way from the start to goals; a pair without any has no row. Where there are more
    than MOST pairs of squares `known` is False, and nothing is excluded.
    """

    def __init__(self, tables: Tables):
        self.tables = tables
        live = sorted({tables.states[x][0] for x, until in enumerate(tables.until) if until < FAR})
        self.known = len(tables.boxes) > 1 and len(live) * (len(live) - 1) // 2 <= MOST
        self.ways: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
        self.needed: dict[tuple[int, int], int] = {}
        if self.known:
            self._walk(live)

    def _walk(self, live: list[int]) -> None:
        tables = self.tables
        self.parts = {pair: self._parts(pair) for pair in combinations(live, 2)}
        self.number: dict[tuple[int, int, int], Node] = {}
        for pair, row in self.parts.items():
            for part in sorted(set(row) - {-1}):
                self.number[*pair, part] = len(self.number)
        pushes = list(self._pushes())
        ends = [node for (a, b, _), node in self.number.items() if {a, b} <= set(tables.goals)]
        starts = {}
        for a, b in combinations(tables.boxes, 2):
            if (a, b) in self.parts:
                starts[self.number[a, b, self.parts[a, b][tables.player]]] = (a, b)
        count = len(self.number)
        since = least(count, starts, ((node, to, 1) for node, to, _ in pushes))
        until = least(count, ends, ((to, node, 1) for node, to, _ in pushes))
        lead = least(count, starts, pushes)
        tail = least(count, ends, ((to, node, excess) for node, to, excess in pushes))
        for (a, b, part), node in self.number.items():
            if lead[node] < FAR and tail[node] < FAR:
                x, z = sorted((tables.state_of[a][part], tables.state_of[b][part]))
                self.ways.setdefault((x, z), []).append((since[node], until[node], lead[node] + tail[node]))
        self.needed = {pair: tail[node] for node, pair in starts.items()}

    def _parts(self, pair: tuple[int, int]) -> list[int]:
        """Of each square the lowest one in its part of the board, -1 for the two boxes."""
        near = self.tables.near
        row = [-1] * len(near)
        for square in range(len(near)):
            if row[square] < 0 and square not in pair:
                for other in reach(near, square, pair):
                    row[other] = square
        return row

    def _pushes(self) -> Iterator[tuple[Node, Node, int]]:
        """(node before, node after, excess)"""
        of_square: dict[int, list[int]] = {}
        pushes = self.tables.pushes
        for i, push in enumerate(pushes):
            of_square.setdefault(push.square, []).append(i)
        for (a, b), row in self.parts.items():
            for box, other in ((a, b), (b, a)):
                for i in of_square.get(box, ()):
                    push = pushes[i]
                    if other in (push.to, push.stand) or self.tables.state_of[box][push.stand] != push.before:
                        continue
                    after = (push.to, other) if push.to < other else (other, push.to)
                    if after in self.parts:
                        part = self.parts[after][box]
                        yield self.number[a, b, row[push.stand]], self.number[*after, part], push.excess

    def bound(self) -> int:
        """Excess that pairs of boxes need from the start on, together: pairs without a box in common, greedily."""
        total = 0
        used: set[int] = set()
        for pair in sorted(self.needed, key=lambda pair: -self.needed[pair]):
            if not used & set(pair):
                used |= set(pair)
                total += self.needed[pair]
        return min(total, FAR)

    def may(self, x: int, z: int, t: int, horizon: int, room: int) -> bool:
        """Whether boxes in states x and z (in this order) may be part of a solution at time t."""
        if not self.known:
            return True
        ways = self.ways.get((x, z), ())
        return any(since <= t and t + until <= horizon and excess <= room for since, until, excess in ways)

"""Sliding blocks over a bounded number of moves as clauses: level, metric, horizon -> CNF, variables and meaning.

Pure: no solver here. A *placement* p is a kind of pieces with an anchor, N(p) its neighbours by one unit step.

Variables                                                                          (k kinds, t = 0..horizon)
    y(p,t)  a piece is at placement p at time t
    a(p,t)  the mover leaves p, b(p,t) it arrives at p, in step t -> t+1
    m(k,t)  the mover is of kind k; none of them: the step is idle
    u(p,t)  p lies on the mover's way (moves, slides only)
    s(c,t)  cell c is under a piece that does not move in step t
    e(c,t)  cell c is empty at time t
    h(t)    the slide is horizontal (slides only)

Clauses of step t
    a(p,t) <-> y(p,t) & -y(p,t+1);  b(p,t) <-> -y(p,t) & y(p,t+1)
    at most one a, at most one b, at most one m;  m(k,t) <-> OR a(p,t) <-> OR b(p,t) over the placements of k
    y(p,t) & y(p,t+1) -> s(c,t) for each cell c of p
    the way is free:  u(p,t) (steps: b(p,t)) -> -s(c,t) for each cell c of p
    moves:   a or b at p: exactly one of u(N(p)); any other p with u(p): exactly two of u(N(p)).  The mover's piece of
             the way is then a path from a to b, as one that is shortest is; rings elsewhere do no harm.
    slides:  the same along h(t): exactly one, or both, of the two neighbours on that axis
    steps:   a(p,t) -> OR b(N(p),t)
    no waste (a cheapest solution has none): no two moves running by one piece; no two slides running by one
             piece on one axis; no step taken back at once
    in order: when the mover of t leaves a placement of a higher number than the mover of t + 1, another piece, the
             two could not change places: the later way passes over cells that the earlier mover left, or the later
             mover comes to rest in the earlier way.  Of all cheapest solutions, each move with some way, the one
             whose left placements come first in lexicographic order obeys: if neither held, both moves could be
             made by the same ways in the other order, and that solution would come before it.
Each time also says what follows, but is hard to derive by resolution: no cell is covered twice, and the number of
empty cells never changes (a totalizer over e; without it the solver takes 10 to 100 times as long).

With `idle`, steps may be idle from some time on and the goal holds at the horizon: satisfiable exactly when a
solution of cost <= horizon exists. Without, every step moves: together with the refutation of all shorter
horizons, unsatisfiable goals at t = horizon exclude cost = horizon.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from gridproof.levels.sliding.level import Sliding
from gridproof.models.sliding.total import exactly
from gridproof.proofs.file import Formula

PAIRWISE = 6  # literals up to which "at most one" is written out in pairs

Clause = list[int]


def formula(level: Sliding, metric: str, horizon: int) -> Formula:
    """Clauses that are satisfiable exactly when a solution of cost <= `horizon` exists."""
    encoding = Encoding(level, metric, idle=True)
    clauses = encoding.start()
    if not all(kind.solvable_alone for kind in level.kinds):
        return Formula(horizon, [*clauses, []], encoding.meanings)  # a goal is out of reach: the empty clause
    for time in range(horizon):
        clauses += encoding.step(time)
    clauses += [[literal] for literal in encoding.goal(horizon)]
    return Formula(horizon, clauses, encoding.meanings)


class Encoding:
    """Clauses by step: call `start`, then `step(t)` for t = 0, 1, ...; each returns the clauses it adds."""

    def __init__(self, level: Sliding, metric: str, idle: bool = False):
        self.level, self.metric, self.idle = level, metric, idle
        self.places = [(k, anchor) for k, kind in enumerate(level.kinds) for anchor in sorted(kind.masks)]
        self.number = {place: i for i, place in enumerate(self.places)}
        self.of_kind = [[i for i, (k, _) in enumerate(self.places) if k == kind] for kind in range(len(level.kinds))]
        self.cells = [_cells(level.kinds[k].masks[anchor]) for k, anchor in self.places]
        self.near = [
            {step: self.number[k, target] for step, target in level.kinds[k].neighbours[anchor].items()}
            for k, anchor in self.places
        ]
        self.covering: dict[int, list[int]] = {}
        for i, cells in enumerate(self.cells):
            for cell in cells:
                self.covering.setdefault(cell, []).append(i)
        self.top = 0  # the highest variable in use
        self.meanings: list[str] = []  # what variable v says stands at v - 1
        columns = level.shape[1]
        letters = ["".join(level.pieces[i].name for i in kind.members) for kind in level.kinds]
        self.words = [f"{letters[k]} at {anchor // columns},{anchor % columns}" for k, anchor in self.places]
        self.y: list[list[int]] = []
        self.a: list[list[int]] = []
        self.b: list[list[int]] = []
        self.m: list[list[int]] = []
        self.h: list[int] = []
        self.way: list[list[int]] = []
        self.first: list[list[int]] = []
        self.passed: list[dict[int, int]] = []

    # --- times ---------------------------------------------------------------------------------------------

    def start(self) -> list[Clause]:
        """Time 0: the pieces as they lie."""
        lying = self._lying()
        self.y.append(self._placed("{} at time 0"))
        return [[y if i in lying else -y] for i, y in enumerate(self.y[0])]

    def goal(self, time: int) -> list[int]:
        """Literals that hold at `time` when the goal is met."""
        return [self.y[time][self.number[k, g]] for k, kind in enumerate(self.level.kinds) for g in kind.goals]

    def step(self, time: int) -> list[Clause]:
        """The clauses of step `time` -> `time` + 1, and of the time after it."""
        assert time == len(self.a) == len(self.y) - 1, "steps come in order after start()"
        self.y.append(self._placed(f"{{}} at time {time + 1}"))
        self.a.append(self._placed(f"the mover of step {time} leaves {{}}"))
        self.b.append(self._placed(f"the mover of step {time} comes to {{}}"))
        groups = ("".join(self.level.pieces[i].name for i in kind.members) for kind in self.level.kinds)
        self.m.append(self._named([f"the mover of step {time} is of {group}" for group in groups]))
        if self.metric == "slides":
            self.h += self._named([f"the slide of step {time} is horizontal"])
        return [
            *self._changes(time),
            *self._one_mover(time),
            *self._way(time),
            *self._no_waste(time),
            *self._in_order(time),
            *self._no_overlap(time + 1),
            *self._empty_cells(time + 1),
        ]

    def _changes(self, t: int) -> Iterator[Clause]:
        for y, after, a, b in zip(self.y[t], self.y[t + 1], self.a[t], self.b[t], strict=True):
            yield from ([-a, y], [-a, -after], [-y, after, a])
            yield from ([-b, -y], [-b, after], [y, -after, b])

    def _one_mover(self, t: int) -> Iterator[Clause]:
        a, b, m = self.a[t], self.b[t], self.m[t]
        for kind, places in enumerate(self.of_kind):
            for i in places:
                yield [-a[i], m[kind]]
                yield [-b[i], m[kind]]
            yield [-m[kind], *(a[i] for i in places)]
            yield [-m[kind], *(b[i] for i in places)]
            yield from self._at_most_one([a[i] for i in places])
            yield from self._at_most_one([b[i] for i in places])
        yield from self._at_most_one(m)
        if not self.idle:
            yield list(m)
        elif t:
            yield from ([-mover, *self.m[t - 1]] for mover in m)  # idle once, idle ever after

    def _no_overlap(self, t: int) -> Iterator[Clause]:
        for kind, places in enumerate(self.of_kind):
            if len(self.level.kinds[kind].members) == 1:
                yield [self.y[t][i] for i in places]
                yield from self._at_most_one([self.y[t][i] for i in places])
        for covering in self.covering.values():
            yield from self._at_most_one([self.y[t][i] for i in covering])

    def _empty_cells(self, t: int) -> Iterator[Clause]:
        columns = self.level.shape[1]
        empty = self._named([f"{c // columns},{c % columns} is empty at time {t}" for c in self.covering])
        for e, covering in zip(empty, self.covering.values(), strict=True):
            yield [e, *(self.y[t][i] for i in covering)]
            yield from ([-e, -self.y[t][i]] for i in covering)
        covered = sum(len(piece.cells) for piece in self.level.pieces)
        yield from exactly(len(empty) - covered, empty, self._new)

    # --- the mover's way -----------------------------------------------------------------------------------

    def _way(self, t: int) -> Iterator[Clause]:
        a, b = self.a[t], self.b[t]
        way = b if self.metric == "steps" else self._placed(f"the mover of step {t} passes {{}}")
        self.way.append(way)
        columns = self.level.shape[1]
        words = [f"a piece rests on {c // columns},{c % columns} in step {t}" for c in self.covering]
        still = dict(zip(self.covering, self._named(words), strict=True))
        for i, cells in enumerate(self.cells):
            for cell in cells:
                yield [-self.y[t][i], -self.y[t + 1][i], still[cell]]
                yield [-way[i], -still[cell]]
        for i, (kind, _) in enumerate(self.places):
            near = self.near[i]
            if self.metric == "steps":
                yield [-a[i], *(b[j] for j in near.values())]
                continue
            yield from ([-a[i], way[i]], [-b[i], way[i]], [-way[i], self.m[t][kind]])
            if self.metric == "moves":
                yield from self._degrees(i, [way[j] for j in near.values()], way, [], t)
            else:
                for axis, steps in ((self.h[t], "lr"), (-self.h[t], "ud")):
                    yield from self._degrees(i, [way[near[s]] for s in steps if s in near], way, [-axis], t)

    def _degrees(self, i: int, near: list[int], way: list[int], unless: Clause, t: int) -> Iterator[Clause]:
        """One neighbour on the way for its ends, two for what lies between."""
        a, b = self.a[t][i], self.b[t][i]
        for end in (a, b):
            yield [*unless, -end, *near]
            yield from ([*unless, -end, -x, -y] for x, y in combinations(near, 2))
        inner = [*unless, -way[i], a, b]
        if len(near) < 2:
            yield inner
            return
        yield from ([*inner, *(x for x in near if x != left_out)] for left_out in near)
        yield from ([*inner, -x, -y, -z] for x, y, z in combinations(near, 3))

    def _no_waste(self, t: int) -> Iterator[Clause]:
        if not t:
            return
        for i in range(len(self.places)):
            arrived, leaves = self.b[t - 1][i], self.a[t][i]
            if self.metric == "moves":
                yield [-arrived, -leaves]
            elif self.metric == "slides":
                yield [-arrived, -leaves, self.h[t - 1], self.h[t]]
                yield [-arrived, -leaves, -self.h[t - 1], -self.h[t]]
            else:
                yield from ([-arrived, -leaves, -self.a[t - 1][j], -self.b[t][j]] for j in self.near[i].values())

    def _in_order(self, t: int) -> Iterator[Clause]:
        """Two moves running that could change places come in the order of the placements they leave."""
        first = self._placed(f"the mover of step {t} leaves {{}} or a placement before it")
        self.first.append(first)
        for i, a in enumerate(self.a[t]):
            yield [-a, first[i]]
            if i:
                yield [-first[i - 1], first[i]]
                yield [-a, -first[i - 1]]
        columns = self.level.shape[1]
        words = [f"the way of step {t} passes over {c // columns},{c % columns}" for c in self.covering]
        passed = dict(zip(self.covering, self._named(words), strict=True))
        self.passed.append(passed)
        for cell, covering in self.covering.items():
            yield [-passed[cell], *(self.way[t][i] for i in covering)]
        if not t:
            return
        into_way, goes_on = self._named(
            [f"the mover of step {t} comes into the way of step {t - 1}", f"the mover of step {t - 1} goes on"]
        )
        for i, cells in enumerate(self.cells):
            if i:  # the earlier mover leaves i, the later one a placement before it
                freed = [passed[cell] for cell in cells]
                yield [-self.a[t - 1][i], -self.first[t][i - 1], *freed, into_way, goes_on]
            yield [-into_way, -self.b[t][i], *(self.passed[t - 1][cell] for cell in cells)]
            yield [-goes_on, -self.a[t][i], self.b[t - 1][i]]

    # --- small parts ---------------------------------------------------------------------------------------

    def _at_most_one(self, literals: Sequence[int]) -> Iterator[Clause]:
        """In pairs, or for many with a ladder of helpers (Sinz 2005): r(i) = one of the first i + 1 holds."""
        if len(literals) <= PAIRWISE:
            yield from ([-x, -y] for x, y in combinations(literals, 2))
            return
        ladder = self._new(len(literals) - 1)
        for i, r in enumerate(ladder):
            yield [-literals[i], r]
            yield [-r, -literals[i + 1]]
            if i + 1 < len(ladder):
                yield [-r, ladder[i + 1]]

    def _new(self, count: int) -> list[int]:
        return self._named(["a helper"] * count)

    def _placed(self, words: str) -> list[int]:
        """A variable for each placement, which stands for {} in `words`."""
        return self._named([words.format(place) for place in self.words])

    def _named(self, meanings: list[str]) -> list[int]:
        first = self.top + 1
        self.top += len(meanings)
        self.meanings += meanings
        return list(range(first, first + len(meanings)))

    def _lying(self) -> set[int]:
        start = self.level.initial()
        return {self.number[k, anchor] for k, anchors in enumerate(start.key) for anchor in anchors}

    # --- from a model back to a solution -------------------------------------------------------------------

    def positions(self, true: set[int], horizon: int) -> list[frozenset[tuple[int, int]]]:
        """The (kind, anchor) pairs at times 0..horizon of a model, given as the set of its true variables."""
        return [
            frozenset(place for place, y in zip(self.places, self.y[t], strict=True) if y in true)
            for t in range(horizon + 1)
        ]


def _cells(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]

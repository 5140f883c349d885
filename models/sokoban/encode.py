"""Sokoban over a bounded number of pushes as clauses: level, metric, horizon, facts -> CNF, variables and meaning.

Pure: no solver here. One push a step; a box is a single-box state x (see `tables`), o(s) means a box on square s.

Variables                                                                                      (t = 0..horizon)
    b(x,t)  a box is in state x at time t;  o(s,t) a box is on square s (b itself where s has one state)
    p(m,t)  push m happens in step t -> t+1
    q(s,t)  the player stands on s to push in step t
    w(s,t)  the player is on s at time t, just after a push (time 0: at the start)
    e(j,t)  the excess of the pushes before time t is j or more
    i(t)    step t is idle (with `idle` only)

Clauses of step t
    exactly one of p(m,t), i(t);  i(t) -> i(t+1)
    p(m,t) -> b(before,t), b(after,t+1), -o(square,t+1), -o(to,t), -o(stand,t)
    b(x,t) & -b(x,t+1) -> OR p(m,t) out of x;  -b(x,t) & b(x,t+1) -> OR p(m,t) into x
    q(s,t) <-> OR p(m,t) with stand s;  w(s,t+1) <-> OR p(m,t) with square s
    q(s,t) -> -b(x,t) where x has the player in another part of the board
    e(j,t) -> e(j,t+1);  p(m,t) & e(j,t) -> e(j + excess,t+1);  no excess above what the horizon leaves
    -b(x,t), -b(z,t) for pairs of states that `pairs` excludes at that time
    -(o(s,t) for all s in a deadlock), for small sets of boxes of which none can ever be pushed
Variables exist only where the bounds of `tables` allow them: pushes from the start, pushes and excess to a goal.

Where the player can walk is left out, so these clauses alone may be satisfied where no solution exists. Facts add it
piece by piece. A fact is a set S of squares, with the squares B around it: with boxes on all of B nobody walks into
S or out of it. So for every time t, with boxes on B: the player is in S after the push before if and only if it
stands in S for the next push:  o(B,t) & OR w(S,t) -> OR q(S,t), i(t);  o(B,t) & OR q(S,t) -> OR w(S,t).
With any facts, what cannot be satisfied excludes solutions with `horizon` pushes or less; with enough facts (there
are finitely many) the converse holds, too. Below the assignment bound, the clauses only say how it counts down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise

from gridproof.errors import AnswerError
from gridproof.levels.sokoban.level import Sokoban
from gridproof.models.sokoban.deadlocks import deadlocks
from gridproof.models.sokoban.pairs import Pairs
from gridproof.models.sokoban.tables import Push, Tables
from gridproof.proofs.file import Formula

PAIRWISE = 5  # literals up to which "at most one" is written out in pairs

METRICS = ("pushes",)

Clause = list[int]
Fact = frozenset[int]  # squares of the tables


def formula(level: Sokoban, metric: str, horizon: int) -> Formula:
    """Clauses that every solution of at most `horizon` pushes satisfies, walking left out."""
    return formula_with_facts(level, metric, horizon, [])


def formula_with_facts(level: Sokoban, metric: str, horizon: int, facts: Sequence[str]) -> Formula:
    """Clauses that every solution of at most `horizon` pushes satisfies, for facts in the words of `fact_text`.

    Raises AnswerError for a fact that is none about this level, and for another metric than pushes.
    """
    if metric != "pushes":
        raise AnswerError("the clauses count pushes only")
    tables = Tables(level)
    if tables.possible and horizon < tables.bound:
        return countdown(tables, horizon)
    encoding = Encoding(tables, horizon, idle=True)
    for text in facts:
        encoding.fact(parse_fact(tables, text))
    return Formula(horizon, encoding.clauses, encoding.meanings, facts)


def countdown(tables: Tables, horizon: int) -> Formula:
    """The assignment bound in clauses, for a horizon below it: pushes lower it by one at most, and it ends at 0.

    h(j,t) for j = 0..bound: at time t, at least j pushes are still needed.
    """
    needed = range(tables.bound + 1)
    meanings = [f"at time {t}, at least {j} pushes are still needed" for t in range(horizon + 1) for j in needed]
    h = [[t * len(needed) + j + 1 for j in needed] for t in range(horizon + 1)]
    clauses = [[h[0][j]] for j in needed]
    for now, after in pairwise(h):
        clauses += [[-now[j], after[j - 1]] for j in needed if j]
    return Formula(horizon, [*clauses, [-h[-1][1]]], meanings)


def around(tables: Tables, inside: Iterable[int]) -> list[int]:
    """The squares without walls around a set of squares, not in it: the B of a fact."""
    inside = set(inside)
    return sorted({to for square in inside for to in tables.near[square] if to >= 0} - inside)


def fact_text(tables: Tables, inside: Fact) -> str:
    """A fact in words: `boxes on 1,2 2,1 close 1,1`, squares as row,column from 0, in order."""
    sides = (around(tables, inside), sorted(inside))
    barrier, closed = (" ".join(tables.names[square] for square in squares) for squares in sides)
    return f"boxes on {barrier} close {closed}"


def parse_fact(tables: Tables, text: str) -> Fact:
    """The set of squares that a fact closes, after the check that its boxes do close it.

    Every neighbour of every closed square must be a wall (or a box that can never be pushed), closed, or a box.
    """
    words = text.removeprefix("boxes on ").partition(" close ")
    squares = {name: square for square, name in enumerate(tables.names)}
    try:
        barrier, closed = ({squares[word] for word in part.split()} for part in (words[0], words[2]))
    except KeyError as error:
        raise AnswerError(f"not a fact: no square without a wall at {error}") from None
    if not closed or barrier & closed:
        raise AnswerError(f"not a fact: expected squares with boxes and other squares: {text[:60]}")
    for square in closed:
        for to in tables.near[square]:
            if to >= 0 and to not in closed and to not in barrier:
                raise AnswerError(f"not a fact: the player can walk to {tables.names[to]}: {text[:60]}")
    if fact_text(tables, frozenset(closed)) != text:
        raise AnswerError(f"not a fact in its shortest form: {text[:60]}")
    return frozenset(closed)


class Encoding:
    """The clauses for one horizon, in `clauses`; then `fact(S)` returns those of a fact, at every step.

    Without `idle` there are exactly `horizon` pushes: for use when fewer are excluded already. `check` is called at
    every step, for whoever wants to stop half-way. `pairs` spares the time to work them out again.
    """

    def __init__(
        self,
        tables: Tables,
        horizon: int,
        idle: bool = False,
        check: Callable[[], None] = lambda: None,
        pairs: Pairs | None = None,
    ):
        self.tables, self.idle = tables, idle
        self.clauses: list[Clause] = []
        self.meanings: list[str] = []
        self.p: list[dict[Push, int]] = []
        self.i: list[int] = []
        self.room = horizon - tables.bound
        if not tables.possible or self.room < 0 or (not idle and tables.parity and self.room % 2):
            self.clauses.append([])
            self.horizon = 0
            return
        self.horizon = horizon
        self.useful = [
            push
            for push in tables.pushes
            if tables.lead[push.before] + push.excess + tables.tail[push.after] <= self.room
        ]
        self.pairs = pairs or Pairs(tables)
        self.b = [self._boxes(t) for t in range(self.horizon + 1)]
        self.o = [self._occupied(t) for t in range(self.horizon + 1)]
        self.q: list[dict[int, int]] = []
        self.w: list[dict[int, int]] = []
        self.e: list[list[int]] = []
        self.sums: dict[tuple[str, int, Fact], int | None] = {}
        self._ends()
        for t in range(self.horizon):
            check()
            self._step(t)
        self._pairs()
        self._deadlocks()

    # --- times ---------------------------------------------------------------------------------------------

    def _may(self, x: int, t: int) -> bool:
        tables = self.tables
        return (
            tables.since[x] <= t
            and (t + tables.until[x] <= self.horizon)
            and tables.lead[x] + tables.tail[x] <= self.room
        )

    def _boxes(self, t: int) -> dict[int, int]:
        states = [x for x in range(len(self.tables.states)) if self._may(x, t)]
        words = [f"a box is {self._state(x)} at time {t}" for x in states]
        return dict(zip(states, self._named(words), strict=True))

    def _state(self, x: int) -> str:
        square, part = self.tables.states[x]
        alone = x + 1 == len(self.tables.states) or self.tables.states[x + 1][0] != square
        side = "" if alone and not part else f" with the player in part {part + 1} of the board"
        return f"on {self.tables.names[square]}{side}"

    def _occupied(self, t: int) -> dict[int, int]:
        of_square: dict[int, list[int]] = {}
        for x, b in self.b[t].items():
            of_square.setdefault(self.tables.states[x][0], []).append(b)
        occupied, names = {}, self.tables.names
        for square, boxes in of_square.items():
            if len(boxes) == 1:
                occupied[square] = boxes[0]
            else:
                occupied[square] = self._named([f"a box is on {names[square]} at time {t}"])[0]
                self._either(occupied[square], boxes)
                self._at_most_one(boxes)
        return occupied

    def _ends(self) -> None:
        """The start, and the goal at the horizon."""
        tables = self.tables
        start = set(tables.start)
        self.clauses += [[b if x in start else -b] for x, b in self.b[0].items()]
        if not start <= self.b[0].keys():
            self.clauses.append([])
        self.clauses += [[-o] for square, o in self.o[-1].items() if square not in tables.goals]
        if tables.parity:
            self.clauses += [[self.o[-1][goal]] if goal in self.o[-1] else [] for goal in tables.goals]
        self.w.append({tables.player: self._named([f"the player is on {tables.names[tables.player]} at time 0"])[0]})
        self.clauses.append([self.w[0][tables.player]])
        self.e.append([])

    def _step(self, t: int) -> None:
        b, after = self.b[t], self.b[t + 1]
        names = self.tables.names
        useful = [push for push in self.useful if push.before in b and push.after in after]
        words = [f"the box on {names[push.square]} is pushed to {names[push.to]} in step {t}" for push in useful]
        p = dict(zip(useful, self._named(words), strict=True))
        self.p.append(p)
        out: dict[int, list[int]] = {}
        into: dict[int, list[int]] = {}
        stands: dict[int, list[int]] = {}
        leaves: dict[int, list[int]] = {}
        for push, literal in p.items():
            out.setdefault(push.before, []).append(literal)
            into.setdefault(push.after, []).append(literal)
            stands.setdefault(push.stand, []).append(literal)
            leaves.setdefault(push.square, []).append(literal)
            self.clauses += [[-literal, b[push.before]], [-literal, after[push.after]]]
            for occupied, square in ((self.o[t + 1], push.square), (self.o[t], push.to), (self.o[t], push.stand)):
                if square in occupied:
                    self.clauses.append([-literal, -occupied[square]])
        for x, literal in b.items():
            self.clauses.append([-literal, *([after[x]] if x in after else []), *out.get(x, [])])
        for x, literal in after.items():
            self.clauses.append([-literal, *([b[x]] if x in b else []), *into.get(x, [])])
        self._one_push(t, stands, leaves)
        self._excess(t)

    def _one_push(self, t: int, stands: dict[int, list[int]], leaves: dict[int, list[int]]) -> None:
        names = self.tables.names
        words = [f"the player stands on {names[square]} in step {t}" for square in stands]
        q = dict(zip(stands, self._named(words), strict=True))
        words = [f"the player is on {names[square]} at time {t + 1}" for square in leaves]
        w = dict(zip(leaves, self._named(words), strict=True))
        self.q.append(q)
        self.w.append(w)
        for square, literals in stands.items():
            self._either(q[square], literals)
        for square, literals in leaves.items():
            self._either(w[square], literals)
            self._at_most_one(literals)
        idle = self._named([f"step {t} is idle"]) if self.idle else []
        if idle and t:
            self.clauses.append([-self.i[-1], idle[0]])
        self.i += idle
        self._at_most_one([*w.values(), *idle])
        self._at_most_one([*q.values(), *idle])
        self.clauses += [[*w.values(), *idle], [*q.values(), *idle]]
        for square, literal in q.items():
            for x, box in self.b[t].items():
                place = self.tables.states[x][0]
                if place != square and self.tables.state_of[place][square] != x:
                    self.clauses.append([-literal, -box])

    def _excess(self, t: int) -> None:
        """e[t][j - 1]: the excess before time t is j or more, j = 1..room."""
        before = self.e[t]
        now = self._named([f"the excess before time {t + 1} is {j} or more" for j in range(1, self.room + 1)])
        self.e.append(now)
        self.clauses += [[-old, new] for old, new in zip(before, now, strict=False)]
        for push, literal in self.p[t].items():
            if not push.excess:
                continue
            self.clauses.append([-literal, now[push.excess - 1]])
            for j, old in enumerate(before, 1):
                if j + push.excess <= self.room:
                    self.clauses.append([-literal, -old, now[j + push.excess - 1]])
                else:
                    self.clauses.append([-literal, -old])
                    break
        self.clauses += [[-more, less] for less, more in pairwise(now)]

    def _pairs(self) -> None:
        for t, b in enumerate(self.b):
            for x, z in combinations(sorted(b), 2):
                apart = self.tables.states[x][0] != self.tables.states[z][0]  # else excluded already
                if apart and not self.pairs.may(x, z, t, self.horizon, self.room):
                    self.clauses.append([-b[x], -b[z]])

    def _deadlocks(self) -> None:
        for squares in deadlocks(self.tables):
            for occupied in self.o:
                if all(square in occupied for square in squares):
                    self.clauses.append([-occupied[square] for square in squares])

    # --- facts ---------------------------------------------------------------------------------------------

    def fact(self, inside: Fact) -> list[Clause]:
        """The clauses of one fact at every step, added to `clauses` and returned."""
        first = len(self.clauses)
        barrier = around(self.tables, inside)
        for t in range(self.horizon):
            if not all(square in self.o[t] for square in barrier):
                continue
            closed = [-self.o[t][square] for square in barrier]
            was = self._sum("w", t, inside)
            stands = self._sum("q", t, inside)
            idle = [self.i[t]] if self.idle else []
            if was is not None:
                self.clauses.append([*closed, -was, *([stands] if stands else []), *idle])
            if stands is not None:
                self.clauses.append([*closed, -stands, *([was] if was else [])])
        return self.clauses[first:]

    def _sum(self, kind: str, t: int, inside: Fact) -> int | None:
        """A literal for: w(s,t) or q(s,t) for a square s of the set. None where there is no such variable."""
        key = (kind, t, inside)
        if key not in self.sums:
            of_square = (self.w if kind == "w" else self.q)[t]
            literals = [of_square[square] for square in sorted(inside) if square in of_square]
            if len(literals) > 1:
                verb = "is" if kind == "w" else "stands"
                squares = " ".join(self.tables.names[square] for square in sorted(inside))
                name = self._named([f"the player {verb} on one of {squares} at time {t}"])[0]
                self._either(name, literals)
                literals = [name]
            self.sums[key] = literals[0] if literals else None
        return self.sums[key]

    # --- small parts ---------------------------------------------------------------------------------------

    def _either(self, name: int, literals: Sequence[int]) -> None:
        """name <-> OR literals."""
        self.clauses += [[-literal, name] for literal in literals]
        self.clauses.append([-name, *literals])

    def _at_most_one(self, literals: Sequence[int]) -> None:
        """In pairs, or for many with a ladder of helpers (Sinz 2005): r(i) = one of the first i + 1 holds."""
        if len(literals) <= PAIRWISE:
            self.clauses += [[-x, -y] for x, y in combinations(literals, 2)]
            return
        ladder = self._named(["a helper"] * (len(literals) - 1))
        for i, r in enumerate(ladder):
            self.clauses += [[-literals[i], r], [-r, -literals[i + 1]]]
            if i + 1 < len(ladder):
                self.clauses.append([-r, ladder[i + 1]])

    def _named(self, meanings: Sequence[str]) -> list[int]:
        first = len(self.meanings) + 1
        self.meanings += meanings
        return list(range(first, first + len(meanings)))

    # --- from a model back to pushes -----------------------------------------------------------------------

    def played(self, true: set[int]) -> list[Push]:
        """The pushes of a model, given as the set of its true variables; idle steps left out."""
        return [push for step in self.p for push, literal in step.items() if literal in true]

"""Peg solitaire as CNF, a jump a step.

Variables, for t = 0..T (T the most jumps that any solution has):
    peg[t][h]    hole h holds a peg after t steps
    jump[t][j]   jump j is made in step t (t < T); none: the game is over
Clauses:
    peg[0], and for each t:
    jump[t][j] -> peg[t][from] & peg[t][over] & -peg[t][to] & -peg[t+1][from] & -peg[t+1][over] & peg[t+1][to]
    peg[t][h] != peg[t+1][h] -> some jump that changes h so     (frame axioms)
    at most one jump a step (ladder); a step without one is followed by none
    peg[T] meets the goal; with the last peg anywhere: at most one peg, by counting the steps
    begins[t] <- jump[t][j] & no jump[t-1][i] with to(i) = from(j)    (a move begins; only when moves are counted)
Size: T * (H + 2J) variables, about T * (8J + H) clauses. A plain linear encoding of planning (Kautz & Selman 1992).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from gridproof.levels.pegs.level import Jump, Pegs

Clause = list[int]


@dataclass
class Encoding:
    """Clauses over variables 1..top, and what the variables mean."""

    level: Pegs
    steps: int
    clauses: list[Clause] = field(default_factory=list)
    top: int = 0
    peg: list[list[int]] = field(default_factory=list)
    jump: list[list[int]] = field(default_factory=list)
    begins: list[int] = field(default_factory=list)
    active: list[int] = field(default_factory=list)

    def new(self) -> int:
        self.top += 1
        return self.top

    def jumps_of(self, model: set[int]) -> list[Jump]:
        """The jumps, in order, that a model (the set of its true variables) makes."""
        return [self.level.jumps[j] for step in self.jump for j, variable in enumerate(step) if variable in model]


def encode(level: Pegs, moves: bool) -> Encoding:
    """The level as CNF; with `moves`, `begins[t]` is forced true where a move begins."""
    encoding = Encoding(level, max(0, level.jumps_needed[1]))
    steps = encoding.steps
    encoding.peg = [[encoding.new() for _ in level.holes] for _ in range(steps + 1)]
    encoding.jump = [[encoding.new() for _ in level.jumps] for _ in range(steps)]
    for hole, variable in enumerate(encoding.peg[0]):
        encoding.clauses.append([variable if level.start >> hole & 1 else -variable])
    for step in range(steps):
        _effects(encoding, step)
        _frame(encoding, step)
        _at_most_one(encoding, encoding.jump[step])
    _idle_last(encoding)
    _goal(encoding)
    if moves:
        _begins(encoding)
    return encoding


def _effects(encoding: Encoding, t: int) -> None:
    before, after = encoding.peg[t], encoding.peg[t + 1]
    for variable, (source, over, to) in zip(encoding.jump[t], encoding.level.jumps, strict=True):
        effects = (before[source], before[over], -before[to], -after[source], -after[over], after[to])
        encoding.clauses += [[-variable, literal] for literal in effects]


def _frame(encoding: Encoding, t: int) -> None:
    level, before, after = encoding.level, encoding.peg[t], encoding.peg[t + 1]
    takes: list[list[int]] = [[] for _ in level.holes]
    puts: list[list[int]] = [[] for _ in level.holes]
    for variable, (source, over, to) in zip(encoding.jump[t], level.jumps, strict=True):
        takes[source].append(variable)
        takes[over].append(variable)
        puts[to].append(variable)
    for hole in range(level.size):
        encoding.clauses.append([-before[hole], after[hole], *takes[hole]])
        encoding.clauses.append([before[hole], -after[hole], *puts[hole]])


def _at_most_one(encoding: Encoding, literals: list[int]) -> None:
    """Ladder: s[i] = some literal up to i is true."""
    so_far = 0
    for literal in literals:
        some = encoding.new()
        encoding.clauses.append([-literal, some])
        if so_far:
            encoding.clauses += [[-so_far, some], [-so_far, -literal]]
        so_far = some


def _idle_last(encoding: Encoding) -> None:
    """active[t] = step t makes a jump; no step without a jump comes before one with."""
    for step in encoding.jump:
        active = encoding.new()
        encoding.clauses.append([-active, *step])
        encoding.clauses += [[active, -variable] for variable in step]
        if encoding.active:
            encoding.clauses.append([-active, encoding.active[-1]])
        encoding.active.append(active)


def _goal(encoding: Encoding) -> None:
    level, last = encoding.level, encoding.peg[-1]
    if level.anywhere:  # each step takes a peg, so that one is left when every step makes a jump
        encoding.clauses += [[active] for active in encoding.active]
        return
    for hole, variable in enumerate(last):
        if not level.free >> hole & 1:
            encoding.clauses.append([variable if level.must >> hole & 1 else -variable])
    least = level.jumps_needed[0]
    encoding.clauses += [[active] for active in encoding.active[:least]]


def _begins(encoding: Encoding) -> None:
    level = encoding.level
    into: list[list[int]] = [[] for _ in level.holes]
    for j, (_, _, to) in enumerate(level.jumps):
        into[to].append(j)
    for t, step in enumerate(encoding.jump):
        begins = encoding.new()
        encoding.begins.append(begins)
        for j, (source, _, _) in enumerate(level.jumps):
            earlier = [encoding.jump[t - 1][i] for i in into[source]] if t else []
            encoding.clauses.append([-step[j], begins, *earlier])

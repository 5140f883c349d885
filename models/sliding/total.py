"""A totalizer: clauses that exactly n of some literals are true (Bailleux & Boufkhad 2003).

Variables    r(j) for each node of a balanced tree over the literals: j + 1 or more below the node are true, j <= n
Clauses      for children p, q of a node r and all i, j:  p(i) & q(j) -> r(i + j + 1), and the converse
             -p(i + 1) & -q(j + 1) -> -r(i + j + 2), written with indices from 0
Size         O(n m log m) variables for m literals, n times as many clauses
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

Clause = list[int]


def exactly(count: int, literals: Sequence[int], new: Callable[[int], list[int]]) -> Iterator[Clause]:
    """Clauses that are satisfied when exactly `count` of at least one literals are; `new(k)` makes k variables."""
    root = list(literals)
    clauses: list[Clause] = []

    def merged(part: Sequence[int]) -> Sequence[int]:
        if len(part) == 1:
            return part
        half = len(part) // 2
        p, q = merged(part[:half]), merged(part[half:])
        r = new(min(len(part), count + 1))
        for i in range(len(p) + 1):  # i or more below p, j or more below q
            for j in range(len(q) + 1):
                if i + j:
                    clauses.append([*(-x for x in (*p[i - 1 : i], *q[j - 1 : j])), r[min(i + j, len(r)) - 1]])
                if i + j < len(r):
                    clauses.append([*p[i : i + 1], *q[j : j + 1], -r[i + j]])
        return r

    root = list(merged(root))
    yield from clauses
    yield from ([literal] for literal in root[:count])
    yield from ([-literal] for literal in root[count:])

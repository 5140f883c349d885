"""PI-corral pruning (Damgaard; described for JSoko by Meger): push into a closed corral now, or never.

A corral is a part C of the floor that the player cannot reach now, with the boxes B that touch it. Until a box of
B moves, the player cannot enter C and no other box can come into it. Suppose that every push of a box of B that
could come first among them, whatever other boxes do before, leads into C (I) and that the player can reach the
place for it now (P); and that a box of B is on no goal, so that one must move. Take any solution: its first push of
a box of B can be made at once, since its place is in reach and its target in C is free; the pushes that stood
before it stay legal, since the player has only gained room and nothing of theirs touches C; afterwards boxes and
region are the same. So the solutions that begin with a push of B include one with the fewest pushes, and all other
pushes need not be tried now. The number of *moves* can grow when the order changes: never use this for moves.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from __future__ import annotations

from numba import njit


@njit(nogil=True)
def examine(nb, occ, live, single, alive, goal, reach, stamp, label, ident, group, size, must_fill):
    """Pushes into the corral `ident` when it is a PI-corral that must be entered, otherwise -1.

    label (n + 1,): ident on the floor and the boxes of the corral; group[:size] its boxes. must_fill: boxes are as
    many as goals and there is an empty goal inside.
    """
    n = nb.shape[0] - 1
    needed = must_fill
    pushes = 0
    for i in range(size):
        box = group[i]
        if goal[box] == 0:
            needed = True
        for d in range(4):
            stand, to = nb[box, d ^ 2], nb[box, d]
            if stand == n or to == n or label[stand] == ident:
                continue  # a wall, or a place that nobody comes to before a box of the corral has moved
            if occ[to] == 1 and label[to] == ident:
                continue  # a box of the corral is in the way
            if live[to] < 0 or alive[single[live[to], box]] == 0:
                continue  # in no solution
            if label[to] != ident or reach[stand] != stamp:
                return -1
            pushes += 1
    return pushes if needed else -1


@njit(nogil=True)
def best_corral(nb, occ, live, single, alive, goal, reach, stamp, boxes, k, m, label, group, queue, chosen):
    """Choose the PI-corral with the fewest pushes. Fills chosen[:count] with its boxes.

    Returns (count, pushes); count 0 when there is none. Corrals of one connected floor are tried first, then
    those joined through the boxes between them. label (n + 1,) is scratch.
    """
    n = nb.shape[0] - 1
    best, best_size = -1, 0
    for joined in range(2):
        ident = 0
        for x in range(n + 1):
            label[x] = 0
        for start in range(n):
            if occ[start] != 0 or reach[start] == stamp or label[start] != 0:
                continue
            ident += 1
            size, tail = 0, 1
            queue[0] = start
            label[start] = ident
            empty_goal = goal[start] == 1
            while tail > 0:
                tail -= 1
                x = queue[tail]
                for d in range(4):
                    y = nb[x, d]
                    if y == n or label[y] == ident or reach[y] == stamp:
                        continue
                    if occ[y] == 1:
                        label[y] = ident  # a box between two floors belongs to the one looked at now
                        group[size] = y
                        size += 1
                        if joined == 0:
                            continue
                    else:
                        label[y] = ident
                        empty_goal = empty_goal or goal[y] == 1
                    queue[tail] = y
                    tail += 1
            fill = empty_goal and k == m
            pushes = examine(nb, occ, live, single, alive, goal, reach, stamp, label, ident, group, size, fill)
            if pushes >= 0 and (best < 0 or pushes < best):
                best, best_size = pushes, size
                for i in range(size):
                    chosen[i] = group[i]
        if best >= 0:
            break
    return best_size, best

"""Dead sets of a few boxes: boxes alone on the board, with the player somewhere, that cannot all come to goals.

Key: a set is r live squares; its state is the set and the square of the player.

A solution of a state solves every set of its boxes, since leaving the other boxes out only gives these and the
player more room, and all goals. So a state that holds a dead set is dead, whatever the cost counts. Which sets are
alive is found backwards, by pulls from every r goals; kept are only those dead sets of which no part is dead.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="assignment, operator, arg-type, call-overload"
# (what numpy's scalars are to the type checker differs from version to version)

from __future__ import annotations

import numpy as np
from numba import njit

TOP, STAMP, NEXT, VISITED, BUDGET, MOST = range(6)  # state[...]
SPENT, DONE, OVERFLOW = range(3)
MOST_BOXES = 6


@njit(nogil=True)
def rank(binomials, set_, r):
    """Number of a set of r live squares in descending order. binomials[a, i]: a over i."""
    total = 0
    for i in range(r):
        total += binomials[set_[i], r - i]
    return total


@njit(nogil=True)
def replaced(set_, r, which, by, out):
    """`set_` with element number `which` replaced, in descending order."""
    at = 0
    put = False
    for i in range(r):
        if i == which:
            continue
        if not put and by > set_[i]:
            out[at] = by
            at += 1
            put = True
        out[at] = set_[i]
        at += 1
    if not put:
        out[at] = by


@njit(nogil=True)
def enter(nb, occ, row, player, stack):
    """Mark the player's region in the bit set `row`."""
    bit = np.uint64(1)
    row[player >> 6] |= bit << np.uint64(player & 63)
    stack[0] = player
    top = 1
    while top > 0:
        top -= 1
        x = stack[top]
        for d in range(4):
            y = nb[x, d]
            if occ[y] != 0:
                continue
            mask = bit << np.uint64(y & 63)
            if row[y >> 6] & mask == np.uint64(0):
                row[y >> 6] |= mask
                stack[top] = y
                top += 1


@njit(
    "int64(int64[:, ::1], int64[::1], int64[::1], int64[::1], int64[:, ::1], int64, uint64[:, ::1], int16[:, ::1],"
    "int64[:, ::1], uint8[::1], int64[::1])",
    cache=True,
    nogil=True,
)
def fill(nb, live, lives, goals, binomials, r, alive, todo, scratch, occ, state):
    """One slice of up to state[BUDGET] states; returns SPENT, DONE or OVERFLOW (`todo` is too small).

    alive (sets, words): bit set of the player's squares from which the set can be solved; all 0 at first.
    todo: stack of states. scratch (4, n + 1).
    """
    n = nb.shape[0] - 1
    m = goals.shape[0]
    seen, stack, set_, other = scratch[0], scratch[1], scratch[2], scratch[3]
    one = np.uint64(1)
    spent = 0
    while True:
        if spent >= state[BUDGET]:
            return SPENT
        if state[TOP] == 0:
            # --- the next goals -------------------------------------------------------------------------
            if state[NEXT] >= binomials[m, r]:
                return DONE
            left, high = state[NEXT], m
            state[NEXT] += 1
            for i in range(r):  # unrank; goals are ascending, and so are their live numbers
                high -= 1
                while binomials[high, r - i] > left:
                    high -= 1
                left -= binomials[high, r - i]
                set_[i] = live[goals[high]]
                occ[goals[high]] = 1
            row = alive[rank(binomials, set_, r)]
            for x in range(n):
                if occ[x] != 0 or row[x >> 6] >> np.uint64(x & 63) & one:
                    continue
                if state[TOP] == todo.shape[0]:
                    return OVERFLOW
                enter(nb, occ, row, x, stack)
                for i in range(r):
                    todo[state[TOP], i] = set_[i]
                todo[state[TOP], r] = x
                state[TOP] += 1
            for i in range(r):
                occ[lives[set_[i]]] = 0
            continue
        spent += 1
        state[TOP] -= 1
        for i in range(r):
            set_[i] = todo[state[TOP], i]
            occ[lives[set_[i]]] = 1
        player = np.int64(todo[state[TOP], r])
        state[STAMP] += 1
        stamp = state[STAMP]
        seen[player] = stamp
        stack[0] = player
        top = 1
        while top > 0:
            top -= 1
            x = stack[top]
            for d in range(4):
                y = nb[x, d]
                if seen[y] != stamp and occ[y] == 0:
                    seen[y] = stamp
                    stack[top] = y
                    top += 1
        for which in range(r):
            at = lives[set_[which]]
            occ[at] = 0
            for d in range(4):  # pull: the player goes from `to` to `behind`, the box comes to `to`
                to = nb[at, d]
                behind = nb[to, d]
                if seen[to] != stamp or occ[to] != 0 or occ[behind] != 0 or live[to] < 0:
                    continue
                replaced(set_, r, which, live[to], other)
                row = alive[rank(binomials, other, r)]
                if row[behind >> 6] >> np.uint64(behind & 63) & one:
                    continue
                if state[TOP] == todo.shape[0]:
                    return OVERFLOW
                occ[to] = 1
                enter(nb, occ, row, behind, stack)
                occ[to] = 0
                for i in range(r):
                    todo[state[TOP], i] = other[i]
                todo[state[TOP], r] = behind
                state[TOP] += 1
                state[MOST] = max(state[MOST], state[TOP])
            occ[at] = 1
        for i in range(r):
            occ[lives[set_[i]]] = 0
        state[VISITED] += 1


@njit(
    "int64(int64[::1], int64[:, ::1], int64, int64, uint64[:, ::1], uint64[:, ::1], uint64[:, ::1], uint64[:, ::1])",
    cache=True,
    nogil=True,
)
def extract(lives, binomials, r, n, alive, parts, boxes, areas):
    """Keep the dead sets of which no part is dead: bit sets of live squares in `boxes`, of the player's in `areas`.

    parts: the table of sets with one box less. Returns how many there are, also beyond what the arrays hold.
    """
    one = np.uint64(1)
    words = alive.shape[1]
    full = np.zeros(words, np.uint64)
    for x in range(n):
        full[x >> 6] |= one << np.uint64(x & 63)
    dead = np.zeros(words, np.uint64)
    set_, part = np.zeros(r, np.int64), np.zeros(r, np.int64)
    for i in range(r):
        set_[i] = r - 1 - i
    found = 0
    for number in range(alive.shape[0]):
        some = False
        for w in range(words):
            dead[w] = full[w] & ~alive[number, w]
        for i in range(r):
            x = lives[set_[i]]
            dead[x >> 6] &= ~(one << np.uint64(x & 63))
        for w in range(words):
            some = some or dead[w] != 0
        if some:
            for skip in range(r):
                at = 0
                for i in range(r):
                    if i != skip:
                        part[at] = set_[i]
                        at += 1
                row = rank(binomials, part, r - 1)
                for w in range(words):
                    dead[w] &= parts[row, w]
            some = False
            for w in range(words):
                some = some or dead[w] != 0
            if some:
                if found < boxes.shape[0]:
                    for i in range(r):
                        boxes[found, set_[i] >> 6] |= one << np.uint64(set_[i] & 63)
                    for w in range(words):
                        areas[found, w] = dead[w]
                found += 1
        # the next set in order of its number
        i = r - 1
        while i > 0 and set_[i] + 1 == set_[i - 1]:
            set_[i] = r - 1 - i
            i -= 1
        set_[i] += 1
    return found

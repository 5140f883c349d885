"""Where one box can be pushed, the others standing still: blocks of the floor, pushes, walks between them.

Key: free (squares,) is 1 where neither wall nor another box is; the pushed box's own square is free. A square is the
level's, an index into the walled board. Directions are u, l, d, r, the opposite of d is d ^ 2, steps (4,) is what to
add to a square, modulo 2^64. Side s of a box on x is the square x + steps[s]; a *stand* is 4 * x + s: the box on x,
the player on its side s. An *entry* is 2 * stand, and 1 more where a stand of the same block was entered before.
`reach.py` says why this is right.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="assignment, operator, arg-type, call-overload"
# (what numpy's scalars are to the type checker differs from version to version)

from __future__ import annotations

import numpy as np
from numba import njit

ZERO, ONE, TWO, THREE, FOUR = (np.uint64(i) for i in range(5))  # unsigned: no index is checked for being negative
START = FOUR  # in place of a side: the player where it stands at the beginning
FAR = 1 << 30  # more moves than there can be


@njit(
    "int64(uint8[::1], uint64[::1], uint64, int32[::1], int32[::1], uint8[::1], uint8[::1], uint32[::1],"
    " int32[:, ::1])",
    cache=True,
    nogil=True,
)
def find_blocks(free, steps, root, pre, low, up, turn, order, block):
    """Name the blocks of the part of the floor around `root`: block[x, d] is that of the edge from x in direction d.

    Iterative depth-first search (Hopcroft and Tarjan 1973). pre (squares,) comes in as -1 and becomes the number in
    preorder, order its inverse, up[x] the direction from x to its parent; block (squares, 4) comes in as -1. low and
    turn are scratch; low[x] ends as the block of the edge from x to its parent. Returns how many squares there are.
    """
    pre[root], low[root], turn[root], order[ZERO] = 0, 0, 0, root
    count, x = ONE, root
    while True:
        d = np.uint64(turn[x])
        if d < FOUR:
            turn[x] = d + ONE
            y = x + steps[d]
            if free[y] == 0:
                continue
            if pre[y] < 0:
                pre[y], low[y], turn[y], up[y] = count, count, 0, d ^ TWO
                order[count] = y
                count += ONE
                x = y
            elif pre[y] < low[x]:  # the parent, too: that never makes low[x] less than the parent's number
                low[x] = pre[y]
        elif x == root:
            break
        else:
            y = x
            x += steps[np.uint64(up[y])]
            low[x] = min(low[x], low[y])
    blocks = 0
    for i in range(ONE, count):
        x = np.uint64(order[i])
        parent = x + steps[np.uint64(up[x])]
        if low[x] >= pre[parent]:  # nothing below x reaches above its parent: a new block begins with this edge
            low[x] = blocks
            blocks += 1
        else:
            low[x] = low[parent]
        for d in range(FOUR):
            y = x + steps[d]
            if free[y] == 1 and pre[y] < pre[x]:  # every edge counts for its end that came later
                block[x, d] = low[x]
                block[y, d ^ TWO] = low[x]
    return np.int64(count)


@njit(nogil=True)
def push_on(steps, x, side, block, least, fewest, entries, count):
    """Enter the pushes of a box on x by a player in the block of that side."""
    pushes = least[x, side] + 1
    for d in range(FOUR):
        s = d ^ TWO  # where the player has to come: it can when that is in the same block
        if block[x, d] < 0 or block[x, s] != block[x, side]:
            continue
        y = x + steps[d]  # the player stands on side s again
        if least[y, s] < 0:
            for other in range(FOUR):
                if block[y, other] == block[y, s]:
                    least[y, other] = pushes
            if fewest[y] < 0:
                fewest[y] = pushes
            entries[count] = TWO * (FOUR * y + s)
            count += ONE
        elif least[y, s] == pushes:
            entries[count] = TWO * (FOUR * y + s) + ONE
            count += ONE
    return count


@njit(
    "int64(uint64[::1], uint64, uint64, int32[::1], uint8[::1], int32[:, ::1], int32[:, ::1], int32[::1],"
    " uint32[::1])",
    cache=True,
    nogil=True,
)
def spread(steps, box, player, pre, up, block, least, fewest, entries):
    """Fewest pushes: least[x, s] for the box on x and the player anywhere in the block of side s, fewest[x] over all.

    Breadth-first over (square, block). The arguments come from `find_blocks` with the box's square as root; least
    (squares, 4) and fewest (squares,) come in as -1, which stays for never. `entries` receives every stand that a
    push ends in and that has the fewest pushes of its block, in the order of pushes. Returns how many they are.
    """
    fewest[box] = 0
    if pre[player] < 0:
        return 0
    side, last = ZERO, -1  # the player's side: that child of the root is its ancestor which comes last before it
    for s in range(FOUR):
        x = box + steps[s]
        if block[box, s] >= 0 and up[x] == s ^ TWO and last < pre[x] <= pre[player]:
            side, last = s, pre[x]
    for s in range(FOUR):
        if block[box, s] == block[box, side]:
            least[box, s] = 0
    count = push_on(steps, box, side, block, least, fewest, entries, ZERO)
    at = ZERO
    while at < count:
        entry = np.uint64(entries[at])
        if entry & ONE == ZERO:
            stand = entry >> ONE
            count = push_on(steps, stand >> TWO, stand & THREE, block, least, fewest, entries, count)
        at += ONE
    return np.int64(count)


@njit(nogil=True)
def is_before(steps, block, least, x, s, t):
    """Whether a push ends with the box on x and the player on side t, in the block of side s, by fewest pushes."""
    if block[x, t] != block[x, s] or least[x, t] < 1:
        return False
    before = least[x + steps[t], t]  # the box was pushed off the player's square, from where its side t is
    return before >= 0 and before + 1 == least[x, t]


@njit("void(uint64[::1], int32[:, ::1], int32[:, ::1], uint32[::1], uint8[::1])", cache=True, nogil=True)
def mark_needed(steps, block, least, entries, needed):
    """Spread `needed` (4 * squares,) from stands to those from which a way of fewest pushes leads to them."""
    for i in range(entries.shape[0]):
        stand = np.uint64(entries[entries.shape[0] - 1 - i]) >> ONE
        if needed[stand]:
            s = stand & THREE
            x = (stand >> TWO) + steps[s]
            for t in range(FOUR):
                if is_before(steps, block, least, x, s, t):
                    needed[FOUR * x + t] = 1


@njit(nogil=True)
def flood(free, steps, box, start, to, limit, depth, queue, flooded):
    """Walking distance from `start` to `to` with the box on `box` in the way, or `limit` where it is not below that.

    depth[x] - flooded[0] is the distance of each square x seen, negative for the others: what earlier floods left,
    which reached as deep as flooded[2], counts as not seen. flooded[1] counts squares.
    """
    base = flooded[0] + flooded[2] + 1
    deepest = base
    depth[start] = base
    queue[ZERO] = start
    head, tail = ZERO, ONE
    while head < tail:
        x = np.uint64(queue[head])
        head += ONE
        if x == to or depth[x] - base + 1 >= limit:
            break
        deepest = depth[x] + 1
        for d in range(FOUR):
            y = x + steps[d]
            if free[y] == 1 and y != box and depth[y] < base:
                depth[y] = deepest
                queue[tail] = y
                tail += ONE
    flooded[0], flooded[2] = base, deepest - base
    flooded[1] += np.int64(tail)
    return min(depth[to] - base, limit) if depth[to] >= base else limit


@njit(
    "int64(uint8[::1], uint64[::1], uint64, uint64, int32[:, ::1], int32[:, ::1], uint32[::1], int64, int64,"
    " uint8[::1], int32[::1], uint8[::1], int64[::1], uint32[::1], int64[::1])",
    cache=True,
    nogil=True,
)
def fewest_moves(
    free, steps, box, player, block, least, entries, begin, work, needed, moves, came, depth, queue, flooded
):
    """Fewest moves among the ways of fewest pushes to each needed stand, for entries[begin:] in order.

    moves (4 * squares,) counts steps, walked and pushed; came is the side where the last walk began, or START. depth
    (squares,), queue (squares,) and flooded (3,) are kept from call to call, 0 at first. Returns the index to go on
    from: after about `work` squares flooded, or at the end.
    """
    most = flooded[1] + work
    i = begin
    while i < entries.shape[0] and flooded[1] < most:
        stand = np.uint64(entries[i]) >> ONE
        i += 1
        if needed[stand] == 0:
            continue
        s = stand & THREE
        x = (stand >> TWO) + steps[s]  # where the box was before
        to = x + steps[s]  # where the player had to come
        best = FAR
        if x == box and least[x, s] == 0:
            best = flood(free, steps, x, to, player, best, depth, queue, flooded)
            came[stand] = START
        for t in range(FOUR):
            if is_before(steps, block, least, x, s, t):
                so_far = np.int64(moves[FOUR * x + t])
                if t != s:
                    so_far += flood(free, steps, x, to, x + steps[t], best - so_far, depth, queue, flooded)
                if so_far < best:
                    best = so_far
                    came[stand] = t
        moves[stand] = best + 1
    return i


@njit(
    "void(uint8[::1], uint64[::1], uint64, uint64, uint8[::1], int64[::1], uint32[::1], int64[::1], uint8[::1])",
    cache=True,
    nogil=True,
)
def trace(free, steps, player, stand, came, depth, queue, flooded, letters):
    """Write the way to a stand into `letters`, as long as it has moves: directions, 4 more for a push."""
    at = letters.shape[0]
    while at > 0:
        s = stand & THREE
        x = (stand >> TWO) + steps[s]
        at -= 1
        letters[at] = FOUR + (s ^ TWO)
        t = np.uint64(came[stand])
        begin = player if t == START else x + steps[t]
        to = x + steps[s]
        flood(free, steps, x, begin, to, FAR, depth, queue, flooded)
        while to != begin:  # down the distances
            for d in range(FOUR):
                y = to + steps[d]
                if depth[y] >= flooded[0] and depth[y] < depth[to]:
                    at -= 1
                    letters[at] = d ^ TWO
                    to = y
                    break
        stand = FOUR * x + t

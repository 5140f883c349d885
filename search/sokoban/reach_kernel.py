"""Where one box can be pushed, the others standing still: blocks of the floor, pushes, walks between them.

Key: free (squares,) is 1 where neither wall nor another box is; the pushed box's own square is free. A square is the
level's, an index into the walled board. Directions are u, l, d, r, the opposite of d is d ^ 2, steps (4,) is what to
add to a square. Side s of a box on b is the square b + steps[s]; a *stand* is 4 * b + s: the box on b, the player on
its side s. `reach.py` says why this is right.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from __future__ import annotations

from numba import njit

START = 4  # in place of a side: the player where it stands at the beginning


@njit(
    "int64(uint8[::1], int64[::1], int64, int32[::1], int32[::1], int8[::1], int8[::1], int32[::1], int32[:, ::1])",
    cache=True,
    nogil=True,
)
def find_blocks(free, steps, root, pre, low, up, turn, order, block):
    """Name the blocks of the part of the floor around `root`: block[x, d] is that of the edge from x in direction d.

    Iterative depth-first search (Hopcroft and Tarjan 1973). pre (squares,) comes in as -1 and becomes the number in
    preorder, order its inverse, up[x] the direction from x to its parent; block (squares, 4) comes in as -1. low and
    turn are scratch; low[x] ends as the block of the edge from x to its parent. Returns how many squares there are.
    """
    pre[root], low[root], turn[root], order[0] = 0, 0, 0, root
    count, x = 1, root
    while True:
        d = turn[x]
        if d < 4:
            turn[x] = d + 1
            y = x + steps[d]
            if free[y] == 0:
                continue
            if pre[y] < 0:
                pre[y], low[y], turn[y], up[y] = count, count, 0, d ^ 2
                order[count] = y
                count += 1
                x = y
            elif pre[y] < low[x]:  # the parent, too: that never makes low[x] less than the parent's number
                low[x] = pre[y]
        elif x == root:
            break
        else:
            y = x
            x += steps[up[y]]
            low[x] = min(low[x], low[y])
    blocks = 0
    for i in range(1, count):
        x = order[i]
        parent = x + steps[up[x]]
        if low[x] >= pre[parent]:  # nothing below x reaches above its parent: a new block begins with this edge
            low[x] = blocks
            blocks += 1
        else:
            low[x] = low[parent]
    for i in range(1, count):
        x = order[i]
        for d in range(4):
            y = x + steps[d]
            if free[y] == 1 and pre[y] < pre[x]:  # every edge counts for its end that came later
                block[x, d] = low[x]
                block[y, d ^ 2] = low[x]
    return count


@njit(nogil=True)
def push_on(steps, x, side, block, least, stands, count):
    """Enter the pushes of a box on x by a player in the block of that side."""
    pushes = least[x, side] + 1
    for d in range(4):
        # The player has to come to side d ^ 2: it can when that is in the same block.
        if block[x, d] < 0 or block[x, d ^ 2] != block[x, side]:
            continue
        y = x + steps[d]
        s = d ^ 2  # the player stands where the box was
        if least[y, s] < 0:
            for other in range(4):
                if block[y, other] == block[y, s]:
                    least[y, other] = pushes
            stands[count] = 4 * y + s
            count += 1
        elif least[y, s] == pushes:
            stands[count] = ~(4 * y + s)
            count += 1
    return count


@njit(
    "int64(int64[::1], int64, int64, int32[::1], int8[::1], int32[:, ::1], int32[:, ::1], int32[::1])",
    cache=True,
    nogil=True,
)
def spread(steps, box, player, pre, up, block, least, stands):
    """Fewest pushes: least[x, s] for the box on x and the player anywhere in the block of side s, -1 for never.

    Breadth-first over (square, block). The arguments come from `find_blocks` with the box's square as root; least
    (squares, 4) comes in as -1. `stands` receives every stand that a push ends in and that has the fewest pushes of
    its block, in the order of pushes, as ~stand unless it was the first there. Returns how many they are.
    """
    if pre[player] < 0:
        return 0
    side = -1  # the player's: the child of the root that comes last before it in preorder is its ancestor
    for s in range(4):
        x = box + steps[s]
        child = block[box, s] >= 0 and up[x] == s ^ 2
        if child and pre[x] <= pre[player] and (side < 0 or pre[x] > pre[box + steps[side]]):
            side = s
    for s in range(4):
        if block[box, s] == block[box, side]:
            least[box, s] = 0
    count = push_on(steps, box, side, block, least, stands, 0)
    at = 0
    while at < count:
        stand = stands[at]
        if stand >= 0:
            count = push_on(steps, stand >> 2, stand & 3, block, least, stands, count)
        at += 1
    return count


@njit(nogil=True)
def is_before(steps, block, least, x, s, t):
    """Whether a push ends with the box on x and the player on side t, in the block of side s, by fewest pushes."""
    if block[x, t] != block[x, s] or least[x, t] < 1:
        return False
    before = least[x + steps[t], t]  # the box was pushed off the player's square, from where its side t is
    return before >= 0 and before + 1 == least[x, t]


@njit("void(int64[::1], int64, int32[:, ::1], int32[:, ::1], int32[::1], int64, uint8[::1])", cache=True, nogil=True)
def mark_needed(steps, box, block, least, stands, count, needed):
    """Spread `needed` (4 * squares,) from stands to those from which a way of fewest pushes leads to them."""
    for i in range(count - 1, -1, -1):
        stand = stands[i] if stands[i] >= 0 else ~stands[i]
        if needed[stand]:
            s = stand & 3
            x = (stand >> 2) + steps[s]
            for t in range(4):
                if is_before(steps, block, least, x, s, t):
                    needed[4 * x + t] = 1


@njit(nogil=True)
def flood(free, steps, box, start, to, limit, depth, queue, flooded):
    """Walking distance from `start` to `to` with the box on `box` in the way, or `limit` where it is not below that.

    depth[x] - flooded[0] is the distance of each square x seen, negative for the others: what earlier floods left
    counts as not seen. flooded[1] counts squares.
    """
    base = flooded[0] + flooded[2] + 1  # above all that stands in `depth`
    flooded[0] = base
    flooded[2] = 0
    depth[start] = base
    queue[0] = start
    head, tail = 0, 1
    while head < tail:
        x = queue[head]
        head += 1
        farther = depth[x] + 1
        if x == to or farther - base >= limit:
            break
        for d in range(4):
            y = x + steps[d]
            if free[y] == 1 and y != box and depth[y] < base:
                depth[y] = farther
                flooded[2] = farther - base
                queue[tail] = y
                tail += 1
    flooded[1] += tail
    return min(depth[to] - base, limit) if depth[to] >= base else limit


@njit(
    "int64(uint8[::1], int64[::1], int64, int64, int32[:, ::1], int32[:, ::1], int32[::1], int64, int64, int64,"
    " uint8[::1], int32[::1], int8[::1], int64[::1], int32[::1], int64[::1])",
    cache=True,
    nogil=True,
)
def fewest_moves(
    free, steps, box, player, block, least, stands, begin, end, work,
    needed, moves, came, depth, queue, flooded,
):  # fmt: skip
    """Fewest moves among the ways of fewest pushes to each needed stand, for stands[begin:end] in order.

    moves (4 * squares,) counts steps, walked and pushed; came is the side where the last walk began, or START. depth
    (squares,), queue (squares,) and flooded (3,) are kept from call to call, 0 at first. Returns the index to go on
    from, after about `work` squares flooded, or `end`.
    """
    most = flooded[1] + work
    i = begin
    while i < end and flooded[1] < most:
        stand = stands[i] if stands[i] >= 0 else ~stands[i]
        i += 1
        if needed[stand] == 0:
            continue
        s = stand & 3
        x = (stand >> 2) + steps[s]  # where the box was before
        to = x + steps[s]  # where the player had to come
        best = 1 << 30
        if x == box and least[x, s] == 0:
            best = flood(free, steps, x, to, player, best, depth, queue, flooded)
            came[stand] = START
        for t in range(4):
            if is_before(steps, block, least, x, s, t):
                so_far = moves[4 * x + t]
                if t != s:
                    so_far += flood(free, steps, x, to, x + steps[t], best - so_far, depth, queue, flooded)
                if so_far < best:
                    best = so_far
                    came[stand] = t
        moves[stand] = best + 1
    return i


@njit(
    "void(uint8[::1], int64[::1], int64, int64, int32[::1], int8[::1], int64[::1], int32[::1], int64[::1],"
    " int8[::1])",
    cache=True,
    nogil=True,
)
def trace(free, steps, player, stand, moves, came, depth, queue, flooded, letters):
    """Write the way to a stand into `letters` (moves[stand],): directions, 4 more for a push."""
    at = letters.shape[0]
    while at > 0:
        s = stand & 3
        x = (stand >> 2) + steps[s]
        at -= 1
        letters[at] = 4 + (s ^ 2)
        t = came[stand]
        begin = player if t == START else x + steps[t]
        to = x + steps[s]
        flood(free, steps, x, begin, to, 1 << 30, depth, queue, flooded)
        while to != begin:  # down the distances
            for d in range(4):
                y = to + steps[d]
                if depth[y] == depth[to] - 1 and depth[y] >= flooded[0]:
                    at -= 1
                    letters[at] = d ^ 2
                    to = y
                    break
        stand = 4 * x + t

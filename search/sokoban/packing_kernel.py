"""Which boxes on goals stand well: can the other goals still be filled around them? One layer of goals after another.

Think backward: all goals are full, and boxes leave them for the squares where boxes stood at the start. The goals
that can be emptied first are those to fill last. A box on a goal is *packed* when all empty goals can be emptied
like that while it stays. Boxes between the goals and the start are not looked at, and the player only at the last
push (afterwards it must come out again): this guides a search, it proves nothing.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from __future__ import annotations

from numba import njit

# numba has these options without declaring them; nobody calls such a helper from Python, so it needs no wrapper
inner = njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)  # type: ignore[call-overload]  # no stub


@inner
def outside(nb, wall, seeds, mark, stamp, queue):
    """Mark the squares the player can walk to from any of the seeds, with `wall` (n + 1,) in the way."""
    tail = 0
    for i in range(seeds.shape[0]):
        x = seeds[i]
        if wall[x] == 0 and mark[x] != stamp:
            mark[x] = stamp
            queue[tail] = x
            tail += 1
    while tail > 0:
        tail -= 1
        x = queue[tail]
        for d in range(4):
            y = nb[x, d]
            if wall[y] == 0 and mark[y] != stamp:
                mark[y] = stamp
                queue[tail] = y
                tail += 1


@inner
def sides_of(nb, wall, box, player, visited, here, mark, stamp, queue):
    """Set visited to `here` for the pushes of the box that the player can make; stops once all its sides are seen."""
    wanted = 0
    for d in range(4):
        wanted += wall[nb[box, d]] == 0
    mark[player] = stamp
    queue[0] = player
    head, tail = 0, 1
    while head < tail:
        x = queue[head]
        head += 1
        for d in range(4):
            y = nb[x, d]
            if y == box:
                visited[4 * box + d] = here
                wanted -= 1
                if wanted == 0:
                    return
            elif wall[y] == 0 and mark[y] != stamp:
                mark[y] = stamp
                queue[tail] = y
                tail += 1


@inner
def into_goals(nb, live, goal_number, wall, sources, outer, stamps, visited, mark, came, come, queue, stack):
    """Push a single box about from the sources. For the walled goals that it can be pushed onto: the pushes.

    came (m,): pushes when the player is outside afterwards, come (m,): wherever it is; -1 where there is no way.
    queue (2, 8 n + 4 m), visited (4 n + 4,).
    """
    n = nb.shape[0] - 1
    outside_now = stamps[0]
    came[:] = -1
    come[:] = -1
    head, tail = 0, 0
    for i in range(sources.shape[0]):
        x = sources[i]
        if wall[x] == 0:
            for d in range(4):
                if outer[nb[x, d ^ 2]] == outside_now and wall[nb[x, d ^ 2]] == 0:
                    queue[0, tail] = x
                    queue[1, tail] = d
                    tail += 1
    layer_end, depth = tail, 1
    while head < tail:
        if head == layer_end:
            layer_end = tail
            depth += 1
        x, direction = queue[0, head], queue[1, head]
        head += 1
        if visited[4 * x + direction] == outside_now:
            continue
        stamps[0] += 1
        # the state is named by the number of its flood, so that its own sides are told from those seen before
        sides_of(nb, wall, x, nb[x, direction ^ 2], visited, -stamps[0], mark, stamps[0], stack)
        for d in range(4):
            if visited[4 * x + d] != -stamps[0]:
                continue
            visited[4 * x + d] = outside_now
            to = nb[x, d]
            if to == n or live[to] < 0:
                continue
            if wall[to] != 0:
                j = goal_number[to]
                if come[j] < 0:
                    come[j] = depth
                if came[j] < 0 and outer[x] == outside_now:
                    came[j] = depth
                continue
            if visited[4 * to + d] != outside_now and tail < queue.shape[1]:
                queue[0, tail] = to
                queue[1, tail] = d
                tail += 1


@njit(
    "int64(int64[:, ::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1],"
    "uint8[::1], uint8[::1], uint8[::1], int16[::1], int64[::1], int64[::1], int64[:, ::1], int64[:, ::1],"
    "int64[::1])",
    cache=True,
    nogil=True,
)
def peel(
    nb, live, goals, goal_number, sources, parks, seeds, loose, full, packed, layer, stamps, visited,
    squares, scratch, stack,
):  # fmt: skip
    """Fill packed (m,) from full (m,): the full goals whose boxes may stay; returns how many there are.

    sources: squares of the boxes at the start, parks: all live squares but goals.
    layer (m,): the round in which an empty goal was emptied, 0 first; -1 for full goals. loose (m,): goals that are
    never in the way; those on which the peeling gets stuck join them when nothing is full. stamps[0] counts the
    stamps. squares (4, n + 1): wall, outside, queue, mark; scratch (2, 8 n + 4 m);
    visited (4 n + 4,); stack (2 m,).
    """
    m = goals.shape[0]
    wall, outer = squares[0], squares[1]
    wall[:] = 0
    wall[nb.shape[0] - 1] = 2
    left, start = 0, True
    for j in range(m):
        packed[j] = full[j]
        layer[j] = -1
        if loose[j] == 0:
            wall[goals[j]] = 1
            left += 1 - full[j]
    came, come = stack[:m], stack[m : 2 * m]
    turn = 0
    while left > 0:
        stamps[0] += 1
        outside(nb, wall, seeds, outer, stamps[0], squares[2])
        into_goals(
            nb, live, goal_number, wall, sources, outer, stamps, visited, squares[3], came, come, scratch, squares[2]
        )
        nearest = -1
        for j in range(m):
            if came[j] >= 0 and full[j] == 0:
                nearest = j
        if nearest < 0:  # boxes may also come from where they were parked before
            stamps[0] += 1
            outside(nb, wall, seeds, outer, stamps[0], squares[2])
            into_goals(
                nb,
                live,
                goal_number,
                wall,
                parks,
                outer,
                stamps,
                visited,
                squares[3],
                came,
                come,
                scratch,
                squares[2],
            )
        removed = False
        for j in range(m):
            if came[j] >= 0 and full[j] == 0:
                wall[goals[j]] = 0
                layer[j] = turn
                left -= 1
                removed = True
        if not removed:
            best = -1
            if start:  # the last box of all may lock the player in
                for j in range(m):
                    if come[j] >= 0 and full[j] == 0 and (best < 0 or come[j] < come[best]):
                        best = j
            if best >= 0:
                left -= 1
                layer[best] = turn
            else:
                for j in range(m):
                    if came[j] >= 0 and (best < 0 or came[j] < came[best]):
                        best = j
                if best < 0:
                    for j in range(m):
                        if come[j] >= 0 and (best < 0 or come[j] < come[best]):
                            best = j
                if best < 0:
                    break
                packed[best] = 0
                left -= 1 - full[best]
            wall[goals[best]] = 0
        start = False
        turn += 1
    count = 0
    for j in range(m):
        if left > 0 and full[j] == 0 and wall[goals[j]] == 1:
            layer[j] = turn
        count += packed[j]
    return count

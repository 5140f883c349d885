"""Tunnels: a box that was pushed along a one-wide tunnel is pushed on at once.

Let a push bring box b from square p to t, where p, t and the next square q in that direction have walls on both
sides, t is no goal and q is free. Then no other push of the new state S need be tried. Take a shortest solution that
goes by S. As t is no goal, b is pushed again, along the tunnel. Until then no other box can come onto p or q: it
could not leave before b has moved, since that takes a player on t. And nobody walks onto p or q but to push b.

- Next, b is pushed on to q: that can be done at once. The player stands on p, and what came between stays legal with
  b on q instead of t: either way the tunnel is shut, and the player is on the side of p at the end, too.
- Or b is pushed back to p, from q: then both pushes of b can be left out, and what came between is legal with b on
  p. That makes a solution that is shorter by two, so this does not happen.

So where a shortest solution goes by S, one of that length goes on with the push to q. This holds for every way to S
with the fewest pushes, so it does not matter which of them is kept; when S is reached with fewer than before, the new
node takes the place of the old and says for itself how it was reached. At S this stands instead of a PI-corral
(`corral_kernel.py`). It changes the order of pushes: never use it where moves count.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from __future__ import annotations

from numba import njit


@njit(nogil=True)
def forced_push(nb, occ, goal, to, d, images, symmetry):
    """The push that has to follow the one to `to` in direction d: 1 + 4 * square + direction, 0 when none has to.

    Told for the image of the state under that symmetry. images (symmetries, n + 1).
    """
    n = nb.shape[0] - 1
    after = nb[to, d]
    if after == n or goal[to] == 1 or occ[after] != 0:
        return 0
    for x in (nb[to, d ^ 2], to, after):
        if nb[x, d ^ 1] != n or nb[x, d ^ 3] != n:
            return 0
    at, after = images[symmetry, to], images[symmetry, after]
    for e in range(4):
        if nb[at, e] == after:
            return 1 + 4 * at + e
    return 0

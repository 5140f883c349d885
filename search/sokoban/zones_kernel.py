"""Zones: what must be lost until all goals of a part of the board are filled, for every set of boxes inside it.

A zone is a set of squares around goals. With as many boxes as goals every goal must be filled, by boxes inside the
zone or by others that come in later. The table holds for each set of boxes inside, and the player's place, the least
sum of losses (`groups_kernel.py`) of pushes inside, into and out of the zone until its goals are filled and its other
squares are empty. It is worked out backward from there, with nothing else on the board: boxes outside are left away,
come in at any square on the border and disappear when they leave, which only gives more room. So the surpluses of all
boxes add up to that value or more, and a set from which there is no way is a deadlock.

(Pereira, Holte, Schaeffer, Buriol and Ritt 2016 split a level at the entrance of its goal room; a zone needs none.)
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="assignment, operator, arg-type, call-overload"
# (what numpy's scalars are to the type checker differs from version to version)

from __future__ import annotations

import numpy as np
from numba import njit

from gridproof.search.bits import trailing_zeros
from gridproof.search.fingerprint import fingerprint
from gridproof.search.sokoban import groups_kernel
from gridproof.search.sokoban.board import DEAD as DEAD
from gridproof.search.sokoban.groups_kernel import flood, lower

# state[...] of a table that is being filled
LEVEL, TOP, ROW, STAMP, BUILD = range(5)
MORE, DONE, CROWDED = range(3)
PLAYER_BITS = 12


def _entry(build):
    @njit(
        "int64(int64[:, ::1], int64[::1], int64[::1], int64[:, ::1], int64[::1], int64[::1], int64, int64, int64,"
        "uint8[:, ::1], int64[::1], int64[::1], int64[:, ::1], uint8[::1])",
        cache=True,
        nogil=True,
    )
    def fill(nb, live, lives, loss, zone, place, k, cap, budget, table, waiting, state, scratch, occ):
        """One slice of filling `table` (sets of boxes, n), 0 at the filled goals and DEAD elsewhere at the beginning.

        zone (z,): its squares; place (n + 1,): the bit of each square of the zone, 0 outside. k: boxes of the level.
        waiting: regions to be left. scratch (2, n + 1); occ (n + 1,) is 0 but 2 for the wall. Returns MORE, DONE or
        CROWDED.
        """
        state[BUILD] = build  # so that the helpers' text is in the key of the cached kernel
        n = nb.shape[0] - 1
        seen, stack = scratch[0], scratch[1]
        spent = 0
        while state[LEVEL] <= cap:
            level = state[LEVEL]
            while state[ROW] < table.shape[0]:
                if spent >= budget:
                    return MORE
                spent += 1
                row = table[state[ROW]]
                found = False
                for x in range(n):
                    if row[x] == level:
                        found = True
                        break
                if found:
                    for i in range(zone.shape[0]):
                        occ[zone[i]] = state[ROW] >> i & 1
                    state[STAMP] += 1
                    for x in range(n):
                        if row[x] == level and seen[x] != state[STAMP]:
                            if state[TOP] == waiting.shape[0]:
                                return CROWDED
                            waiting[state[TOP]] = state[ROW] << PLAYER_BITS | x
                            state[TOP] += 1
                            flood(nb, occ, x, seen, state[STAMP], stack)
                state[ROW] += 1
            while state[TOP] > 0:
                if spent >= budget:
                    return MORE
                spent += 4
                state[TOP] -= 1
                boxes = waiting[state[TOP]] >> PLAYER_BITS
                player = waiting[state[TOP]] & ((1 << PLAYER_BITS) - 1)
                count = 0
                for i in range(zone.shape[0]):
                    occ[zone[i]] = boxes >> i & 1
                    count += boxes >> i & 1
                state[STAMP] += 1
                flood(nb, occ, player, seen, state[STAMP], stack)
                for i in range(zone.shape[0]):
                    for d in range(4):
                        # a box is pulled from `box` to `to`, the player from there to `behind`
                        if occ[zone[i]] == 1:
                            box = zone[i]
                            to = nb[box, d]
                        else:  # a box that has left the zone comes back to it
                            to = zone[i]
                            box = nb[to, d ^ 2]
                            if box == n or place[box] != 0 or live[box] < 0 or count == k:
                                continue
                        behind = nb[to, d]
                        if occ[to] != 0 or occ[behind] != 0 or seen[to] != state[STAMP] or live[to] < 0:
                            continue
                        more = loss[live[to], d ^ 2]
                        if more == DEAD:
                            continue
                        value = min(level + more, cap)
                        after = (boxes & ~place[box]) | place[to]
                        row = table[after]
                        if row[behind] > value:
                            inside = occ[box]
                            occ[box] = 0
                            occ[to] = 1 if place[to] != 0 else 0
                            lower(nb, row, occ, behind, value, stack)
                            occ[to] = 0
                            occ[box] = inside
                            if value == level:
                                if state[TOP] == waiting.shape[0]:
                                    return CROWDED
                                waiting[state[TOP]] = after << PLAYER_BITS | behind
                                state[TOP] += 1
            for i in range(zone.shape[0]):
                occ[zone[i]] = 0
            state[LEVEL] += 2
            state[ROW] = 0
        return DONE

    return fill


fill = _entry(fingerprint(groups_kernel))


@njit(nogil=True)
def zone_value(zones, bits, word, player):
    """The greatest value of all zones, or -1 where one is a deadlock.

    zones (zones * sets, n): the tables; bits (zones, L): the bit of each live square in each zone.
    """
    most, count = 0, bits.shape[0]
    one = np.uint64(1)
    for zone in range(count):
        boxes = zone * (zones.shape[0] // count)
        for w in range(word.shape[0]):
            left = word[w]
            while left != np.uint64(0):
                boxes += bits[zone, 64 * w + np.int64(trailing_zeros(left))]
                left &= left - one
        value = np.int64(zones[boxes, player])
        if value == DEAD:
            return -1
        most = max(most, value)
    return most

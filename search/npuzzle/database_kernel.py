# Signatures here are numba's.
# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""Depth-first walk below a threshold with additive pattern databases of one bit a state, as a resumable slice.

A view is a pattern seen in one of two ways: as it stands, or in the mirror. Its state is the set of cells of its
tiles and a word `order << 40 | rank of the set << 8 | moves to go`. Whether a move brings it one nearer or takes it
one farther is told by bit 1 of the distance, which the database holds (Clausecker & Reinefeld 2019), and the
distance before.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from gridproof.search.bits import popcount

# places in the row of a view in `views`, ROW words each
TILES, HIGH, LOW, INFO, MEMBERS, SHIFTS, REGIONS, BITS, HALF = range(9)
ROW = 16


@njit(inline="always")
def _step(base, occupied, word, cell, to, views, binomials, high, low, info, members, shifts, bits):
    """The word of a view after its tile moves from `cell` to `to`, where the blank was."""
    one = np.uint64(1)
    lifted = occupied ^ (one << cell)
    order = word >> np.uint64(40)
    rank = (word >> np.uint64(8)) & np.uint64(0xFFFFFFFF)
    before = popcount(occupied & ((one << cell) - one))
    after = popcount(lifted & ((one << to) - one))
    if before == after:
        rank += np.uint64(binomials[to * np.uint64(8) + after]) - np.uint64(binomials[cell * np.uint64(8) + before])
    else:
        k = views[base]
        order = np.uint64(shifts[views[base + np.uint64(5)] + (order * k + before) * k + after])
        placed = lifted | (one << to)
        half = views[base + np.uint64(8)]
        rank = np.uint64(high[views[base + one] + (placed >> half)]) + np.uint64(
            low[views[base + np.uint64(2)] + (placed & ((one << half) - one))]
        )
    entry = info[views[base + np.uint64(3)] + rank]
    region = entry >> np.uint64(36)
    if (entry >> cell) & one:
        at = views[base + np.uint64(4)] + region + one
        region += one
        while not (members[at] >> cell) & one:
            at += one
            region += one
    number = order * views[base + np.uint64(6)] + region
    bit = bits[views[base + np.uint64(7)] + (number >> np.uint64(6))] >> (number & np.uint64(63))
    # one farther keeps bit 1 of an even distance and changes that of an odd one
    farther = (bit ^ (word >> one) ^ word ^ one) & one
    return order << np.uint64(40) | rank << np.uint64(8) | ((word & np.uint64(255)) + farther + farther - one)


@njit(
    "void(uint8[::1],uint32[::1],uint8[::1],uint8[::1],uint64[::1],uint32[::1],uint32[::1],uint32[::1],uint64[::1],uint64[::1],"
    "uint16[::1],uint64[::1],uint8[::1],uint8[::1],uint64[::1],uint64[::1],uint64[::1],uint64[::1],uint32[::1],"
    "uint64[::1],int64[::1],int64[::1],int64[::1])",
    cache=True,
    nogil=True,
)
def walk(
    start, options, view_of, image, views, binomials, high, low, info, members, shifts, bits,
    prefix, board, occupied, words, saved, children, taken, pointer, h_at, mirror_at, control,
):  # fmt: skip
    """As `manhattan_kernel.walk`, with these arrays more.

    view_of    uint8[2 * cells], the view of each tile, as it stands and in the mirror
    image      uint8[view * cells + cell], where a view's own tables have each cell
    views      uint64[view * ROW + place], where the tables of a view begin, see the constants
    binomials  uint32[cell * 8 + i], C(cell, i + 1)
    high .. bits  the tables of all geometries and databases, see `geometry`, one after the other
    occupied, words  uint64[views], the state of each view; set to the start before a fresh walk
    saved      uint64[2 * depth], the words before each move
    children   uint64[12 * depth], up to 4 children in wait: option, and the two words after it
    pointer    uint64[depth], how many children wait
    mirror_at  int64[depth], the sum in the mirror; control[7] = 1 when there is a mirror

    All children of a node are looked up before any is entered, so that the loads run side by side.
    """
    cells = np.uint64(start.size - 1)
    one, two, three, slots, byte = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(5), np.uint64(255)
    row, twelve, eight = np.uint64(16), np.uint64(12), np.uint64(8)
    end = np.uint64(0xFFFFFFFF)
    threshold, limit, nodes, mirrored = control[2], control[4], control[3], control[7] != 0
    fresh = control[0] == 0
    sides = two if mirrored else one
    node = np.uint64(0)
    if fresh:
        for i in range(start.size - 1):
            board[i] = start[i]
        blank, depth = np.uint64(start[cells]), np.uint64(0)
        control[6] = prefix.size
    else:
        depth, blank = np.uint64(control[1]), np.uint64(control[5])
        node = np.uint64(taken[depth]) >> np.uint64(16) if depth else node
    h, m = h_at[depth], mirror_at[depth]
    base = np.uint64(control[6])
    status = 1
    while True:
        # look up the children of a node just entered
        at = (node * cells + blank) * slots
        leading = fresh and depth < base
        if leading:
            while np.uint64(options[at]) & byte != np.uint64(prefix[depth]):
                at += one
        elif np.int64(depth) + max(h, m) > threshold:
            status = 2  # only the start of a walk can be above the threshold
            break
        elif h == 0:
            status = 3
            break
        elif nodes >= limit:
            break
        first = depth * twelve
        waiting = first
        room = threshold - np.int64(depth) - 1
        option = np.uint64(options[at])
        while option != end:
            children[waiting] = option
            waiting += three
            at += one
            option = end if leading else np.uint64(options[at])
        if not leading:
            nodes += np.int64((waiting - first) // three)
        for side in range(sides):
            kept = first
            candidate = first
            spare = room - (m if side else h)
            while candidate < waiting:
                option = children[candidate]
                cell = (option >> np.uint64(8)) & byte
                v = np.uint64(view_of[side * cells + np.uint64(board[cell])])
                word = words[v]
                # what `_step` does, written out: as a call it costs a third of the speed
                source, goal, view = np.uint64(image[v * cells + cell]), np.uint64(image[v * cells + blank]), v * row
                lifted = occupied[v] ^ (one << source)
                order, rank = word >> np.uint64(40), (word >> np.uint64(8)) & np.uint64(0xFFFFFFFF)
                before = popcount(occupied[v] & ((one << source) - one))
                behind = popcount(lifted & ((one << goal) - one))
                if before == behind:
                    rank += np.uint64(binomials[goal * eight + behind]) - np.uint64(
                        binomials[source * eight + before]
                    )
                else:
                    place = (order * views[view] + before) * views[view] + behind
                    order = np.uint64(shifts[views[view + np.uint64(5)] + place])
                    placed = lifted | (one << goal)
                    half = views[view + eight]
                    rank = np.uint64(high[views[view + one] + (placed >> half)]) + np.uint64(
                        low[views[view + two] + (placed & ((one << half) - one))]
                    )
                entry = info[views[view + three] + rank]
                region = entry >> np.uint64(36)
                if (entry >> source) & one:
                    member = views[view + np.uint64(4)] + region + one
                    region += one
                    while not (members[member] >> source) & one:
                        member += one
                        region += one
                number = order * views[view + np.uint64(6)] + region
                bit = bits[views[view + np.uint64(7)] + (number >> np.uint64(6))] >> (number & np.uint64(63))
                farther = (bit ^ (word >> one) ^ word ^ one) & one
                after = order << np.uint64(40) | rank << eight | ((word & byte) + farther + farther - one)
                children[kept] = option
                children[kept + one] = children[candidate + one]
                children[kept + one + side] = after
                # no branch here: a wrong guess would have to wait for the database
                left = spare - np.int64(after & byte) + np.int64(word & byte)
                kept += three & ~np.uint64((0 if leading else left) >> 63)
                candidate += three
            waiting = kept
        # back to a node where children wait
        while waiting == depth * twelve and depth > base:
            depth -= one
            waiting = pointer[depth]
            cell = blank
            blank = (np.uint64(taken[depth]) >> np.uint64(8)) & byte if depth else np.uint64(start[cells])
            tile = np.uint64(board[blank])
            board[cell] = np.uint8(tile)
            v = np.uint64(view_of[tile])
            occupied[v] ^= (one << np.uint64(image[v * cells + cell])) | (one << np.uint64(image[v * cells + blank]))
            words[v] = saved[two * depth]
            if mirrored:
                v = np.uint64(view_of[cells + tile])
                occupied[v] ^= (one << np.uint64(image[v * cells + cell])) | (
                    one << np.uint64(image[v * cells + blank])
                )
                words[v] = saved[two * depth + one]
        if waiting == depth * twelve:
            status = 2
            break
        # enter the last child in wait
        waiting -= three
        pointer[depth] = waiting
        option = children[waiting]
        cell = (option >> np.uint64(8)) & byte
        tile = np.uint64(board[cell])
        h, m = h_at[depth], mirror_at[depth]
        v = np.uint64(view_of[tile])
        occupied[v] ^= (one << np.uint64(image[v * cells + cell])) | (one << np.uint64(image[v * cells + blank]))
        saved[two * depth] = words[v]
        h += np.int64(children[waiting + one] & byte) - np.int64(words[v] & byte)
        words[v] = children[waiting + one]
        if mirrored:
            v = np.uint64(view_of[cells + tile])
            occupied[v] ^= (one << np.uint64(image[v * cells + cell])) | (one << np.uint64(image[v * cells + blank]))
            saved[two * depth + one] = words[v]
            m += np.int64(children[waiting + two] & byte) - np.int64(words[v] & byte)
            words[v] = children[waiting + two]
        board[blank] = np.uint8(tile)
        blank = cell
        depth += one
        taken[depth] = np.uint32(option)
        h_at[depth], mirror_at[depth] = h, m
        node = option >> np.uint64(16)
    control[0], control[1], control[3], control[5] = status, np.int64(depth), nodes, np.int64(blank)


@njit(
    "int64(uint64,uint64,uint64,uint64,uint64[::1],uint64[::1],uint32[::1],uint32[::1],uint32[::1],uint64[::1],uint64[::1],"
    "uint16[::1],uint64[::1],uint64,uint64)",
    cache=True,
    nogil=True,
)
def measure(
    base, occupied, order, region, around, views, binomials, high, low, info, members, shifts, bits, parity, goal
):
    """Moves of its tiles that a view needs: walk down, each time to a state that its bit shows to be one nearer.

    `order` and `region` number the state; `parity` is that of the distance; `goal` is the number of the goal.
    Returns -1 when no neighbour is nearer, which only a damaged database can show.
    """
    one = np.uint64(1)
    count = views[base + np.uint64(6)]
    number = order * count + region
    bit = (bits[views[base + np.uint64(7)] + (number >> np.uint64(6))] >> (number & np.uint64(63))) & one
    half = views[base + np.uint64(8)]
    rank = np.uint64(high[views[base + one] + (occupied >> half)]) + np.uint64(
        low[views[base + np.uint64(2)] + (occupied & ((one << half) - one))]
    )
    word = order << np.uint64(40) | rank << np.uint64(8) | np.uint64(128) | bit << one | parity
    steps = 0
    while number != goal:
        free = members[views[base + np.uint64(4)] + number % count]
        found = False
        for cell in range(around.size):
            source = np.uint64(cell)
            if not (occupied >> source) & one:
                continue
            for target in range(around.size):
                to = np.uint64(target)
                if found or not (around[source] & free >> np.uint64(0)) >> to & one:
                    continue
                after = _step(
                    base, occupied, word, source, to, views, binomials, high, low, info, members, shifts, bits
                )
                if after & np.uint64(255) < word & np.uint64(255):
                    found = True
                    occupied ^= (one << source) | (one << to)
                    # the counter only has to stay right modulo 4
                    word = after & ~np.uint64(255) | np.uint64(128) | after & np.uint64(3)
                    rank = (word >> np.uint64(8)) & np.uint64(0xFFFFFFFF)
                    entry = info[views[base + np.uint64(3)] + rank]
                    region = entry >> np.uint64(36)
                    while not (members[views[base + np.uint64(4)] + region] >> source) & one:
                        region += one
                    number = (word >> np.uint64(40)) * count + region
            if found:
                break
        if not found or steps > 10_000:
            return -1
        steps += 1
    return steps

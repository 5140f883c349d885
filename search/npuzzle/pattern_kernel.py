# Signatures here are numba's.
# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
# mypy: disable-error-code="operator, call-overload"
"""Kernels that build a pattern database: regions of the blank, moves between them, breadth-first layers."""

from __future__ import annotations

import numpy as np
from numba import njit

from gridproof.search.bits import popcount, trailing_zeros


@njit
def _flood(seed, free, around):
    """The cells of `free` that are connected with the cell set `seed`."""
    region = seed
    grown = seed
    while grown:
        reached = np.uint64(0)
        while grown:
            cell = trailing_zeros(grown)
            grown &= grown - np.uint64(1)
            reached |= around[cell]
        grown = reached & free & ~region
        region |= grown
    return region


@njit("int64(uint64[::1],uint64,uint64[::1],uint64[::1],uint64[::1],uint64[::1])", cache=True, nogil=True)
def regions(sets, board, around, info, members, sets_of):
    """Number the regions in which the blank can be cut off by each set of pattern tiles; returns their count.

    sets     uint64[sets], the cells of the tiles, in order of rank
    board    all cells
    info     uint64[sets]: cells outside the largest region, | number of the largest region << 36
    members  uint64[regions], cells of each region; the others of a set follow its largest. With `sets_of`, the
             set of each region, filled only when long enough: call once to count, once to fill.
    """
    count = 0
    for rank in range(sets.size):
        occupied = sets[rank]
        free = board & ~occupied
        largest, most, rest = np.uint64(0), np.uint64(0), free
        while rest:
            region = _flood(rest & (~rest + np.uint64(1)), free, around)
            rest &= ~region
            if popcount(region) > most:
                largest, most = region, popcount(region)
        others = free & ~largest
        info[rank] = others | np.uint64(count) << np.uint64(36)
        if count < members.size:
            members[count] = largest
            sets_of[count] = occupied
        count += 1
        while others:
            region = _flood(others & (~others + np.uint64(1)), free, around)
            others &= ~region
            if count < members.size:
                members[count] = region
                sets_of[count] = occupied
            count += 1
    return count


@njit
def _region_of(occupied, cell, half, high, low, info, members):
    """The number of the region that holds `cell` when the tiles stand on `occupied`."""
    mask = (np.uint64(1) << half) - np.uint64(1)
    word = info[np.uint64(high[occupied >> half]) + np.uint64(low[occupied & mask])]
    region = word >> np.uint64(36)
    if (word >> cell) & np.uint64(1):
        region += np.uint64(1)
        while not (members[region] >> cell) & np.uint64(1):
            region += np.uint64(1)
    return region


@njit(
    "int64(uint64[::1],uint64[::1],uint64[::1],uint64,uint32[::1],uint32[::1],uint64[::1],int64[::1],uint8[::1],uint32[::1])",
    cache=True,
    nogil=True,
)
def moves(members, sets_of, around, half, high, low, info, first, places, target):
    """Moves of pattern tiles from each region: compressed rows first[x]..first[x + 1]; returns their number.

    places  the moving tile's place in the order of cells before, | after << 4
    target  the region of the blank after the move
    Filled only when long enough, as in `regions`.
    """
    count = 0
    one = np.uint64(1)
    for x in range(members.size):
        first[x] = count
        occupied, rest = sets_of[x], sets_of[x]
        place = 0
        while rest:
            cell = trailing_zeros(rest)
            rest &= rest - one
            free = around[cell] & members[x]
            while free:
                to = trailing_zeros(free)
                free &= free - one
                if count < target.size:
                    lifted = occupied & ~(one << cell)
                    after = np.int64(popcount(lifted & ((one << to) - one)))
                    places[count] = place | after << 4
                    target[count] = _region_of(lifted | (one << to), cell, half, high, low, info, members)
                count += 1
            place += 1
    first[members.size] = count
    return count


@njit(
    "int64(uint8[::1],uint64[::1],int64,int64,int64,int64,int64,int64[::1],uint8[::1],uint32[::1],uint16[::1])",
    cache=True,
    nogil=True,
)
def layer(distance, words, begin, end, depth, regions_count, tiles, first, places, target, shifts):
    """From all states at `depth` among words begin..end, reach their neighbours; returns how many were new.

    distance  uint8[...], by order * regions + region, 255 = not reached; `words` is the same memory as uint64
    shifts    uint16[(order * tiles + place before) * tiles + place after], the order of tiles after a move
    Several threads may work on parts of one layer: they only ever write depth + 1 over 255.
    """
    new = 0
    ones, tops = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
    pattern = ones * np.uint64(depth)
    count, k = np.uint64(regions_count), np.uint64(tiles)
    one, four, low4 = np.uint64(1), np.uint64(4), np.uint64(15)
    value, unseen = np.uint8(depth), np.uint8(255)
    for w in range(np.uint64(begin), np.uint64(end)):
        difference = words[w] ^ pattern
        if not ((difference - ones) & ~difference & tops):
            continue
        for s in range(w * np.uint64(8), w * np.uint64(8) + np.uint64(8)):
            if distance[s] != value:
                continue
            order = s // count
            region = s - order * count
            for e in range(np.uint64(first[region]), np.uint64(first[region + one])):
                place = np.uint64(places[e])
                before, after = place & low4, place >> four
                following = order
                if before != after:
                    following = np.uint64(shifts[(order * k + before) * k + after])
                t = following * count + np.uint64(target[e])
                if distance[t] == unseen:
                    distance[t] = np.uint8(depth + 1)
                    new += 1
    return new


@njit("void(uint8[::1],uint64[::1])", cache=True, nogil=True)
def pack(distance, bits):
    """Bit s of `bits` becomes bit 1 of distance[s]: it tells +1 from -1 where one move is made."""
    for w in range(bits.size):
        word = np.uint64(0)
        for b in range(64):
            s = np.uint64(w) * np.uint64(64) + np.uint64(b)
            if s < np.uint64(distance.size):
                word |= ((np.uint64(distance[s]) >> np.uint64(1)) & np.uint64(1)) << np.uint64(b)
        bits[w] = word

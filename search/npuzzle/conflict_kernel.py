# Signatures here are numba's.
# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""Depth-first walk below a threshold with Manhattan distance and linear conflicts, as a resumable slice.

A line is a row or a column. Its key has a digit for each of its cells: 0, or 1 + the place in the line of the
tile there when that tile belongs to this line; `extra[key]` is then the conflict of the line. A move along a
line changes the key, but not the order; a move across changes the lines it leaves and enters.
"""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(
    "void(uint8[::1],uint32[::1],int8[::1],uint8[::1],int64[::1],uint8[::1],uint8[::1],"
    "uint8[::1],int64[::1],uint32[::1],uint64[::1],int64[::1],int64[::1])",
    cache=True,
    nogil=True,
)
def walk(start, options, delta, extra, digit, lines, prefix, board, keys, taken, pointer, h_at, control):
    """As `manhattan_kernel.walk`, with these tables more.

    extra    uint8[...], conflict by key; the keys of rows and of columns point into parts of their own
    digit    int64[(tile * cells + cell) * 2 + axis], what the tile there adds to the key of its row (0), column (1)
    lines    uint8[cell * 2 + axis], the number of the cell's row, column
    keys     int64[lines], in the start position; changed in place and put back only when the walk is done
    """
    cells = np.uint64(start.size - 1)
    one, two, four, slots = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(5)
    byte = np.uint64(255)
    end = np.uint64(0xFFFFFFFF)
    threshold, limit, nodes = control[2], control[4], control[3]
    at = np.uint64(0)
    fresh = control[0] == 0
    if fresh:
        for i in range(start.size - 1):
            board[i] = start[i]
        blank, depth, h = np.uint64(start[cells]), np.uint64(0), h_at[0]
        at = blank * slots
        control[6] = prefix.size
        if prefix.size == 0 and h == 0:
            control[0] = 3
            return
    else:
        depth, blank = np.uint64(control[1]), np.uint64(control[5])
        h = h_at[depth]
        at = pointer[depth]
    base = np.uint64(control[6])
    status = 1
    while True:
        option = np.uint64(options[at])
        at += one
        leading = fresh and depth < base
        if leading:
            while option & byte != np.uint64(prefix[depth]):
                option = np.uint64(options[at])
                at += one
        if option != end:
            cell = (option >> np.uint64(8)) & byte
            direction = option & np.uint64(3)
            tile = np.uint64(board[cell])
            across = direction >> one  # a vertical move leaves a row, a horizontal one a column
            along = across ^ one
            here, there = (tile * cells + cell) * two, (tile * cells + blank) * two
            leaves, enters = np.uint64(lines[cell * two + across]), np.uint64(lines[blank * two + across])
            loss, gain = digit[here + across], digit[there + across]
            following = h + delta[(tile * cells + cell) * four + direction]
            if loss | gain:
                a, b = keys[leaves], keys[enters]
                following += np.int64(extra[np.uint64(a - loss)]) - np.int64(extra[np.uint64(a)])
                following += np.int64(extra[np.uint64(b + gain)]) - np.int64(extra[np.uint64(b)])
            if not leading:
                nodes += 1
            if leading or np.int64(depth) + 1 + following <= threshold:
                pointer[depth] = at
                keys[leaves] -= loss
                keys[enters] += gain
                keys[np.uint64(lines[cell * two + along])] += digit[there + along] - digit[here + along]
                board[blank] = np.uint8(tile)
                blank = cell
                h = following
                depth += one
                taken[depth] = np.uint32(option)
                h_at[depth] = h
                at = ((option >> np.uint64(16)) * cells + cell) * slots
                if depth < base:
                    continue
                if np.int64(depth) + h <= threshold:
                    if h == 0:
                        status = 3
                        break
                    if nodes >= limit:
                        break
                    continue
            else:
                continue
        # back: nothing left here, or the start of the walk is already above the threshold
        if depth <= base:
            status = 2
            break
        direction = np.uint64(taken[depth]) & np.uint64(3)
        depth -= one
        at = pointer[depth]
        h = h_at[depth]
        cell = blank
        blank = (np.uint64(taken[depth]) >> np.uint64(8)) & byte if depth else np.uint64(start[cells])
        tile = np.uint64(board[blank])
        board[cell] = np.uint8(tile)
        across = direction >> one
        along = across ^ one
        here, there = (tile * cells + cell) * two, (tile * cells + blank) * two
        keys[np.uint64(lines[cell * two + across])] += digit[here + across]
        keys[np.uint64(lines[blank * two + across])] -= digit[there + across]
        keys[np.uint64(lines[cell * two + along])] -= digit[there + along] - digit[here + along]
    pointer[depth] = at
    control[0], control[1], control[3], control[5] = status, np.int64(depth), nodes, np.int64(blank)

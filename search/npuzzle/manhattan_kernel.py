# Signatures here are numba's.
# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""Depth-first walk below a threshold with the Manhattan distance, as a resumable slice.

state     board[cell] = tile; for each depth the option that led there, where to go on in the options table, and h
control   see the constants; all counts are of generated nodes
"""

from __future__ import annotations

import numpy as np
from numba import njit

FRESH, RUNNING, DONE, FOUND = 0, 1, 2, 3
STATUS, DEPTH, THRESHOLD, NODES, LIMIT, BLANK, BASE = range(7)


@njit(
    "void(uint8[::1],uint32[::1],int8[::1],uint8[::1],uint8[::1],uint32[::1],uint64[::1],int64[::1],int64[::1])",
    cache=True,
    nogil=True,
)
def walk(start, options, delta, prefix, board, taken, pointer, h_at, control):
    """Go on below `control[THRESHOLD]` until control[NODES] reaches control[LIMIT], or all is done, or found.

    start     uint8[cells + 1], the root's tiles, then the blank's cell
    options   see `automaton.options`
    delta     int8[(tile * cells + cell) * 4 + direction], the change of a tile's distance
    prefix    options entries from the root to where this walk starts
    """
    cells = np.uint64(start.size - 1)
    one, slots, four = np.uint64(1), np.uint64(5), np.uint64(4)
    end = np.uint32(0xFFFFFFFF)
    threshold, limit, nodes = control[2], control[4], control[3]
    if control[0] == 0:
        blank = np.uint64(start[cells])
        for i in range(start.size - 1):
            board[i] = start[i]
        h = h_at[0]
        depth = np.uint64(0)
        pointer[0] = blank * slots
        for direction in prefix:
            at = pointer[depth]
            while np.uint32(options[at]) & np.uint32(255) != np.uint32(direction):
                at += one
            option = np.uint64(options[at])
            cell = (option >> np.uint64(8)) & np.uint64(255)
            tile = np.uint64(board[cell])
            h += delta[(tile * cells + cell) * four + (option & np.uint64(3))]
            board[blank] = np.uint8(tile)
            blank = cell
            depth += one
            taken[depth] = np.uint32(option)
            h_at[depth] = h
            pointer[depth] = ((option >> np.uint64(16)) * cells + cell) * slots
        control[6] = np.int64(depth)
        if np.int64(depth) + h > threshold:
            control[0] = 2
            return
        if h == 0:
            control[0], control[1] = 3, np.int64(depth)
            return
    else:
        depth, blank = np.uint64(control[1]), np.uint64(control[5])
        h = h_at[depth]
    base = np.uint64(control[6])
    at = pointer[depth]
    status = 1
    while True:
        option = np.uint64(options[at])
        at += one
        if option != np.uint64(end):
            cell = (option >> np.uint64(8)) & np.uint64(255)
            tile = np.uint64(board[cell])
            following = h + delta[(tile * cells + cell) * four + (option & np.uint64(3))]
            nodes += 1
            if np.int64(depth) + 1 + following <= threshold:
                pointer[depth] = at
                board[blank] = np.uint8(tile)
                blank = cell
                h = following
                depth += one
                taken[depth] = np.uint32(option)
                h_at[depth] = h
                at = ((option >> np.uint64(16)) * cells + cell) * slots
                if h == 0:
                    status = 3
                    break
                if nodes >= limit:
                    break
        else:
            if depth == base:
                status = 2
                break
            depth -= one
            at = pointer[depth]
            h = h_at[depth]
            # the blank goes back to where it was: the cell named by the option one level up
            cell = blank
            blank = (np.uint64(taken[depth]) >> np.uint64(8)) & np.uint64(255) if depth else np.uint64(start[cells])
            board[cell] = board[blank]
    pointer[depth] = at
    control[0], control[1], control[3], control[5] = status, np.int64(depth), nodes, np.int64(blank)

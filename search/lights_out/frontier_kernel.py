"""Kernel of the frontier elimination; `frontier.py` says what it computes and owns the arrays.

Naming key
    light        an equation; lights are processed in flat order
    button       an unknown
    entry        column of an expression: entry 0 is the constant, the others are live free variables ("slots")
    pool         rows of expressions, for the buttons that are known and still needed
    state        [next light, log length, unused slots, unused pool rows, lights without solution, first such light]

Expressions are rows of uint64 words: bits for q = 2, one byte an entry (through the byte view) for q > 2.
"""

# Signatures here are numba's; frontier.py holds the typed functions.
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from __future__ import annotations

import numpy as np
from numba import njit

DONE, SLICE, GROW = 0, 1, 2
NEXT, LOGGED, FREE_SLOTS, FREE_ROWS, WITHOUT, FIRST_WITHOUT = range(6)
UNKNOWN, FINISHED = -1, -2
CREATE, ELIMINATE = 0, 1


@njit(inline="always")
def _entry(words, octets, q, row, entry):
    if q == 2:
        return np.int64((words[row, entry >> 6] >> np.uint64(entry & 63)) & np.uint64(1))
    return np.int64(octets[row, entry])


@njit(inline="always")
def _set_entry(words, octets, q, row, entry, value):
    if q == 2:
        bit = np.uint64(1) << np.uint64(entry & 63)
        if value:
            words[row, entry >> 6] |= bit
        else:
            words[row, entry >> 6] &= ~bit
    else:
        octets[row, entry] = value


@njit(inline="always")
def _add(words, octets, q, table, to, source, factor):
    """Row `to` += factor * row `source`, entrywise modulo q."""
    if q == 2:
        for k in range(words.shape[1]):
            words[to, k] ^= words[source, k]
    else:
        for k in range(octets.shape[1]):
            octets[to, k] = table[octets[to, k] + factor * octets[source, k]]


@njit(inline="always")
def _scale(words, octets, q, table, row, factor):
    if q > 2 and factor != 1:
        for k in range(octets.shape[1]):
            octets[row, k] = table[factor * octets[row, k]]


@njit(inline="always")
def _near(light, rows, columns, torus, offsets, cells, first, buttons, weights, near, weight):
    """Buttons that change `light`, and by how much; returns their number. With offsets a grid, else lists."""
    count = 0
    if offsets.shape[0] == 0:
        for k in range(first[light], first[light + 1]):
            near[count] = buttons[k]
            weight[count] = weights[k]
            count += 1
        return count
    r, c = light // columns, light % columns
    if not cells[light]:
        return 0
    for k in range(offsets.shape[0]):
        rr, cc = r - offsets[k, 0], c - offsets[k, 1]
        if torus:
            rr, cc = (rr + rows) % rows, (cc + columns) % columns
        if 0 <= rr < rows and 0 <= cc < columns:
            at = rr * columns + cc
            if cells[at]:
                near[count] = at
                weight[count] = 1
                count += 1
    return count


@njit(cache=True, nogil=True)
def last_lights(lights, rows, columns, torus, offsets, cells, first, buttons, weights, near, weight, last):
    """Fill `last[button]` with the last light that the button changes (-1: none)."""
    for light in range(lights):
        for k in range(_near(light, rows, columns, torus, offsets, cells, first, buttons, weights, near, weight)):
            last[near[k]] = light


@njit(cache=True, nogil=True)
def eliminate(
    q, inverse, table, lights, rows, columns, torus, offsets, cells, first, buttons, weights, near, weight, last,
    needed, row_of, words, octets, slots, pool_rows, kind, who, log_words, state, budget,
):  # fmt: skip
    """Process up to `budget` lights; returns DONE, SLICE, or GROW when an array is too small to go on."""
    stop = min(lights, state[NEXT] + budget)
    while state[NEXT] < stop:
        light = state[NEXT]
        count = _near(light, rows, columns, torus, offsets, cells, first, buttons, weights, near, weight)
        if state[FREE_SLOTS] < count or state[FREE_ROWS] < count + 1 or state[LOGGED] + count + 1 > len(kind):
            return GROW
        solved = -1
        for k in range(count):
            if row_of[near[k]] == UNKNOWN and (solved < 0 or near[k] > near[solved]):
                solved = k
        state[FREE_ROWS] -= 1
        acc = pool_rows[state[FREE_ROWS]]
        words[acc, :] = 0
        _set_entry(words, octets, q, acc, 0, needed[light])
        for k in range(count):  # acc = needed - sum of what the other buttons give
            if k == solved:
                continue
            if row_of[near[k]] == UNKNOWN:
                state[FREE_SLOTS] -= 1
                state[FREE_ROWS] -= 1
                slot, row = slots[state[FREE_SLOTS]], pool_rows[state[FREE_ROWS]]
                words[row, :] = 0
                _set_entry(words, octets, q, row, slot, 1)
                row_of[near[k]] = row
                kind[state[LOGGED]], who[state[LOGGED], 0], who[state[LOGGED], 1] = CREATE, slot, near[k]
                state[LOGGED] += 1
            _add(words, octets, q, table, acc, row_of[near[k]], q - weight[k])
        if solved >= 0:
            _scale(words, octets, q, table, acc, inverse[weight[solved]])
            row_of[near[solved]] = acc
        else:
            _use_relation(q, inverse, table, light, words, octets, slots, kind, who, log_words, state, acc)
            pool_rows[state[FREE_ROWS]] = acc
            state[FREE_ROWS] += 1
        for k in range(count):
            row = row_of[near[k]]
            if last[near[k]] == light and row >= 0:
                words[row, :] = 0
                pool_rows[state[FREE_ROWS]] = row
                state[FREE_ROWS] += 1
                row_of[near[k]] = FINISHED
        state[NEXT] += 1
    return DONE if state[NEXT] == lights else SLICE


@njit
def _use_relation(q, inverse, table, light, words, octets, slots, kind, who, log_words, state, acc):
    """Row `acc` must vanish: eliminate one free variable by it, or note that the board has no solution."""
    entries = words.shape[1] * (64 if q == 2 else 8)
    pivot = 0
    for entry in range(1, entries):
        if _entry(words, octets, q, acc, entry):
            pivot = entry
            break
    if pivot == 0:
        if _entry(words, octets, q, acc, 0):
            if state[WITHOUT] == 0:
                state[FIRST_WITHOUT] = light
            state[WITHOUT] += 1
        words[acc, :] = 0
        return
    # pivot = -(rest) / coefficient, as an expression with entry `pivot` zero
    factor = q - inverse[_entry(words, octets, q, acc, pivot)]
    _scale(words, octets, q, table, acc, factor)
    _set_entry(words, octets, q, acc, pivot, 0)
    for row in range(words.shape[0]):
        if row == acc:
            continue
        value = _entry(words, octets, q, row, pivot)
        if value:
            _set_entry(words, octets, q, row, pivot, 0)
            _add(words, octets, q, table, row, acc, value)
    log = state[LOGGED]
    kind[log], who[log, 0], who[log, 1] = ELIMINATE, pivot, -1
    log_words[log, :] = words[acc, :]
    state[LOGGED] += 1
    slots[state[FREE_SLOTS]] = pivot
    state[FREE_SLOTS] += 1
    words[acc, :] = 0


@njit(cache=True, nogil=True)
def substitute_back(q, table, kind, who, log_words, log_octets, log_length, value, free_value):
    """Go back through the log: each slot's value by entry (constant or final free variable), each button's.

    value      (entries, columns) uint8; on entry unit vectors for the slots that are still free, and entry 0
    free_value (created variables, columns) uint8; row i gets the value of the i-th variable ever created
    """
    created = free_value.shape[0]
    entries = log_words.shape[1] * (64 if q == 2 else 8)
    for log in range(log_length - 1, -1, -1):
        slot = who[log, 0]
        if kind[log] == CREATE:
            created -= 1
            free_value[created, :] = value[slot, :]
            value[slot, :] = 0
            continue
        value[slot, :] = 0
        for entry in range(entries):
            factor = _entry(log_words, log_octets, q, log, entry)
            if factor and entry != slot:
                for k in range(value.shape[1]):
                    value[slot, k] = table[value[slot, k] + factor * value[entry, k]]


@njit(cache=True, nogil=True)
def play_forward(
    q, inverse, lights, rows, columns, torus, offsets, cells, first, buttons, weights, near, weight,
    needed, known, counts,
):  # fmt: skip
    """Determine every button's count from the free ones (known[button] = 1), in the order of `eliminate`."""
    for light in range(lights):
        count = _near(light, rows, columns, torus, offsets, cells, first, buttons, weights, near, weight)
        solved = -1
        for k in range(count):
            if not known[near[k]] and (solved < 0 or near[k] > near[solved]):
                solved = k
        if solved < 0:
            continue
        total = np.int64(needed[light])
        for k in range(count):
            if k != solved:
                total += (q - weight[k]) * counts[near[k]]
        counts[near[solved]] = total % q * inverse[weight[solved]] % q
        known[near[solved]] = 1

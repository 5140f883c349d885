"""A referee that shares nothing with the package: presses are played one by one on nested lists."""

from __future__ import annotations

import itertools

STEPS = {
    "plus": [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)],
    "cross": [(1, 0), (-1, 0), (0, 1), (0, -1)],
    "king": [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1)],
    "diagonal": [(0, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)],
}


def buttons_of(level) -> list[list[tuple[int, int]]]:
    """For each button (row-major over cells, or as listed) the cells it changes, with repetition."""
    rows, columns = level.shape
    if level.buttons is not None:
        return [[divmod(light, columns) for light in lights] for lights in level.buttons]
    found = []
    for r, c in itertools.product(range(rows), range(columns)):
        if not level.cells[r, c]:
            continue
        touched = set()
        for dr, dc in STEPS[level.neighbours]:
            rr, cc = r + dr, c + dc
            if level.torus:
                rr, cc = rr % rows, cc % columns
            if 0 <= rr < rows and 0 <= cc < columns and level.cells[rr, cc]:
                touched.add((rr, cc))
        if level.neighbours == "cross":
            touched.discard((r, c))
        found.append(sorted(touched))
    return found


def fewest_presses(level) -> int | None:
    """The fewest presses by trying every combination of press counts; None when there is no solution."""
    q, buttons = level.states, buttons_of(level)
    needed = tuple(
        (int(level.target[cell]) - int(level.start[cell])) % q if level.cells[cell] else 0
        for cell in itertools.product(*(range(side) for side in level.shape))
    )
    best = {(0,) * len(needed): 0}  # change of the board -> fewest presses that make it
    for lights in buttons:
        after = dict(best)
        for count in range(1, q):
            for change, cost in best.items():
                new = list(change)
                for r, c in lights:
                    flat = r * level.shape[1] + c
                    new[flat] = (new[flat] + count) % q
                key = tuple(new)
                if after.get(key, cost + count + 1) > cost + count:
                    after[key] = cost + count
        best = after
    return best.get(needed)


def refutes(level, weights: dict[tuple[int, int], int]) -> bool:
    """Whether these weights prove that the board has no solution."""
    q = level.states
    if any(not level.cells[cell] for cell in weights):
        return False
    for lights in buttons_of(level):
        if sum(weights.get(cell, 0) for cell in lights) % q:
            return False
    change = sum(w * (int(level.target[cell]) - int(level.start[cell])) for cell, w in weights.items())
    return change % q != 0

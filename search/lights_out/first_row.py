"""Engine `first-row`: the cross-check. Every choice of the buttons that chasing leaves open is tried.

On a plus-board these are the n buttons of the first row. Lights are gone through in board order; each settles
the last button that is still open around it, or, with none open, strikes out the choices that leave it wrong.
Choices are carried along side by side, one array entry each, with no linear algebra and nothing shared with the
other engines but the rules.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from gridproof.ledger import Ledger
from gridproof.levels.lights_out.level import LightsOut
from gridproof.levels.lights_out.presses import Presses
from gridproof.limits import Budget

NAME = "first-row"
MOST_CHOICES = 1 << 20
MOST_BUTTONS = 2_000
SIDE_BY_SIDE = 1 << 15  # choices carried along in one array

Terms = list[tuple[int, int]]  # buttons of a light, with how much each changes it


def applies(level: LightsOut, metric: str) -> str | None:
    buttons = math.prod(level.button_shape)
    if buttons > MOST_BUTTONS:
        return f"{buttons:,} buttons are more than {MOST_BUTTONS:,}"
    open_buttons = len(_plan(level)[0])
    if open_buttons * math.log2(level.states) > math.log2(MOST_CHOICES):
        return f"{level.states}^{open_buttons} choices are more than {MOST_CHOICES:,}"
    return None


def run(level: LightsOut, ledger: Ledger, budget: Budget) -> None:
    chosen, plan = _plan(level)
    choices = level.states ** len(chosen)
    best: int | None = None
    for begin in range(0, choices, SIDE_BY_SIDE):
        budget.check()
        numbers = np.arange(begin, min(choices, begin + SIDE_BY_SIDE))
        presses, alive = _chase(level, chosen, plan, numbers)
        weights = np.where(alive, presses.sum(axis=0, dtype=np.int64), np.iinfo(np.int64).max)
        if alive.any() and (best is None or weights.min() < best):
            counts = presses[:, int(np.argmin(weights))]
            best = ledger.offer(NAME, Presses(counts.reshape(level.button_shape)))
        ledger.progress(NAME, nodes=begin + len(numbers))
    ledger.prove(NAME, math.inf if best is None else best)


def _plan(level: LightsOut) -> tuple[list[int], list[tuple[int, Terms, int | None]]]:
    """Buttons to choose, and for each light its terms and the button it settles (None: it only checks)."""
    first, lights = level.lights_of_buttons()
    buttons_of: dict[int, dict[int, int]] = {int(light): {} for light in np.flatnonzero(level.cells)}
    touched = set()
    for button in range(len(first) - 1):
        for light in lights[first[button] : first[button + 1]].tolist():
            buttons_of[light][button] = buttons_of[light].get(button, 0) + 1
            touched.add(button)
    settled: set[int] = set()
    chosen: list[int] = []
    plan: list[tuple[int, Terms, int | None]] = []
    for light, counts in sorted(buttons_of.items()):
        terms = [(button, count % level.states) for button, count in counts.items() if count % level.states]
        new = sorted(button for button, _ in terms if button not in settled)
        chosen += new[:-1]
        settled.update(new)
        plan.append((light, terms, new[-1] if new else None))
    return chosen, plan  # buttons that change nothing stay unpressed: pressing them only costs


def _chase(
    level: LightsOut,
    chosen: list[int],
    plan: list[tuple[int, Terms, int | None]],
    numbers: npt.NDArray[np.int64],
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.bool_]]:
    """Presses (buttons, choices) that follow from the choices with these numbers, and which of them work."""
    q = level.states
    presses = np.zeros((math.prod(level.button_shape), len(numbers)), dtype=np.uint8)
    alive = np.ones(len(numbers), dtype=np.bool_)
    for digit, button in enumerate(chosen):
        presses[button] = numbers // q**digit % q
    needed = level.needed.ravel()
    for light, terms, settles in plan:
        missing = np.full(len(numbers), needed[light], dtype=np.int16)
        factor = 1
        for button, count in terms:
            if button == settles:
                factor = pow(count, -1, q)
            else:
                missing = (missing - count * presses[button].astype(np.int16)) % q
        if settles is None:
            alive &= missing == 0
        else:
            presses[settles] = missing * factor % q
    return presses, alive

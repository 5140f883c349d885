"""From the rational weights of a linear program to integers that can be checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

LARGEST_SCALE = 5_000


def integer_weights(values: Sequence[float], accept: Callable[[list[int]], bool]) -> list[int] | None:
    """The values times the first factor that brings them near whole numbers such that `accept` says yes."""
    for scale in _scales(values):
        candidate = [round(value * scale) for value in values]
        if accept(candidate):
            return candidate
    return None


def _scales(values: Sequence[float]) -> Iterator[int]:
    """Factors that bring all values near whole numbers, the smallest first, and then powers of two."""
    found = 0
    for scale in range(1, LARGEST_SCALE):
        if all(abs(value * scale - round(value * scale)) < 1e-4 for value in values):
            yield scale
            found += 1
            if found == 20:
                break
    for power in range(12, 40, 4):
        yield 1 << power

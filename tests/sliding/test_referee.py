"""The rules against a referee on plain text: boards as strings of letters, every piece apart, no code shared."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from gridproof.levels.sliding import Sliding
from gridproof.search.reference import breadth_first

SHIFTS = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}


class Referee:
    """Reads the text of a level and plays it as letters on a grid."""

    def __init__(self, text: str):
        lines = text.split("\n")
        goal_at = lines.index("goal:")
        headers = dict(line.split(": ", 1) for line in lines[:goal_at] if ": " in line)
        self.board = [line for line in lines[:goal_at] if ": " not in line]
        self.goal = [line for line in lines[goal_at + 1 :] if line]
        self.cars = "axis" in headers
        self.groups = headers.get("same", "").split()
        self.may_enter = set("".join(self.goal)) - set(".#-")
        for group in self.groups:
            if self.may_enter & set(group):
                self.may_enter |= set(group)

    def start(self) -> tuple[str, ...]:
        return tuple(self.board)

    def lies_right(self, state: tuple[str, ...]) -> bool:
        """Every goal letter lies on its own piece, or all of a goal's cells on one piece of its group."""
        for letter in set("".join(self.goal)) - set(".#-"):
            cells = [(r, c) for r, row in enumerate(self.goal) for c, x in enumerate(row) if x == letter]
            found = {state[r][c] for r, c in cells}
            allowed = next((set(group) for group in self.groups if letter in group), {letter})
            if len(found) != 1 or not found <= allowed:
                return False
            if sum(row.count(next(iter(found))) for row in state) != len(cells):
                return False
        return True

    def shifted(self, state: tuple[str, ...], letter: str, way: str) -> tuple[str, ...] | None:
        cells = {(r, c) for r, row in enumerate(state) for c, x in enumerate(row) if x == letter}
        height, width = len({r for r, _ in cells}), len({c for _, c in cells})
        if self.cars and (way in "ud") != (height > width):
            return None
        dr, dc = SHIFTS[way]
        target = {(r + dr, c + dc) for r, c in cells}
        for r, c in target - cells:
            if not (0 <= r < len(state) and 0 <= c < len(state[0])):
                return None
            if state[r][c] != "." and not (state[r][c] == "-" and letter in self.may_enter):
                return None
        grid = [list(row) for row in state]
        for r, c in cells:
            grid[r][c] = "-" if self.board[r][c] == "-" else "."
        for r, c in target:
            grid[r][c] = letter
        return tuple("".join(row) for row in grid)

    def after(self, state: tuple[str, ...], metric: str) -> Iterator[tuple[str, ...]]:
        for letter in sorted(set("".join(state)) - set(".#-")):
            if metric == "moves":
                reached = [state]
                for here in reached:
                    for way in SHIFTS:
                        there = self.shifted(here, letter, way)
                        if there is not None and there not in reached:
                            reached.append(there)
                yield from reached[1:]
                continue
            for way in SHIFTS:
                ahead = self.shifted(state, letter, way)
                while ahead is not None:
                    yield ahead
                    ahead = self.shifted(ahead, letter, way) if metric == "slides" else None

    def fewest(self, metric: str, most: int) -> int | None:
        """Raises ValueError beyond `most` positions."""
        seen, layer, cost = {self.start()}, [self.start()], 0
        while layer:
            if any(self.lies_right(state) for state in layer):
                return cost
            layer = list({there for state in layer for there in self.after(state, metric)} - seen)
            seen.update(layer)
            cost += 1
            if len(seen) > most:
                raise ValueError("too many positions")
        return None


@pytest.mark.parametrize("metric", ["moves", "slides", "steps"])
def test_rules_agree_with_the_referee(random_level: Callable[..., Sliding], metric: str) -> None:
    outcomes = []
    for seed in range(5_000, 5_120):
        level = random_level(seed, cars=seed % 4 == 3)
        try:
            expected = Referee(level.to_text()).fewest(metric, 800)
        except ValueError:
            continue
        outcomes.append(expected)
        assert breadth_first(level, metric)[0] == expected, level.to_text()
    assert sum(cost is None for cost in outcomes) > 15
    assert sum(bool(cost) for cost in outcomes) > 15

"""Tables of zones by their definition, worked out forward in plain Python."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from gridproof.search.sokoban import groups_kernel, zones
from gridproof.search.sokoban.board import DEAD, Board, make_board
from tests.sokoban.boards import pulled_levels, random_levels
from tests.sokoban.test_groups import region


def steps(board: Board, zone: list[int], boxes: frozenset[int], player: int) -> list[tuple[frozenset[int], int, int]]:
    """(boxes in the zone, the player's square, loss) after one push in the zone, out of it or into it."""
    wall, loss = len(board.squares), groups_kernel.losses(board.nb, board.live, board.lives, board.single, board.dist)
    area, found = region(board, boxes, player), []
    for box, d in itertools.product(board.lives.tolist(), range(4)):
        stand, to = int(board.nb[box, d ^ 2]), int(board.nb[box, d])
        enters = box not in boxes and box not in zone and to in zone and len(boxes) < len(board.boxes)
        if not (box in boxes or enters) or stand not in area or to == wall or to in boxes or board.live[to] < 0:
            continue
        if loss[board.live[box], d] != DEAD:
            after = (boxes - {box}) | ({to} & set(zone))
            found.append((after, box, int(loss[board.live[box], d])))
    return found


def least_losses(board: Board, zone: list[int]) -> dict[tuple[frozenset[int], int], int]:
    """What is lost at least until the goals of the zone are filled, by boxes in it and the region's lowest square."""
    states = []
    for count in range(min(len(zone), len(board.boxes)) + 1):
        for chosen in itertools.combinations(zone, count):
            boxes = frozenset(chosen)
            left = set(range(len(board.squares))) - boxes
            while left:
                area = region(board, boxes, min(left))
                left -= area
                states.append((boxes, min(area)))
    edges = {
        state: [((after, min(region(board, after, at))), lost) for after, at, lost in steps(board, zone, *state)]
        for state in states
    }
    filled = frozenset(square for square in zone if board.goal[square])
    least = {state: 0 if state[0] == filled else DEAD for state in states}
    changed = True
    while changed:
        changed = False
        for state, ways in edges.items():
            best = min((least[after] + lost for after, lost in ways), default=DEAD)
            if best < least[state]:
                least[state], changed = best, True
    return least


@pytest.mark.parametrize("size", [4, 6])
def test_tables_by_definition(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zones, "SIZE", size)
    monkeypatch.setattr(zones, "GOALS", size - 1)
    seen: Counter[str] = Counter()
    for level in itertools.chain(random_levels(90, 30, most_boxes=3), pulled_levels(91, 25, most_boxes=4)):
        board = make_board(level)
        if not len(board.boxes) or len(board.boxes) != len(board.goals):
            continue
        tables, bits = zones.no_zones(board)
        for found in zones.fill(board, 1 << 28):
            tables, bits = found or (tables, bits)
        for number, zone in enumerate(zones.choose(board)):
            least, place = least_losses(board, zone), bits[number][board.live[zone]]
            for (boxes, lowest), value in least.items():
                row = number * (len(tables) // len(bits)) + int(place[[square in boxes for square in zone]].sum())
                for player in region(board, boxes, lowest):
                    assert tables[row, player] == (min(value, zones.CAP) if value < DEAD else DEAD), level.to_text()
                seen["dead" if value >= DEAD else "more" if value else "none"] += 1
    assert len(seen) == 3
    assert min(seen.values()) > 10, seen


def test_zones_hold_all_goals_as_far_as_they_are_allowed() -> None:
    for level in random_levels(92, 60, roomy=True):
        board = make_board(level)
        chosen = zones.choose(board)
        assert len(chosen) <= zones.MOST
        for zone in chosen:
            assert len(set(zone)) == len(zone) == min(zones.SIZE, len(board.lives))
            assert (board.live[zone] >= 0).all()
            assert any(board.goal[zone])
        if len(board.goals):
            assert set(board.goals.tolist()) <= set(np.concatenate(chosen).tolist()) or len(chosen) == zones.MOST

"""Tables of groups of boxes, and how the groups of a state are put together, against plain Python."""

from __future__ import annotations

import heapq
import itertools
from collections import Counter
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from gridproof.search.sokoban import cover_kernel, groups_kernel
from gridproof.search.sokoban.board import DEAD, INFINITE, Board, colours, make_board
from gridproof.search.sokoban.groups import CAPS, Groups, cover_lists, expanded, fill, with_more, with_pairs
from tests.sokoban.boards import corridor_levels, pulled_levels, random_levels

Group = tuple[frozenset[int], int]  # squares of the boxes, lowest square of the player's region


def region(board: Board, boxes: frozenset[int], player: int) -> frozenset[int]:
    wall, seen, stack = len(board.squares), {player}, [player]
    while stack:
        for to in board.nb[stack.pop()].tolist():
            if to != wall and to not in boxes and to not in seen:
                seen.add(to)
                stack.append(to)
    return frozenset(seen)


def losses_by_definition(board: Board, k: int) -> dict[Group, int]:
    """What each group of k boxes loses at least until all stand on goals; groups without a way are left out."""
    wall = len(board.squares)
    lives = board.lives.tolist()
    into: dict[Group, list[tuple[Group, int]]] = {}
    goals: list[Group] = []
    for chosen in itertools.combinations(lives, k):
        boxes = frozenset(chosen)
        left = set(range(wall)) - boxes
        while left:
            area = region(board, boxes, min(left))
            left -= area
            state = (boxes, min(area))
            if all(board.goal[box] for box in boxes):
                goals.append(state)
            for box in boxes:
                for d in range(4):
                    stand, to = int(board.nb[box, d ^ 2]), int(board.nb[box, d])
                    if stand not in area or to == wall or to in boxes or board.live[to] < 0:
                        continue
                    before = board.dist[board.single[board.live[box], stand]]
                    after = board.dist[board.single[board.live[to], box]]
                    lost = [
                        1 + int(b) - int(a)
                        for a, b in zip(before, after, strict=True)
                        if a < INFINITE and b < INFINITE
                    ]
                    if lost:
                        moved = boxes - {box} | {to}
                        target = (moved, min(region(board, moved, box)))
                        into.setdefault(target, []).append((state, min(lost)))
    least: dict[Group, int] = {}
    heap = [(0, number, state) for number, state in enumerate(goals)]
    number = len(heap)
    while heap:
        value, _, state = heapq.heappop(heap)
        if state in least:
            continue
        least[state] = value
        for before, lost in into.get(state, ()):
            if before not in least:
                number += 1
                heapq.heappush(heap, (value + lost, number, before))
    return least


def table_of(board: Board, k: int) -> npt.NDArray[Any]:
    (table,) = [table for table in fill(board, k) if table is not None]
    return table


def boards(seed: int, count: int, boxes: int) -> list[Board]:
    levels = itertools.chain(pulled_levels(seed, count, boxes), corridor_levels(seed, count, boxes))
    found = [make_board(level) for level in levels]
    return [board for board in found if len(board.boxes) >= boxes and len(board.lives) >= boxes]


@pytest.mark.parametrize(("k", "count", "most"), [(2, 100, 99), (3, 150, 13), (4, 300, 13)])
def test_tables_by_definition(k: int, count: int, most: int) -> None:
    seen: Counter[str] = Counter()
    for board in boards(70 + k, count, k):
        if len(board.lives) > most:
            continue
        least, table = losses_by_definition(board, k), table_of(board, k)
        group = np.arange(k)
        for row in table:
            boxes = frozenset(board.lives[group].tolist())
            for player in range(len(board.squares)):
                value = DEAD
                if player not in boxes:
                    value = min(least.get((boxes, min(region(board, boxes, player))), DEAD), DEAD)
                    seen["dead" if value == DEAD else "more" if value else "none"] += 1
                assert row[player] == (value if value == DEAD else min(value, CAPS[k]))
            groups_kernel.next_group(group, k)
    assert len(seen) == 3
    assert min(seen.values()) > 20, seen


def test_losses_are_even() -> None:
    seen = Counter(
        int(loss)
        for board in boards(75, 100, 2)
        for loss in groups_kernel.losses(board.nb, board.live, board.lives, board.single, board.dist).ravel()
        if loss != DEAD
    )
    assert all(loss >= 0 and loss % 2 == 0 for loss in seen)
    assert len(seen) > 2


def least_sum(groups: list[tuple[frozenset[int], int]], k: int) -> int:
    """The least sum of even numbers of which those of each group add up to its value, by trying all."""
    for total in itertools.count(0, 2):
        for places in itertools.combinations_with_replacement(range(k), total // 2):
            if all(2 * sum(place in boxes for place in places) >= value for boxes, value in groups):
                return total
    raise AssertionError


def surplus(groups: list[tuple[frozenset[int], int]], k: int, slack: list[int] | None = None) -> int:
    masks, values, *_ = lists = cover_lists(np.zeros(1, dtype=np.int64), k)
    for c, (boxes, value) in enumerate(groups):
        masks[c], values[c] = sum(1 << box for box in boxes), value  # type: ignore[call-overload]  # a plain int into uint64
    sets, need, chosen, members, barred = lists[4:9]
    return int(
        cover_kernel.least_surplus(
            masks,
            values,
            len(groups),
            np.array(slack or [0] * k),
            slack is not None,
            sets,
            need,
            chosen,
            members,
            barred,
        )
    )


def test_least_sums() -> None:
    rng = np.random.default_rng(5)
    seen: Counter[int] = Counter()
    for _ in range(400):
        k = int(rng.integers(2, 7))
        groups = [
            (
                frozenset(rng.choice(k, min(k, int(rng.integers(2, 5))), replace=False).tolist()),
                2 * int(rng.integers(1, 4)),
            )
            for _ in range(int(rng.integers(0, 7)))
        ]
        best = least_sum(groups, k)
        assert surplus(groups, k) == best
        seen[best] += 1
        slack = [INFINITE if rng.random() < 0.2 else 2 * int(rng.random() < 0.2) for _ in range(k)]
        left = [
            (moving, value - sum(slack[i] for i in moving))
            for boxes, value in groups
            if (moving := frozenset(i for i in boxes if slack[i] < INFINITE))
        ]
        assert surplus([g for g in groups if any(slack[i] < INFINITE for i in g[0])], k, slack) == least_sum(left, k)
    assert len(seen) > 5, seen


def test_a_search_that_is_cut_short_is_a_bound_all_the_same() -> None:
    """All pairs of 16 boxes: 15 of the boxes must have two more, eight pairs are disjoint."""
    groups = [(frozenset(pair), 2) for pair in itertools.combinations(range(16), 2)]
    assert 16 <= surplus(groups, 16) <= 30


def group_of(number: int, k: int) -> list[int]:
    group = np.arange(k)
    for _ in range(number):
        groups_kernel.next_group(group, k)
    return [int(square) for square in group]


def with_all(board: Board) -> Groups:
    groups = with_pairs(board)
    for k in (3, 4):
        for more in with_more(board, groups, k):
            groups = more or groups
    return groups


def test_groups_of_states() -> None:
    """What is left out of the tables since smaller groups tell it changes neither deadlocks nor sums."""
    rng = np.random.default_rng(6)
    seen: Counter[str] = Counter()
    for board in boards(80, 120, 4):
        groups = with_all(board)
        if not len(groups.pairs):
            continue
        tables = {k: table_of(board, k) for k in (2, 3, 4)}
        size = len(board.lives)
        assert [len(groups.index3), len(groups.index4)] == [comb(size, 3), comb(size, 4)]
        assert (expanded(groups.index3, groups.rows3) <= tables[3]).all()
        over = groups_kernel.binomials(size)
        telling = np.argwhere((tables[4] > 0) & (tables[4] < DEAD))
        for trial in range(40):
            k = int(rng.integers(2, min(7, size) + 1))
            live = rng.choice(size, k, replace=False).tolist()
            if trial % 2 and len(telling):
                live, k = group_of(int(rng.choice(telling)[0]), 4), 4
            free = [p for p in range(len(board.squares)) if p not in board.lives[live]]
            if not free:
                continue
            player = int(rng.choice(free))
            raw = [
                (
                    frozenset(part),
                    int(tables[n][groups_kernel.number_of(np.sort(np.array(live)[list(part)]), n, over), player]),
                )
                for n in range(2, min(k, 4) + 1)
                for part in itertools.combinations(range(k), n)
            ]
            dead = any(value == DEAD for _, value in raw)
            word, box_of = np.zeros(groups.near.shape[1], dtype=np.uint64), np.zeros(size, dtype=np.int64)
            masks, values = cover_lists(colours_of(board), k)[:2]
            count = 0
            for number, bit in enumerate(live):
                box_of[bit] = number
                count = cover_kernel.find_groups(tuple(groups), bit, player, word, box_of, masks, values, count)
                if count < 0:
                    break
                word[bit // 64] |= np.uint64(1 << bit % 64)
            assert (count < 0) == dead
            if not dead:
                found = [
                    (frozenset(i for i in range(k) if int(masks[c]) >> i & 1), int(values[c])) for c in range(count)
                ]
                assert set(found) <= set(raw)
                assert surplus(found, k) == least_sum([(boxes, value) for boxes, value in raw if value], k)
            seen["dead" if dead else "some" if count else "none"] += 1
    assert len(seen) == 3
    assert min(seen.values()) > 20, seen


def colours_of(board: Board) -> npt.NDArray[Any]:
    return np.zeros(len(board.squares) + 1, dtype=np.int64)


def test_colours_are_those_of_a_chessboard() -> None:
    for level in random_levels(9, 40):
        board = make_board(level)
        colour = colours(level, board)
        for x, beside in enumerate(board.nb[:-1].tolist()):
            assert all(colour[y] != colour[x] for y in beside if y < len(board.squares))

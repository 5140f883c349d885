"""Kernels and tables against plain Python on small levels."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path

import numpy as np

from gridproof.ledger import Ledger
from gridproof.levels.sokoban.format import make_level
from gridproof.levels.sokoban.level import Sokoban
from gridproof.levels.text import Source
from gridproof.limits import Budget, Limits
from gridproof.loader import load
from gridproof.search.reference import breadth_first, layer_sizes
from gridproof.search.sokoban import kernel_parts, walls_kernel
from gridproof.search.sokoban.bidirectional import Meeting
from gridproof.search.sokoban.board import INFINITE, Board, make_board
from gridproof.search.sokoban.matching import matching_bound, nearest_bound
from gridproof.search.sokoban.reasons import settle
from tests.sokoban.boards import corridor_levels, random_levels


def with_pieces(
    level: Sokoban, boxes: set[int], goals: set[int], player: int, walls: set[int] = frozenset()
) -> Sokoban:  # type: ignore[assignment]
    """The same walls (and more) with other pieces."""
    cells = [
        "#" if cell == "#" or i in walls
        else ("*" if i in goals else "$") if i in boxes
        else ("+" if i in goals else "@") if i == player
        else "." if i in goals else " "
        for i, cell in enumerate(level.cells)
    ]  # fmt: skip
    rows = ["".join(cells[i : i + level.stride]) for i in range(0, len(cells), level.stride)]
    return make_level(Source("<test>", rows), 0, rows)


def test_distances_of_single_boxes() -> None:
    rng = np.random.default_rng(1)
    checked = 0
    for level in random_levels(31, 60):
        board = make_board(level)
        if not len(board.goals) or len(board.squares) < 4:
            continue
        for _ in range(6):
            box, player = rng.choice(len(board.squares), 2, replace=False)
            column = int(rng.integers(len(board.goals)))
            state = int(board.first[box])
            if board.live[box] >= 0:
                state = int(board.single[board.live[box], player])
            elif board.first[box + 1] - board.first[box] > 1:
                continue
            goal = int(board.squares[board.goals[column]])
            fixed = set(level.boxes) - set(board.squares[board.boxes].tolist())
            alone = with_pieces(level, {int(board.squares[box])}, {goal}, int(board.squares[player]), fixed)
            expected = breadth_first(alone)[0]
            assert board.dist[state, column] == (INFINITE if expected is None else expected), level.to_text()
            checked += 1
    assert checked > 150


def test_matching_against_all_permutations() -> None:
    rng = np.random.default_rng(2)
    for _ in range(200):
        m, k = int(rng.integers(1, 6)), 0
        k = int(rng.integers(1, m + 1))
        dist = rng.integers(0, 30, (k, m)).astype(np.int32)
        dist[rng.random((k, m)) < 0.2] = INFINITE
        rows = np.full(m, -1, dtype=np.int64)
        rows[:k] = np.arange(k)
        scratch = [np.zeros(m + 1, dtype=np.int64) for _ in range(6)]
        cost = kernel_parts.match_all(dist, rows, m, *scratch)
        best = min(int(sum(dist[i, j] for i, j in enumerate(p))) for p in itertools.permutations(range(m), k))
        assert cost == best
        # one row changes, as after a push
        dist = np.vstack((dist, rng.integers(0, 30, (1, m)).astype(np.int32)))
        rows[0] = k
        u, v, row_of, least, used, way = scratch
        row_of[row_of == 0] = -1
        kernel_parts.augment(dist, rows, m, 0, u, v, row_of, least, used, way)
        chosen = [k, *range(1, k)]
        best = min(
            int(sum(dist[i, j] for i, j in zip(chosen, p, strict=True))) for p in itertools.permutations(range(m), k)
        )
        assert kernel_parts.matched_cost(dist, rows, m, row_of) == best


def occupied(board: Board) -> np.ndarray:  # type: ignore[type-arg]
    occ = np.zeros(len(board.squares) + 1, dtype=np.uint8)
    occ[-1] = 2
    occ[board.boxes] = 1
    return occ


def test_region_and_frozen_boxes() -> None:
    rng = np.random.default_rng(3)
    seen = {True: 0, False: 0}
    for level in random_levels(32, 400, most_boxes=5):
        board = make_board(level)
        n = len(board.squares)
        scratch = np.zeros((2, n + 1), dtype=np.int64)
        lowest = kernel_parts.lowest_square(board.nb, occupied(board), board.player, scratch[0], 1, scratch[1])
        assert -1 - int(board.squares[lowest]) == level.initial().key
        if len(board.lives) < len(board.boxes) or n < len(board.boxes) + 1:
            continue
        places = np.sort(rng.choice(board.lives, len(board.boxes), replace=False))  # boxes anywhere
        occ = np.zeros(n + 1, dtype=np.uint8)
        occ[-1] = 2
        occ[places] = 1
        mark = np.zeros(n + 1, dtype=np.uint8)
        walls_kernel.frozen_set(board.nb, occ, board.live, places, len(places), mark)
        stuck = {int(board.squares[b]) for b in places if mark[b] == 1}
        assert stuck == stuck_boxes(level, board, {int(board.squares[b]) for b in places})
        mark[:] = 0
        player = next(int(board.squares[p]) for p in range(n) if occ[p] == 0)
        fixed = set(level.boxes) - set(board.squares[board.boxes].tolist())
        moved = with_pieces(level, {int(board.squares[b]) for b in places} | fixed, set(level.goals), player)
        for box in places.tolist():
            dead = kernel_parts.frozen(board.nb, occ, board.live, board.goal, box, mark, scratch[0])
            assert not mark.any()
            seen[bool(dead)] += 1
            if dead:
                assert breadth_first(moved)[0] is None, level.to_text()
    assert min(seen.values()) > 20, seen


def test_lowest_square_after_a_push() -> None:
    told: Counter[str] = Counter()
    for level in itertools.chain(random_levels(36, 900, most_boxes=6), corridor_levels(36, 300, 5)):
        board = make_board(level)
        n, occ = len(board.squares), occupied(board)
        reach, seen, queue, depth = np.zeros((4, n + 1), dtype=np.int64)
        lowest, _ = kernel_parts.region(board.nb, occ, board.player, n, reach, 1, queue, depth)
        for stamp, (box, d) in enumerate(itertools.product(board.boxes.tolist(), range(4)), 1):
            stand, to = int(board.nb[box, d ^ 2]), int(board.nb[box, d])
            if reach[stand] != 1 or occ[to] != 0:
                continue
            occ[box], occ[to] = 0, 1
            change = kernel_parts.change_of_region(board.nb, occ, reach, 1, box, to)
            expected = kernel_parts.lowest_square(board.nb, occ, box, seen, stamp, queue)
            region = set(np.flatnonzero(seen == stamp).tolist())
            if change != kernel_parts.MAY_SPLIT:
                found = kernel_parts.lowest_after(reach, 1, lowest, box, to)
                beyond = kernel_parts.lowest_beyond(board.nb, occ, reach, 1, box, seen, 1000 + stamp, queue)
                gained = set(np.flatnonzero(seen == 1000 + stamp).tolist())
                assert (gained == {box}) == (change == kernel_parts.SWAPS), level.to_text()
                assert region == set(np.flatnonzero(reach == 1).tolist()) - {to} | gained, level.to_text()
                assert min(found, beyond) == expected, level.to_text()
            again = np.zeros(n + 1, dtype=np.int64)
            named, kept = kernel_parts.region_after(board.nb, occ, reach, 1, lowest, box, to, again, 2, queue)
            assert named == expected, level.to_text()
            assert region == set(np.flatnonzero((again == 2) | ((reach == kept) & (np.arange(n + 1) != to))).tolist())
            occ[box], occ[to] = 1, 0
            told[("swaps", "gains", "may split")[change]] += 1
            told["lost"] += change != kernel_parts.MAY_SPLIT and to == lowest
    assert len(told) == 4
    assert min(told.values()) > 8, told


def stuck_boxes(level: Sokoban, board: Board, boxes: set[int]) -> set[int]:
    """Plain twin of `frozen_set`: take out boxes until none can move among the rest."""
    inside = set(board.squares.tolist())
    live = {int(square) for square, number in zip(board.squares, board.live, strict=False) if number >= 0}
    while moving := {
        box
        for box in boxes
        if any({box - s, box + s} <= inside - boxes and {box - s, box + s} & live for s in level.steps[:2])
    }:
        boxes = boxes - moving
    return boxes


def walled_distances(level: Sokoban, inside: set[int], goal: int) -> dict[int, int]:
    """Plain twin of the tables without sides: least pushes to `goal` from each square, the player anywhere."""
    steps, layer = {goal: 0}, [goal]
    while layer:
        following = []
        for square in layer:
            for step in level.steps:
                source = square + step
                if source not in steps and {source, source + step} <= inside:
                    steps[source] = steps[square] + 1
                    following.append(source)
        layer = following
    return steps


def test_tables_with_walls() -> None:
    checked = 0
    for level in random_levels(33, 900, most_boxes=4):
        board = make_board(level, sides=False)
        if len(board.boxes) < 2 or not board.goal[board.boxes].any():
            continue
        wall = next(int(b) for b in board.boxes if board.goal[b])
        n, words = len(board.squares), -(-len(board.lives) // 64)
        mark = np.zeros(n + 1, dtype=np.uint8)
        mark[wall] = 1
        key = np.zeros(words, dtype=np.uint64)
        bit = int(board.live[wall])
        key[bit // 64] |= np.uint64(1 << bit % 64)
        tables = np.empty((3, *board.dist.shape), dtype=np.int32)
        arguments = (
            tables, np.zeros((3, words), np.uint64), np.arange(1, 64 * words + 1, dtype=np.uint64),
            board.live, board.goals, board.first, board.back_first,
            board.back_state, board.back_stand, board.square_of,
            mark, key,
            np.zeros(len(board.dist), np.int64),
        )  # fmt: skip
        index = walls_kernel.table_for(*arguments)
        assert walls_kernel.table_for(*arguments) == index
        inside = set(board.squares.tolist()) - {int(board.squares[wall])}
        for column, goal in enumerate(board.goals.tolist()):
            expected = {wall: 0} if goal == wall else {}
            if goal != wall:
                found = walled_distances(level, inside, int(board.squares[goal]))
                expected = {board.numbers[square]: steps for square, steps in found.items()}
            for square in range(n):
                assert tables[index, board.first[square], column] == expected.get(square, INFINITE), level.to_text()
        checked += 1
    assert checked > 30


def forward_layers(level: Sokoban, depth: int) -> list[int]:
    """Sizes of the layers of the bidirectional kernel, forward only and without dead squares."""
    meeting = Meeting(level, Ledger(level, "pushes"), Budget(Limits(memory=1500)))
    meeting.useful[0][:-1] = 1
    meeting.sides[1].slots[:] = 0  # nothing to meet
    side, kernel = meeting.sides[0], meeting.kernel
    for _ in range(depth):
        side.state[kernel.CURSOR], side.state[kernel.LAYER_END] = side.first[-2], side.first[-1]
        while (code := meeting._slice(0)) != kernel.LAYER_DONE:
            if code == kernel.CROWDED:
                meeting._rehash(side)
        side.first.append(int(side.state[kernel.COUNT]))
    return [after - before for before, after in itertools.pairwise(side.first)]


def test_forward_layers_are_those_of_the_rules() -> None:
    for level in random_levels(34, 60):
        if set(level.boxes) <= set(level.walks(frozenset(), level.player)):
            assert forward_layers(level, 4) == layer_sizes(level, 4), level.to_text()


def test_forward_layers_are_those_of_the_perft_file() -> None:
    path = Path(__file__).resolve().parents[1] / "data" / "sokoban.perft"
    rows = [[part.strip() for part in line.split("|")] for line in path.read_text().splitlines() if line[0] != ";"]
    for name, metric, sizes, _ in rows:
        if metric == "pushes":
            expected = [int(size) for size in sizes.split()]
            assert forward_layers(load(name), len(expected) - 1) == expected  # type: ignore[arg-type]
    assert len(rows) >= 6


def test_the_bound_that_needs_no_kernel() -> None:
    """Never above the matching, never above the fewest pushes of the plain search; and often more than nothing."""
    positive = solved = 0
    for level in random_levels(20261131, 1500):
        if settle("reasons", level, Ledger(level, "pushes"), Budget()):
            continue
        board = make_board(level)
        bound = nearest_bound(board)
        assert bound <= matching_bound(board, board.boxes.tolist(), board.player)
        positive += bound > 1
        fewest, _ = breadth_first(level, "pushes")
        if fewest is not None:
            solved += 1
            assert bound <= fewest
    assert positive > 200
    assert solved > 300

"""Symmetric boards: the same optimum with one state for each orbit, solutions that hold, and fewer nodes."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from gridproof.ledger import Ledger
from gridproof.levels.sokoban.level import Sokoban
from gridproof.limits import Budget, Limits
from gridproof.search.reference import breadth_first
from gridproof.search.sokoban import symmetry_kernel
from gridproof.search.sokoban.astar import search
from gridproof.search.sokoban.board import make_board
from gridproof.search.sokoban.options import Options
from gridproof.search.sokoban.symmetry import bits_of, symmetries
from tests.sokoban.boards import level_of


def symmetric_levels(seed: int, count: int) -> Iterator[Sokoban]:
    """Boards whose walls and goals are a random pattern with its images; boxes and player anywhere."""
    rng = random.Random(seed)
    for _ in range(count):
        kind = rng.choice(("mirror", "half turn", "four", "eight"))
        height = width = rng.choice((4, 5))
        if kind in ("mirror", "half turn"):
            width = rng.randint(3, 6)

        def orbit(r: int, c: int, kind: str = kind, h: int = height, w: int = width) -> set[tuple[int, int]]:
            found = {(r, c), (r, w - 1 - c)} if kind != "half turn" else {(r, c), (h - 1 - r, w - 1 - c)}
            if kind in ("four", "eight"):
                found |= {(h - 1 - a, b) for a, b in found}
            return found | {(b, a) for a, b in found} if kind == "eight" else found

        walls: set[tuple[int, int]] = set()
        goals: set[tuple[int, int]] = set()
        for _ in range(rng.randint(0, 3)):
            walls |= orbit(rng.randrange(height), rng.randrange(width))
        while not goals or (len(goals) < 3 and rng.random() < 0.5):
            goals |= orbit(rng.randrange(height), rng.randrange(width))
        goals -= walls
        free = [(r, c) for r in range(height) for c in range(width) if (r, c) not in walls]
        if not goals or len(goals) > 4 or len(free) < len(goals) + 3:
            continue
        boxes = set(rng.sample(free, min(3, len(goals))))
        player = rng.choice([square for square in free if square not in boxes])
        rows = ["#" * (width + 2)]
        for r in range(height):
            row = ""
            for c in range(width):
                here, goal = (r, c), (r, c) in goals
                row += (
                    "#" if here in walls
                    else ("*" if goal else "$") if here in boxes
                    else ("+" if goal else "@") if here == player
                    else "." if goal else " "
                )  # fmt: skip
            rows.append(f"#{row}#")
        yield level_of(*rows, rows[0])


def test_images_keep_neighbours_and_goals() -> None:
    sizes: Counter[int] = Counter()
    for level in symmetric_levels(1, 100):
        board = make_board(level)
        images = symmetries(level, board)
        assert (images[0] == np.arange(len(board.squares) + 1)).all()
        for image in images:
            assert sorted(image.tolist()) == list(range(len(board.squares) + 1))
            assert (board.goal[image] == board.goal).all()
            for square in range(len(board.squares)):
                assert set(board.nb[image[square]].tolist()) == set(image[board.nb[square]].tolist())
        sizes[len(images)] += 1
    assert {1, 2, 4, 8} <= set(sizes), sizes


def test_the_least_image_of_a_state_after_a_push() -> None:
    """Against the images of all boxes and of the whole region, on states that any push leads to, ties included."""
    ties, rng = 0, random.Random(3)
    for level in symmetric_levels(3, 800):
        board = make_board(level)
        images, n = symmetries(level, board), len(board.squares)
        bits, back = bits_of(board, images), np.argsort(images, axis=1)
        zobrist = np.random.default_rng(1).integers(1, 1 << 63, 64, dtype=np.uint64)
        boxes = set(board.boxes.tolist())
        turned, hashes = np.zeros((len(images), 1), dtype=np.uint64), np.zeros(len(images), dtype=np.uint64)
        word, best, other = np.zeros((3, 1), dtype=np.uint64)
        word[0] = sum(1 << int(board.live[box]) for box in boxes)
        symmetry_kernel.turn_all(word, bits, zobrist, turned, hashes)
        for box, d in itertools.product(sorted(boxes), range(4)):
            to = int(board.nb[box, d])
            if to == n or to in boxes or board.live[to] < 0:
                continue
            after = boxes - {box} | {to}
            region, stack = {box}, [box]
            while stack:
                new = set(board.nb[stack.pop()].tolist()) - after - region - {n}
                region |= new
                stack += new
            reach, seen = np.zeros((2, n + 1), dtype=np.int64)
            for square in region - {box}:
                (reach if rng.random() < 0.5 else seen)[square] = 7
            reach[to], seen[box] = 7, 7
            old, new_bit = int(board.live[box]), int(board.live[to])
            chosen, named = symmetry_kernel.least_image(
                turned, bits, old, new_bit, back, reach, 7, to, seen, 7, best, other
            )
            all_images = [
                (sum(1 << int(board.live[image[x]]) for x in after), min(int(image[x]) for x in region))
                for image in images
            ]
            assert (int(best[0]), named) == min(all_images), level.to_text()
            assert all_images[chosen] == min(all_images)
            hash_ = hashes[chosen] ^ zobrist[bits[chosen, old]] ^ zobrist[bits[chosen, new_bit]]
            word[0] = min(all_images)[0]
            assert hash_ == np.bitwise_xor.reduce([zobrist[bit] for bit in range(64) if int(word[0]) >> bit & 1])
            ties += [words for words, _ in all_images].count(int(best[0])) > 1
    assert ties > 20, ties


def test_the_optimum_is_the_same() -> None:
    """The ledger replays each solution, so one rebuilt wrongly from the orbits would be refused."""
    seen: Counter[str] = Counter()
    nodes = {True: 0, False: 0}
    plain = Options(freeze=False, corral=False, matching=False, sides=False, dead_squares=False, pairs=False)
    for level in symmetric_levels(2, 150):
        for metric in level.metrics:
            try:
                expected = breadth_first(level, metric, max_states=1_000)[0]
            except ValueError:
                continue
            for options in (Options(), replace(plain, symmetry=True), replace(plain, symmetry=False)):
                ledger = Ledger(level, metric)
                search(level, ledger, Budget(Limits(memory=1500)), options)
                assert ledger.closed, level.to_text()
                assert ledger.cost == expected, level.to_text()
                if not options.matching:
                    nodes[options.symmetry] += sum(report.nodes for report in ledger.reports())
            seen["unsolvable" if expected is None else "solved" if expected else "at once"] += 1
    assert min(seen.values()) > 3, seen
    assert nodes[True] < 0.9 * nodes[False]

"""Where a box can be pushed, on boards from 10x10 to 100x100 inner squares: time per floor square, as JSON.

    python scripts/bench/reach.py [--sizes 10,20,50,100] [--repeat 5]

Each row is a set of boards of one size, so many that their floors come to about 10,000 squares: then caches and
branch prediction help the small boards no more than the large ones. `hall` has no inner wall, `caves` every fourth
square a wall, `maze` corridors one square wide with a few loops; a twentieth of the free squares of halls and caves
holds other boxes. All times are processor time for one board, the least of several runs:

blocks   the two kernels for reach and fewest pushes, from the free squares on
floods   the same by a flood from the player after every push in place of blocks (a kernel, too)
reach    the whole call from Python: the kernels, tables filled anew, the dictionary of squares
way      a way of fewest pushes, then fewest moves, from Python: to one square taken at random
moves    the fewest moves to all squares at once

The last rows compare the ends of each family: time per floor square on the largest board over that on the smallest
of at least 20x20 (on smaller ones the call itself is most of it), and the exponent of growth between them.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

from gridproof.levels.sokoban.format import make_level
from gridproof.levels.sokoban.level import Sokoban
from gridproof.levels.text import Source
from gridproof.search.sokoban.reach import Moves, Pushes, reach, way

sys.path.insert(0, str(Path(__file__).parent))
from common import report, rounded

FAMILIES = ("hall", "caves", "maze")
FLOOR = 10_000  # squares in a row of the report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="10,15,20,30,40,50,60,70,80,90,100")
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    rows: list[dict[str, Any]] = []
    for family in FAMILIES:
        measured = [bench(family, size, options.repeat) for size in sizes]
        rows += measured
        rows.append(growth(family, [row for row in measured if row["size"] >= min(20, max(sizes))]))
    report("reach", rows)


def bench(family: str, size: int, repeat: int) -> dict[str, Any]:
    asked, tables, floor, reached = [], [], 0, 0
    while floor < FLOOR:
        level, cell = board(family, size, seed=len(asked))
        found = reach(level, None, cell)
        pushes = Pushes.of(level, None, cell)
        assert (run_blocks(pushes) == run_floods(pushes)).all(), "the two methods differ"
        asked.append((level, cell, random.Random(1).choice(sorted(found))))
        tables.append(pushes)
        floor += int((pushes.block >= 0).any(axis=1).sum())
        reached += len(found)
    boards = len(asked)
    times = {
        "blocks": cpu_seconds(lambda: [run_blocks(pushes) for pushes in tables], repeat),
        "floods": cpu_seconds(lambda: [run_floods(pushes) for pushes in tables], repeat),
        "reach": cpu_seconds(lambda: [reach(level, None, cell) for level, cell, _ in asked], repeat),
        "way": cpu_seconds(lambda: [way(level, None, cell, to) for level, cell, to in asked], repeat),
        "moves": cpu_seconds(lambda: [Moves.of(pushes, None, None) for pushes in tables], repeat),
    }
    row: dict[str, Any] = {"family": family, "size": size, "boards": boards}
    row |= {"floor": rounded(floor / boards), "reached": rounded(reached / boards)}
    row |= {f"{name}_us": rounded(1e6 * seconds / boards) for name, seconds in times.items()}
    row |= {f"{name}_ns_per_floor": rounded(1e9 * seconds / floor) for name, seconds in times.items()}
    row["floods_over_blocks"] = rounded(times["floods"] / times["blocks"])
    print(f"{family} {size}: {row['blocks_us']} us, {row['floods_over_blocks']} times by floods", file=sys.stderr)
    return row


def growth(family: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    first, last = rows[0], rows[-1]
    found: dict[str, Any] = {"family": family, "from": first["size"], "to": last["size"]}
    for name in ("blocks", "floods", "reach", "way", "moves"):
        ratio = last[f"{name}_ns_per_floor"] / first[f"{name}_ns_per_floor"]
        found[f"{name}_per_floor_ratio"] = rounded(ratio)
        if last["floor"] > first["floor"]:
            found[f"{name}_exponent"] = rounded(1 + math.log(ratio) / math.log(last["floor"] / first["floor"]))
    return found


def cpu_seconds(function: Callable[[], Any], repeat: int) -> float:
    """Least processor time of one call, over `repeat` rounds of at least 10 ms each."""
    function()
    calls, best = 1, float("inf")
    for _ in range(repeat):
        while True:
            started = time.process_time()
            for _ in range(calls):
                function()
            taken = time.process_time() - started
            if taken >= 0.01:
                break
            calls *= 2
        best = min(best, taken / calls)
    return best


# --- boards ------------------------------------------------------------------------------------------------


def board(family: str, size: int, seed: int) -> tuple[Sokoban, tuple[int, int]]:
    """A board and a box in its middle that can be pushed, that of some tries with most squares to go."""
    rng = random.Random(f"{family} {seed}")
    best: tuple[int, Sokoban, tuple[int, int]] | None = None
    for _ in range(6):
        signs = {"hall": hall, "caves": caves, "maze": maze}[family](size, rng)
        free = [place for place, sign in signs.items() if sign == " "]
        box = min(free, key=lambda place: abs(place[0] - size // 2) + abs(place[1] - size // 2))
        others = rng.sample([place for place in free if place != box], max(2, len(free) // (20 if size > 10 else 30)))
        if family == "maze":  # in corridors other boxes would cut the board to pieces
            others = others[:1]
        signs |= dict.fromkeys(others[1:], "$")
        beside = [place for place in neighbours(box) if signs.get(place) == " "]
        if not beside:
            continue
        signs |= {box: "$", rng.choice(beside): "@"}
        rows = ["".join(signs[r, c] for c in range(size)) for r in range(size)]
        level = make_level(
            Source("<bench>", rows), 0, ["#" * (size + 2), *(f"#{row}#" for row in rows), "#" * (size + 2)]
        )
        cell = (box[0] + 1, box[1] + 1)
        reached = len(reach(level, None, cell))
        if best is None or reached > best[0]:
            best = reached, level, cell
    assert best is not None
    return best[1], best[2]


def neighbours(place: tuple[int, int]) -> list[tuple[int, int]]:
    return [(place[0] + r, place[1] + c) for r, c in ((-1, 0), (0, -1), (1, 0), (0, 1))]


def hall(size: int, rng: random.Random) -> dict[tuple[int, int], str]:
    return {(r, c): " " for r in range(size) for c in range(size)}


def caves(size: int, rng: random.Random) -> dict[tuple[int, int], str]:
    return {(r, c): "#" if rng.random() < 0.25 else " " for r in range(size) for c in range(size)}


def maze(size: int, rng: random.Random) -> dict[tuple[int, int], str]:
    """A spanning tree on the squares of even coordinates by random depth-first search, a tenth of its walls open."""
    signs = {(r, c): "#" for r in range(size) for c in range(size)}
    stack = [(0, 0)]
    signs[0, 0] = " "
    while stack:
        r, c = stack[-1]
        ahead = [(a, b) for a, b in ((-2, 0), (0, -2), (2, 0), (0, 2)) if signs.get((r + a, c + b)) == "#"]
        if not ahead:
            stack.pop()
            continue
        a, b = rng.choice(ahead)
        signs[r + a // 2, c + b // 2] = signs[r + a, c + b] = " "
        stack.append((r + a, c + b))
    for place, sign in signs.items():
        if sign == "#" and (place[0] + place[1]) % 2 == 1 and rng.random() < 0.1:
            signs[place] = " "
    return signs


# --- the two methods, without what Python adds -------------------------------------------------------------


def run_blocks(p: Pushes) -> np.ndarray[Any, Any]:
    for table in (p.block, p.least, p.fewest):
        table.fill(-1)
    p.run()
    return p.fewest


def run_floods(p: Pushes) -> np.ndarray[Any, Any]:
    squares = len(p.free)
    fewest = np.full(squares, -1, dtype=np.int32)
    done = np.zeros((squares, 4), dtype=np.uint8)
    queue = np.empty((4 * squares, 3), dtype=np.int32)
    seen, stack = np.zeros(squares, dtype=np.int32), np.empty(squares, dtype=np.int32)
    floods(p.free, p.steps.astype(np.int64), p.box, p.player, fewest, done, queue, seen, stack)
    return fewest


@njit("void(uint8[::1], int64[::1], int64, int64, int32[::1], uint8[:, ::1], int32[:, ::1], int32[::1], int32[::1])")
def floods(free, steps, box, player, fewest, done, queue, seen, stack):  # type: ignore[no-untyped-def]  # a kernel
    """Breadth-first over (box, player's part), a flood for each: done[x, s] where side s of a box on x was in one."""
    queue[0, 0], queue[0, 1], queue[0, 2] = box, player, 0
    head, tail, stamp = 0, 1, 0
    while head < tail:
        x, start, pushes = queue[head, 0], queue[head, 1], queue[head, 2]
        head += 1
        stamp += 1
        seen[start], stack[0] = stamp, start
        top = 1
        while top > 0:
            top -= 1
            at = stack[top]
            for d in range(4):
                y = at + steps[d]
                if free[y] == 1 and y != x and seen[y] != stamp:
                    seen[y], stack[top] = stamp, y
                    top += 1
        new = False
        for d in range(4):
            side = x + steps[d]
            if free[side] == 1 and seen[side] == stamp and done[x, d] == 0:
                done[x, d] = 1
                new = True
                if fewest[x] < 0:
                    fewest[x] = pushes
        for d in range(4):
            to = x + steps[d]
            if new and free[to] == 1 and seen[x + steps[d ^ 2]] == stamp and done[to, d ^ 2] == 0:
                queue[tail, 0], queue[tail, 1], queue[tail, 2] = to, x, pushes + 1
                tail += 1


if __name__ == "__main__":
    main()

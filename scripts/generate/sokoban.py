"""Make the bundled Sokoban collections: levels graded by pushes, their optimum proven by the solver.

    python scripts/generate/sokoban.py levels/collections/sokoban

Random rooms are played backward at random and given to the solver; of three levels of a wanted length the one
whose solution changes the box most often is kept. Seeded: the same files every time. No two levels are alike under
turning and mirroring.
"""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from pathlib import Path

from gridproof.levels.sokoban import Sokoban, write
from gridproof.levels.sokoban.generate import carve, choose_goals, images, joined, level_at, scramble
from gridproof.search.sokoban.board import make_board
from gridproof.search.sokoban.matching import matching_bound
from gridproof.search.sokoban.reasons import immovable
from gridproof.solver import solve

SEED = 2026
GRADES = {
    "first-steps": [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28],
    "workshop": [
        30,
        31,
        32,
        33,
        34,
        35,
        36,
        37,
        38,
        39,
        40,
        41,
        42,
        43,
        44,
        45,
        46,
        47,
        48,
        49,
        50,
        51,
        52,
        54,
        56,
        58,
    ],
}
LONG, MOST_LONG, VERY_LONG = 24, 180, 4  # levels of 60 to 180 pushes, at least 4 of them over 100
WHAT = (
    "Cellar", "Pantry", "Lantern", "Anvil", "Harbour", "Kettle", "Orchard", "Chimney", "Ferry", "Granary", "Loom",
    "Quarry", "Stable", "Tannery", "Vault",
)  # fmt: skip
WHICH = (
    "Quiet", "Narrow", "Brass", "Crooked", "Second", "Hidden", "Salt", "Winter", "Patient", "Copper", "Late",
    "Borrowed", "Double", "Grey", "Leaning",
)  # fmt: skip


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    names = [f"{which} {what}" for which in WHICH for what in WHAT]
    random.Random(SEED).shuffle(names)
    seen: set[tuple[str, ...]] = set()
    rng = random.Random(SEED)
    wanted = [pushes for lengths in GRADES.values() for pushes in lengths]
    found: dict[int, list[tuple[int, Sokoban]]] = {pushes: [] for pushes in [*wanted, *range(60, MOST_LONG + 1)]}
    while True:
        missing = [pushes for pushes in wanted if not found[pushes]]
        long = [pushes for pushes, levels in found.items() if pushes >= 60 and levels]
        if not missing and len(long) >= LONG and sum(pushes > 100 for pushes in long) >= VERY_LONG:
            break
        at_least = 58 if not missing else 28 if min(missing) >= 30 else 3
        level = draw(rng, at_least)
        form = None if level is None else min(images(level.rows))
        if level is None or form in seen:
            continue
        answer = solve(level, engines=["astar"], time_limit=2, memory_limit=2000)
        if answer.optimal and answer.cost in found and len(found[answer.cost]) < 3:
            seen.add(form)
            found[answer.cost].append((changes(level, answer.solution), level))
            print(f"{answer.cost} pushes; missing {len(missing)}, long {len(long)}", file=sys.stderr)
    long = sorted(long)[-VERY_LONG:] + sorted(long)[:-VERY_LONG][: LONG - VERY_LONG]
    for collection, lengths in (GRADES | {"long-way-round": sorted(long)}).items():
        texts = []
        for pushes in lengths:
            _, level = max(found[pushes], key=lambda entry: entry[0])
            texts.append(write(replace(level, title=names.pop(), comment=f"Fewest pushes: {pushes}.")))
        (folder / f"{collection}.xsb").write_text("\n".join(texts), encoding="utf-8")


def draw(rng: random.Random, at_least: int) -> Sokoban | None:
    """A random level, scrambled from its end, with a lower bound of `at_least`; None for a bad draw.

    The goals of longer levels lie behind a corridor.
    """
    if at_least > 3:
        floor, right = joined(rng, rng.randint(2, 6) if at_least < 58 else rng.randint(3, 14))
        goals = choose_goals(rng, floor, rng.randint(3, 6), right)
    else:
        rows, columns, boxes = rng.choice(((7, 8, 2), (8, 9, 3), (9, 11, 4), (10, 13, 5)))
        floor = carve(rng, rows - 2, columns - 2)
        goals = choose_goals(rng, floor, boxes)
    if goals is None:
        return None
    level = level_at(floor, goals, scramble(rng, floor, goals, rng.randint(30, 900 if at_least > 3 else 200)))
    return level if bound(level) >= at_least else None


def bound(level: Sokoban) -> int:
    """The lower bound of the start, -1 for a level whose boxes are on goals or out of reach."""
    if level.boxes & level.goals or immovable(level):
        return -1
    board = make_board(level)
    return matching_bound(board, board.boxes.tolist(), board.player)


def changes(level: Sokoban, solution: str) -> int:
    """How often the solution turns to another box than the one pushed before."""
    player, last, count = level.player, None, 0
    for letter in solution:
        step = level.steps["uldr".index(letter.lower())]
        player += step
        if letter.isupper():
            count += last is not None and player != last
            last = player + step
    return count


if __name__ == "__main__":
    main()

"""Make the bundled Sokoban collections: levels graded by pushes, their optimum proven by the solver.

    python scripts/generate/sokoban.py levels/collections/sokoban

For each length asked for, many candidates are played backward; the one whose solution changes the box most often
is kept. Seeded: the same files every time. No two levels are alike under turning and mirroring.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from gridproof.levels.sokoban import Sokoban, write
from gridproof.levels.sokoban.generate import Candidate, images, lengthen, level_at, make_candidate
from gridproof.solver import solve

SEED = 2026
MOST_STATES = 5_000
GRADES = {
    "first-steps": [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28],
    "workshop": [30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 54, 56, 58],
    "long-way-round": [60, 62, 64, 66, 68, 70, 72, 74, 76, 78, 80, 82, 84, 86, 88, 90, 92, 94, 96, 98, 100, 103, 106]
    + [109, 112, 116, 120, 125],
}
WHAT = "Cellar Pantry Lantern Anvil Harbour Kettle Orchard Chimney Ferry Granary Loom Quarry Stable Tannery Vault".split()
WHICH = "Quiet Narrow Brass Crooked Second Hidden Salt Winter Patient Copper Late Borrowed Double Grey Leaning".split()


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    names = [f"{which} {what}" for which in WHICH for what in WHAT]
    random.Random(SEED).shuffle(names)
    seen: set[tuple[str, ...]] = set()
    rng = random.Random(SEED)
    for collection, lengths in GRADES.items():
        levels = [pick(rng, candidates(rng, pushes), pushes, names.pop(), seen) for pushes in lengths]
        (folder / f"{collection}.xsb").write_text("\n".join(write(level) for level in levels), encoding="utf-8")
        print(f"{collection}: {len(levels)} levels", file=sys.stderr)


def candidates(rng: random.Random, pushes: int) -> list[Candidate]:
    """Three floors on which a level of so many pushes exists."""
    found: list[Candidate] = []
    while len(found) < 3:
        rows, columns = (rng.randint(6, 8), rng.randint(6, 9)) if pushes < 30 else (rng.randint(7, 9), rng.randint(8, 11))
        candidate = make_candidate(rng, rows, columns, rng.randint(2, 3 + (pushes > 10)), MOST_STATES)
        if candidate is not None and 2 * len(candidate.layers) > min(pushes, 30):
            for _ in range(12):
                if len(candidate.layers) > pushes + 2:
                    found.append(candidate)
                    break
                candidate = lengthen(rng, candidate, 25, MOST_STATES)
    return found


def pick(rng: random.Random, pool: list[Candidate], pushes: int, title: str, seen: set[tuple[str, ...]]) -> Sokoban:
    """The level of exactly `pushes` pushes whose proven cheapest solution changes the box most often."""
    best: tuple[int, Sokoban] | None = None
    for candidate in pool:
        for position in rng.sample(candidate.layers[pushes], min(3, len(candidate.layers[pushes]))):
            level = level_at(candidate, position, title, f"Fewest pushes: {pushes}.")
            answer = solve(level, engines=["astar"], memory_limit=2000)
            assert answer.optimal, level.to_text()
            assert answer.cost == pushes, level.to_text()
            score = changes(level, answer.solution)
            if min(images(level.rows)) not in seen and (best is None or score > best[0]):
                best = (score, level)
    if best is None:
        raise SystemExit(f"no level of {pushes} pushes among {len(pool)} candidates: try more")
    seen.add(min(images(best[1].rows)))
    return best[1]


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

"""`python -m gridproof.warm`: import every engine and run each on a bundled level, so that kernels are compiled."""

from __future__ import annotations

from gridproof.crosschecking.compare import crosscheck
from gridproof.loader import collections, load_all


def main() -> None:
    warmed = set()
    for row, name, _ in collections():
        if row.name not in warmed:
            warmed.add(row.name)
            print(f"{row.name}: {crosscheck(load_all(name)[0], time_limit=60).line()}", flush=True)


if __name__ == "__main__":
    main()

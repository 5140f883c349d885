"""Compare two benchmark reports: python scripts/bench/compare.py BEFORE.json AFTER.json

Rows are matched by their `name`; every number is shown as before, after and ratio.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path


def main(before: str, after: str) -> int:
    rows = [{row["name"]: row for row in json.loads(Path(path).read_text())["rows"]} for path in (before, after)]
    for name in rows[0].keys() & rows[1].keys():
        for key, old in rows[0][name].items():
            new = rows[1][name].get(key)
            if isinstance(old, int | float) and isinstance(new, int | float) and old:
                print(f"{name}  {key}: {old} -> {new}  ({new / old:.2f})")
    for name in rows[0].keys() ^ rows[1].keys():
        print(f"{name}: in one report only")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""Which pattern databases to use for a board: larger ones that somebody asked for and built, else the default.

A request is kept beside the databases, as a file that names its division.
"""

from __future__ import annotations

import json
import math

from gridproof.limits import Budget
from gridproof.search.npuzzle import store
from gridproof.search.npuzzle.geometry import geometry
from gridproof.search.npuzzle.patterns import Pattern, default_sizes, divide

Patterns = tuple[Pattern, ...]


def best(rows: int, columns: int, blank: int, budget: Budget) -> Patterns | None:
    """The largest complete division that fits in memory; None when even the default does not."""
    choices = [p for p in requested(rows, columns, blank) if complete(rows, columns, blank, p)]
    choices.append(divide(rows, columns, blank, default_sizes(rows, columns)))
    choices.sort(key=lambda patterns: -sum(math.perm(rows * columns, len(p)) for p in patterns))
    for patterns in choices:
        ready = complete(rows, columns, blank, patterns)
        if bytes_needed(rows, columns, patterns, ready) < budget.memory_left:
            return patterns
    return None


def bytes_needed(rows: int, columns: int, patterns: Patterns, ready: bool) -> int:
    """Bytes at most while searching, or while building: a byte a state of the largest, and a bit a state of all."""
    states = [math.perm(rows * columns, len(pattern)) * 2 for pattern in patterns]
    return 2 * sum(states) // 8 + (0 if ready else max(states)) + (32 << 20)


def complete(rows: int, columns: int, blank: int, patterns: Patterns) -> bool:
    """Whether all databases of a division are stored."""
    return all(store.stored(store.key_of(rows, columns, pattern, blank)[0]) for pattern in patterns)


def requested(rows: int, columns: int, blank: int) -> list[Patterns]:
    """The divisions that were asked for; a file that does not make sense is passed over."""
    found = []
    try:
        files = sorted(store.folder().glob(f"npuzzle-{rows}x{columns}-blank{blank}-*.json"))
    except OSError:
        return []
    for file in files:
        try:
            patterns = tuple(tuple(int(c) for c in p) for p in json.loads(file.read_text()))
        except (OSError, ValueError, TypeError):
            continue
        if sorted(c for p in patterns for c in p) == [c for c in range(rows * columns) if c != blank]:
            found.append(patterns)
    return found


def request(rows: int, columns: int, blank: int, patterns: Patterns) -> None:
    """Note that a division is wanted from now on, wherever its databases are there. Raises OSError."""
    sizes = "-".join(str(len(pattern)) for pattern in patterns)
    target = store.folder() / f"npuzzle-{rows}x{columns}-blank{blank}-{sizes}.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f".{target.name}.tmp")
    temporary.write_text(json.dumps(patterns))
    temporary.replace(target)


def states(rows: int, columns: int, patterns: Patterns) -> int:
    """States of all databases of a division together, regions counted."""
    return sum(geometry(rows, columns, len(pattern)).states for pattern in patterns)

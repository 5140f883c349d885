"""Building pattern databases, and the folder where they are kept.

A database file is one line of JSON, padded to a multiple of 64 bytes, and the bits. It is written under another
name and then renamed, so a reader sees all of it or nothing; a file whose checksum or header is wrong is built anew.
The folder is platformdirs' cache folder of gridproof, or $GRIDPROOF_CACHE_DIR.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gridproof.limits import Budget
from gridproof.search.npuzzle.board import SYMMETRIES, Symmetry, cell_map
from gridproof.search.npuzzle.geometry import Geometry, geometry
from gridproof.search.npuzzle.patterns import Pattern

FORMAT = 2  # raised whenever states are numbered in another way
ALIGNMENT = 64
Words = npt.NDArray[np.uint64]
Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Key:
    """What a database is for: the tiles' home cells, and the smallest cell of the blank's region at the goal."""

    rows: int
    columns: int
    pattern: Pattern
    blank: int

    @property
    def name(self) -> str:
        cells = ".".join(map(str, self.pattern))
        return f"npuzzle-{self.rows}x{self.columns}-{cells}-blank{self.blank}.bits"


def key_of(rows: int, columns: int, pattern: Pattern, blank: int) -> tuple[Key, list[int]]:
    """The key under which a pattern is stored, and where each cell goes in it.

    Patterns that are mirror images, with the blank in images of the same region, share one database.
    """
    shape = geometry(rows, columns, len(pattern))
    occupied = sum(1 << cell for cell in pattern)
    region = int(shape.members[shape.region(occupied, blank)])
    free = [cell for cell in range(rows * columns) if region >> cell & 1]
    best: tuple[Key, list[int]] | None = None
    for symmetry in symmetries(rows, columns):
        image = cell_map(rows, columns, symmetry)
        turned = tuple(sorted(image[cell] for cell in pattern))
        key = Key(rows, columns, turned, min(image[cell] for cell in free))
        if best is None or (key.pattern, key.blank) < (best[0].pattern, best[0].blank):
            best = key, image
    assert best is not None
    return best


def symmetries(rows: int, columns: int) -> list[Symmetry]:
    """Those that keep the shape of the board."""
    return [symmetry for symmetry in SYMMETRIES if rows == columns or not symmetry[0]]


def folder() -> Path:
    if chosen := os.environ.get("GRIDPROOF_CACHE_DIR"):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("gridproof", appauthor=False)


def load(key: Key) -> Words | None:
    """The bits of a stored database, None when it is not there or not whole."""
    try:
        with (folder() / key.name).open("rb") as file:
            header = json.loads(file.readline())
            file.seek(header["offset"])
            words = np.empty(header["words"], dtype=np.uint64)
            if file.readinto(words.data) != words.nbytes or file.read(1):
                return None
    except (OSError, ValueError, KeyError, TypeError, MemoryError):
        return None
    shape = geometry(key.rows, key.columns, len(key.pattern))
    right = header.get("format") == FORMAT and header["words"] == -(-shape.states // 64)
    return words if right and header.get("sha256") == _checksum(words) else None


def _checksum(words: Words) -> str:
    return hashlib.sha256(words.data).hexdigest()


def stored(key: Key) -> bool:
    return (folder() / key.name).is_file()


def save(key: Key, words: Words, facts: dict[str, Any]) -> bool:
    """Keep a database for the next run; False when the folder cannot be written."""
    header = {"format": FORMAT, "words": len(words), "sha256": _checksum(words), **facts}
    text = json.dumps(header)[:-1]
    room = len(text) + len(', "offset": 00000000}\n')
    offset = -(-room // ALIGNMENT) * ALIGNMENT
    line = f'{text}, "offset": {offset}' + "}"
    target = folder() / key.name
    temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("wb") as file:
            file.write(line.encode().ljust(offset - 1) + b"\n")
            file.write(words.data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    except OSError:
        return False
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
    return True


def obtain(key: Key, budget: Budget, progress: Progress | None = None) -> Words:
    """A database from the folder, or built and kept there. Raises LimitReached when the budget does not allow it."""
    words = load(key)
    if words is None:
        began = time.monotonic()
        distance = build(key, budget, progress)
        words = pack(distance)
        facts = {"states": len(distance), "deepest": int(np.max(distance[distance < 255]))}
        save(key, words, {**facts, "build_seconds": round(time.monotonic() - began, 2)})
    return words


def build(key: Key, budget: Budget, progress: Progress | None = None) -> npt.NDArray[np.uint8]:
    """Moves of pattern tiles from each state to the goal, uint8[states], 255 where it cannot be reached.

    Breadth-first from the goal. Between states of one region the blank moves free of charge, so each state is
    met once; all workers share the scan of a layer.
    """
    from gridproof.search.npuzzle.pattern_kernel import layer

    shape = geometry(key.rows, key.columns, len(key.pattern))
    budget.reserve(shape.states + 16 * shape.regions * 16)
    first, places, target = _moves(shape)
    distance = np.full(-(-shape.states // 8) * 8, 255, dtype=np.uint8)
    words = distance.view(np.uint64)
    distance[shape.number(list(key.pattern), key.blank)] = 0
    chunk = 1 << 18  # words, so that a part of a layer takes some 50 ms
    reached = 1
    with ThreadPoolExecutor(budget.workers) as pool:
        for depth in range(254):

            def part(begin: int, depth: int = depth) -> int:
                budget.check()
                end = min(begin + chunk, len(words))
                return int(
                    layer(
                        distance, words, begin, end, depth, shape.regions, shape.tiles, first, places, target,
                        shape.shifts,
                    )
                )  # fmt: skip

            new = 0
            for count in pool.map(part, range(0, len(words), chunk)):
                new += count
                budget.check()
            if not new:
                break
            reached += new
            if progress:
                progress(f"{100 * reached // shape.states} %")
    return distance[: shape.states]


def pack(distance: npt.NDArray[np.uint8]) -> Words:
    """One bit a state, see `pattern_kernel.pack`."""
    from gridproof.search.npuzzle.pattern_kernel import pack as kernel

    words = np.empty(-(-len(distance) // 64), dtype=np.uint64)
    kernel(distance, words)
    return words


def _moves(
    shape: Geometry,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8], npt.NDArray[np.uint32]]:
    from gridproof.search.npuzzle.pattern_kernel import moves

    first = np.zeros(shape.regions + 1, dtype=np.int64)
    places, target = np.zeros(0, dtype=np.uint8), np.zeros(0, dtype=np.uint32)
    for _ in range(2):
        count = moves(
            shape.members, shape.sets_of, shape.around, shape.half, shape.high, shape.low, shape.info, first,
            places, target,
        )  # fmt: skip
        if not len(target):
            places, target = np.zeros(count, dtype=np.uint8), np.zeros(count, dtype=np.uint32)
    return first, places, target

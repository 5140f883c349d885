"""Rows in a SQLite file, each written as it arrives: a run that was killed goes on where it stopped."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from gridproof.crosschecking.row import Row
from gridproof.errors import UsageError

FORMAT = 1


class Store:
    """Rows by the key of their task. Raises UsageError for a file that is no store."""

    def __init__(self, path: str, must_exist: bool = False):
        if must_exist and not Path(path).is_file():
            raise UsageError(f"{path}: no such store")
        self.path = path
        try:
            self._connection = sqlite3.connect(path, isolation_level=None, timeout=30)
            (version,) = self._connection.execute("PRAGMA user_version").fetchone()
            tables = [name for (name,) in self._connection.execute("SELECT name FROM sqlite_master")]
            if version not in (0, FORMAT) or (version == 0 and tables):
                raise UsageError(f"{path}: a database, but no store of gridproof")
            self._connection.execute("PRAGMA synchronous = FULL")
            self._connection.execute(
                "CREATE TABLE IF NOT EXISTS rows (key TEXT PRIMARY KEY, place INTEGER NOT NULL, row TEXT NOT NULL)"
            )
            self._connection.execute(f"PRAGMA user_version = {FORMAT}")
        except sqlite3.Error as error:
            raise UsageError(f"{path}: not a store: {error}") from None

    def get(self, key: str) -> Row | None:
        found = self._connection.execute("SELECT row FROM rows WHERE key = ?", (key,)).fetchone()
        return None if found is None else Row.from_dict(json.loads(found[0]))

    def put(self, key: str, place: int, row: Row) -> None:
        """Write a row; on return it is on disk. `place` orders rows as the levels and engines were given."""
        text = json.dumps(row.to_dict(), ensure_ascii=False)
        self._connection.execute("INSERT OR REPLACE INTO rows VALUES (?, ?, ?)", (key, place, text))

    def rows(self) -> Iterator[Row]:
        for (text,) in self._connection.execute("SELECT row FROM rows ORDER BY place, key"):
            yield Row.from_dict(json.loads(text))

    def close(self) -> None:
        self._connection.close()

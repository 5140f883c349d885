"""What requests hold: JSON of the expected form, or a refusal that says what was expected."""

from __future__ import annotations

import json
from typing import Any

from gridproof.web.guard import Refused

MAX_TEXT = 400_000  # characters: a board that can be shown has fewer, and reading takes its time


class Fields:
    """The fields of a JSON object. Every method raises Refused for what is missing or of another type."""

    def __init__(self, body: bytes):
        try:
            raw = json.loads(body)
            json.dumps(raw, ensure_ascii=False, allow_nan=False).encode()  # no half characters, no NaN
        except (ValueError, RecursionError):
            raise Refused(400, "expected a JSON document in UTF-8") from None
        if not isinstance(raw, dict):
            raise Refused(400, "expected a JSON object")
        self.raw: dict[str, Any] = raw

    def text(self, name: str) -> str:
        value = self.raw.get(name)
        if not isinstance(value, str):
            raise Refused(400, f"{name}: expected a text")
        return value

    def level(self) -> str:
        """The text of a level, or of several."""
        value = self.text("text")
        if len(value) > MAX_TEXT:
            raise Refused(413, f"a text of {len(value):,} characters: this page takes at most {MAX_TEXT:,}")
        return value

    def maybe_text(self, name: str) -> str | None:
        return None if self.raw.get(name) is None else self.text(name)

    def flag(self, name: str) -> bool:
        value = self.raw.get(name, False)
        if not isinstance(value, bool):
            raise Refused(400, f"{name}: expected true or false")
        return value

    def maybe_whole(self, name: str) -> int | None:
        value = self.raw.get(name)
        if value is None:
            return None
        if type(value) is not int or not 0 <= value <= 10**9:
            raise Refused(400, f"{name}: expected a whole number from 0 on")
        return value

    def sign(self, name: str) -> int:
        value = self.raw.get(name)
        if type(value) is not int or value not in (1, -1):
            raise Refused(400, f"{name}: expected 1 or -1")
        return value

    def maybe_seconds(self, name: str) -> float | None:
        value = self.raw.get(name)
        if value is None:
            return None
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= 10**9:
            raise Refused(400, f"{name}: expected a number of seconds above 0")
        return float(value)

    def list(self, name: str) -> list[Any]:
        value = self.raw.get(name)
        if not isinstance(value, list):
            raise Refused(400, f"{name}: expected a list")
        return value

    def mapping(self, name: str) -> Fields:
        value = self.raw.get(name)
        if not isinstance(value, dict):
            raise Refused(400, f"{name}: expected an object")
        inner = object.__new__(Fields)
        inner.raw = value
        return inner

    def maybe_address(self, name: str) -> tuple[int, int] | None:
        return None if self.raw.get(name) is None else address(self.raw[name], name)


def address(value: Any, name: str) -> tuple[int, int]:
    """A square as the puzzle calls it: two whole numbers."""
    if not (isinstance(value, list) and len(value) == 2 and all(type(n) is int and abs(n) < 10**6 for n in value)):
        raise Refused(400, f"{name}: expected a square [row, column]")
    return value[0], value[1]

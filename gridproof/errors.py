"""The one family of errors. Each says where in the input it arose and what was expected there."""

from __future__ import annotations


class GridproofError(Exception):
    """Base of every error that gridproof raises on purpose; the command line turns it into one line."""

    exit_code = 2


class UsageError(GridproofError):
    """A request that cannot be met as it was made: an unknown engine, metric, level name or option value."""


class LevelError(GridproofError):
    """Text that is not a level.

    `line` and `column` count from 1, as editors do; either may be None when no single place is at fault.
    """

    def __init__(self, reason: str, path: str = "<text>", line: int | None = None, column: int | None = None):
        self.path, self.line, self.column, self.reason = path, line, column, reason
        place = ":".join(str(part) for part in (path, line, column) if part is not None)
        super().__init__(f"{place}: {reason}")


class AnswerError(GridproofError):
    """A file that is not an answer as `solve --json` writes it."""


MALFORMED = (ValueError, KeyError, TypeError, IndexError, AttributeError)  # what data of another shape ends in


class FalseAnswer(GridproofError):
    """An answer that contradicts itself: its solution, its cost and its bounds cannot all be true."""

    exit_code = 1


class IllegalMove(GridproofError):
    """A solution broke the rules, or ended short of the goal. `index` counts its entries from 0."""

    exit_code = 1

    def __init__(self, reason: str, index: int | None = None):
        self.index, self.reason = index, reason
        super().__init__(reason if index is None else f"entry {index} of the solution: {reason}")


class Contradiction(GridproofError):
    """Two engines proved things that cannot both be true: a bug in one of them, never to be papered over."""

    exit_code = 1


class LimitReached(GridproofError):
    """A time or memory limit ran out, or the user interrupted. `reason` is `time`, `memory` or `interrupted`."""

    def __init__(self, reason: str):
        self.reason = reason
        super().__init__(f"limit reached: {reason}")

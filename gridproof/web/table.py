"""Games under way: the page holds a game, as a level's text and the entries played; the last positions stay here."""

from __future__ import annotations

import hashlib
import json
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from gridproof.answer import counted
from gridproof.errors import IllegalMove
from gridproof.levels.base import Level, Stage
from gridproof.loader import parse
from gridproof.scene import Changes, Frame, Scene
from gridproof.web.page import stage_of
from gridproof.web.playback import Tape

REMEMBERED = 256  # positions
LONGEST = 100_000  # entries of a game


@dataclass(frozen=True, slots=True)
class Board:
    """A level, how it is played, and how its changes are told."""

    level: Level
    stage: Stage
    scene: Scene
    tape: Tape


@dataclass(frozen=True, slots=True)
class Position:
    state: Any
    frame: Frame


@lru_cache(maxsize=32)
def board(puzzle: str, text: str) -> Board:
    """Raises LevelError for text that is no level, UsageError for a puzzle or a board that this page cannot show."""
    level = parse(text, puzzle)
    stage = stage_of(level)
    scene = stage.scene(level)
    return Board(level, stage, scene, Tape(scene))


def played(board: Board, position: Position, entries: Sequence[Any]) -> tuple[Position, list[Changes]]:
    """The position after some entries, and what each of them changes. Raises IllegalMove."""
    state, frame = position.state, Frame(position.frame)
    steps = []
    for entry in entries:
        state, changes = board.stage.step(board.level, state, entry, frame)
        frame.apply(changes)
        steps.append(changes)
    return Position(state, frame), steps


def score(costs: dict[str, int]) -> str:
    """Costs in words."""
    return ", ".join(counted(cost, metric) for metric, cost in costs.items())


def costs(level: Level, entries: Sequence[Any]) -> dict[str, int]:
    """What the entries played so far cost, in each metric."""
    if not entries:
        return dict.fromkeys(level.metrics, 0)
    letters = all(isinstance(entry, str) for entry in entries)  # a solution of letters is a string, not a list
    solution = level.read_solution("".join(entries) if letters else list(entries))
    return {metric: level.cost(solution, metric) for metric in level.metrics}


class Table:
    """Positions by what was played, so that a gesture need not replay the game before it. Safe in threads."""

    def __init__(self) -> None:
        self._positions: OrderedDict[bytes, Position] = OrderedDict()
        self._lock = threading.Lock()

    def position(self, board: Board, entries: Sequence[Any]) -> Position:
        """Where the game stands after these entries. Raises IllegalMove where they are against the rules."""
        if len(entries) > LONGEST:
            raise IllegalMove(f"a game of {len(entries):,} entries: expected at most {LONGEST:,}")
        keys = self._keys(board, entries)
        done = next((n for n in range(len(entries), -1, -1) if keys[n] in self._positions), None)
        position = None if done is None else self._find(keys[done])
        if done is None or position is None:
            state = board.level.initial()
            done, position = 0, Position(state, Frame(board.stage.frame(board.level, state)))
        if done < len(entries):
            position, _ = played(board, position, entries[done:])
        self.keep(keys[-1], position)
        return position

    def play(self, board: Board, entries: Sequence[Any], new: Sequence[Any]) -> tuple[Position, list[Changes]]:
        """The position after the new entries, which is remembered, and what each of them changes."""
        position, steps = played(board, self.position(board, entries), new)
        self.keep(self._keys(board, [*entries, *new])[-1], position)
        return position, steps

    def keep(self, key: bytes, position: Position) -> None:
        with self._lock:
            self._positions[key] = position
            self._positions.move_to_end(key)
            while len(self._positions) > REMEMBERED:
                self._positions.popitem(last=False)

    def _find(self, key: bytes) -> Position | None:
        with self._lock:
            return self._positions.get(key)

    def _keys(self, board: Board, entries: Sequence[Any]) -> list[bytes]:
        """A fingerprint of the game after 0, 1, 2, … entries."""
        running = hashlib.sha256(f"{board.level.puzzle}\n{board.level.to_text()}".encode())
        keys = [running.digest()]
        for entry in entries:
            running.update(json.dumps(entry).encode() + b"\n")
            keys.append(running.digest())
        return keys

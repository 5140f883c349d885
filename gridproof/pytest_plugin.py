"""A pytest plugin: `pytest --gridproof levels/` collects every level as a test that all engines agree on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from gridproof.levels.base import Level


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("gridproof")
    group.addoption("--gridproof", action="store_true", help="collect puzzle levels as tests")
    group.addoption("--gridproof-expect", metavar="CSV", help="known optima to compare with")
    group.addoption("--gridproof-time-limit", type=float, default=60.0, metavar="S", help="seconds an engine")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if not parent.config.getoption("--gridproof"):
        return None
    from gridproof.registry import puzzle_of_suffix

    if puzzle_of_suffix(file_path.suffix) is None:
        return None
    collector: pytest.Collector = LevelFile.from_parent(parent, path=file_path)
    return collector


class LevelFile(pytest.File):
    """A file of levels."""

    def collect(self) -> Iterator[pytest.Item]:
        from gridproof.errors import GridproofError
        from gridproof.loader import load_all

        try:
            levels = load_all(str(self.path))
        except GridproofError as error:
            raise self.CollectError(str(error)) from None
        for number, level in enumerate(levels, 1):
            name = f"{number} {level.title}" if level.title else str(number)
            item: pytest.Item = LevelItem.from_parent(self, name=name, level=level, number=number)
            yield item


class LevelItem(pytest.Item):
    """One level: every engine that applies is run, each solution replayed, all answers compared."""

    def __init__(self, *, level: Level, number: int, **more: Any):
        super().__init__(**more)
        self._level, self._number = level, number

    def runtest(self) -> None:
        from gridproof.crosschecking.compare import crosscheck
        from gridproof.crosschecking.known import Table

        result = crosscheck(self._level, time_limit=self.config.getoption("--gridproof-time-limit"), workers=1)
        if table := self.config.getoption("--gridproof-expect"):
            metric = self._level.metrics[0]
            result.known = Table(table).find(str(self.path), self._number, self._level.title, metric)
        if result.contradictions:
            pytest.fail("\n".join([*result.contradictions, "", result.text]), pytrace=False)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"{self.path.name}#{self._number}"

"""The project's own rules: packaging, registry, bundled levels, perft files, sizes of files."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import gridproof
from gridproof.answer import Answer, Status
from gridproof.levels.base import Level
from gridproof.loader import collections, load_all, slug
from gridproof.registry import PUZZLES
from gridproof.search.reference import layer_sizes
from gridproof.solver import solve

ROOT = Path(__file__).resolve().parents[1]
LINKED = ("models", "search", "levels")


def test_every_package_is_listed() -> None:
    configuration = tomllib.loads((ROOT / "pyproject.toml").read_text())
    found = {"gridproof", "gridproof.commands", "gridproof.crosschecking", "gridproof.proofs", "gridproof.web"}
    for top in LINKED:
        assert (ROOT / "gridproof" / top).is_symlink()
        for file in (ROOT / top).rglob("__init__.py"):
            found.add("gridproof." + ".".join(file.parent.relative_to(ROOT).parts))
    assert set(configuration["tool"]["setuptools"]["packages"]) == found
    data = configuration["tool"]["setuptools"]["package-data"]["gridproof.levels"]
    bundled = {p for p in (ROOT / "levels" / "collections").rglob("*") if p.is_file()}
    assert bundled == {p for pattern in data for p in (ROOT / "levels").glob(pattern)}


@pytest.mark.parametrize("name", PUZZLES)
def test_every_puzzle_has_levels_a_perft_file_and_working_engines(name: str) -> None:
    row = PUZZLES[name]
    assert [stem for puzzle, stem, _ in collections() if puzzle.name == name], "no bundled collection"
    assert (ROOT / "tests" / "data" / f"{name}.perft").exists()
    names = [engine.name for engine in row.engines]
    assert len(set(names)) == len(names)
    assert set(row.optimal) | set(row.quick) <= set(names)
    cross_checked = "".join(path.read_text() for path in (ROOT / "tests" / name.replace("-", "_")).glob("test_*.py"))
    for engine in row.engines:
        module = engine.load()
        assert callable(module.applies)
        assert callable(module.run)
        assert f'"{engine.name}"' in cross_checked, f"no test names engine {engine.name}"


def test_collections_have_names_and_titles_of_their_own() -> None:
    stems = [stem for _, stem, _ in collections()]
    assert len(set(stems)) == len(stems)
    for stem in stems:
        levels = load_all(stem)
        slugs = [slug(level.title or "") for level in levels]
        assert "" not in slugs, stem
        assert len(set(slugs)) == len(slugs), stem
        for level in levels:
            assert gridproof.parse(level.to_text(), puzzle=level.puzzle) == level
        assert gridproof.load(f"{stem}/{slugs[-1]}") == levels[-1]


def read_perft(path: Path) -> list[tuple[str, str, list[int]]]:
    """Rows `level | metric | sizes of the layers from depth 0 | source`; ; starts a comment."""
    rows = []
    for line in path.read_text().splitlines():
        if line.strip() and not line.startswith(";"):
            level, metric, sizes, _source = (part.strip() for part in line.split("|"))
            rows.append((level, metric, [int(size) for size in sizes.split()]))
    return rows


PERFT = [(path.stem, *row) for path in sorted((ROOT / "tests" / "data").glob("*.perft")) for row in read_perft(path)]


@pytest.mark.parametrize(("name", "level", "metric", "sizes"), PERFT)
def test_perft(name: str, level: str, metric: str, sizes: list[int]) -> None:
    loaded = gridproof.load(level)
    assert loaded.puzzle == name
    assert layer_sizes(loaded, len(sizes) - 1, metric) == sizes


def test_files_stay_within_one_sitting() -> None:
    long = [
        f"{path.relative_to(ROOT)}: {lines}"
        for folder in ("gridproof", *LINKED, "scripts")
        for path in (ROOT / folder).rglob("*.py")
        if not path.is_symlink() and (lines := len(path.read_text().splitlines())) > 400
    ]
    assert long == []


class _Broken:
    """An engine that answers wrongly, to be caught by the ledger and by crosscheck."""

    def __init__(self, engine: str, claim: str):
        self.engine, self.claim = engine, claim

    def applies(self, level: Level, metric: str) -> None:
        return None

    def run(self, level: Level, ledger: object, budget: object) -> None:
        if self.claim == "unsolvable":
            ledger.prove(self.engine, float("inf"))  # type: ignore[attr-defined]
        elif self.claim == "too much":
            ledger.prove(self.engine, 99)  # type: ignore[attr-defined]
        else:
            ledger.offer(self.engine, level.read_solution([[0, 0]]))  # type: ignore[attr-defined]


@pytest.mark.parametrize("claim", ["unsolvable", "too much", "illegal solution"])
def test_crosscheck_catches_a_wrong_engine(claim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from gridproof.crosschecking.compare import crosscheck
    from gridproof.registry import Engine

    load = Engine.load
    monkeypatch.setattr(Engine, "load", lambda self: _Broken("gf2", claim) if self.name == "gf2" else load(self))
    level = gridproof.load("classic/plus")
    result = crosscheck(level, engines=["fewest", "gf2"])
    assert any("gf2" in problem for problem in result.contradictions)


@pytest.mark.parametrize("claim", ["unsolvable", "too much"])
def test_the_ledger_refuses_a_contradiction(claim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from gridproof.errors import Contradiction
    from gridproof.registry import Engine

    load = Engine.load
    monkeypatch.setattr(Engine, "load", lambda self: _Broken("gf2", claim) if self.name == "gf2" else load(self))
    level = gridproof.load("classic/all-on-4x4")
    with pytest.raises(Contradiction, match="gf2"):
        solve(level, engines=["chase", "gf2"])  # chase finds a solution and leaves its cost open


def test_ctrl_c_ends_a_crosscheck_not_one_engine_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from gridproof.crosschecking import compare, work

    def interrupted(level: Level, *_: Any, **__: Any) -> Answer:
        return Answer(level.puzzle, None, level.to_text(), Status.UNKNOWN, level.metrics[0], reason="interrupted")

    monkeypatch.setattr(work, "solve", interrupted)
    with pytest.raises(KeyboardInterrupt):
        compare.crosscheck(gridproof.load("classic/plus"))

"""The one table of puzzles and engines. Rows are lazy: a module is imported only when it is used."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any, Protocol, cast

from gridproof.errors import UsageError
from gridproof.ledger import Ledger
from gridproof.levels.base import Level, Rules, Stage
from gridproof.limits import Budget
from gridproof.proofs.claim import EncoderModule


class EngineModule(Protocol):
    """What an engine's module holds."""

    def applies(self, level: Any, metric: str) -> str | None:
        """None when the engine can work on this level, otherwise the reason why not."""
        ...

    def run(self, level: Any, ledger: Ledger, budget: Budget) -> None:
        """Work until the ledger is closed or nothing is left to do; report through the ledger alone.

        Raises LimitReached when the budget ends first; what the ledger holds by then stays valid.
        """
        ...


class InfoModule(Protocol):
    def info(self, level: Any, detail: bool = False) -> dict[str, Any]:
        """What can be said without solving, JSON-ready; `detail` asks for long lists as well.

        A module may also have `explore(level, metric, budget) -> dict`: what a walk through every position tells.
        """
        ...


class FactsModule(Protocol):
    def facts(self, level: Any, metric: str, horizon: int, budget: Budget) -> list[str]:
        """Facts for the encoder with which its clauses for this horizon can be refuted; any, where they cannot.

        Raises LimitReached when the budget ends first.
        """
        ...


class ReachModule(Protocol):
    """Where one piece can go while all others stand still. `state` is one of the level's, None for the start.

    Cells are (row, column) from 0. Raises UsageError for a cell outside of the board or without such a piece.
    """

    def reach(self, level: Any, state: Any, cell: tuple[int, int]) -> dict[tuple[int, int], int]:
        """Every cell that the piece can come to, its own too, with the least cost in the first of the metrics."""
        ...

    def costs(
        self, level: Any, state: Any, cell: tuple[int, int], budget: Budget | None = None
    ) -> dict[tuple[int, int], tuple[int, int]]:
        """The same, with the least cost in the last of the metrics among the ways that cost least in the first."""
        ...

    def way(
        self, level: Any, state: Any, cell: tuple[int, int], to: tuple[int, int], budget: Budget | None = None
    ) -> Any:
        """Such a way as a solution is written, entries of the last metric; None where there is none.

        This and `costs` raise LimitReached when the budget ends first.
        """
        ...


class GeneratorModule(Protocol):
    def generate(self, rows: int | None, columns: int | None, seed: int, index: int) -> Level:
        """A solvable level, the same for the same arguments."""
        ...


@dataclass(frozen=True, slots=True)
class Engine:
    """One engine: what it proves, in words for people, and the module that does it.

    `joined_by` names engines that join this one when it is not done after so many seconds, and works for a cheapest
    solution; see `portfolio`.
    """

    name: str
    module: str
    proves: str
    joined_by: tuple[tuple[str, float], ...] = ()

    def load(self) -> EngineModule:
        return cast(EngineModule, importlib.import_module(self.module))


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle. `optimal` names the engines that `solve` runs in turn; with `--any` those of `quick` come first."""

    name: str
    rules: str
    suffixes: tuple[str, ...]
    engines: tuple[Engine, ...]
    optimal: tuple[str, ...]
    quick: tuple[str, ...]
    info: str | None = None
    generator: str | None = None
    encoder: str | None = None  # a pure encoder, for clausal proofs: restates "cost <= k" as clauses, knows no solver
    stage: str | None = None  # how levels look on a page, are played and edited
    reach: str | None = None  # where one piece can go while all others stand still
    facts: str | None = None  # finds the facts that the encoder's clauses rest on, where it works with facts

    def load(self) -> Rules:
        return cast(Rules, importlib.import_module(self.rules))

    def load_info(self) -> InfoModule | None:
        return cast(InfoModule, importlib.import_module(self.info)) if self.info else None

    def load_generator(self) -> GeneratorModule | None:
        return cast(GeneratorModule, importlib.import_module(self.generator)) if self.generator else None

    def load_encoder(self) -> EncoderModule | None:
        return cast(EncoderModule, importlib.import_module(self.encoder)) if self.encoder else None

    def load_facts(self) -> FactsModule | None:
        return cast(FactsModule, importlib.import_module(self.facts)) if self.facts else None

    def load_reach(self) -> ReachModule | None:
        return cast(ReachModule, importlib.import_module(self.reach)) if self.reach else None

    def load_stage(self) -> Stage | None:
        return cast(Stage, importlib.import_module(self.stage)) if self.stage else None

    def engine(self, name: str) -> Engine:
        for engine in self.engines:
            if engine.name == name:
                return engine
        known = ", ".join(engine.name for engine in self.engines)
        raise UsageError(f"no engine {name!r} for {self.name}: expected one of {known}")


PUZZLES: dict[str, Puzzle] = {
    puzzle.name: puzzle
    for puzzle in (
        Puzzle(
            name="lights-out",
            rules="gridproof.levels.lights_out",
            stage="gridproof.levels.lights_out.stage",
            suffixes=(".lights",),
            engines=(
                Engine("fewest", "gridproof.search.lights_out.fewest", "the fewest presses; no solution"),
                Engine("chase", "gridproof.search.lights_out.chase", "a solution; no solution"),
                Engine("cpsat", "gridproof.models.lights_out.cpsat", "a bound on the fewest presses"),
                Engine("gf2", "gridproof.models.lights_out.gf2", "a solution; no solution"),
                Engine("first-row", "gridproof.search.lights_out.first_row", "the fewest presses; no solution"),
            ),
            optimal=("fewest", "cpsat"),
            quick=("chase",),
            info="gridproof.models.lights_out.info",
            generator="gridproof.levels.lights_out.generate",
        ),
        Puzzle(
            name="sokoban",
            rules="gridproof.levels.sokoban",
            stage="gridproof.levels.sokoban.stage",
            suffixes=(".xsb", ".sok", ".slc", ".txt"),
            engines=(
                Engine(
                    "auto",
                    "gridproof.search.sokoban.auto",
                    "the fewest pushes or moves; no solution",
                    joined_by=(("sat", 35.0),),
                ),
                Engine("astar", "gridproof.search.sokoban.astar", "the fewest pushes or moves; no solution"),
                Engine("bidirectional", "gridproof.search.sokoban.bidirectional", "the fewest pushes; no solution"),
                Engine("features", "gridproof.search.sokoban.features", "a solution; no solution"),
                Engine("improve", "gridproof.search.sokoban.improve", "a solution, then shorter ones"),
                Engine("reasons", "gridproof.search.sokoban.reasons", "no solution, for reasons to point at"),
                Engine("sat", "gridproof.models.sokoban.sat", "the fewest pushes"),
                Engine("cpsat", "gridproof.models.sokoban.cpsat", "the fewest pushes"),
            ),
            optimal=("auto",),
            quick=("features", "auto"),
            encoder="gridproof.models.sokoban.encode",
            facts="gridproof.models.sokoban.sat",
            reach="gridproof.search.sokoban.reach",
            info="gridproof.search.sokoban.info",
            generator="gridproof.levels.sokoban.generate",
        ),
        Puzzle(
            name="pegs",
            rules="gridproof.levels.pegs",
            stage="gridproof.levels.pegs.stage",
            suffixes=(".pegs",),
            engines=(
                Engine("classes", "gridproof.models.pegs.classes", "no solution: parities no jump changes"),
                Engine("gf4", "gridproof.models.pegs.gf4", "no solution: the position class over GF(4)"),
                Engine("regions", "gridproof.models.pegs.regions", "at least so many moves"),
                Engine("pagoda", "gridproof.models.pegs.pagoda", "no solution: weights that no jump raises"),
                Engine("counts", "gridproof.models.pegs.counts", "no solution: no whole numbers of jumps"),
                Engine("beam", "gridproof.search.pegs.beam", "a solution"),
                Engine("wide", "gridproof.search.pegs.wide", "a solution"),
                Engine("large", "gridproof.search.pegs.large", "a solution on more than 64 holes"),
                Engine("moves", "gridproof.search.pegs.moves", "the fewest moves or jumps; no solution"),
                Engine("dfs", "gridproof.search.pegs.dfs", "a solution; no solution"),
                Engine("sat", "gridproof.models.pegs.sat", "the fewest moves or jumps; no solution"),
                Engine("cpsat", "gridproof.models.pegs.cpsat", "the fewest moves or jumps; no solution"),
            ),
            optimal=("classes", "regions", "beam", "large", "pagoda", "counts", "wide", "moves", "dfs"),
            quick=("classes", "beam", "large", "pagoda", "counts", "wide", "moves", "dfs"),
            info="gridproof.models.pegs.info",
            generator="gridproof.levels.pegs.generate",
        ),
        Puzzle(
            name="sliding",
            rules="gridproof.levels.sliding",
            stage="gridproof.levels.sliding.stage",
            suffixes=(".slide", ".rush"),
            engines=(
                Engine("bfs", "gridproof.search.sliding.bfs", "a cheapest solution; no solution"),
                Engine("sat", "gridproof.models.sliding.sat", "a cheapest solution of few entries"),
                Engine("cpsat", "gridproof.models.sliding.cpsat", "a cheapest solution of few entries"),
            ),
            optimal=("bfs",),
            quick=("bfs",),
            encoder="gridproof.models.sliding.encode",
            info="gridproof.search.sliding.info",
            generator="gridproof.levels.sliding.generate",
        ),
        Puzzle(
            name="npuzzle",
            rules="gridproof.levels.npuzzle",
            stage="gridproof.levels.npuzzle.stage",
            suffixes=(".tiles",),
            engines=(
                Engine("counting", "gridproof.models.npuzzle.counting", "no solution; a lower bound"),
                Engine("database", "gridproof.search.npuzzle.database", "the fewest moves"),
                Engine("conflict", "gridproof.search.npuzzle.conflict", "the fewest moves"),
                Engine("manhattan", "gridproof.search.npuzzle.manhattan", "the fewest moves"),
                Engine("astar", "gridproof.search.npuzzle.astar", "the fewest moves; no solution"),
                Engine("bfs", "gridproof.search.npuzzle.bfs", "the fewest moves; no solution"),
                Engine("sat", "gridproof.models.npuzzle.sat", "the fewest moves"),
                Engine("cpsat", "gridproof.models.npuzzle.cpsat", "the fewest moves"),
                Engine("quick", "gridproof.search.npuzzle.quick", "a solution"),
            ),
            optimal=("counting", "quick", "database", "conflict", "astar"),
            quick=("counting", "quick", "database", "conflict", "astar"),
            info="gridproof.search.npuzzle.info",
            generator="gridproof.levels.npuzzle.generate",
        ),
    )
}


def puzzle(name: str) -> Puzzle:
    if name not in PUZZLES:
        raise UsageError(f"no puzzle {name!r}: expected one of {', '.join(PUZZLES)}")
    return PUZZLES[name]


def puzzle_of_suffix(suffix: str) -> Puzzle | None:
    return next((row for row in PUZZLES.values() if suffix.lower() in row.suffixes), None)

"""What every puzzle provides: a level with its rules, and a module of functions around it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Protocol

from gridproof.answer import Certificate
from gridproof.levels.text import Source
from gridproof.picture import Picture
from gridproof.scene import Address, Brush, Changes, Evidence, Frame, Gesture, Mark, Scene, Step


class Level(ABC):
    """An immutable puzzle instance.

    A solution is in the level's own compact form; `read_solution` makes one from JSON, and `Answer.to_json`
    writes it back. Rows and columns count from 0, top left. `initial`, `successors` and `is_goal` are the rules
    as a state space, plain and slow: the reference that every kernel is compared with.
    """

    puzzle: ClassVar[str]
    metrics: ClassVar[tuple[str, ...]]  # the first is the default
    title: str | None

    @abstractmethod
    def to_text(self) -> str:
        """The canonical text; reading it gives an equal level."""

    @abstractmethod
    def replay(self, solution: Any) -> None:
        """Play the solution by the rules; raises IllegalMove at the first illegal entry or an unmet goal."""

    @abstractmethod
    def cost(self, solution: Any, metric: str) -> int:
        """Cost of a solution that `replay` accepts, in one of `metrics`."""

    @abstractmethod
    def initial(self) -> Hashable:
        """The starting state, in whatever hashable form suits the rules."""

    @abstractmethod
    def successors(self, state: Any, metric: str) -> Iterable[tuple[Any, Hashable]]:
        """Each legal move of cost 1 in `metric` from `state`, as (entry of a solution, state after it)."""

    @abstractmethod
    def is_goal(self, state: Any) -> bool:
        """Whether `state` meets the goal."""

    @abstractmethod
    def read_solution(self, raw: Any) -> Any:
        """A solution from its JSON form. Raises IllegalMove when it has another form."""


class Rules(Protocol):
    """The functions of a puzzle's package in `levels/`; the registry names the package, nothing else does.

    A package may also have `read_literal(text) -> Level | None`: a level typed in place of a file name. It raises
    LevelError for text that is nearly one. A puzzle with a `reach` module has `draw_reach(level, cell, reached, to)
    -> Picture`: the board with what it costs to bring the piece on `cell` to each cell, `to` (or None) set off.
    """

    def read(self, source: Source) -> list[Level]:
        """Every level of a file, in order. Raises LevelError with the place of the first fault."""
        ...

    def check(self, level: Any, certificate: Certificate, bound: int | None, solution: Any) -> list[str]:
        """Problems with a certificate, judged by the rules alone; empty when it proves its claim.

        `bound` is the lower bound that the answer rests on this certificate, None for `unsolvable`;
        `solution` is the answer's solution, already replayed, or None.
        Raises NotChecked for a kind of evidence that the rules alone cannot judge.
        """
        ...

    def draw(self, level: Any, solution: Any = None, certificate: Certificate | None = None) -> Picture:
        """The board, with the solution or the evidence marked on it."""
        ...

    def explain(self, level: Any, certificate: Certificate) -> str:
        """The certificate's argument in one plain sentence."""
        ...

    WRITERS: Mapping[str, Callable[[Any], str]]  # text formats by name, for `convert --to`


class Stage(Protocol):
    """A puzzle's `stage` module: how a level looks on a page, is played and is edited, by the rules alone.

    Play is in single entries of the last of the level's metrics, the finest: `successors(state, metrics[-1])`.
    """

    def scene(self, level: Any) -> Scene:
        """What stays the same while the level is played."""
        ...

    def frame(self, level: Any, state: Any = None) -> Frame:
        """Where everything stands in a state that `initial` and `successors` give; None: in the level as it is
        written, which may be a draft, or one that nobody can play."""
        ...

    def step(self, level: Any, state: Any, entry: Any, frame: Frame) -> tuple[Any, Changes]:
        """The state after one finest entry, and what changes in the frame before it: the sprites keep their names.

        Raises IllegalMove for what is against the rules, or no entry at all.
        """
        ...

    def unroll(self, level: Any, solution: Any) -> list[Step]:
        """A solution that the rules accept, as steps of finest entries."""
        ...

    def plan(self, level: Any, solution: Any) -> list[Mark]:
        """Marks that the finest entries of a solution tick off, one for each in turn; empty where there are none."""
        ...

    def gesture(self, level: Any, state: Any, gesture: Gesture) -> list[Any] | None:
        """The finest entries that the gesture asks for, legal from `state`; None when it means nothing there."""
        ...

    def evidence(self, level: Any, certificate: Certificate) -> list[Evidence]:
        """The certificate on the board, in one picture or several; none when it has nothing to show there."""
        ...

    def draft(self, text: str) -> Any:
        """A level from a text that an editor is still changing. It may break what `read` checks; `scene`, `frame`
        without a state, and `brushes` work on it. Raises LevelError where not even a board can be made out."""
        ...

    def hint(self, level: Any) -> str:
        """What a click, a tap or a drag does on this board, in a sentence or two for whoever plays."""
        ...

    def brushes(self, level: Any) -> Sequence[Brush]:
        """What an editor offers for a level or a draft."""
        ...

    def edit(self, text: str, cell: Address, brush: str) -> str:
        """The text with the square at an address changed, be it a level or not. Raises LevelError outside of the
        board and for an unknown brush."""
        ...

    def resize(self, text: str, edge: str, by: int) -> str:
        """The text with one row or column more (`by` 1) or less (-1) at an edge of the board: one of
        `editing.EDGES`. Raises LevelError where that cannot be."""
        ...


class NotChecked(Exception):
    """A claim that can't be re-derived from the rules alone; the message says why."""

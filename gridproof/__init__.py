"""gridproof: solve grid puzzles and prove what is said about them.

    level = gridproof.load("levels.lights#3")
    answer = gridproof.solve(level)
    verdict = gridproof.verify(level, answer)

Importing this package is cheap: everything below is loaded on first use. (No module here bears the name of
a function below: importing it would put the module in the function's place.)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from gridproof.answer import Answer, Certificate, Status
    from gridproof.crosschecking.compare import crosscheck
    from gridproof.errors import (
        AnswerError,
        Contradiction,
        GridproofError,
        IllegalMove,
        LevelError,
        LimitReached,
        UsageError,
    )
    from gridproof.loader import load, load_all, parse
    from gridproof.solver import solve
    from gridproof.verifier import Verdict, verify

_HOME = {
    "answer": ("Answer", "Certificate", "Status"),
    "crosschecking.compare": ("crosscheck",),
    "errors": (
        "AnswerError",
        "Contradiction",
        "GridproofError",
        "IllegalMove",
        "LevelError",
        "LimitReached",
        "UsageError",
    ),
    "loader": ("load", "load_all", "parse"),
    "solver": ("solve",),
    "verifier": ("Verdict", "verify"),
}
_MODULES = {name: module for module, names in _HOME.items() for name in names}
__all__ = [
    "Answer",
    "AnswerError",
    "Certificate",
    "Contradiction",
    "GridproofError",
    "IllegalMove",
    "LevelError",
    "LimitReached",
    "Status",
    "UsageError",
    "Verdict",
    "crosscheck",
    "load",
    "load_all",
    "parse",
    "solve",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'gridproof' has no attribute {name!r}")
    return getattr(importlib.import_module(f"gridproof.{_MODULES[name]}"), name)

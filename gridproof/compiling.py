"""The clock of all limits: it stands still while numba compiles kernels, which happens once on a machine.

numba says when it compiles a function (its events "numba:compile"; a function that comes out of the cache causes
none). A time limit of five seconds is meant for the search, so what the first run compiles is told, not charged.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable
from importlib.abc import MetaPathFinder

NOTE = "compiling kernels, once on this machine; no time limit counts these seconds ..."
SHORT = 0.5  # seconds of compiling that are not worth a word


class _State:
    """What this process has compiled so far; `depth` counts the functions that are being compiled right now."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.depth = 0
        self.since = 0.0
        self.total = 0.0
        self.told = False
        self.listeners: list[Callable[[bool], None]] = []


_state = _State()


def work_clock() -> float:
    """Seconds of a monotonic clock that stands still while any thread of this process compiles kernels."""
    return time.monotonic() - compiled_seconds()


def compiled_seconds() -> float:
    """How long this process has compiled kernels so far."""
    with _state.lock:
        return _state.total + (time.monotonic() - _state.since if _state.depth else 0.0)


def on_compiling(listener: Callable[[bool], None]) -> None:
    """Call `listener` with True whenever compiling begins, with False when it ends, in the thread that compiles."""
    _state.listeners.append(listener)


def tell_no_more() -> None:
    """Do not log that kernels are being compiled."""
    _state.told = True


def begin() -> None:
    """A function is being compiled from now on; inside it others may be."""
    with _state.lock:
        _state.depth += 1
        if _state.depth > 1:
            return
        _state.since = time.monotonic()
        first, _state.told = not _state.told, True
    if first:
        logging.getLogger("gridproof").info(NOTE)
    for listener in _state.listeners:
        listener(True)


def end() -> None:
    """A function has been compiled, or cannot be."""
    with _state.lock:
        _state.depth -= 1
        if _state.depth:
            return
        _state.total += time.monotonic() - _state.since
    for listener in _state.listeners:
        listener(False)


def watch() -> None:
    """Follow what numba compiles in this process; does not import numba, but waits until somebody does."""
    if "numba" in sys.modules:
        _Waiting.register()
    elif not any(isinstance(finder, _Waiting) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Waiting())


class _Waiting(MetaPathFinder):
    """Finds no module. It is asked for every one, and so knows when numba loads what compiles functions."""

    registered = False

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name == "numba.core.dispatcher":
            sys.meta_path.remove(self)
            self.register()

    @classmethod
    def register(cls) -> None:
        if cls.registered:
            return
        cls.registered = True
        from numba.core import event

        class Listener(event.Listener):
            def on_start(self, event: object) -> None:
                begin()

            def on_end(self, event: object) -> None:
                end()

        event.register("numba:compile", Listener())  # type: ignore[no-untyped-call]  # numba has no types

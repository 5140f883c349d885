"""Long calls into solver libraries: run in a thread, while this one watches the budget and Ctrl-C."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from gridproof.limits import Budget

T = TypeVar("T")


def watched(
    call: Callable[[], T], stop: Callable[[], None], budget: Budget, needless: Callable[[], bool] = lambda: False
) -> T:
    """The result of `call`, which must give up soon after `stop()`; it is stopped, too, once it is `needless`.

    Raises LimitReached when the budget ends first.
    """
    results: list[T] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            results.append(call())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.02)
            budget.check()
            if needless():
                stop()
    except BaseException:
        while thread.is_alive():  # a stop that comes before the library has begun would be lost
            stop()
            thread.join(0.05)
        raise
    if errors:
        raise errors[0]
    return results[0]

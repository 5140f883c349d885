"""A number that changes with the text of some modules, for the cache key of a kernel that uses their helpers.

numba keys a cached kernel by its own file, its signature and the values in its closure, not by the files of the
helpers that were compiled into it. A kernel that reads this number from its closure is compiled anew whenever a
helper's file changes, also when an upgrade replaces that file alone.
"""

from __future__ import annotations

import inspect
import zlib
from types import ModuleType


def fingerprint(*modules: ModuleType) -> int:
    """CRC of the modules' source text; 0 contributes for a module whose text is not there."""
    total = 0
    for module in modules:
        try:
            total = zlib.crc32(inspect.getsource(module).encode(), total)
        except OSError:
            total = zlib.crc32(b"0", total)
    return total

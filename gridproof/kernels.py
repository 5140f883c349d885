"""Where compiled kernels are kept: numba's cache, in the user's cache folder unless NUMBA_CACHE_DIR says otherwise.

Without this numba writes beside the source files, and a read-only install without a writable home fails at import.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from gridproof.compiling import watch


def use_cache() -> None:
    """Point numba at a folder that can be written, and follow what it compiles (see `compiling`)."""
    watch()
    if os.environ.get("NUMBA_CACHE_DIR"):
        return
    folder = _folder()
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    if "numba" in sys.modules:  # it read its settings when it was imported
        sys.modules["numba"].config.CACHE_DIR = str(folder)


def _folder() -> Path:
    import platformdirs

    for parent in (platformdirs.user_cache_path("gridproof"), Path(tempfile.gettempdir()) / f"gridproof-{_user()}"):
        folder = parent / f"kernels-{sys.version_info.major}.{sys.version_info.minor}"
        try:
            parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not _private(parent):
                continue
            folder.mkdir(exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="gridproof-"))


def _private(folder: Path) -> bool:
    """Whether nobody else can put files there: what numba finds in its cache, it runs."""
    status = folder.stat()
    return not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & 0o002)


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")

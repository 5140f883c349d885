"""Fixtures for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from gridproof.compiling import tell_no_more
from gridproof.kernels import use_cache

use_cache()
tell_no_more()  # no test sees the note about compiling
SHARED = Path(__file__).resolve().parents[1].parent / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The public corpora beside the repository; tests that need them are skipped where they are absent."""
    if not SHARED.is_dir():
        pytest.skip("needs the public corpora in ../shared")
    return SHARED

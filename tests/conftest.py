"""Fixtures for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from gridproof.kernels import use_cache

use_cache()  # so that no test sees the note about compiling
SHARED = Path(__file__).resolve().parents[1].parent / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The public corpora beside the repository; tests that need them are skipped where they are absent."""
    if not SHARED.is_dir():
        pytest.skip("needs the public corpora in ../shared")
    return SHARED

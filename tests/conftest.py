"""Fixtures for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[1].parent / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The public corpora beside the repository; tests that need them are skipped where they are absent."""
    if not SHARED.is_dir():
        pytest.skip("needs the public corpora in ../shared")
    return SHARED

"""Pattern databases of the tests go to a folder of their own, so that none is taken from the user's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRIDPROOF_CACHE_DIR", str(tmp_path_factory.mktemp("databases")))
        yield

"""Where compiled kernels are kept."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from gridproof import kernels

ROOT = Path(__file__).resolve().parents[1]


def test_a_cache_that_others_can_write_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba runs what it finds in its cache, so a folder with a name that anybody can guess must be our own."""
    import platformdirs

    monkeypatch.setattr(platformdirs, "user_cache_path", lambda _: Path("/dev/null/nowhere"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    shared = tmp_path / f"gridproof-{kernels._user()}"
    private = kernels._folder()
    assert private.parent == shared
    shared.chmod(0o777)
    other = kernels._folder()
    assert other.parent == tmp_path
    assert other != shared


@pytest.mark.parametrize("package", ["models", "search"])
def test_every_package_of_engines_sets_the_cache(package: str) -> None:
    script = f"import os, gridproof.{package}; print(os.environ['NUMBA_CACHE_DIR'])"
    environment = {key: value for key, value in os.environ.items() if key != "NUMBA_CACHE_DIR"}
    environment["PYTHONPATH"] = str(ROOT)
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment)
    assert "kernels-" in result.stdout


def test_every_kernel_is_warmed() -> None:
    from gridproof.warm import kernel_modules

    files = [path for top in ("models", "search") for path in (ROOT / top).rglob("*_kernel.py")]
    assert sorted(name.rpartition(".")[2] for name in kernel_modules()) == sorted(path.stem for path in files)

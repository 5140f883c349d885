"""Where compiled kernels are kept."""

from __future__ import annotations

import ast
import os
import re
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


STABLE = {"bits", "atomics", "fingerprint"}  # hardly ever change; whoever edits them clears the caches


def helpers(path: Path) -> set[Path]:
    """The files of compiled helpers that a file of kernels imports, directly or not."""
    found: set[Path] = set()
    todo = [path]
    while todo:
        for node in ast.walk(ast.parse(todo.pop().read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gridproof.search"):
                base = ROOT / (node.module or "").removeprefix("gridproof.").replace(".", "/")
                for file in (base.with_suffix(".py"), *(base / f"{alias.name}.py" for alias in node.names)):
                    new = file.exists() and file.stem not in STABLE and file not in found | {path}
                    if new and re.search(r"njit|@inner", file.read_text(encoding="utf-8")):
                        found.add(file)
                        todo.append(file)
    return found


def test_a_kernel_is_compiled_anew_when_a_helper_changes() -> None:
    """Each file with cached kernels names all its files of helpers in a `fingerprint`."""
    with_helpers = 0
    for path in (ROOT / "search").rglob("*.py"):
        if "cache=True" not in (text := path.read_text(encoding="utf-8")):
            continue
        calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
        named = {
            argument.id
            for call in calls
            if isinstance(call.func, ast.Name) and call.func.id == "fingerprint"
            for argument in call.args
            if isinstance(argument, ast.Name)
        }
        needed = {file.stem for file in helpers(path)}
        assert needed <= named, path
        with_helpers += bool(needed)
    assert with_helpers > 2

"""`python -m gridproof.warm`: compile every kernel, and run each engine on a bundled level."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import gridproof.models
import gridproof.search
from gridproof.crosschecking.compare import crosscheck
from gridproof.loader import collections, load_all


def main() -> None:
    for name in kernel_modules():
        importlib.import_module(name)  # compiles what has an explicit signature
    warmed = set()
    for row, name, _ in collections():
        if row.name not in warmed:
            warmed.add(row.name)
            print(f"{row.name}: {crosscheck(load_all(name)[0], time_limit=60).line()}", flush=True)


def kernel_modules() -> Iterator[str]:
    """The modules of kernels by their names, also those that no engine imports."""
    for package in (gridproof.models, gridproof.search):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if module.name.endswith("_kernel"):
                yield module.name


if __name__ == "__main__":
    main()

"""The same tasks on a Dask cluster (`pip install gridproof[cluster]`)."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from typing import Any

from gridproof.crosschecking.row import CRASHED, Row
from gridproof.crosschecking.suite import Runner
from gridproof.crosschecking.work import Task, perform
from gridproof.errors import UsageError


def cluster_runner(address: str) -> Runner:
    """A runner that sends tasks to the scheduler at `address` (`host:port`).

    A task whose worker dies is sent to another one by the scheduler; one that takes its workers down again and
    again becomes a `crashed` row. Raises UsageError when there is no such scheduler, or no Dask here.
    """

    def run(tasks: Iterable[Task]) -> Iterator[Row]:
        try:
            distributed: Any = importlib.import_module("dask.distributed")
        except ImportError:
            raise UsageError("--dask needs Dask: pip install gridproof[cluster]") from None
        try:
            client = distributed.Client(address, timeout=10)
        except (OSError, ValueError) as error:
            raise UsageError(f"--dask: no scheduler at {address}: {error}") from None
        with client:
            sent = {client.submit(perform, task, key=task.key, pure=False): task for task in tasks}
            for future in distributed.as_completed(sent):
                task = sent[future]
                if (failure := future.exception()) is None:
                    yield future.result()
                else:
                    fault = f"crashed: {type(failure).__name__}: {failure}"
                    metric = task.minimise or ""
                    yield Row(task.label, task.engine, CRASHED, metric, reason=fault, problems=(fault,))

    return run

"""Cross-checking on a Dask cluster: a real scheduler and two workers on loopback, one killed in the middle."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gridproof.crosschecking.cluster import cluster_runner
from gridproof.crosschecking.suite import NamedLevel, Plan, find_levels, run_suite
from gridproof.crosschecking.work import perform
from gridproof.errors import UsageError
from gridproof.limits import Limits

ROOT = Path(__file__).resolve().parents[1]


def dask(*arguments: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "30s"}
    command = [sys.executable, "-m", "dask", *arguments, "--no-dashboard"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen(command, env=environment, **quiet)  # type: ignore[call-overload]


@pytest.fixture
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Address of a scheduler, and its two workers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"127.0.0.1:{port}"
    processes = [dask("scheduler", "--host", "127.0.0.1", "--port", str(port))]
    try:
        worker = ("worker", address, "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny")
        processes += [dask(*worker), dask(*worker)]
        yield address, processes[1:]
    finally:
        for process in processes:
            process.kill()
            process.wait()


def test_a_killed_worker_changes_nothing(cluster: tuple[str, list[subprocess.Popen[bytes]]]) -> None:
    from dask.distributed import Client

    address, workers = cluster
    with Client(address, timeout=60) as client:
        client.wait_for_workers(2, timeout=60)
    bundled = find_levels(["classic"])
    levels = [NamedLevel("many.lights", n + 1, bundled[n % len(bundled)].level) for n in range(300)]
    plan = Plan(engines=["first-row"], limits=Limits(workers=1))
    calm = [c.rows[0] for c in run_suite(levels, plan, lambda tasks: map(perform, tasks))]
    found = []
    for comparison in run_suite(levels, plan, cluster_runner(address)):
        found.append(comparison.rows[0])
        if len(found) == 20:
            workers[0].send_signal(signal.SIGKILL)
            time.sleep(0.1)
    assert workers[0].poll() == -signal.SIGKILL
    assert [(r.level, r.status, r.cost, r.problems) for r in found] == [
        (r.level, r.status, r.cost, r.problems) for r in calm
    ]


def test_no_scheduler_is_one_line() -> None:
    with pytest.raises(UsageError, match="no scheduler at"):
        list(cluster_runner("127.0.0.1:9")([]))

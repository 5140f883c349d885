"""Solving and verifying through the server: progress, cancelling, limits, what is kept, and the end of a server."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from gridproof.cli import main
from gridproof.compiling import NOTE
from gridproof.levels.base import Level
from gridproof.limits import Limits
from gridproof.loader import load, parse
from gridproof.verifier import verify
from gridproof.web import job as job_module
from gridproof.web.guard import Refused
from gridproof.web.jobs import KEPT, Jobs
from gridproof.web.work import Question

ROOT = Path(__file__).resolve().parents[2]
LONG = "puzzle: npuzzle\nsize: 5x5\n0 24 23 22 21\n20 19 18 17 16\n15 14 13 12 11\n10 9 8 7 6\n5 4 3 2 1\n"


def events(text: str) -> list[tuple[str, Any]]:
    found = []
    for block in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if lines:
            found.append((lines["event"], json.loads(lines["data"])))
    return found


def begin(client: TestClient, level: Level, **options: Any) -> str:
    options = {"time_limit": 500, **options}  # the first time on a machine the engines are compiled
    answer = client.post("/api/solve", json={"puzzle": level.puzzle, "text": level.to_text(), **options})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["job"])


def outcome(client: TestClient, job: str) -> dict[str, Any]:
    told = events(client.get(f"/api/jobs/{job}/events").text)
    assert [name for name, _ in told][-2:] == ["state", "done"]
    assert not told[-2][1]["running"]
    found: dict[str, Any] = told[-1][1]
    return found


def until(condition: Any) -> None:
    """Wait for something that other threads or processes do."""
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


def test_a_solve_tells_its_progress_and_ends_with_the_answer(client: TestClient) -> None:
    level = load("classic/all-on-5x5")
    job = begin(client, level)
    told = events(client.get(f"/api/jobs/{job}/events").text)
    assert {name for name, _ in told[:-1]} == {"state"}
    last = told[-2][1]
    assert [engine["name"] for engine in last["engines"]] == ["fewest"]
    assert last["cost"] == last["lower_bound"] == 15
    assert last["changes"][-1]["cost"] == 15
    raw = json.loads(told[-1][1]["json"])
    assert raw["optimal"]
    assert verify(level, raw).ok
    assert events(client.get(f"/api/jobs/{job}/events").text)[-1] == told[-1]  # who comes back has missed nothing
    shown = client.get(f"/api/jobs/{job}/view").json()
    assert shown["status"] == "solved"
    assert len(shown["play"]["steps"]) == len(shown["entries"]) == 15
    saved = client.get(f"/api/jobs/{job}/answer.json")
    assert saved.headers["content-disposition"].startswith("attachment")
    assert saved.json() == raw
    page = client.get(f"/api/jobs/{job}/page.html")
    assert page.headers["content-disposition"].startswith("attachment")
    assert "<svg" in page.text


def test_verify_tells_its_verdict(client: TestClient) -> None:
    job = begin(client, load("classic/corner"))
    assert outcome(client, job)["kind"] == "answer"
    checking = client.post(f"/api/jobs/{job}/verify", json={}).json()["job"]
    verdict = outcome(client, checking)
    assert (verdict["kind"], verdict["ok"]) == ("verdict", True)
    assert verdict["checked"]
    assert client.post(f"/api/jobs/{checking}/verify", json={}).status_code == 404  # a verdict is no answer


def test_a_title_in_any_script_is_a_file_name(client: TestClient) -> None:
    job = begin(client, parse('puzzle: lights-out\ntitle: 横刀"立马\n01\n10\n'))
    outcome(client, job)
    saved = client.get(f"/api/jobs/{job}/answer.json").headers["content-disposition"]
    assert saved == "attachment; filename*=UTF-8''%E6%A8%AA%E5%88%80-%E7%AB%8B%E9%A9%AC.json"


def test_options_are_those_of_solve(client: TestClient) -> None:
    level = load("classic/all-on-5x5")
    tight = outcome(client, begin(client, level, max_cost=14))
    assert json.loads(tight["json"])["status"] == "out-of-bound"
    quick = outcome(client, begin(client, level, any=True, engine="gf2", minimise="presses"))
    assert [engine["name"] for engine in json.loads(quick["json"])["engines"]] == ["gf2"]
    for wrong in ({"engine": "magic"}, {"minimise": "beauty"}):
        failed = outcome(client, begin(client, level, **wrong))
        assert failed["kind"] == "failed"
        assert failed["reason"]
    for wrong in ({"max_cost": -1}, {"time_limit": 0}, {"any": 1}, {"time_limit": "long"}):
        fields = {"puzzle": level.puzzle, "text": level.to_text(), **wrong}
        assert client.post("/api/solve", json=fields).status_code == 400
    answer = client.post("/api/solve", json={"puzzle": "lights-out", "text": "01\n2z\n"})
    assert answer.json()["error"]["line"] == 2


def test_cancel_keeps_the_bounds(client: TestClient) -> None:
    job = begin(client, parse(LONG), time_limit=600)
    server = client.app.state.server  # type: ignore[attr-defined]  # it is a Starlette
    running = server.jobs.find(job)
    until(lambda: running.snapshot()[1]["lower_bound"] > 0)
    known = running.snapshot()[1]
    client.post(f"/api/jobs/{job}/cancel", json={})
    raw = json.loads(outcome(client, job)["json"])
    assert raw["reason"] == "interrupted"
    assert raw["lower_bound"] >= known["lower_bound"]
    assert known["cost"] is None or raw["cost"] <= known["cost"]
    assert verify(parse(LONG), raw).ok
    client.post(f"/api/jobs/{job}/cancel", json={})  # twice is no harm
    assert json.loads(outcome(client, job)["json"]) == raw


def test_many_solves_at_once_are_refused(client: TestClient) -> None:
    jobs = [begin(client, parse(LONG), time_limit=600) for _ in range(2)]
    answer = client.post("/api/solve", json={"puzzle": "npuzzle", "text": LONG})
    assert answer.status_code == 429
    assert "running already" in answer.json()["error"]["reason"]
    for job in jobs:
        client.post(f"/api/jobs/{job}/cancel", json={})
        outcome(client, job)
    outcome(client, begin(client, load("classic/corner")))


def test_what_runs_is_told_side_by_side(client: TestClient) -> None:
    """An open event stream holds up nobody."""
    job = begin(client, parse(LONG), time_limit=600)
    streams: list[str] = []
    reader = threading.Thread(target=lambda: streams.append(client.get(f"/api/jobs/{job}/events").text))
    reader.start()
    assert client.get("/api/levels").status_code == 200
    client.post(f"/api/jobs/{job}/cancel", json={})
    reader.join()
    assert events(streams[0])[-1][0] == "done"


def test_a_time_limit_ends_in_an_answer(client: TestClient) -> None:
    raw = json.loads(outcome(client, begin(client, parse(LONG), time_limit=1))["json"])
    assert raw["reason"] == "time"


def test_nobody_watches_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_module, "ABANDONED", 0.0)
    jobs = Jobs(1)
    job = jobs.start(Question("npuzzle", LONG, Limits(600, 3000)))
    until(lambda: not job.running)
    assert job.outcome is not None
    assert json.loads(job.outcome["json"])["reason"] == "interrupted"
    jobs.close()


def test_a_child_that_does_not_stop_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_module, "GRACE_SECONDS", 0.0)
    monkeypatch.setattr(job_module, "PATIENCE", 0.2)
    monkeypatch.setattr(job_module, "work", deaf)
    jobs = Jobs(1)
    job = jobs.start(Question("npuzzle", LONG, Limits(600, 3000)))
    until(lambda: job.snapshot()[1]["lower_bound"] == 7)
    job.stop()
    until(lambda: not job.running)
    assert job.outcome == {"kind": "cut", "reason": "interrupted"}
    assert job.snapshot()[1]["lower_bound"] == 7
    jobs.close()


def deaf(question: Question, pipe: Any) -> None:
    """A child that reports a bound and then hears nothing."""
    pipe.send(("progress", {"engine": "deaf", "nodes": 1, "lower_bound": 7, "cost": None}))
    while True:
        time.sleep(60)


def compile_on(question: Question, pipe: Any) -> None:
    """A child that says that it compiles, and does so for ever."""
    pipe.send(("compiling", True))
    deaf(question, pipe)


def test_compiling_does_not_count_into_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_module, "GRACE_SECONDS", 0.2)
    monkeypatch.setattr(job_module, "work", compile_on)
    jobs = Jobs(1)
    job = jobs.start(Question("npuzzle", LONG, Limits(5, 3000)))
    until(lambda: job.snapshot()[1]["lower_bound"] == 7)
    until(lambda: job.snapshot()[1]["seconds"] > 6)
    assert job.running
    assert not job.snapshot()[1]["stopping"]
    assert job.snapshot()[1]["note"] == NOTE
    jobs.close()


def crash(question: Question, pipe: Any) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def test_a_crash_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_module, "work", crash)
    jobs = Jobs(1)
    job = jobs.start(Question("npuzzle", LONG, Limits(600, 3000)))
    until(lambda: not job.running)
    assert job.outcome == {"kind": "cut", "reason": "crashed with exit code -11"}
    jobs.close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_process_that_cannot_be_started_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(*_: Any) -> None:
        raise RuntimeError("not now")

    monkeypatch.setattr(job_module, "start", start)
    jobs = Jobs(1)
    job = jobs.start(Question("npuzzle", LONG, Limits(600, 3000)))
    until(lambda: not job.running)
    assert job.outcome == {"kind": "failed", "reason": "the process was lost: RuntimeError: not now"}
    jobs.close()


def test_old_jobs_are_forgotten_and_running_ones_are_not() -> None:
    jobs = Jobs(1)
    ids = []
    for _ in range(KEPT + 3):
        job = jobs.start(Question("lights-out", "no level", Limits(10, 3000)))
        until(lambda job=job: not job.running)
        ids.append(job.id)
    with pytest.raises(Refused):
        jobs.find(ids[0])
    assert jobs.find(ids[-1]).outcome is not None
    jobs.close()
    with pytest.raises(Refused):
        jobs.start(Question("lights-out", "01", Limits(10, 3000)))


def test_jobs_that_are_not_there(client: TestClient) -> None:
    for path in ("events", "view", "answer.json", "page.html"):
        assert client.get(f"/api/jobs/nothing/{path}").status_code == 404
    for path in ("cancel", "verify"):
        assert client.post(f"/api/jobs/nothing/{path}", json={}).status_code == 404


def test_a_port_in_use_is_told_in_one_line(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    port = address.rpartition(":")[2]
    assert main(["serve", "--port", port]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert f"port {port} is in use" in told.err
    assert main(["serve", "--port", "70000"]) == 2
    assert capsys.readouterr().err == "gridproof: there is no port 70000: expected 0 to 65535\n"


def group_lives(leader: int) -> bool:
    try:
        os.killpg(leader, 0)
    except ProcessLookupError:
        return False
    return True


def test_ctrl_c_ends_the_server_and_its_children() -> None:
    """With a solve running and its events being read."""
    import http.client

    command = [sys.executable, "-m", "gridproof", "serve", "--port", "0"]
    pipe = subprocess.PIPE
    server = subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True, start_new_session=True)
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        port = line.split("127.0.0.1:")[1].split("/")[0]
        connection = http.client.HTTPConnection(f"127.0.0.1:{port}")
        body = json.dumps({"puzzle": "npuzzle", "text": LONG, "time_limit": 600})
        connection.request("POST", "/api/solve", body, {"content-type": "application/json"})
        job = json.loads(connection.getresponse().read())["job"]
        connection.request("GET", f"/api/jobs/{job}/events")
        stream = connection.getresponse()
        while b'"name"' not in stream.readline():  # until an engine is at work
            pass
        server.send_signal(signal.SIGINT)
        _, errors = server.communicate(timeout=60)
        assert (server.returncode, errors.replace(f"gridproof: {NOTE}\n", "")) == (0, "")
        until(lambda: not group_lives(server.pid))
        connection.close()
    finally:
        server.kill()

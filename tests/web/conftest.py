"""A client of the whole application, and the page in a browser."""

from __future__ import annotations

import os
import shutil
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from starlette.testclient import TestClient

from gridproof.web.app import make_app
from gridproof.web.shared import Caps

PORT = 8017
HOME = f"http://127.0.0.1:{PORT}"


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    with TestClient(make_app(PORT), base_url=HOME, raise_server_exceptions=False) as made:
        yield made


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """A running server; its address without a slash at the end."""
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    app = make_app(port, Caps(seconds=120, memory=3000))
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, ws="none", timeout_graceful_shutdown=2))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{port}"
    app.state.server.jobs.closing = True
    app.state.server.jobs.wake()
    server.should_exit = True
    thread.join()
    listening.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, driven by Playwright. Where it has to be there (GRIDPROOF_BROWSER=1) its absence is a failure."""

    def absent(why: str) -> None:
        if os.environ.get("GRIDPROOF_BROWSER"):
            pytest.fail(why)
        pytest.skip(why)

    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        absent("needs the package playwright")
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        absent("needs Chromium on the path")
    root = hasattr(os, "getuid") and os.getuid() == 0
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=path, args=["--no-sandbox"] if root else [])
        yield started
        started.close()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    """A fresh page of 1280 × 800, on the address; errors in its scripts fail the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=address)
    context.set_default_timeout(60_000)
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda said: "Content Security Policy" in said.text and errors.append(said.text))
    yield opened
    context.close()
    assert errors == []

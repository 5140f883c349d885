"""What the server refuses: other pages, other names, bodies that are too large or no JSON."""

from __future__ import annotations

import contextlib
import http.client
from typing import Any

import pytest
from starlette.testclient import TestClient

from gridproof.web import guard

OWN = "http://127.0.0.1:8017"
READ = {"text": "puzzle: lights-out\n01\n10\n"}


def test_our_own_page_is_answered(client: TestClient) -> None:
    for headers in ({}, {"origin": OWN, "sec-fetch-site": "same-origin"}, {"host": "localhost:8017"}):
        assert client.post("/api/read", json=READ, headers=headers).status_code == 200
    page = client.get("/", headers={"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"})  # a link elsewhere
    assert page.status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8017.evil.example", ""])
def test_another_name_for_this_machine_is_refused(client: TestClient, host: str) -> None:
    for answer in (
        client.get("/", headers={"host": host}),
        client.post("/api/read", json=READ, headers={"host": host}),
    ):
        assert answer.status_code == 421


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "https://127.0.0.1:8017"},
        {"origin": "http://127.0.0.1:9000"},
        {"origin": "http://localhost:8017"},  # the same server by its other name is another site to a browser
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
@pytest.mark.parametrize(
    "path", ["read", "edit", "play", "reach", "way", "replay", "solve", "jobs/x/cancel", "jobs/x/verify"]
)
def test_a_post_of_another_page_is_refused(client: TestClient, headers: dict[str, str], path: str) -> None:
    answer = client.post(f"/api/{path}", json=READ, headers=headers)
    assert answer.status_code == 403
    assert "another web page" in answer.json()["error"]["reason"]


def test_another_page_reads_nothing(client: TestClient) -> None:
    for path in ("/api/levels", "/api/level?name=classic/plus", "/static/app.js", "/"):
        assert (
            client.get(path, headers={"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}).status_code == 403
        )
    assert client.options("/api/read", headers={"origin": "http://evil.example"}).status_code == 403
    answer = client.get("/api/levels")
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_form_of_another_page_is_no_json(client: TestClient, kind: str) -> None:
    answer = client.post("/api/read", content=b'{"text": "01"}', headers={"content-type": kind})
    assert answer.status_code == 415


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'"text"',
        b"\xff\xfe{}",
        b'{"text": "\\ud800"}',
        b'{"text": NaN}',
        b"[" * 100_000,
        b"9" * 5000,
    ],
)
def test_what_is_no_json_object_is_refused(client: TestClient, body: bytes) -> None:
    answer = client.post("/api/read", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert "expected" in answer.json()["error"]["reason"]


def test_an_oversized_body_is_refused(client: TestClient) -> None:
    text = "x" * guard.MAX_BODY
    assert client.post("/api/read", json={"text": text}).status_code == 413
    length = {"content-type": "application/json", "content-length": "9" * 30}
    assert client.post("/api/read", content=b"{}", headers=length).status_code == 413


def test_an_oversized_body_of_unknown_length_is_refused(address: str) -> None:
    connection = http.client.HTTPConnection(address.removeprefix("http://"))
    piece = b"x" * 65536

    def pieces() -> Any:
        for _ in range(guard.MAX_BODY // len(piece) + 1):
            yield piece

    headers = {"content-type": "application/json"}
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # the server need not hear it all to say no
        connection.request("POST", "/api/read", body=pieces(), headers=headers, encode_chunked=True)
    assert connection.getresponse().status == 413
    connection.close()


def test_a_body_that_never_comes_is_given_up(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.2)
    connection = http.client.HTTPConnection(address.removeprefix("http://"))
    connection.putrequest("POST", "/api/read")
    connection.putheader("content-type", "application/json")
    connection.putheader("content-length", "100")
    connection.endheaders(b"{")
    assert connection.getresponse().status == 408
    connection.close()


def test_headers_that_bind_the_browser(client: TestClient) -> None:
    for path in ("/", "/api/levels", "/static/app.js", "/nowhere"):
        headers = client.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "script-src" not in headers["content-security-policy"]  # so that of default-src holds: no inline ones
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == ("no-store" if path.startswith("/api/") else "no-cache")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE"])
def test_other_methods_are_refused(client: TestClient, method: str) -> None:
    assert client.request(method, "/api/read").status_code == 405


@pytest.mark.parametrize(
    "path", ["/nowhere", "/api/nowhere", "/static/../server.py", "/static/%2e%2e/server.py", "/static/"]
)
def test_what_is_not_there_is_not_served(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404

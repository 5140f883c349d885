"""What stands before every request: no other web page may drive this server, and no request may be too large.

A page elsewhere can make a browser send requests here. It cannot give them our address in `Host` without having
made its own name point at this machine (DNS rebinding), and it cannot hide where they come from (`Origin`,
`Sec-Fetch-Site`; see the W3C's Fetch Metadata Request Headers). Posts must be JSON: a page elsewhere cannot send
that without asking first, and is never told yes.
"""

from __future__ import annotations

import asyncio

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY = 1 << 20  # bytes
BODY_SECONDS = 20.0  # for a body to arrive
OWN_SITES = ("same-origin", "none")  # none: typed by the user, or a bookmark

PAGE_HEADERS = {
    # boards are drawn with style attributes, and with no other inline style or script
    "content-security-policy": "default-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class Refused(Exception):
    """A request that goes no further: HTTP status, and the reason in words."""

    def __init__(self, status: int, reason: str):
        self.status, self.reason = status, reason
        super().__init__(reason)


class Guard:
    """ASGI middleware. `port` is what the server listens on."""

    def __init__(self, app: ASGIApp, port: int):
        self.app = app
        names = ("127.0.0.1", "localhost", "[::1]")
        self.hosts = {f"{name}:{port}" for name in names} | (set(names) if port == 80 else set())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":  # no page of ours opens a web socket
            await send({"type": "websocket.close", "code": 1008})
            return
        send = _with_headers(send, scope["path"])
        try:
            self.check(scope["method"], scope["path"], Headers(scope=scope))
            body = await _body(Headers(scope=scope), receive) if scope["method"] == "POST" else b""
        except Refused as why:
            response = JSONResponse({"error": {"reason": why.reason}}, why.status, {"connection": "close"})
            await response(scope, receive, send)
            return
        await self.app(scope, _replayed(body, receive), send)

    def check(self, method: str, path: str, headers: Headers) -> None:
        """Raise Refused for what does not come from our own page."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self.hosts:
            raise Refused(421, f"this server is {min(self.hosts)}, and answers to no other name")
        site = headers.get("sec-fetch-site", "same-origin")
        if site not in OWN_SITES and not (path == "/" and headers.get("sec-fetch-mode") == "navigate"):
            raise Refused(403, "refused: a request from another web page")
        origin = headers.get("origin")
        if origin is not None and origin.lower() != f"http://{hosts[0].lower()}":
            raise Refused(403, "refused: a request from another web page")
        if method not in ("GET", "HEAD", "POST"):
            raise Refused(405, f"{method}: expected GET or POST")
        if method == "POST":
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                raise Refused(415, f"expected the content type application/json, not {kind[:60] or 'none'}")


async def _body(headers: Headers, receive: Receive) -> bytes:
    """The whole body, whether or not its length was announced. Raises Refused when it is too large or too slow."""
    too_large = Refused(413, f"the request is too large: expected at most {MAX_BODY:,} bytes")
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > MAX_BODY:
        raise too_large
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    raise Refused(400, "the request ended half-way")
                body += message.get("body", b"")
                if len(body) > MAX_BODY:
                    raise too_large
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        raise Refused(408, "the request took too long to arrive") from None


def _replayed(body: bytes, receive: Receive) -> Receive:
    """A receive that hands out the body once, then whatever the connection says."""
    pending = [body]

    async def replay() -> Message:
        if pending:
            return {"type": "http.request", "body": pending.pop(), "more_body": False}
        return await receive()

    return replay


def _with_headers(send: Send, path: str) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in PAGE_HEADERS.items():
                headers[name] = value
            # what is installed may change from one start of the server to the next: ask each time, load if changed
            headers["cache-control"] = "no-store" if path.startswith("/api/") else "no-cache"
        await send(message)

    return wrapped

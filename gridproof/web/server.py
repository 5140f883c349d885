"""Running the page: a socket on this machine alone, the event loop, and a clean end."""

from __future__ import annotations

import asyncio
import errno
import socket
import threading
import webbrowser
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from gridproof.errors import UsageError
from gridproof.web.app import make_app
from gridproof.web.shared import Caps

HOST = "127.0.0.1"


def serve(port: int, caps: Caps, open_browser: bool = False) -> None:
    """Serve until Ctrl-C. `port` 0 takes any free one. Raises UsageError when the port is taken."""
    listening = _listen(port)
    port = listening.getsockname()[1]
    app = make_app(port, caps, warm=True)
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        lifespan="on",
        timeout_graceful_shutdown=3,
    )
    address = f"http://{HOST}:{port}/"
    print(f"gridproof: {address} (Ctrl-C ends it)", flush=True)
    if open_browser:  # a browser may take its time, and then waits for the page
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    try:
        asyncio.run(_Server(config, app).serve(sockets=[listening]))
    except KeyboardInterrupt:  # raised again by uvicorn when everything has ended
        pass
    finally:
        listening.close()


class _Server(uvicorn.Server):
    """Ends the event streams as soon as it is asked to end, for it waits for them."""

    def __init__(self, config: uvicorn.Config, app: Starlette):
        super().__init__(config)
        self._jobs = app.state.server.jobs

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._jobs.closing = True
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._jobs.wake()
        await super().shutdown(sockets)


def _listen(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
        listening.listen(128)  # from now on a request waits, and is not refused
    except (OSError, OverflowError) as error:
        listening.close()
        if isinstance(error, OverflowError):
            raise UsageError(f"there is no port {port}: expected 0 to 65535") from None
        why = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be used: {error.strerror or error}"
        raise UsageError(f"port {port} {why}; --port N takes another, --port 0 any that is free") from None
    return listening

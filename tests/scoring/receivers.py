"""Small servers that receive what webhooks send."""

from __future__ import annotations

import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, NamedTuple


class Received(NamedTuple):
    """A request: where to, its headers with lower-case names, and its body."""

    path: str
    headers: dict[str, str]
    raw: bytes

    @property
    def body(self) -> Any:
        return json.loads(self.raw)


class Receiver:
    """Keeps what it receives, and answers the next of `statuses`, or 204."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.received: list[Received] = []
        self.statuses: list[int] = []
        self.location = ""  # of redirects


@contextmanager
def receiver(certificate: Path | None = None) -> Iterator[Receiver]:
    """A server on the loopback address; with a certificate by HTTPS."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            found.received.append(Received(self.path, headers, raw))
            self.send_response(found.statuses.pop(0) if found.statuses else 204)
            if found.location:
                self.send_header("Location", found.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    found = Receiver(f"{'https' if certificate else 'http'}://hooks.local:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

"""A port that leads to PostgreSQL or Redis, for tests that take these away."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import suppress

from tests.server import free_port


class Proxy:
    """Lets connections through while it is started; otherwise nobody is there."""

    def __init__(self, host: str, port: int) -> None:
        self._target = host, port
        self._listener: socket.socket | None = None
        self._open: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self.port = free_port()
        self._flows = threading.Event()
        self._flows.set()

    def fall_silent(self) -> None:
        """Let nothing through any more; connections stay open, and new ones can be opened."""
        self._flows.clear()

    def speak_again(self) -> None:
        """Let through what has come meanwhile, and all that follows."""
        self._flows.set()

    def start(self) -> None:
        """Let connections through."""
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self._run(self._accept, self._listener)

    def stop(self) -> None:
        """Cut all connections, and refuse new ones."""
        if self._listener is None:
            return
        self._flows.set()
        self._open.append(self._listener)
        for one in self._open:
            _shut(one)
        for thread in self._threads:
            thread.join(10)
        for one in self._open:
            one.close()
        self._listener = None
        self._open.clear()
        self._threads.clear()

    def _run(self, target: Callable[..., None], *args: socket.socket) -> None:
        thread = threading.Thread(target=target, args=args, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                client, _address = listener.accept()
                self._open.append(client)
                server = socket.create_connection(self._target)
                self._open.append(server)
                for source, target in ((client, server), (server, client)):
                    self._run(self._copy, source, target)

    def _copy(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                self._flows.wait()
                target.sendall(data)
        _shut(source)
        _shut(target)


def _shut(one: socket.socket) -> None:
    with suppress(OSError):  # it is not open any more
        one.shutdown(socket.SHUT_RDWR)

"""Servers that take the place of others while somebody asks all the time."""

from __future__ import annotations

import contextlib
import itertools
import json
import socket
import socketserver
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.databases import sqlite_database
from tests.live.phones import guest
from tests.server import free_port, serve_process

Answers = list[tuple[float, int | None]]  # when, and the status; None without an answer


def status(request: str | urllib.request.Request) -> int | None:
    """The status of the answer; None without one."""
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            response.read()
            return int(response.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return None


@contextmanager
def asking(server: str) -> Iterator[Answers]:
    """Ask all the time, from four threads; give the times and statuses of the answers.

    Two of them read, and two write, as somebody who has an account there.
    """
    answers: Answers = []
    stop = threading.Event()
    token = guest(server, "Anna").token
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def request(number: int) -> urllib.request.Request:
        if number % 2:
            return urllib.request.Request(f"{server}/api/v1/me/", headers=headers)
        body = json.dumps({"name": f"Anna {time.monotonic()}"}).encode()
        return urllib.request.Request(f"{server}/api/v1/me/", body, headers, method="PATCH")

    def ask(number: int) -> None:
        while not stop.is_set():
            answers.append((time.monotonic(), status(request(number))))
            time.sleep(0.01)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    try:
        yield answers
    finally:
        stop.set()
        for thread in threads:
            thread.join(30)


class Proxy:
    """A proxy for TCP that takes servers in turn, and only those whose /readyz is 200."""

    def __init__(self, ports: list[int]) -> None:
        ready = self._ready = set(ports)
        turns = itertools.cycle(ports)
        self._stop = threading.Event()

        class Forward(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                port = next(port for port in turns if port in ready)
                with socket.create_connection(("127.0.0.1", port)) as server:
                    back = threading.Thread(target=copy, args=(server, self.request))
                    back.start()
                    copy(self.request, server)
                    back.join()

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Forward)
        self.port: int = self._server.server_address[1]
        self._threads = [threading.Thread(target=self._check, args=(port,)) for port in ports]
        self._threads.append(threading.Thread(target=self._server.serve_forever))
        for thread in self._threads:
            thread.start()

    def is_ready(self, port: int) -> bool:
        return port in self._ready

    def stop(self) -> None:
        self._stop.set()
        self._server.shutdown()
        self._server.server_close()
        for thread in self._threads:
            thread.join()

    def _check(self, port: int) -> None:
        while not self._stop.wait(0.2):
            is_ready = status(f"http://127.0.0.1:{port}/readyz") == 200
            (self._ready.add if is_ready else self._ready.discard)(port)


def copy(source: socket.socket, target: socket.socket) -> None:
    """Send what comes from one connection to another, until its end."""
    with contextlib.suppress(OSError):
        while part := source.recv(65536):
            target.sendall(part)
    with contextlib.suppress(OSError):
        target.shutdown(socket.SHUT_WR)


def replace_one(folder: Path) -> Answers:
    """Stop a server, start another one at its address, and return what was answered meanwhile."""
    url, port = sqlite_database(folder), free_port()
    with ExitStack() as stack:
        address, first = stack.enter_context(serve_process(url, port=port, REDIS_URL=""))
        with asking(address) as answers:
            time.sleep(1)
            first.terminate()
            first.wait(15)
            stack.enter_context(serve_process(url, port=port, REDIS_URL=""))
            time.sleep(1)
    return answers


def replace_two(folder: Path, drain: float) -> Answers:
    """Replace two servers behind a proxy one after the other; return what was answered."""
    url, ports = sqlite_database(folder), [free_port(), free_port()]

    with ExitStack() as stack:

        def start(port: int) -> subprocess.Popen[bytes]:
            serving = serve_process(url, port=port, DRAIN_SECONDS=str(drain), REDIS_URL="")
            return stack.enter_context(serving)[1]

        first = [start(port) for port in ports]
        proxy = Proxy(ports)
        stack.callback(proxy.stop)
        with asking(f"http://127.0.0.1:{proxy.port}") as answers:
            time.sleep(1)
            for process, port in zip(first, ports, strict=True):
                process.terminate()
                process.wait(15)
                start(port)
                while not proxy.is_ready(port):
                    time.sleep(0.1)
            time.sleep(1)
    return answers

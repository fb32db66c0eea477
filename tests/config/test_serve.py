"""The server as it is started, and the address it tells."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from config.serve import greeting
from https.addresses import address_for_phones, lan_address
from tests.databases import sqlite_database
from tests.server import ROOT, free_port, run_python


def test_the_address_is_one_of_this_machine() -> None:
    address = lan_address()
    if address is not None:
        # Only an address of this machine can be bound.
        with socket.socket() as own:
            own.bind((address, 0))


def test_the_server_takes_as_many_connections_as_the_system_grants() -> None:
    code = (
        "import resource; from config.serve import allow_many_connections;"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (256, 512)); allow_many_connections();"
        "print(*resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    assert run_python("-c", code).stdout.split() == ["512", "512"]


def test_no_network_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unplugged(socket.socket):
        def connect(self, address: object) -> None:
            raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket, "socket", Unplugged)
    assert lan_address() is None


def test_phones_are_told_only_an_address_that_they_can_reach() -> None:
    assert address_for_phones("127.0.0.1") is None
    assert address_for_phones("192.0.2.7") == "192.0.2.7"
    assert address_for_phones("127.0.0.1", told="192.0.2.8") == "192.0.2.8"


def test_the_greeting() -> None:
    phone, machine = greeting("192.0.2.7", 8001).splitlines()
    assert phone.endswith("http://192.0.2.7:8001/")
    assert machine.endswith("http://localhost:8001/")
    assert "localhost:8001" in greeting(None, 8001)
    install, root = greeting("192.0.2.7", 8001, fingerprint="AB:CD").splitlines()[2:]
    assert install.endswith("http://192.0.2.7:8001/install")
    assert root.endswith("AB:CD")
    public = greeting(None, 8001, "https://cards.example.org")
    assert public == "Open on a phone: https://cards.example.org"


def start(
    port: int, workers: int, bind: str = "0.0.0.0", database_url: str = ""
) -> subprocess.Popen[str]:
    environment = {
        **os.environ,
        **({"DATABASE_URL": database_url} if database_url else {}),
        "BIND": bind,
        "PORT": str(port),
        "WEB_WORKERS": str(workers),
        "LAN_ADDRESS": "table.example",
        "PUBLIC_URL": "",
        "SECRET_KEY": "test",
    }
    return subprocess.Popen(
        [sys.executable, "-m", "config.serve"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


on_linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere, there is no 127.0.0.2")


@pytest.mark.parametrize(
    ("workers", "bind", "shown", "here"),
    [
        pytest.param(1, "127.0.0.2", "table.example", "127.0.0.2", marks=on_linux),
        (2, "0.0.0.0", "table.example", "127.0.0.1"),
    ],
)
def test_start_answer_stop(workers: int, bind: str, shown: str, here: str, tmp_path: Path) -> None:
    port = free_port()
    with start(port, workers, bind, sqlite_database(tmp_path)) as server:
        try:
            assert server.stdout is not None
            assert any(f"http://{shown}:{port}/" in line for line in server.stdout)
            with urllib.request.urlopen(f"http://{here}:{port}/", timeout=10) as answer:
                assert json.load(answer)["name"] == "Tableside"
            refusal = answer_to_a_large_body(here, port)
            assert refusal.startswith(b"HTTP/1.1 413 ")
            assert json.loads(refusal.partition(b"\r\n\r\n")[2])["code"] == "body_too_large"
            if bind == here:  # and nowhere else
                with pytest.raises(ConnectionRefusedError):
                    socket.create_connection(("127.0.0.1", port), timeout=10)
        finally:
            server.send_signal(signal.SIGTERM)
        assert "Traceback" not in server.communicate(timeout=20)[0]


def answer_to_a_large_body(host: str, port: int) -> bytes:
    """Send far more than is allowed, and read only then."""
    with socket.create_connection((host, port), timeout=10) as connection:
        connection.sendall(
            b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n"
        )
        for _chunk in range(4000):
            connection.sendall(b"400\r\n" + b" " * 1024 + b"\r\n")
        connection.sendall(b"0\r\n\r\n")
        return connection.makefile("rb").read()


def test_a_port_in_use_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        with start(taken.getsockname()[1], 1) as server:
            output = server.communicate(timeout=20)[0]
    assert server.returncode == 1
    assert "in use" in output
    assert "PORT=" in output
    assert "table.example" not in output

"""Clients that send too much, too slowly, or something else than HTTP."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.databases import sqlite_database
from tests.live.phones import guest
from tests.server import serve_process

HEAD = b"GET /api/v1/ HTTP/1.1\r\nHost: localhost\r\n"
LAST = b"Connection: close\r\n\r\n"


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server writes its log."""
    return tmp_path_factory.mktemp("log") / "server.log"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, log: Path) -> Iterator[str]:
    url = sqlite_database(tmp_path_factory.mktemp("protocol"))
    times: dict[str, Any] = {"HEAD_SECONDS": "0.5", "BODY_SECONDS": "0.5"}
    with (
        log.open("wb") as lines,
        serve_process(url, REDIS_URL="", log=lines, **times) as (
            address,
            _process,
        ),
    ):
        yield address


def connect(server: str) -> socket.socket:
    parts = urlsplit(server)
    return socket.create_connection((parts.hostname or "", parts.port or 0), timeout=10)


def answers(server: str, *pieces: bytes) -> bytes:
    """What the server answers until it closes the connection."""
    with connect(server) as client:
        with suppress(ConnectionError):  # it has refused what comes
            for piece in pieces:
                client.sendall(piece)
        answer = b""
        with suppress(ConnectionError):
            while data := client.recv(65536):
                answer += data
        return answer


def problem(answer: bytes) -> tuple[int, dict[str, Any]]:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"application/problem+json" in head
    return int(head.split()[1]), json.loads(body)


def is_well(server: str) -> bool:
    return answers(server, HEAD + LAST).startswith(b"HTTP/1.1 200")


def test_headers_as_large_as_they_may_be(server: str) -> None:
    assert answers(server, HEAD + b"X-A: " + b"a" * 15_000 + b"\r\n" + LAST).startswith(
        b"HTTP/1.1 200"
    )


@pytest.mark.parametrize(
    "pieces",
    [
        [HEAD + b"X-A: " + b"a" * 17_000 + b"\r\n" + LAST],
        [HEAD, *[b"X-A: b\r\n"] * 3000, LAST],
        [b"GET /api/v1/?" + b"a" * 17_000 + b" HTTP/1.1\r\nHost: localhost\r\n" + LAST],
    ],
    ids=["one header", "many headers", "address"],
)
def test_headers_that_are_too_large(server: str, pieces: list[bytes]) -> None:
    status, document = problem(answers(server, *pieces))
    assert (status, document["code"]) == (431, "headers_too_large")
    assert "16384" in document["detail"]
    assert is_well(server)


def test_a_header_without_an_end_is_not_collected(server: str) -> None:
    megabyte = b"a" * 1_000_000
    answer = answers(server, HEAD + b"X-A: ", *[megabyte] * 50)
    assert answer == b"" or b" 431 " in answer  # the connection may be reset before it is read
    assert is_well(server)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        HEAD + b"X-Half",
        b"POST /api/v1/guests/ HTTP/1.1\r\nHost: localhost\r\n"
        b'Content-Type: application/json\r\nContent-Length: 15\r\n\r\n{"name":',
    ],
    ids=["nothing", "half a head", "half a body"],
)
def test_what_does_not_arrive_in_time(server: str, sent: bytes) -> None:
    status, document = problem(answers(server, sent))
    assert (status, document["code"]) == (408, "request_too_slow")
    assert is_well(server)


def test_a_stranger_s_large_body_is_answered_unread(server: str) -> None:
    path = b"/api/v1/groups/6b1f2f0e-6c5c-4f7e-9d5a-0f2a1f1c0d11/imports/"
    head = b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30000000\r\n\r\n" % path
    assert problem(answers(server, head + b"a" * 1000))[0] == 401
    assert is_well(server)


def test_whoever_goes_with_a_second_request_waiting_is_missed(server: str) -> None:
    """uvicorn tells the last request of a connection that it was lost: not the one it answers."""
    phone = guest(server, "Anna")
    group = phone.post("/groups/", {"name": "Kitchen table"})["id"]
    stream = (
        f"GET /api/v1/groups/{group}/events/ HTTP/1.1\r\nHost: localhost\r\n"
        f"Authorization: Bearer {phone.token}\r\n\r\n"
    ).encode()
    for _time in range(15):  # a member has twelve streams
        with connect(server) as one:
            one.sendall(stream + HEAD + b"\r\n")
            assert one.recv(100).startswith(b"HTTP/1.1 200")
        time.sleep(0.1)


def test_the_next_request_has_its_own_time(server: str) -> None:
    with connect(server) as client:
        client.sendall(HEAD + b"\r\n")
        answer = client.recv(65536)
        while not answer.endswith(b"}"):
            answer += client.recv(65536)
        assert answer.startswith(b"HTTP/1.1 200")
        client.sendall(HEAD[:10])
        assert b" 408 " in client.recv(65536)


@pytest.mark.parametrize(
    ("length", "code"),
    [("9" * 15, "body_too_large"), ("0" * 5000 + "1", "not_json")],
    ids=["a petabyte", "thousands of zeros"],
)
def test_odd_lengths(server: str, length: str, code: str) -> None:
    head = b"POST /api/v1/auth/guests/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    head += b"Content-Type: application/json\r\n"
    answer = answers(server, head + f"Content-Length: {length}\r\n\r\n".encode() + b"{")
    assert problem(answer)[1]["code"] == code
    assert is_well(server)


def test_what_is_no_http(server: str) -> None:
    status, document = problem(answers(server, b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n"))
    assert (status, document["code"]) == (400, "invalid_request")


def test_a_web_socket_is_answered_without_one(server: str, log: Path) -> None:
    upgrade = (
        b"Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    for path, status in ((b"/api/v1/", 200), (b"/api/v1/nowhere/", 404), (b"/nowhere", 404)):
        head = HEAD.replace(b"/api/v1/", path)
        assert answers(server, head + upgrade).startswith(b"HTTP/1.1 %d" % status)
    assert is_well(server)
    assert "Traceback" not in log.read_text()


@pytest.mark.parametrize("name", [b"Upgrade", b"UPGRADE"])
def test_whoever_offers_http_2_is_answered_without_it(server: str, name: bytes) -> None:
    body = b'{"name": "Anna"}'
    head = (
        b"POST /api/v1/auth/guests/ HTTP/1.1\r\nHost: localhost\r\nHTTP2-Settings: AAEAAEAAAA\r\n"
        b"Connection: Upgrade, HTTP2-Settings, close\r\n" + name + b": h2c\r\n"
        b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
    )
    for pieces in ([head + body], [head, body]):
        assert answers(server, *pieces).startswith(b"HTTP/1.1 201")

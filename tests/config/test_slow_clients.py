"""A server with a single thread, and clients that take their time: nobody waits for them."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.client.patience import is_answered, until
from tests.config.test_protocol import connect
from tests.databases import database, sqlite_database
from tests.live.phones import Phone, guest
from tests.server import serve


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    url = sqlite_database(tmp_path_factory.mktemp("slow"))
    with serve(url, REDIS_URL="", WEB_THREADS="1") as address:
        yield address


def answers_at_once(phone: Phone) -> bool:
    began = time.monotonic()
    phone.get("/me/")
    return time.monotonic() - began < 2


def test_a_body_that_comes_byte_by_byte(server: str) -> None:
    phone = guest(server, "Anna")
    body = b'{"name": "Kitchen table"}'
    head = (
        "POST /api/v1/groups/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        f"Authorization: Bearer {phone.token}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    ).encode()
    with connect(server) as slow:
        for at in range(0, len(head), 40):
            slow.sendall(head[at : at + 40])
        for at in range(len(body)):
            slow.sendall(body[at : at + 1])
            if at % 5 == 0:
                assert answers_at_once(phone)
        assert b" 201 " in slow.recv(100)


def test_an_answer_that_is_not_read(server: str) -> None:
    phone = guest(server, "Anna")
    request = b"GET /api/schema/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
    # To make it takes a busy machine longer than a request may take; then it is remembered.
    until(lambda: is_answered(f"{server}/api/schema/"))
    with connect(server) as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.sendall(request * 20)  # many times what the buffers hold
        assert slow.recv(100).startswith(b"HTTP/1.1 200")
        for _ in range(5):
            assert answers_at_once(phone)


def test_no_body_answers_head(server: str) -> None:
    with connect(server) as client:
        client.sendall(b"HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        answer = b""
        while data := client.recv(1000):
            answer += data
    assert answer.startswith(b"HTTP/1.1 200")
    assert answer.endswith(b"\r\n\r\n")


@pytest.mark.full
@pytest.mark.database
@pytest.mark.parametrize("threads", [pytest.param("1", marks=pytest.mark.release), "8"])
def test_many_phones_write_with_few_threads_and_many(tmp_path: Path, threads: str) -> None:
    with (
        database(tmp_path) as url,
        serve(url, REDIS_URL="", WEB_THREADS=threads) as address,
        ThreadPoolExecutor(8) as phones,
    ):
        mine = list(phones.map(lambda number: guest(address, f"Phone {number}"), range(8)))

        def write(at: int) -> int:
            phone = mine[at % len(mine)]
            return phone.ask("POST", "/groups/", {"name": f"Group {at}"})[0]

        assert list(phones.map(write, range(48))) == [201] * 48
        for phone in mine:
            assert len(phone.get("/groups/")["results"]) == 6

"""The server with HTTPS=on: the same answers on both ports, and both end together."""

from __future__ import annotations

import asyncio
import http.client
import json
import signal
import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from ipaddress import ip_address
from pathlib import Path
from subprocess import Popen
from typing import Any, NamedTuple

import pytest
from cryptography.hazmat.primitives.serialization import Encoding
from zeroconf import IPVersion
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from https.addresses import Addresses, addresses_of
from https.announcing import SERVICE, Announcement
from https.certificates import stored_root
from https.home import Home, Where
from tests.databases import sqlite_database
from tests.server import free_port, serve_process

NAME = "tableside.local"


class Server(NamedTuple):
    port: int
    https_port: int
    folder: Path
    process: Popen[bytes]

    def plain(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)

    def secure(self) -> http.client.HTTPSConnection:
        """As a phone that trusts the root."""
        context = trusting(self.folder)
        return http.client.HTTPSConnection("127.0.0.1", self.https_port, context=context)


def trusting(folder: Path) -> ssl.SSLContext:
    root = stored_root(folder)
    assert root is not None
    return ssl.create_default_context(cadata=root.public_bytes(Encoding.PEM).decode())


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    port, https_port, folder = free_port(), free_port(), tmp_path / "https"
    environment: dict[str, Any] = {
        "HTTPS": "on",
        "HTTPS_PORT": str(https_port),
        "VAR_DIR": str(tmp_path),
        "HTTPS_NAME": f"tableside-{https_port}.local",
        "BIND": "127.0.0.1",
        "REDIS_URL": "",
    }
    url = sqlite_database(tmp_path)
    with serve_process(url, port=port, **environment) as (_address, process):
        yield Server(port, https_port, folder, process)


def ask(
    connection: http.client.HTTPConnection,
    path: str,
    body: Any = None,
    headers: dict[str, str] | None = None,
) -> http.client.HTTPResponse:
    headers = {"Accept": "application/json", **(headers or {})}
    if body is None:
        connection.request("GET", path, headers=headers)
    else:
        headers["Content-Type"] = "application/json"
        connection.request("POST", path, json.dumps(body), headers)
    return connection.getresponse()


@pytest.fixture
def open_connections() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_both_ports_answer_until_the_end(server: Server, open_connections: ExitStack) -> None:
    def opened(connection: http.client.HTTPConnection) -> http.client.HTTPConnection:
        return open_connections.enter_context(closing(connection))

    plain, secure = opened(server.plain()), opened(server.secure())
    hosts = (f"tableside-{server.https_port}.local", "127.0.0.1")
    for connection in plain, secure:
        info = json.load(ask(connection, "/api/v1/"))
        assert info["https"] == [f"https://{host}:{server.https_port}" for host in hosts]
    with pytest.raises(ssl.SSLCertVerificationError):
        ask(opened(http.client.HTTPSConnection("127.0.0.1", server.https_port)), "/healthz")
    # What is not TLS does no harm.
    with pytest.raises(http.client.RemoteDisconnected):
        ask(opened(http.client.HTTPConnection("127.0.0.1", server.https_port)), "/healthz")

    token = json.load(ask(secure, "/api/v1/auth/guests/", {"name": "Anna"}))["token"]
    account = {"Authorization": f"Bearer {token}"}
    for connection, origin in (
        (plain, f"http://127.0.0.1:{server.port}"),
        (secure, f"https://127.0.0.1:{server.https_port}"),
    ):
        paired = ask(connection, "/api/v1/auth/pairing/", {}, account)
        # Or browsers would come by HTTPS only, where there is plain HTTP as well.
        assert "Strict-Transport-Security" not in paired.headers
        assert json.load(paired)["link"].startswith(f"{origin}/pair#")

    # Somebody follows a group when the server is told to stop.
    body = {"name": "Kitchen table", "players": [{"name": "Anna"}]}
    group = json.load(ask(secure, "/api/v1/groups/", body, account))["id"]
    stream = ask(secure, f"/api/v1/groups/{group}/events/?after=0", headers=account)
    assert stream.status == 200
    told = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    stream.read()
    assert server.process.wait(timeout=15) == -signal.SIGTERM
    assert time.monotonic() - told < 4


def test_a_new_certificate_is_shown_without_a_new_start(tmp_path: Path) -> None:
    where = Where(NAME, free_port(), "127.0.0.1")
    told: list[tuple[str, ...]] = []
    home = Home(tmp_path, where, told.append)
    assert told == [(f"https://{NAME}:{where.port}", f"https://127.0.0.1:{where.port}")]

    async def shown() -> bytes:
        _reader, writer = await asyncio.open_connection(
            "127.0.0.1", where.port, ssl=trusting(tmp_path), server_hostname=NAME
        )
        certificate: bytes = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
        writer.close()
        return certificate

    async def run() -> tuple[bytes, bytes, bytes]:
        server = await asyncio.start_server(
            lambda _reader, writer: writer.close(), "127.0.0.1", where.port, ssl=home.context
        )
        async with server:
            first = await shown()
            await home.look()
            same = await shown()
            home.certificates.file.unlink()  # as if it were too old
            await home.look()
            return first, same, await shown()

    first, same, renewed = asyncio.run(run())
    assert first == same
    assert renewed != first
    asyncio.run(home.close())
    assert told[-1] == ()


def test_the_name_is_found_in_the_network() -> None:
    """On this machine's own interface: nothing leaves it."""
    port = free_port()
    name, own = f"tableside-{port}.local", addresses_of("127.0.0.1")
    others = Addresses((ip_address("127.0.0.2"),), (ip_address("127.0.0.2"),), own.interface)

    async def run() -> None:
        announcement = Announcement()
        assert await announcement.start(name, port, own)
        phone = AsyncZeroconf(interfaces=["127.0.0.1"])
        try:
            service = AsyncServiceInfo(SERVICE, f"Tableside.{SERVICE}")
            assert await service.async_request(phone.zeroconf, 5_000)
            assert (service.server, service.port) == (f"{name}.", port)
            assert service.parsed_addresses(IPVersion.V4Only) == ["127.0.0.1"]
            # Another machine does not take the name away, and may tell it once it is free.
            other = Announcement()
            assert not await other.start(name, port, others)
            await announcement.stop()
            assert await other.start(name, port, others)
            await other.stop()
        finally:
            await phone.async_close()

    asyncio.run(run())


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # in the library
def test_without_announcements_phones_come_by_address() -> None:
    async def run() -> None:
        announcement = Announcement()
        own, none = addresses_of("127.0.0.1"), ip_address("192.0.2.77")
        # Other names are in the DNS of the router.
        assert await announcement.start("cards.home.arpa", 8443, own)
        # There may be no such interface by now, or no network at all.
        assert await announcement.start(NAME, 8443, own._replace(interface=none))
        assert await announcement.start(NAME, 8443, addresses_of(str(none)))
        await announcement.stop()

    asyncio.run(run())

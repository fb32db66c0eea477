"""The Caddyfile in front of a server: HTTPS, and nothing lost on the way.

Only the name of the server, the ports and the patience are others. `localhost` gets a certificate
of Caddy's own authority instead of one from the internet.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from accounts.qr import qr_svg
from tests.databases import sqlite_database
from tests.server import ROOT, free_port, serve

pytestmark = pytest.mark.needs_caddy

GUESTS_AN_HOUR = 5


@dataclass
class Site:
    """Where people come by HTTPS, and what tells them that it is the right one."""

    url: str
    trusted: ssl.SSLContext
    plain: str

    @contextmanager
    def connection(self) -> Iterator[ssl.SSLSocket]:
        """A connection that a test writes to itself."""
        port = int(self.url.rpartition(":")[2])
        with (
            socket.create_connection(("localhost", port), timeout=60) as plain,
            self.trusted.wrap_socket(plain, server_hostname="localhost") as secure,
        ):
            yield secure

    def head_of_a_post(self, authorization: str, length: int) -> bytes:
        """The head of a request that creates a group."""
        host = self.url.removeprefix("https://")
        return (
            f"POST /api/v1/groups/ HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n"
            f"Authorization: {authorization}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        ).encode()

    def client(self, **options: Any) -> httpx.Client:
        return httpx.Client(base_url=self.url, verify=self.trusted, timeout=30, **options)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("caddy")
    settings: dict[str, Any] = {"TRUSTED_PROXIES": "1", "REDIS_URL": "", "WEB_THREADS": "1"}
    settings |= {"THROTTLE": "on", "THROTTLE_GUEST": f"{GUESTS_AN_HOUR}/hour"}
    plain_port, port = free_port(), free_port()
    config = (ROOT / "Caddyfile").read_text(encoding="utf-8")
    for old, new in {
        "web:": "127.0.0.1:",
        "http_port 8080": f"http_port {plain_port}",
        "https_port 8443": f"https_port {port}\n\tskip_install_trust",
        "read_header 10s": "read_header 2s",
        "read_body 5m": "read_body 10s",
    }.items():
        assert old in config
        config = config.replace(old, new)
    (folder / "Caddyfile").write_text(config, encoding="utf-8")
    with serve(sqlite_database(folder), **settings) as server:
        environment = {
            **os.environ,
            "HOME": str(folder),
            "XDG_DATA_HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
            "PUBLIC_URL": "https://localhost",
            "PORT": server.rpartition(":")[2],
        }
        caddy = str(shutil.which("caddy"))
        arguments = ["--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen([caddy, "run", *arguments], env=environment, stderr=log)
        root = folder / "caddy/pki/authorities/local/root.crt"
        certificate = folder / "caddy/certificates/local/localhost/localhost.crt"
        try:
            for _attempt in range(300):
                if root.exists() and certificate.exists():
                    break
                assert process.poll() is None, (folder / "log").read_text(encoding="utf-8")
                time.sleep(0.1)
            trusted = ssl.create_default_context(cafile=str(root))
            yield Site(f"https://localhost:{port}", trusted, f"http://localhost:{plain_port}")
        finally:
            process.terminate()
            process.wait(timeout=15)


@pytest.fixture(scope="module")
def owner(site: Site) -> Iterator[httpx.Client]:
    """Anna, who has a group: `id` and a game are in `evening`."""
    with site.client() as client:
        answer = client.post("/api/v1/auth/guests/", json={"name": "Anna"}).raise_for_status()
        client.headers["Authorization"] = f"Bearer {answer.json()['token']}"
        yield client


@pytest.fixture(scope="module")
def evening(owner: httpx.Client) -> dict[str, Any]:
    body = {
        "name": "Kitchen table",
        "players": [{"name": "Anna", "me": True}, {"name": "Ben"}],
        "game": {"edition": "classic"},
    }
    made: dict[str, Any] = owner.post("/api/v1/groups/", json=body).raise_for_status().json()
    return made


def test_links_and_their_qr_codes_lead_back_by_https(
    site: Site, owner: httpx.Client, evening: dict[str, Any]
) -> None:
    group = f"/api/v1/groups/{evening['id']}"
    for path, body in {
        "/api/v1/auth/pairing/": None,
        f"{group}/invites/": {"role": "scorer"},
        "/api/v1/share-links/": {"group": evening["id"]},
    }.items():
        made = owner.post(path, json=body).raise_for_status().json()
        assert made["link"].startswith(f"{site.url}/")
        assert made["svg"] == qr_svg(made["link"])
        assert owner.get(made["link"]).status_code == 200


def test_plain_http_is_sent_to_https(site: Site) -> None:
    answer = httpx.get(site.plain + "/join/ABCD2345")
    assert answer.status_code == 308
    assert answer.headers["location"] == "https://localhost/join/ABCD2345"


def test_events_arrive_one_by_one(owner: httpx.Client, evening: dict[str, Any]) -> None:
    """The answer goes on for hours: nothing of it may wait for the rest, and no limit end it."""
    game = f"/api/v1/games/{evening['game']['id']}"
    anna, ben = (player["id"] for player in evening["game"]["players"])
    heard: list[dict[str, Any]] = []
    with owner.stream("GET", f"{game}/events/", params={"after": 0}) as events:
        lines = events.iter_lines()
        for number in (1, 2):
            time.sleep(12 * (number - 1))  # longer than a body may take
            results = [{"player": anna, "went_out": True}, {"player": ben, "points": 40}]
            body = {"number": number, "results": results}
            owner.post(f"{game}/rounds/", json=body).raise_for_status()
            began = time.monotonic()
            while sum(event["kind"] == "round_recorded" for event in heard) < number:
                line = next(lines)
                if line.startswith("data:"):
                    heard.append(json.loads(line.removeprefix("data:")))
            assert time.monotonic() - began < 10


@pytest.mark.usefixtures("owner")
def test_nobody_chooses_the_address_by_which_they_are_limited(site: Site) -> None:
    with site.client() as client:
        statuses = [
            client.post(
                "/api/v1/auth/guests/",
                json={"name": "Mallory"},
                headers={"X-Forwarded-For": f"203.0.113.{number}"},
            ).status_code
            for number in range(GUESTS_AN_HOUR + 1)
        ]
    assert statuses[0] == 201
    assert statuses[-1] == 429


def test_a_body_that_is_too_large(owner: httpx.Client, evening: dict[str, Any]) -> None:
    # The server refuses it before it is there.
    answer = owner.post("/api/v1/groups/", content=b" " * 4_000_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")
    # A file may be as large as that: the proxy lets it through.
    path = f"/api/v1/groups/{evening['id']}/imports/"
    answer = owner.post(path, content=b"#" * 4_000_000, headers={"Content-Type": "text/csv"})
    assert answer.status_code in {202, 400, 422}, answer.text


def test_a_body_that_comes_byte_by_byte(site: Site, owner: httpx.Client) -> None:
    """The server has one thread, and nobody waits for the slow one."""
    body = b'{"name": "Slowly"}'
    with site.connection() as slow:
        slow.sendall(site.head_of_a_post(owner.headers["Authorization"], len(body)))
        for at in range(len(body)):
            slow.sendall(body[at : at + 1])
            if at % 6 == 0:
                began = time.monotonic()
                owner.get("/api/v1/me/").raise_for_status()
                assert time.monotonic() - began < 5
        assert slow.recv(100).startswith(b"HTTP/1.1 201 ")


@pytest.mark.parametrize("length", [40, None], ids=["head", "body"])
def test_whoever_never_finishes_is_let_go(
    site: Site, owner: httpx.Client, length: int | None
) -> None:
    request = site.head_of_a_post(owner.headers["Authorization"], 100) + b"{"
    with site.connection() as slow:
        slow.sendall(request[:length])
        while slow.recv(1000):  # until it is closed; a timeout fails
            pass

"""What monitors ask: whether the server is alive, and whether it is ready."""

import asyncio
import time
import urllib.request
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from background import heartbeat
from background.heartbeat import HEARTBEAT, Heart
from config import asgi, health
from rest.asgi_types import Message
from tests.databases import sqlite_database
from tests.server import serve

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def not_asked_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_migrated", False)


def test_alive_needs_neither_thread_nor_database() -> None:
    sent: list[Message] = []

    async def receive() -> Message:
        raise AssertionError("nothing is read")

    async def send(message: Message) -> None:
        sent.append(message)

    async def ask() -> None:
        scope = {"type": "http", "method": "GET", "path": "/healthz", "headers": []}
        await asgi.application(scope, receive, send)

    asyncio.run(ask())
    assert sent[0]["status"] == 200
    assert sent[1]["body"] == b"ok\n"


def test_ready(api: APIClient) -> None:
    response = api.get("/readyz")
    assert (response.status_code, response.json()) == (
        200,
        {
            "ready": True,
            # The tests have no thread for background work, which does not stop requests.
            "checks": {
                "database": "ok",
                "migrations": "ok",
                "cache": "ok",
                "worker": "missing",
                "cleanup": "ok",
            },
        },
    )
    assert "no-store" in response["Cache-Control"]


def test_not_without_a_database(api: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object) -> None:
        raise OperationalError("connection to 10.0.0.7 refused")

    monkeypatch.setattr(connection, "cursor", refuse)
    response = api.get("/readyz")
    assert (response.status_code, response["Retry-After"]) == (503, "2")
    assert response.json()["checks"] == {
        "database": "failed: OperationalError",
        "migrations": "unknown",
        "cache": "ok",
        "worker": "missing",
        "cleanup": "unknown",
    }
    assert b"10.0.0.7" not in response.content


def test_not_before_it_is_migrated(api: APIClient) -> None:
    [(app, latest)] = MigrationLoader(connection).graph.leaf_nodes("games")
    MigrationRecorder(connection).record_unapplied(app, latest)
    response = api.get("/readyz")
    assert response.status_code == 503
    assert response.json()["checks"]["migrations"] == "missing"


@pytest.mark.parametrize("beats", [True, False])
def test_workers_tell_that_they_live(api: APIClient, settings: Settings, beats: bool) -> None:
    settings.REDIS_URL = "redis://elsewhere"  # the cache of the tests is in memory
    if beats:
        Heart().beat()
    assert api.get("/readyz").json()["checks"]["worker"] == ("ok" if beats else "missing")


def test_a_heart_does_not_beat_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    heart = Heart()
    heart.beat()
    cache.delete(HEARTBEAT)
    heart.beat()
    assert cache.get(HEARTBEAT) is None
    later = time.monotonic() + heartbeat.EVERY
    monkeypatch.setattr(time, "monotonic", lambda: later)
    heart.beat()
    assert cache.get(HEARTBEAT)


def test_the_real_server_is_ready_with_its_own_worker(tmp_path: Path) -> None:
    with serve(sqlite_database(tmp_path), REDIS_URL="") as address:
        for path, body in (("/healthz", b"ok\n"), ("/readyz", b'"worker":"ok"')):
            with urllib.request.urlopen(address + path, timeout=10) as response:
                assert body in response.read()

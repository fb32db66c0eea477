"""What Prometheus reads: the right counts from several processes, for those who have the token."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sqlite3
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.db import OperationalError
from prometheus_client.parser import text_string_to_metric_families
from pytest_django.fixtures import Settings

from accounts import attempts
from config import asgi
from games.models import CleanupState
from games.services import cleanup
from referee.rulings.problems import RuleCode
from rest import error_handlers, metrics
from rest.problems import ProblemError
from scoring.jobs import queue
from scoring.jobs.models import Job
from tests.accounts.people import limited
from tests.application import client_of_application
from tests.cast import V1, Cast, client_of
from tests.databases import sqlite_database
from tests.games.scoresheet import Table, phone
from tests.live.conftest import Evening
from tests.live.phones import Listener
from tests.server import children, serve, serve_process

TOKEN = "of-the-tests-0123456789"
HIT = {"edition": "classic", "group": {"kind": "set", "cards": ["R5", "B5"]}, "cards": ["G6"]}
PHASE: dict[str, Any] = {
    "edition": "classic",
    "phase": 1,
    "groups": [["R5", "B5", "G5"], ["R9", "B9", "G9"]],
}
Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


@pytest.fixture
def counting(settings: Settings) -> Iterator[None]:
    """Count, from zero, in this process."""
    settings.METRICS_TOKEN = TOKEN
    metrics.series.cache_clear()
    yield
    metrics.series.cache_clear()


def samples(text: bytes) -> Samples:
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
    }


def value(found: Samples, name: str, **labels: str) -> float | None:
    return found.get((f"tableside_{name}", frozenset(labels.items())))


def ask(url: str, body: object = None, token: str = "") -> tuple[int, bytes]:
    """One request on a connection of its own, so that any of the processes gets it."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def test_nobody_is_told_without_the_setting(settings: Settings) -> None:
    async def get() -> int:
        async with client_of_application(asgi.application) as client:
            response = await client.get("/metrics", headers={"Authorization": "Bearer "})
            return response.status_code

    settings.METRICS_TOKEN = ""
    assert asyncio.run(get()) == 404
    metrics.series.cache_clear()
    assert metrics.series() is None


@pytest.mark.parametrize("given", ["", "Bearer", f"Bearer {TOKEN}x", TOKEN, "Bearer é"])
@pytest.mark.usefixtures("counting")
def test_only_the_token_opens_it(given: str) -> None:
    async def ask(method: str, given: str) -> tuple[int, bytes]:
        async with client_of_application(asgi.application) as client:
            headers = {b"Authorization": given.encode()} if given else {}
            response = await client.request(method, "/metrics", headers=headers)
            assert response.headers["X-Content-Type-Options"] == "nosniff"
            return response.status_code, response.content

    status, body = asyncio.run(ask("GET", given))
    assert (status, TOKEN.encode() in body, b"tableside_" in body) == (401, False, False)
    assert asyncio.run(ask("POST", given))[0] == 405
    status, body = asyncio.run(ask("GET", f"Bearer {TOKEN}"))
    assert (status, b"tableside_rounds_total 0.0" in body) == (200, True)
    assert asyncio.run(ask("HEAD", f"Bearer {TOKEN}")) == (200, b"")


@pytest.mark.usefixtures("counting")
def test_routes_are_named_as_in_the_code(db: None) -> None:
    secret = "s3cret-of-a-link"

    async def play() -> None:
        async with client_of_application(asgi.application) as client:
            for path in (
                f"/api/v1/games/{os.urandom(16).hex()}/",
                "/api/v1/games/6b1f2f0e-6c5c-4f7e-9d5a-0f2a1f1c0d11/",
                f"/watch/{secret}",
                f"/nowhere/{secret}",
                f"/api/v1/{secret}/",
            ):
                await client.get(path)
            await client.request(f"X{secret}", "/api/v1/")

    asyncio.run(play())
    text = metrics.text().decode()
    assert secret not in text
    routes = set(re.findall(r'route="([^"]*)"', text))
    assert routes == {
        "none",
        "/api/v1/games/<uuid:game>/",
        "/watch/<str:token>",
        "/api/v1/",
    }
    found = samples(text.encode())
    assert value(found, "requests_total", route="none", method="GET", status="404") == 3
    assert value(found, "requests_total", route="/api/v1/", method="other", status="405") == 1
    name = "request_seconds_count"
    assert value(found, name, route="/api/v1/games/<uuid:game>/", method="GET") == 1


@pytest.mark.usefixtures("counting")
@pytest.mark.django_db(transaction=True)
def test_rounds_and_verdicts_are_counted(cast: Cast) -> None:
    for body in (PHASE, PHASE, {**PHASE, "phase": 2}):
        assert cast.anonymous.post(f"{V1}/referee/phase/", body).status_code == 200
    assert cast.anonymous.post(f"{V1}/referee/hit/", HIT).status_code == 400
    table = Table(phone(cast.users["scorer"]), cast.game())
    assert table.record("N=out E=10 S=20 W=30").status_code == 201
    assert table.record("N=out E=10", number=7).status_code == 409
    found = samples(metrics.text())
    assert value(found, "verdicts_total", kind="phase", code="none") == 2
    illegal = {labels for name, labels in found if name == "tableside_verdicts_total"}
    codes = {dict(labels)["code"] for labels in illegal} - {"none"}
    assert len(codes) == 1
    assert codes <= set(RuleCode)
    assert value(found, "rounds_total") == 1


@pytest.mark.usefixtures("counting")
def test_refusals_and_failures_are_counted(settings: Settings) -> None:
    limited(settings, referee="1/min", token="1/min")
    with time_machine.travel("2026-01-01T12:00:10Z", tick=False):
        statuses = [client_of(None).get(f"{V1}/referee/editions/").status_code for _ in "123"]
        attempts.limit_attempts("token", "somebody")
        with pytest.raises(ProblemError):
            attempts.limit_attempts("token", "somebody")
    assert statuses == [200, 429, 429]
    error_handlers.exception_handler(OperationalError("away"), {})
    found = samples(metrics.text())
    assert value(found, "throttled_total", scope="referee") == 2
    assert value(found, "throttled_total", scope="token") == 1
    assert value(found, "database_failures_total") == 1


@pytest.mark.usefixtures("counting")
def test_the_database_tells_of_jobs_and_the_cleanup(cast: Cast) -> None:
    cleanup.tell_metrics()  # there was none
    assert value(samples(metrics.text()), "cleanup_last_success_timestamp_seconds") == 0
    hour = datetime(2026, 1, 1, 12, tzinfo=UTC)
    Job.objects.create(group=cast.group, kind="recompute", created_at=hour - timedelta(minutes=5))
    Job.objects.create(group=cast.group, kind="recompute", created_at=hour)
    with time_machine.travel(hour, tick=False):
        cleanup.clean_up()
        cleanup.tell_metrics()
        queue.tell_metrics()
    found = samples(metrics.text())
    assert value(found, "cleanup_last_success_timestamp_seconds") == hour.timestamp()
    assert value(found, "jobs", state="waiting") == 2
    assert value(found, "jobs", state="running") == 0
    assert value(found, "oldest_job_seconds") == 300
    CleanupState.objects.update(ended_at=hour + timedelta(days=1), failures={"games": "Error"})
    cleanup.tell_metrics()
    found = samples(metrics.text())
    assert value(found, "cleanup_last_success_timestamp_seconds") == hour.timestamp()
    assert value(found, "cleanup_last_run_timestamp_seconds") == hour.timestamp() + 24 * 3600


@pytest.mark.full
def test_several_processes_are_added_up(tmp_path: Path) -> None:
    """Even after one of them was killed: its counts stay, what it had open does not."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    stale = folder / "tableside-metrics-4000000-killed"
    stale.mkdir()
    settings: dict[str, Any] = {"METRICS_TOKEN": TOKEN, "REDIS_URL": "", "TMPDIR": str(folder)}
    with serve_process(sqlite_database(tmp_path), workers=2, **settings) as (address, process):

        def read() -> Samples:
            status, text = ask(f"{address}/metrics", token=TOKEN)
            assert status == 200
            return samples(text)

        def phases(found: Samples) -> float | None:
            labels = {"route": "/api/v1/referee/phase/", "method": "POST", "status": "200"}
            return value(found, "requests_total", **labels)

        assert not stale.exists()
        assert ask(f"{address}/metrics")[0] == 401
        for _request in range(40):
            assert ask(f"{address}/api/v1/referee/phase/", PHASE)[0] == 200
        found = read()
        assert phases(found) == 40
        assert value(found, "verdicts_total", kind="phase", code="none") == 40
        wait_until(lambda: value(read(), "threads") == 2 * 3)
        wait_until(lambda: value(read(), "jobs", state="waiting") == 0)
        killed = max(children(process))  # not the resource tracker, which came first
        os.kill(killed, signal.SIGKILL)
        wait_until(lambda: killed not in children(process) and value(read(), "threads") == 2 * 3)
        assert phases(read()) == 40
        assert not list(folder.glob(f"*/gauge_live*_{killed}.db"))
    assert list(folder.glob("tableside-metrics-*")) == []


def test_what_is_open_and_what_waits_is_told(tmp_path: Path) -> None:
    url = sqlite_database(tmp_path)
    with (
        serve(url, REDIS_URL="", METRICS_TOKEN=TOKEN, WEB_THREADS="1") as address,
        ThreadPoolExecutor(6) as phones,
    ):

        def read(name: str) -> float | None:
            return value(samples(ask(f"{address}/metrics", token=TOKEN)[1]), name)

        evening = Evening(address)
        assert (read("open_streams"), read("requests_waiting")) == (0, 0)
        listener = Listener(evening.owner, f"{evening.path}events/")
        wait_until(lambda: read("open_streams") == 1)
        listener.stop()
        wait_until(lambda: read("open_streams") == 0)
        # While somebody else writes, one request waits for that, and the others for its thread.
        with closing(sqlite3.connect(tmp_path / "live.sqlite3", isolation_level=None)) as writer:
            writer.execute("BEGIN IMMEDIATE")
            body = {"name": "Kitchen table"}
            for _phone in range(6):
                phones.submit(evening.owner.ask, "POST", "/groups/", body)
            wait_until(lambda: (read("requests_waiting") or 0) >= 2 and read("threads_busy") == 1)
            writer.execute("ROLLBACK")
        wait_until(lambda: read("requests_waiting") == 0)


def wait_until(is_so: Callable[[], bool]) -> None:
    for _attempt in range(200):
        try:
            if is_so():
                return
        except OSError:  # the connection was one of the killed process
            pass
        time.sleep(0.1)
    raise AssertionError("it did not come to pass")

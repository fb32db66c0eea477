"""A server whose database is away, keeps silent, or has closed its connections."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.databases import database
from tests.live.phones import Listener, Phone, guest
from tests.proxy import Proxy
from tests.server import serve, serve_process

pytestmark = pytest.mark.needs_postgres

PHONES = 6


@contextmanager
def proxied(tmp_path: Path) -> Iterator[tuple[Proxy, str, str]]:
    """A proxy, the database through it, and the database itself."""
    with database(tmp_path) as url:
        parts = urlsplit(url)
        proxy = Proxy(parts.hostname or "127.0.0.1", parts.port or 5432)
        proxy.start()
        user = f"{parts.username}:{parts.password or ''}@" if parts.username else ""
        try:
            yield proxy, parts._replace(netloc=f"{user}127.0.0.1:{proxy.port}").geturl(), url
        finally:
            proxy.stop()


def ask(phone: Phone) -> int:
    status, _answer, _headers = phone.ask("GET", "/me/")
    return status


def write(phone: Phone, name: str) -> int:
    status, _answer, _headers = phone.ask("POST", "/groups/", {"name": name})
    return status


def test_while_the_database_is_away_phones_are_told_to_come_again(tmp_path: Path) -> None:
    with proxied(tmp_path) as (proxy, url, _direct), serve(url, REDIS_URL="") as address:
        phone = guest(address, "Anna")
        proxy.stop()
        for method, path, body in (("GET", "/me/", None), ("POST", "/groups/", {"name": "Home"})):
            status, problem, headers = phone.ask(method, path, body)
            assert (status, problem["code"]) == (503, "database_unavailable")
            assert headers["Retry-After"] == "2"
        proxy.start()
        assert (ask(phone), write(phone, "Home")) == (200, 201)


@pytest.mark.release
def test_an_outage_is_told_when_it_begins_and_when_it_ends(tmp_path: Path) -> None:
    """However many requests, streams and tasks miss the database meanwhile."""
    with (
        proxied(tmp_path) as (proxy, url, _direct),
        (tmp_path / "log").open("wb") as log,
        serve_process(url, log=log, REDIS_URL="", LOG_FORMAT="text") as (address, _process),
        ThreadPoolExecutor(PHONES) as phones,
    ):
        anna = guest(address, "Anna")
        group = anna.post("/groups/", {"name": "Kitchen table"})["id"]
        listener = Listener(anna, f"/groups/{group}/events/")
        listener.await_(lambda: listener.connections > 0)
        proxy.stop()
        assert {*phones.map(ask, [anna] * 20)} == {503}
        time.sleep(6)  # the thread for background work looks every five seconds
        proxy.start()
        end = time.monotonic() + 30
        while b"answers again" not in (tmp_path / "log").read_bytes():
            assert time.monotonic() < end
            time.sleep(0.1)
        assert ask(anna) == 200
        listener.stop()
    begins, ends = (tmp_path / "log").read_text().splitlines()
    assert "ERROR rest.outages" in begins
    assert ": The database does not answer: " in begins
    assert (found := re.search(r"answers again, after \d+ s\. Failures meanwhile: (\d+)\.$", ends))
    assert int(found[1]) > 20


@pytest.mark.full
def test_one_that_keeps_silent_is_waited_for_ten_seconds(tmp_path: Path) -> None:
    """As if its machine hung: nothing is refused, and no statement is answered."""
    with (
        proxied(tmp_path) as (proxy, url, _direct),
        serve(url, REDIS_URL="", WEB_THREADS="2") as address,
        ThreadPoolExecutor(3 * PHONES) as phones,
    ):
        mine = [guest(address, f"Phone {number}") for number in range(PHONES)]
        assert set(phones.map(ask, mine * 3)) == {200}
        proxy.fall_silent()
        began = time.monotonic()
        asked = [phones.submit(ask, phone) for phone in mine]  # more than there are threads
        asked += [phones.submit(write, phone, "Kitchen table") for phone in mine]
        assert {future.result(60) for future in asked} == {503}
        assert time.monotonic() - began < 10
        proxy.speak_again()
        until = time.monotonic() + 10
        while ask(mine[0]) != 200:
            assert time.monotonic() < until
            time.sleep(0.05)
        assert set(phones.map(write, mine, ["Kitchen table"] * PHONES)) == {201}


def test_after_all_connections_were_closed_nobody_notices(tmp_path: Path) -> None:
    with (
        database(tmp_path) as url,
        serve(url, REDIS_URL="") as address,
        ThreadPoolExecutor(PHONES) as phones,
        psycopg.connect(url, autocommit=True) as admin,
    ):
        mine = [guest(address, f"Phone {number}") for number in range(PHONES)]
        for _ in range(3):
            assert set(phones.map(ask, mine * 3)) == {200}
            closed = admin.execute(
                "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            ).fetchone()
            assert closed
            assert closed[0] >= 1
        assert set(phones.map(ask, mine * 3)) == {200}


@pytest.mark.release
def test_the_connections_are_as_many_as_the_threads(tmp_path: Path) -> None:
    """However many phones there are; and they do without the others."""
    with (
        database(tmp_path) as url,
        serve(url, REDIS_URL="", WEB_THREADS="3", LIVE_THREADS="1") as address,
        ThreadPoolExecutor(20) as phones,
        psycopg.connect(url, autocommit=True) as admin,
    ):
        mine = [guest(address, f"Phone {number}") for number in range(20)]
        assert set(phones.map(ask, mine * 5)) == {200}
        row = admin.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchone()
        assert row
        assert row[0] in (3, 4)  # and now and then one of the thread for background work


@pytest.mark.release
def test_a_statement_is_given_up_of_whoever_waits_for_it(tmp_path: Path) -> None:
    """Such as one that waits for a lock: the same way as a database that is away."""
    with (
        database(tmp_path) as url,
        serve(url, REDIS_URL="") as address,
        psycopg.connect(url) as holder,
    ):
        phone = guest(address, "Anna")
        holder.execute("LOCK TABLE games_group")
        status, problem, _headers = phone.ask("POST", "/groups/", {"name": "Home"})
        assert (status, problem["code"]) == (503, "database_unavailable")
        holder.rollback()
        assert write(phone, "Home") == 201

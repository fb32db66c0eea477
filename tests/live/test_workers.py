"""Several workers, with Redis and without: nothing is lost or doubled, even when one dies."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.databases import database
from tests.live.conftest import Evening
from tests.live.phones import Listener, Phone
from tests.server import children, serve, serve_process
from tests.services import REDIS_URL

LISTENERS = 6


@contextmanager
def listeners(phone: Phone, path: str, after: int) -> Iterator[list[Listener]]:
    """Several phones that listen: with so many, each worker has some of them."""
    made = [Listener(phone, path, after=after) for _ in range(LISTENERS)]
    try:
        for one in made:
            one.await_(lambda one=one: bool(one.connections))  # type: ignore[misc]
        yield made
    finally:
        for one in made:
            one.stop()


@pytest.mark.parametrize(
    "redis_url",
    [
        pytest.param("", id="SQLite alone"),
        pytest.param(
            REDIS_URL, id="with both", marks=[pytest.mark.needs_postgres, pytest.mark.needs_redis]
        ),
        pytest.param("redis://127.0.0.1:1/0", id="no Redis there", marks=pytest.mark.full),
    ],
)
def test_a_worker_that_is_killed_takes_nothing_with_it(tmp_path: Path, redis_url: str) -> None:
    """Each note that was answered is heard by everybody, once; phones come again by themselves."""
    with (
        database(tmp_path) as url,
        serve_process(url, workers=2, REDIS_URL=redis_url) as (address, process),
    ):
        evening = Evening(address)
        begun = evening.game()["event"]
        with listeners(evening.owner, f"{evening.path}events/", begun) as all_of_them:
            answered: list[str] = []
            enough = threading.Event()

            def play() -> None:
                while not enough.is_set():
                    text = str(len(answered))
                    table = evening.owner.post(
                        f"{evening.path}table/plays/", {"kind": "note", "round": 1, "text": text}
                    )
                    assert table["plays"][-1]["text"] == text
                    answered.append(text)

            player = threading.Thread(target=play)
            player.start()
            one = all_of_them[0]
            for worker in children_of_workers(process):
                time.sleep(1)
                os.kill(worker, signal.SIGKILL)
                enough_for_now = len(answered) + 20
                one.await_(lambda most=enough_for_now: len(answered) > most)  # type: ignore[misc]
                if any(one.connections > 1 for one in all_of_them):
                    break  # else all of them happened to listen to the other one
            enough.set()
            player.join()
            last = evening.game()["event"]
            assert last == begun + len(answered)
            for one in all_of_them:
                one.await_(lambda one=one: last in one.numbers)  # type: ignore[misc]
                assert one.numbers == list(range(begun + 1, last + 1))
                texts = [event["data"]["plays"][0]["text"] for event in one.events]
                assert texts == answered
            # The one that died was listened to, or this has shown nothing.
            assert any(one.connections > 1 for one in all_of_them)


def children_of_workers(process: Any) -> list[int]:
    """The worker processes of a server; what Python runs beside them is none."""
    found = []
    for pid in children(process):
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
        if b"spawn_main" in command:
            found.append(pid)
    assert len(found) == 2
    return found


@pytest.mark.needs_postgres
def test_whoever_listens_holds_no_connection(tmp_path: Path) -> None:
    """Thirty streams of four members, and no more connections than the process has for itself."""
    with (
        database(tmp_path) as url,
        serve(url, REDIS_URL="", WEB_THREADS="3", LIVE_THREADS="2") as address,
    ):
        evening = Evening(address)
        phones = [evening.owner, *(evening.join(name) for name in "BCD")]
        held = [Listener(phone, f"{evening.path}events/") for phone in phones for _ in range(8)]
        try:
            for one in held:
                one.await_(lambda one=one: bool(one.connections))  # type: ignore[misc]
            time.sleep(1)
            with psycopg.connect(url) as connection:
                row = connection.execute(
                    "SELECT count(*) FILTER (WHERE state <> 'idle'), count(*)"
                    " FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                ).fetchone()
            assert row is not None
            busy, connected = row
            # One for each thread of the process; streams that held one each would be 32.
            assert connected <= 3 + 2 + 1  # the last one for background work
            assert busy <= 2
            # And there is room for others: more streams than connections do not block a write.
            evening.note("Tea.")
            for one in held:
                one.await_(lambda one=one: bool(one.events))  # type: ignore[misc]
        finally:
            for one in held:
                one.stop()

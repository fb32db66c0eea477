"""Jobs and books of workers, with a Redis that goes away."""

from __future__ import annotations

import time
import uuid

import psycopg
import pytest

from tests.scoring.live.processes import Owner, Place, await_
from tests.scoring.live.seen import counted, is_at, row

pytestmark = [pytest.mark.needs_redis, pytest.mark.needs_postgres]


def test_a_worker_does_it_and_says_nothing_odd(place: Place, anna: Owner) -> None:
    """When it starts, it sends what Redis forgot."""
    forgotten = anna.start(read=0)
    place.forget()
    with place.worker():
        await_(is_at(place, forgotten, "done", 1), place)
        job = anna.start(read=1)
        assert anna.look(job)["state"] in ("waiting", "running")
        await_(lambda: anna.look(job)["progress"], place)
        await_(is_at(place, job, "done", 1), place)
        assert anna.look(job)["result"] == {"kind": "slow", "run": 1}
        assert anna.runs() == ["Run 1", "Run 1"]
    # That the tests are run by root, as in a container, is not the project's affair.
    said = [line for line in place.said().splitlines() if "superuser" not in line]
    assert said
    assert not [line for line in said if "Warning" in line or "Traceback" in line], said


@pytest.mark.release
def test_beat_has_a_worker_clean_up(place: Place, anna: Owner) -> None:
    digest = uuid.uuid4().hex
    with psycopg.connect(place.database_url, autocommit=True) as connection:
        connection.execute(
            "INSERT INTO accounts_storedanswer (digest, request_digest, answer, created_at)"
            " VALUES (%s, '', '', now() - interval '3 days')",
            [digest],
        )
        state = "INSERT INTO games_cleanupstate (id, run, due_at, counts, failures)"
        state += " VALUES (1, 0, now(), '{}', '{}') ON CONFLICT (id) DO UPDATE SET due_at = now()"
        connection.execute(state)

        def cleaned() -> bool:
            row = connection.execute(
                "SELECT ended_at > now() - interval '1 minute', due_at > now(), counts"
                " FROM games_cleanupstate"
            ).fetchone()
            return row is not None and row[:2] == (True, True) and sum(row[2].values()) > 0

        with place.worker(), place.beat():
            await_(cleaned, place)
        left = "SELECT 1 FROM accounts_storedanswer WHERE digest = %s"
        assert connection.execute(left, [digest]).fetchone() is None


@pytest.mark.release
def test_a_game_that_is_over_is_counted_by_a_worker(place: Place, anna: Owner) -> None:
    with place.worker():
        anna.play_a_game()
        await_(lambda: counted(place, anna) == (0, 2), place)
    assert anna.board() == [("Anna", 1), ("Ben", 0)]


def test_and_by_the_server_where_there_is_none(place: Place, anna: Owner) -> None:
    anna.play_a_game()
    assert anna.board() == []
    await_(lambda: counted(place, anna) == (0, 2), place)
    assert anna.board() == [("Anna", 1), ("Ben", 0)]


@pytest.mark.release
def test_a_game_ends_while_redis_is_gone(place: Place, anna: Owner) -> None:
    assert place.proxy
    place.proxy.stop()
    anna.play_a_game()  # each of its answers is a good one
    await_(lambda: counted(place, anna) == (0, 2), place)
    assert anna.board() == [("Anna", 1), ("Ben", 0)]


@pytest.mark.release
def test_it_is_cancelled_on_the_way(place: Place, anna: Owner) -> None:
    with place.worker():
        job = anna.start(read=30)
        await_(is_at(place, job, "running", 1), place)
        assert anna.phone.post(f"/jobs/{job}/cancel/")["state"] == "cancelled"
        # The worker is free again, long before it would have been done with the first.
        other = anna.start(read=0)
        await_(is_at(place, other, "done", 1), place)
    assert row(place, job) == ("cancelled", 1)
    assert anna.runs() == ["Run 1"]


@pytest.mark.release
def test_redis_is_gone_while_a_job_is_started(place: Place, anna: Owner) -> None:
    assert place.proxy
    with place.worker():
        before = anna.start(read=0)
        await_(is_at(place, before, "done", 1), place)
        place.proxy.stop()
        asked = time.monotonic()
        job = anna.start(read=0)
        assert time.monotonic() - asked < 10
        assert anna.look(job)["state"] == "waiting"
        place.proxy.start()
        # Sent again by somebody who looks, or by the worker once it is connected again.
        await_(lambda: anna.look(job)["state"] == "done", place)
        assert row(place, job) == ("done", 1)
    assert anna.runs() == ["Run 1", "Run 1"]

"""Jobs and books on real servers and workers, which are killed, and with a Redis that goes away."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.databases import database
from tests.live.phones import Phone
from tests.scoring.live.processes import Door, Owner, Place, await_, kill
from tests.scoring.old_paper import years_of_paper
from tests.server import children


@pytest.fixture(scope="module")
def behind_a_door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Place, str]]:
    """A server for all tests here, with a Redis that can be taken away."""
    folder = tmp_path_factory.mktemp("jobs")
    door = Door()
    with database(folder) as url:
        place = Place(folder, url, door)
        try:
            with place.server() as (address, _process):
                yield place, address
        finally:
            door.close()
            place.forget()


@pytest.fixture
def place(behind_a_door: tuple[Place, str]) -> Iterator[Place]:
    place, _address = behind_a_door
    assert place.door
    place.door.open()
    yield place
    place.door.close()
    place.forget()


@pytest.fixture
def anna(place: Place, behind_a_door: tuple[Place, str]) -> Owner:
    _place, address = behind_a_door
    return Owner(address)


def row(place: Place, job: str) -> tuple[str, int]:
    """The state of a job and its run, without the server: looking there would set it going."""
    query = "SELECT state, run FROM jobs_job WHERE id = "
    if place.database_url.startswith("sqlite"):
        path = place.database_url.removeprefix("sqlite:///")
        with closing(sqlite3.connect(path, timeout=20)) as file:
            found = file.execute(f"{query}?", [uuid.UUID(job).hex]).fetchone()
    else:
        with psycopg.connect(place.database_url) as connection:
            found = connection.execute(f"{query}%s", [job]).fetchone()
    assert found is not None
    return found[0], found[1]


def counted(place: Place, anna: Owner) -> tuple[int, int]:
    """How many games of the group are due, and how many results there are."""
    query = """
        SELECT (SELECT count(*) FROM statistics_pendinggame WHERE group_id = %(group)s),
               (SELECT count(*) FROM statistics_playerresult WHERE group_id = %(group)s)"""
    with psycopg.connect(place.database_url) as connection:
        found = connection.execute(query, {"group": anna.group}).fetchone()
    assert found is not None
    return found[0], found[1]


def is_watched(place: Place, job: str) -> bool:
    """Whether a worker keeps a message to look at a job that another one works on."""
    messages = [message for message in place.unacknowledged() if job in message]
    return any("'watch': True" in message for message in messages)


def is_at(place: Place, job: str, state: str, run: int) -> Callable[[], bool]:
    return lambda: row(place, job) == (state, run)


@pytest.mark.needs_redis
@pytest.mark.needs_postgres
class TestWorkers:
    def test_a_worker_does_it_and_says_nothing_odd(self, place: Place, anna: Owner) -> None:
        with place.worker():
            job = anna.start(read=1)
            assert anna.look(job)["state"] in ("waiting", "running")
            await_(lambda: anna.look(job)["progress"], place)
            await_(is_at(place, job, "done", 1), place)
            assert anna.look(job)["result"] == {"kind": "slow", "run": 1}
            assert anna.runs() == ["Run 1"]
        # That the tests are run by root, as in a container, is not the project's affair.
        said = [line for line in place.said().splitlines() if "superuser" not in line]
        assert said
        assert not [line for line in said if "Warning" in line or "Traceback" in line], said

    def test_beat_has_a_worker_clean_up(self, place: Place, anna: Owner) -> None:
        digest = uuid.uuid4().hex
        with psycopg.connect(place.database_url, autocommit=True) as connection:
            connection.execute(
                "INSERT INTO accounts_storedanswer (digest, request_digest, answer, created_at)"
                " VALUES (%s, '', '', now() - interval '3 days')",
                [digest],
            )
            state = "INSERT INTO games_cleanupstate (id, run, due_at, counts, failures)"
            state += (
                " VALUES (1, 0, now(), '{}', '{}') ON CONFLICT (id) DO UPDATE SET due_at = now()"
            )
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

    def test_a_worker_that_is_told_to_stop_hands_its_job_back(
        self, place: Place, anna: Owner
    ) -> None:
        with place.worker() as first:
            job = anna.start(read=5)
            await_(is_at(place, job, "running", 1), place)
            first.terminate()
            first.wait(15)
            assert row(place, job) == ("waiting", 0)
        with place.worker():
            await_(is_at(place, job, "done", 1), place)
        assert anna.runs() == ["Run 1"]

    @pytest.mark.parametrize(
        ("read", "write"),
        [
            pytest.param(3, 0, id="reading", marks=pytest.mark.full),
            pytest.param(0, 3, id="writing"),
        ],
    )
    def test_another_worker_takes_over_from_one_that_was_killed(
        self, place: Place, anna: Owner, read: float, write: float
    ) -> None:
        with place.worker() as first:
            job = anna.start(read=read, write=write)
            await_(is_at(place, job, "running", 1), place)
            time.sleep(1)
            kill(first)
        assert row(place, job) == ("running", 1)
        with place.worker():
            await_(is_at(place, job, "done", 2), place)
        assert anna.runs() == ["Run 2"]

    @pytest.mark.full
    def test_an_import_of_a_killed_worker_goes_on(self, place: Place, anna: Owner) -> None:
        games = 300  # or it might be done before anybody can kill the worker
        with place.worker() as first:
            job = anna.start_import(years_of_paper(games), place)
            await_(lambda: (anna.look(job)["progress"] or 0) > 0.5, place)
            kill(first)
        assert anna.games() == 0
        with place.worker():
            await_(is_at(place, job, "done", 2), place)
        assert anna.games() == games
        assert len(set(anna.days())) == games

    @pytest.mark.full
    def test_a_worker_takes_over_from_its_own_process(self, place: Place, anna: Owner) -> None:
        """Where only the process dies that did the work: for want of memory, say."""
        with place.worker() as worker:
            job = anna.start(read=3)
            await_(is_at(place, job, "running", 1), place)
            time.sleep(1)
            [process] = children(worker)
            os.kill(process, signal.SIGKILL)
            await_(is_at(place, job, "done", 2), place)
        assert anna.runs() == ["Run 2"]

    @pytest.mark.full
    def test_what_is_delivered_twice_is_watched_over(self, place: Place, anna: Owner) -> None:
        """A worker that starts is handed what another is at: it takes over when that one dies."""
        with place.worker() as first:
            job = anna.start(read=9)
            await_(is_at(place, job, "running", 1), place)
            with place.worker():
                await_(lambda: is_watched(place, job), place)
                assert row(place, job) == ("running", 1)
                kill(first)
                await_(is_at(place, job, "done", 2), place)
        assert anna.runs() == ["Run 2"]

    @pytest.mark.full
    def test_a_run_that_was_only_asleep_writes_nothing(self, place: Place, anna: Owner) -> None:
        with place.worker() as first:
            job = anna.start(read=3)
            await_(is_at(place, job, "running", 1), place)
            os.killpg(first.pid, signal.SIGSTOP)
            with place.worker():
                await_(is_at(place, job, "done", 2), place)
                os.killpg(first.pid, signal.SIGCONT)
                time.sleep(4)
        assert row(place, job) == ("done", 2)
        assert anna.runs() == ["Run 2"]

    @pytest.mark.full
    def test_it_is_cancelled_on_the_way(self, place: Place, anna: Owner) -> None:
        with place.worker():
            job = anna.start(read=30)
            await_(is_at(place, job, "running", 1), place)
            assert anna.phone.post(f"/jobs/{job}/cancel/")["state"] == "cancelled"
            # The worker is free again, long before it would have been done with the first.
            other = anna.start(read=0)
            await_(is_at(place, other, "done", 1), place)
        assert row(place, job) == ("cancelled", 1)
        assert anna.runs() == ["Run 1"]

    @pytest.mark.full
    def test_the_database_throws_a_worker_out(self, place: Place, anna: Owner) -> None:
        """As when it is started anew: the job is begun again as soon as that can be."""
        with place.worker():
            job = anna.start(read=3)
            await_(is_at(place, job, "running", 1), place)
            with psycopg.connect(place.database_url, autocommit=True) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND application_name = 'worker'"
                )
            await_(is_at(place, job, "done", 2), place)
        assert anna.runs() == ["Run 2"]

    @pytest.mark.full
    def test_redis_is_gone_while_a_job_is_started(self, place: Place, anna: Owner) -> None:
        assert place.door
        with place.worker():
            before = anna.start(read=0)
            await_(is_at(place, before, "done", 1), place)
            place.door.close()
            asked = time.monotonic()
            job = anna.start(read=0)
            assert time.monotonic() - asked < 10
            assert anna.look(job)["state"] == "waiting"
            place.door.open()
            # Sent anew by somebody who looks, or by the worker once it is connected again.
            await_(lambda: anna.look(job)["state"] == "done", place)
            assert row(place, job) == ("done", 1)
        assert anna.runs() == ["Run 1", "Run 1"]

    @pytest.mark.full
    def test_a_game_that_is_over_is_counted_by_a_worker(self, place: Place, anna: Owner) -> None:
        with place.worker():
            anna.play_a_game()
            await_(lambda: counted(place, anna) == (0, 2), place)
        assert anna.board() == [("North", 1), ("East", 0)]

    def test_and_by_the_server_where_there_is_none(self, place: Place, anna: Owner) -> None:
        anna.play_a_game()
        assert anna.board() == []
        await_(lambda: counted(place, anna) == (0, 2), place)
        assert anna.board() == [("North", 1), ("East", 0)]

    def test_a_game_ends_while_redis_is_gone(self, place: Place, anna: Owner) -> None:
        assert place.door
        place.door.close()
        anna.play_a_game()  # each of its answers is a good one
        await_(lambda: counted(place, anna) == (0, 2), place)
        assert anna.board() == [("North", 1), ("East", 0)]

    @pytest.mark.full
    def test_what_redis_forgot_is_sent_by_a_worker_that_starts(
        self, place: Place, anna: Owner
    ) -> None:
        job = anna.start(read=0)
        place.forget()
        with place.worker():
            await_(is_at(place, job, "done", 1), place)
        assert anna.runs() == ["Run 1"]


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Place]:
    """A place without Redis, on either database: the servers work themselves."""
    with database(tmp_path) as url:
        yield Place(tmp_path, url)


@pytest.mark.full
class TestServersThatWorkThemselves:
    def test_a_job_is_accepted_at_once_and_its_progress_moves(self, alone: Place) -> None:
        with alone.server() as (address, _process):
            anna = Owner(address)
            asked = time.monotonic()
            job = anna.start(read=2)
            assert time.monotonic() - asked < 1.5
            await_(lambda: anna.look(job)["progress"], alone)
            # Meanwhile, others are served.
            assert anna.board() == []
            ended = await_(lambda: _ended(anna.look(job)), alone)
            assert (ended["state"], ended["result"]) == ("done", {"kind": "slow", "run": 1})
            assert anna.runs() == ["Run 1"]

    @pytest.mark.database
    @pytest.mark.parametrize(
        ("read", "write"),
        [
            pytest.param(3, 0, id="reading", marks=pytest.mark.full),
            pytest.param(0, 3, id="writing"),
        ],
    )
    def test_a_job_goes_on_after_the_server_was_killed(
        self, alone: Place, read: float, write: float
    ) -> None:
        """At once, though nobody looks, and however patient others are."""
        with alone.server() as (address, process):
            anna = Owner(address)
            job = anna.start(read=read, write=write)
            await_(is_at(alone, job, "running", 1), alone)
            time.sleep(0.5)
            process.kill()
        assert row(alone, job) == ("running", 1)
        with alone.server(JOB_PATIENCE="600") as (address, _process):
            await_(is_at(alone, job, "done", 2), alone)
            anna.phone = Phone(address, anna.phone.token)
            assert anna.look(job)["result"] == {"kind": "slow", "run": 2}
            assert anna.runs() == ["Run 2"]

    @pytest.mark.full
    def test_a_job_goes_on_after_the_server_was_stopped(self, alone: Place) -> None:
        """Which costs the job none of its runs."""
        with alone.server() as (address, process):
            anna = Owner(address)
            job = anna.start(read=60)
            await_(is_at(alone, job, "running", 1), alone)
            process.terminate()
            process.wait(10)
        assert row(alone, job) == ("waiting", 0)
        with alone.server() as (address, _process):
            await_(is_at(alone, job, "running", 1), alone)
            anna.phone = Phone(address, anna.phone.token)
            anna.phone.post(f"/jobs/{job}/cancel/")

    @pytest.mark.full
    def test_an_import_goes_on_after_the_server_was_killed(self, alone: Place) -> None:
        """With what it has written: each game comes once, and nobody sees some of them."""
        games = 300
        with alone.server() as (address, process):
            anna = Owner(address)
            job = anna.start_import(years_of_paper(games), alone)
            await_(lambda: (anna.look(job)["progress"] or 0) > 0.5, alone)
            process.kill()
        assert row(alone, job) == ("running", 1)
        with alone.server(JOB_PATIENCE="600") as (address, _process):
            anna.phone = Phone(address, anna.phone.token)
            assert anna.games() in (0, games)
            await_(is_at(alone, job, "done", 2), alone)
            result = anna.look(job)["result"]
            assert (result["imported"], result["rounds"]) == (games, 10 * games)
            assert anna.games() == games
            assert sorted(anna.runs()) == ["East", "North", "South", "West"]
            # No two of them on one day, so none came twice.
            assert len(set(anna.days())) == games

    @pytest.mark.full
    def test_another_process_takes_over_from_one_that_was_killed(self, alone: Place) -> None:
        with alone.server(workers=2) as (address, process):
            anna = Owner(address)
            job = anna.start(read=3)
            await_(is_at(alone, job, "running", 1), alone)
            time.sleep(0.5)
            # Whichever of the two has the job. The one that is left, or is started in their
            # place, has it from the table only.
            for child in children(process):
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            await_(is_at(alone, job, "done", 2), alone)


def _ended(answer: dict[str, Any]) -> dict[str, Any] | None:
    return answer if answer["ended_at"] else None

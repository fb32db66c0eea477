"""Workers take over the jobs of others, which are killed, stopped, or only asleep."""

from __future__ import annotations

import os
import signal
import time

import psycopg
import pytest

from tests.scoring.live.processes import Owner, Place, await_, kill
from tests.scoring.live.seen import is_at, is_watched, row
from tests.server import children

pytestmark = [pytest.mark.needs_redis, pytest.mark.needs_postgres]


@pytest.mark.full
def test_a_worker_that_is_told_to_stop_hands_its_job_back(place: Place, anna: Owner) -> None:
    with place.worker() as first:
        job = anna.start(read=3)
        await_(is_at(place, job, "running", 1), place)
        first.terminate()
        first.wait(15)
        assert row(place, job) == ("waiting", 0)
    with place.worker():
        await_(is_at(place, job, "done", 1), place)
    assert anna.runs() == ["Run 1"]


def test_another_worker_takes_over_from_one_that_was_killed(place: Place, anna: Owner) -> None:
    """While it wrote; `test_what_is_delivered_twice_is_watched_over` has one that reads."""
    with place.worker() as first:
        job = anna.start(read=0, write=3)
        await_(is_at(place, job, "running", 1), place)
        time.sleep(1)
        kill(first)
    assert row(place, job) == ("running", 1)
    with place.worker():
        await_(is_at(place, job, "done", 2), place)
    assert anna.runs() == ["Run 2"]


@pytest.mark.release
def test_a_worker_takes_over_from_its_own_process(place: Place, anna: Owner) -> None:
    """Where only the process dies that did the work: for want of memory, say."""
    with place.worker() as worker:
        job = anna.start(read=600)
        await_(is_at(place, job, "running", 1), place)
        time.sleep(1)
        [process] = children(worker)
        os.kill(process, signal.SIGKILL)
        await_(is_at(place, job, "done", 2), place)
    assert anna.runs() == ["Run 2"]


@pytest.mark.release
def test_what_is_delivered_twice_is_watched_over(place: Place, anna: Owner) -> None:
    """A worker that starts is handed what another is at: it takes over when that one dies."""
    with place.worker() as first:
        job = anna.start(read=600)
        await_(is_at(place, job, "running", 1), place)
        with place.worker():
            await_(lambda: is_watched(place, job), place)
            assert row(place, job) == ("running", 1)
            kill(first)
            await_(is_at(place, job, "done", 2), place)
    assert anna.runs() == ["Run 2"]


@pytest.mark.release
def test_a_run_that_was_only_asleep_writes_nothing(place: Place, anna: Owner) -> None:
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


@pytest.mark.release
def test_the_database_throws_a_worker_out(place: Place, anna: Owner) -> None:
    """As when it is restarted: the job is begun again as soon as that can be."""
    with place.worker():
        job = anna.start(read=600)
        await_(is_at(place, job, "running", 1), place)
        with psycopg.connect(place.database_url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND application_name = 'worker'"
            )
        await_(is_at(place, job, "done", 2), place)
    assert anna.runs() == ["Run 2"]

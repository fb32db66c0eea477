"""Servers without Redis work themselves, and finish the jobs of those that were killed."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.databases import database
from tests.live.phones import Phone
from tests.scoring.live.processes import Owner, Place, await_
from tests.scoring.live.seen import is_at, row
from tests.scoring.old_paper import years_of_paper
from tests.server import children

pytestmark = pytest.mark.full


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Place]:
    """A place without Redis, on either database: the servers work themselves."""
    with database(tmp_path) as url:
        yield Place(tmp_path, url)


def test_a_job_is_done_beside_answers_and_goes_on_after_the_server_was_stopped(
    alone: Place,
) -> None:
    """Which costs the job none of its runs."""
    with alone.server() as (address, process):
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

        job = anna.start(read=60)
        await_(is_at(alone, job, "running", 1), alone)
        process.terminate()
        process.wait(10)
    assert row(alone, job) == ("waiting", 0)
    with alone.server() as (address, _process):
        await_(is_at(alone, job, "running", 1), alone)
        anna.phone = Phone(address, anna.phone.token)
        anna.phone.post(f"/jobs/{job}/cancel/")


@pytest.mark.database
def test_a_job_goes_on_after_the_server_was_killed(alone: Place) -> None:
    """At once, though nobody looks, and however patient others are."""
    with alone.server() as (address, process):
        anna = Owner(address)
        job = anna.start(read=0, write=3)
        await_(is_at(alone, job, "running", 1), alone)
        time.sleep(0.5)
        process.kill()
    assert row(alone, job) == ("running", 1)
    with alone.server(JOB_PATIENCE="600") as (address, _process):
        await_(is_at(alone, job, "done", 2), alone)
        anna.phone = Phone(address, anna.phone.token)
        assert anna.look(job)["result"] == {"kind": "slow", "run": 2}
        assert anna.runs() == ["Run 2"]


@pytest.mark.release
def test_an_import_goes_on_after_the_server_was_killed(alone: Place) -> None:
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


def test_another_process_takes_over_from_one_that_was_killed(alone: Place) -> None:
    with alone.server(workers=2) as (address, process):
        anna = Owner(address)
        job = anna.start(read=600)
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

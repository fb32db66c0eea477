"""What can be seen of jobs and books without asking a server."""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Callable
from contextlib import closing

import psycopg

from tests.scoring.live.processes import Owner, Place


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

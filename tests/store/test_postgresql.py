"""Connections that are kept: the backend notices that one is closed, and waits for a restart."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any, cast

import psycopg
import pytest
from django.db import OperationalError, connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from store import impatience
from store.postgresql import base, silence
from store.postgresql.base import DatabaseWrapper, Outage
from store.postgresql.beginning import Connection

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db]


@pytest.fixture
def kept() -> Iterator[DatabaseWrapper]:
    """A connection of its own, as a thread of the server keeps it."""
    made = cast(DatabaseWrapper, connections.create_connection("default"))
    made.settings_dict["NAME"] = connection.settings_dict["NAME"]
    made.ensure_connection()
    yield made
    made.close()


def next_request(kept: DatabaseWrapper) -> int:
    """Ask something, as the first statement of another request; return who answers."""
    kept.close_if_unusable_or_obsolete()
    with kept.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def test_a_connection_is_kept_and_checked_without_a_query(kept: DatabaseWrapper) -> None:
    first = next_request(kept)
    with CaptureQueriesContext(kept) as queries:
        assert next_request(kept) == next_request(kept) == first
    assert len(queries) == 2
    assert kept.is_usable()


def test_a_connection_that_was_closed_is_replaced(kept: DatabaseWrapper) -> None:
    first = next_request(kept)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [first])
    assert not kept.is_usable()
    assert next_request(kept) not in (0, first)


def test_one_that_was_closed_here_is_replaced(kept: DatabaseWrapper) -> None:
    first = next_request(kept)
    cast(Any, kept.connection).close()
    assert next_request(kept) != first


def test_one_that_is_left_in_a_transaction_is_replaced(kept: DatabaseWrapper) -> None:
    first = next_request(kept)
    with kept.cursor() as cursor:
        cursor.execute("BEGIN")
    assert not kept.is_usable()
    assert next_request(kept) != first


def test_one_that_has_seen_an_error_is_kept(kept: DatabaseWrapper) -> None:
    first = next_request(kept)
    with pytest.raises(Exception, match="nowhere"), transaction.atomic(), kept.cursor() as cursor:
        cursor.execute("SELECT * FROM nowhere")
    assert kept.errors_occurred
    assert next_request(kept) == first


def test_a_database_that_is_started_anew_is_waited_for(
    kept: DatabaseWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "_outage", Outage())
    kept.close()
    answers = iter([psycopg.OperationalError("starting up"), psycopg.OperationalError("refused")])
    connect = Connection.connect

    def fails_twice(**params: Any) -> Any:
        for error in answers:
            raise error
        return connect(**params)

    monkeypatch.setattr(Connection, "connect", fails_twice)
    began = time.monotonic()
    assert next_request(kept)
    assert time.monotonic() - began >= 2 * base.RETRY_EVERY


def test_one_that_stays_away_is_not_waited_for_again_and_again(
    kept: DatabaseWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "_outage", Outage())
    monkeypatch.setattr(base, "PATIENCE", 0.3)
    port = kept.settings_dict["PORT"]
    kept.close()
    monkeypatch.setitem(kept.settings_dict, "PORT", 1)
    began = time.monotonic()
    for _ in range(5):
        with pytest.raises(OperationalError):
            next_request(kept)
    assert 0.3 <= time.monotonic() - began < 1
    # Once it is back, it may go again.
    kept.settings_dict["PORT"] = port
    assert next_request(kept)
    assert base._outage.is_worth_waiting()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be a thread that answers requests, and soon wants to know whether the database is there."""
    monkeypatch.setattr(impatience, "_thread", threading.local())
    monkeypatch.setattr(silence, "LOOK_AFTER", 0.1)
    impatience.be_impatient()


@pytest.mark.usefixtures("impatient")
def test_a_request_waits_for_a_statement_while_the_database_is_there(
    kept: DatabaseWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(silence, "IS_SILENT_AFTER", 0.5)
    first = next_request(kept)
    with kept.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(1.5)")
    assert next_request(kept) == first


@pytest.mark.usefixtures("impatient")
def test_a_statement_of_a_request_that_takes_too_long_is_ended(
    kept: DatabaseWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(silence, "STATEMENT_SECONDS", 0.3)
    first = next_request(kept)
    with pytest.raises(OperationalError, match=r"more than 0\.3 s"), kept.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(600)")
    assert next_request(kept) != first
    with kept.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE pid = %s AND state = 'active'", [first]
        )
        assert cursor.fetchone() == (0,)


def test_a_job_may_take_longer(kept: DatabaseWrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(silence, "STATEMENT_SECONDS", 0.1)
    first = next_request(kept)
    with kept.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(0.5)")
    assert next_request(kept) == first

"""Storing and finding answers in SQL, compared with the ORM; and races for one key."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rest_framework.test import APIClient

from accounts.models import StoredAnswer, User
from games.models import Group
from store import answers
from tests.cast import client_of
from tests.games.races import on_disk, together
from tests.sampling import sampled

pytestmark = pytest.mark.django_db
START = datetime(2026, 11, 22, 20, 15, tzinfo=UTC)
DIGESTS = [f"{number:064x}" for number in (0, 2**255, 2**256 - 1)]
GUESTS = "/api/v1/auth/guests/"

# Times with and without a fraction of a second, which SQLite writes at different lengths.
TIMES = st.builds(
    lambda seconds, fraction: START + timedelta(seconds=seconds, microseconds=fraction),
    st.integers(-2, 2),
    st.sampled_from([0, 1, 500_000]),
)
STORED = st.tuples(st.sampled_from(DIGESTS), st.binary(max_size=40), TIMES)


def orm_store(digest: str, request_digest: str, answer: bytes, at: datetime) -> None:
    StoredAnswer.objects.update_or_create(
        digest=digest,
        defaults={"request_digest": request_digest, "answer": answer, "created_at": at},
    )


def orm_find(digest: str, since: datetime) -> answers.Stored | None:
    row = StoredAnswer.objects.filter(digest=digest, created_at__gte=since).first()
    return (row.request_digest, bytes(row.answer)) if row else None


def kept() -> list[tuple[Any, ...]]:
    rows = StoredAnswer.objects.order_by("digest")
    return [(row.digest, row.request_digest, bytes(row.answer), row.created_at) for row in rows]


@settings(
    max_examples=sampled(60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(stored=st.lists(STORED, max_size=6), since=TIMES)
def test_it_stores_and_finds_what_the_orm_does(
    db: None, stored: list[tuple[str, bytes, datetime]], since: datetime
) -> None:
    outcomes = []
    for store in (orm_store, answers.store_answer):
        StoredAnswer.objects.all().delete()
        for number, (digest, answer, at) in enumerate(stored):
            store(digest, f"request {number}", answer, at)
        outcomes.append(kept())
    assert outcomes[0] == outcomes[1]
    for digest in DIGESTS:
        expected = orm_find(digest, since)
        assert answers.find_answer(digest, since) == expected
        assert answers.take_turn(digest, since) == (True, expected)


# --- At once ----------------------------------------------------------------------------


@pytest.fixture
def file_on_disk(transactional_db: None, tmp_path: Path) -> Iterator[None]:
    with on_disk(tmp_path):
        yield


@pytest.mark.django_db(transaction=True)
def test_eight_with_one_key_are_one(file_on_disk: None) -> None:
    for _turn in range(4):
        name, key = f"Ann {uuid4()}", str(uuid4())
        send = partial(APIClient().post, GUESTS, {"name": name}, headers={"Idempotency-Key": key})
        responses = together(*[send] * 8)
        assert User.objects.filter(name=name).count() == 1
        created = [one for one in responses if one.status_code == 201]
        refused = [one for one in responses if one.status_code != 201]
        assert {(one.status_code, one.json()["code"]) for one in refused} <= {
            (409, "request_in_flight")
        }
        assert sum("Idempotency-Replayed" not in one.headers for one in created) == 1
        assert len({one.content for one in created}) == 1
        again = send()
        assert again.content == created[0].content
        assert again.headers["Idempotency-Replayed"] == "true"


@pytest.mark.django_db(transaction=True)
def test_a_change_that_is_sent_eight_times_is_made_once(file_on_disk: None) -> None:
    # Everybody is logged in as the same person: there are no two rows that could be told apart.
    client = client_of(User.objects.create_guest("Ann"))
    for number in range(4):
        key = {"Idempotency-Key": "the same" + str(number)}
        send = partial(client.post, "/api/v1/groups/", {"name": f"Group {number}"}, headers=key)
        responses = together(*[send] * 8)
        assert {one.status_code for one in responses} <= {201, 409}
        assert Group.objects.count() == number + 1


@pytest.mark.needs_postgres
@pytest.mark.django_db(transaction=True)
def test_the_answer_is_looked_for_once_the_turn_is_taken() -> None:
    # Here it waits for the lock instead of giving up, so that the answer is committed in between.
    waiting = answers._TAKE_TURN_AND_FIND.replace("pg_try_advisory", "pg_advisory")
    assert waiting != answers._TAKE_TURN_AND_FIND
    digest = DIGESTS[1]
    has_turn = Event()

    def first() -> None:
        with transaction.atomic():
            assert answers.take_turn(digest, START) == (True, None)
            has_turn.set()
            _until_somebody_waits()
            answers.store_answer(digest, "request", b"of the first", START)

    def second() -> Any:
        assert has_turn.wait(10)
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(waiting, [int(digest[:15], 16), digest, START])
            cursor.nextset()
            return cursor.fetchone()

    _nothing, found = together(first, second)
    assert found == ("request", b"of the first")


def _until_somebody_waits() -> None:
    deadline = time.monotonic() + 10
    with connection.cursor() as cursor:
        while time.monotonic() < deadline:
            cursor.execute(
                "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted "
                "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            )
            if cursor.fetchone():
                return
            time.sleep(0.01)
    raise AssertionError("Nobody waits.")

"""Requests with one key at the same time."""

from __future__ import annotations

import time
from functools import partial
from threading import Event
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from rest_framework.test import APIClient

from accounts.idempotency import (
    Answer,
    _answer,
    _finding,
    read_key,
    store_answer,
    take_turn,
)
from accounts.models import User
from store.statements import Statement, send
from tests.games.races import together

pytestmark = pytest.mark.django_db
GUESTS = "/api/v1/auth/guests/"


@pytest.mark.django_db(transaction=True)
def test_eight_with_one_key_are_one(race: None) -> None:
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


@pytest.mark.needs_postgres
@pytest.mark.django_db(transaction=True)
def test_the_answer_is_looked_for_once_the_turn_is_taken() -> None:
    # Here it waits for the lock instead of giving up, so that the answer is committed in between.
    key = read_key("a key", owner="somebody", method="POST", path="/", body=b"")
    turn = Statement("SELECT pg_advisory_xact_lock(%s)", [int(key.digest[:15], 16)], list)
    has_turn = Event()

    def first() -> None:
        with transaction.atomic():
            assert take_turn(key) is None
            has_turn.set()
            _until_somebody_waits()
            store_answer(key, Answer(201, {}, b"of the first"))

    def second() -> Any:
        assert has_turn.wait(10)
        with transaction.atomic():
            return send(turn, _finding(key))[1]

    _nothing, found = together(first, second)
    assert _answer(key, found) == Answer(201, {}, b"of the first")


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

"""Transactions on PostgreSQL begin in the message of their first statement."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from psycopg import sql
from psycopg.pq import TransactionStatus

from accounts.models import User

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]

SENT = "SELECT current_query()"  # the whole message


def status() -> int:
    opened: psycopg.Connection[Any] = connection.connection
    return opened.pgconn.transaction_status


def answer(statement: Any, parameters: Any = None) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return cursor.fetchone()[0]


def test_only_the_first_statement_of_a_transaction_begins_it() -> None:
    assert answer(SENT) == SENT
    for _ in range(2):
        with transaction.atomic():
            assert answer(SENT) == "BEGIN; " + SENT
            assert answer(SENT) == SENT
            assert status() == TransactionStatus.INTRANS
        assert status() == TransactionStatus.IDLE


def test_a_transaction_without_statements_sends_nothing() -> None:
    answer(SENT)
    with transaction.atomic():
        assert status() == TransactionStatus.IDLE


def test_all_results_of_the_first_message_can_be_read() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT %s; SELECT %s", [1, 2])
        assert cursor.fetchall() == [(1,)]
        assert cursor.nextset()
        assert cursor.fetchall() == [(2,)]
        assert not cursor.nextset()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE accounts_user SET name = 'x' WHERE id IN (SELECT id FROM accounts_user)"
        )
        assert cursor.rowcount == 0


@pytest.mark.parametrize("text", ["SELECT 1 / 0", "SELECT * FROM nowhere", "no statement"])
def test_an_error_in_the_first_statement_ends_the_transaction(text: str) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        answer(text)
    assert status() == TransactionStatus.IDLE
    assert answer("SELECT 1") == 1
    with transaction.atomic():
        User.objects.create(name="Ann")
    assert User.objects.count() == 1


def test_what_was_first_is_rolled_back() -> None:
    def create_twice() -> None:
        ann = User.objects.create(name="Ann")
        User.objects.bulk_create([User(pk=ann.pk, name="Again")])

    with pytest.raises(IntegrityError), transaction.atomic():
        create_twice()
    assert User.objects.count() == 0


def test_a_savepoint_can_be_the_first_statement() -> None:
    with transaction.atomic():
        savepoint = transaction.savepoint()
        User.objects.create(name="Ann")
        transaction.savepoint_rollback(savepoint)
        assert User.objects.count() == 0
        User.objects.create(name="Ben")
    assert [user.name for user in User.objects.all()] == ["Ben"]


def _many() -> None:
    with connection.cursor() as cursor:
        cursor.executemany("SELECT %s", [(1,), (2,)])


def _copy() -> None:
    with connection.cursor() as cursor, cursor.copy("COPY (SELECT 1) TO STDOUT") as copy:
        assert b"".join(map(bytes, copy)) == b"1\n"


def _stream() -> None:
    with connection.cursor() as cursor:
        assert list(cursor.stream("SELECT 1")) == [(1,)]


def _composed() -> None:
    assert answer(sql.SQL("SELECT {}").format(1)) == 1


def _declared() -> None:
    assert list(User.objects.select_for_update().iterator(chunk_size=1)) == []


@pytest.mark.parametrize("send", [_many, _copy, _stream, _composed, _declared])
def test_whatever_comes_first_is_in_the_transaction(send: Any) -> None:
    answer("SELECT 1")
    with transaction.atomic():
        send()
        assert status() == TransactionStatus.INTRANS
        assert answer(SENT) == SENT


def test_rows_are_read_in_parts_without_a_transaction() -> None:
    User.objects.bulk_create([User(name=name) for name in "abc"])
    users = User.objects.order_by("name").iterator(chunk_size=1)
    assert [user.name for user in users] == ["a", "b", "c"]
    assert status() == TransactionStatus.IDLE

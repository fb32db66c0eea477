"""The answers to writes that came with an idempotency key, and the turns that writes take.

Times are as the database has them: see `store.database.stored_moment`.
"""

from __future__ import annotations

from datetime import datetime

from django.db import connection

from store.database import is_postgres, rows, run, stored_moment

# (request_digest, answer)
Stored = tuple[str, bytes]

_FIND = """
SELECT request_digest, answer FROM accounts_storedanswer WHERE digest = %s AND created_at >= %s
"""
# Two statements, one round trip. It must be two: each sees what was committed before it began. In
# one statement, an answer that was committed while it waited to begin could be missed although
# the lock, which the first request gave back in the same moment, was granted.
_TAKE_TURN_AND_FIND = f"SELECT pg_try_advisory_xact_lock(%s); {_FIND}"

_STORE = """
INSERT INTO accounts_storedanswer (digest, request_digest, answer, created_at)
VALUES (%s, %s, %s, %s)
ON CONFLICT (digest) DO UPDATE SET
    request_digest = excluded.request_digest,
    answer = excluded.answer,
    created_at = excluded.created_at
"""


def find_answer(digest: str, since: datetime) -> Stored | None:
    """The answer stored under this digest, unless it is older."""
    found = rows(_FIND, [digest, stored_moment(since)])
    return _stored(found[0]) if found else None


def take_turn(digest: str, since: datetime) -> tuple[bool, Stored | None]:
    """Take the turn of a digest until the transaction ends; find the answer stored by then.

    Returns whether it is ours, which it is not while another transaction has it, and the answer.
    SQLite has one writer at a time, so whoever has begun to write has every turn.
    """
    if not is_postgres():
        return True, find_answer(digest, since)
    with connection.cursor() as cursor:
        cursor.execute(_TAKE_TURN_AND_FIND, [int(digest[:15], 16), digest, stored_moment(since)])
        (is_ours,) = cursor.fetchone()
        cursor.nextset()
        found = cursor.fetchone()
    return is_ours, _stored(found) if found else None


def store_answer(digest: str, request_digest: str, answer: bytes, at: datetime) -> None:
    """Store an answer, in the place of an old one with this digest if there is one."""
    run(_STORE, [digest, request_digest, answer, stored_moment(at)])


def _stored(row: tuple[str, bytes]) -> Stored:
    request_digest, answer = row
    return request_digest, bytes(answer)

"""Writes that may be sent twice: the same `Idempotency-Key` gets the same answer.

The answer is stored in the write's own transaction, encrypted with the key. Only the client
knows the key: an answer may hold a token, and tokens are never stored in plain text.
Answers are stored for `STORED_FOR`. A refused write changed nothing, so it is not stored
and simply tried again.
"""

from __future__ import annotations

import hashlib
import json
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from cryptography.fernet import Fernet
from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.utils.encoders import JSONEncoder

from accounts.models import StoredAnswer
from rest.problems import FieldError, ProblemError

STORED_FOR = timedelta(days=2)
MAX_KEY = 200
# Without an account. Otherwise, anyone who sent "1" would get the answer to somebody else's "1".
MIN_ANONYMOUS_KEY = 16


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to store: the status, the body as JSON, and the headers worth repeating."""

    status: int
    data: Any
    headers: dict[str, str]


@dataclass(frozen=True, slots=True)
class Key:
    """An idempotency key of one owner, and the request that it came with."""

    digest: str
    request_digest: str
    secret: bytes


def read_key(text: str, *, owner: str, method: str, path: str, body: bytes) -> Key:
    """Make a `Key` from the header; raise ProblemError (400) if it is not valid.

    `owner` says whose key it is; it is empty for requests without an account. `path` includes
    the query.
    """
    min_length = 1 if owner else MIN_ANONYMOUS_KEY
    if not min_length <= len(text) <= MAX_KEY or not text.isascii() or not text.isprintable():
        detail = _("Idempotency-Key must be %(min)s to %(max)s printable ASCII characters long.")
        detail %= {"min": min_length, "max": MAX_KEY}
        error = FieldError("Idempotency-Key", "invalid", detail)
        raise ProblemError(400, "invalid_request", detail, errors=[error])
    owned = f"{owner}\n{text}"
    return Key(
        digest=_digest("answer", owned.encode()),
        request_digest=_digest("request", b"\n".join([method.encode(), path.encode(), body])),
        secret=urlsafe_b64encode(
            hashlib.sha256(f"{settings.SECRET_KEY}\n{owned}".encode()).digest()
        ),
    )


def take_turn(key: Key) -> None:
    """Let one request at a time work on a key, until its transaction ends.

    Raises ProblemError (409) while another request with the key is being processed. On SQLite,
    which has one writer at a time, the second request has waited for the first one already.
    """
    if connection.vendor != "postgresql":
        return
    number = int(key.digest[:15], 16)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [number])
        (is_ours,) = cursor.fetchone()
    if not is_ours:
        raise ProblemError(
            409,
            "request_in_flight",
            _("The first request with this Idempotency-Key is still being processed."),
            headers={"Retry-After": "1"},
        )


def stored_answer(key: Key) -> Answer | None:
    """Return the answer stored for this key, or None.

    Raises ProblemError (422) if the key was used for a different request.
    """
    row = StoredAnswer.objects.filter(digest=key.digest).first()
    if row is None or row.created_at < timezone.now() - STORED_FOR:
        return None
    if row.request_digest != key.request_digest:
        raise ProblemError(
            422,
            "idempotency_key_reused",
            _("This Idempotency-Key was already used for a different request: use a new one."),
        )
    content = json.loads(Fernet(key.secret).decrypt(bytes(row.answer)))
    return Answer(**content)


def store_answer(key: Key, answer: Answer) -> None:
    """Store the answer; call this in the write's own transaction."""
    content = {"status": answer.status, "data": answer.data, "headers": answer.headers}
    encrypted = Fernet(key.secret).encrypt(json.dumps(content, cls=JSONEncoder).encode())
    row = StoredAnswer(digest=key.digest, request_digest=key.request_digest, answer=encrypted)
    # One query, also when an expired answer is still there.
    StoredAnswer.objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=["digest"],
        update_fields=["request_digest", "answer", "created_at"],
    )


def delete_old_answers() -> int:
    """Delete the answers that are older than `STORED_FOR`; return how many."""
    old = StoredAnswer.objects.filter(created_at__lt=timezone.now() - STORED_FOR)
    deleted, _details = old.delete()
    return deleted


def _digest(purpose: str, data: bytes) -> str:
    return hashlib.sha256(f"{purpose}\n".encode() + data).hexdigest()

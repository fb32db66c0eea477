"""Writes that may be sent twice: the same `Idempotency-Key`, the same answer.

The answer is stored in the write's own transaction, encrypted with the key, which
is known to the client alone: an answer may hold a token, and tokens are not stored.
An answer is kept for `KEPT_FOR`; a write that was refused changed nothing and is
simply tried again.
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

from accounts.models import KeptAnswer
from rest.problems import FieldError, ProblemError

KEPT_FOR = timedelta(days=2)
MAX_KEY = 200
# Of somebody without an account: what "1" was answered to one would else be anybody's.
MIN_ANONYMOUS_KEY = 16


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered: the status, the body as JSON, and headers worth keeping."""

    status: int
    data: Any
    headers: dict[str, str]


@dataclass(frozen=True, slots=True)
class Key:
    """An idempotency key in the hands of one actor, and the request that it came with."""

    digest: str
    request_digest: str
    secret: bytes


def read_key(text: str, *, actor: str, method: str, path: str, body: bytes) -> Key:
    """Make a `Key` of the header; raise ProblemError (400) for one that is none.

    `actor` says whose key it is; it is empty for those who are nobody yet.
    """
    least = 1 if actor else MIN_ANONYMOUS_KEY
    if not least <= len(text) <= MAX_KEY or not text.isascii() or not text.isprintable():
        detail = _("Idempotency-Key must be %(least)s to %(most)s printable ASCII characters.")
        detail %= {"least": least, "most": MAX_KEY}
        error = FieldError("Idempotency-Key", "invalid", detail)
        raise ProblemError(400, "invalid_request", detail, errors=[error])
    owner = f"{actor}\n{text}"
    return Key(
        digest=_digest("answer", owner.encode()),
        request_digest=_digest("request", b"\n".join([method.encode(), path.encode(), body])),
        secret=urlsafe_b64encode(
            hashlib.sha256(f"{settings.SECRET_KEY}\n{owner}".encode()).digest()
        ),
    )


def first_answer(key: Key) -> Answer | None:
    """The answer already given to this key, None where it is new.

    Call it inside the write's transaction. Raises ProblemError: 422 where the key came
    with another request before, 409 where the first one is still being worked on.
    """
    _take_turn(key)
    return kept_answer(key)


def kept_answer(key: Key) -> Answer | None:
    """The answer already given to this key, without waiting for one on its way.

    Raises ProblemError (422) where the key came with another request before.
    """
    kept = KeptAnswer.objects.filter(digest=key.digest).first()
    if kept is None or kept.created_at < timezone.now() - KEPT_FOR:
        return None
    if kept.request_digest != key.request_digest:
        raise ProblemError(
            422,
            "idempotency_key_reused",
            _("This Idempotency-Key came with another request before: use a new one."),
        )
    stored = json.loads(Fernet(key.secret).decrypt(bytes(kept.answer)))
    return Answer(**stored)


def keep(key: Key, answer: Answer) -> None:
    """Store the answer, in the write's own transaction."""
    stored = {"status": answer.status, "data": answer.data, "headers": answer.headers}
    sealed = Fernet(key.secret).encrypt(json.dumps(stored, cls=JSONEncoder).encode())
    row = KeptAnswer(digest=key.digest, request_digest=key.request_digest, answer=sealed)
    # One query, also where an answer that is too old to count is still there.
    KeptAnswer.objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=["digest"],
        update_fields=["request_digest", "answer", "created_at"],
    )


def forget_old_answers() -> int:
    """Delete the answers that are no longer kept; return how many there were."""
    deleted, _details = KeptAnswer.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).delete()
    return deleted


def _take_turn(key: Key) -> None:
    """Let one request at a time work on a key, until its transaction ends.

    SQLite has one writer at a time anyway: there the second waits, and then finds
    the first one's answer.
    """
    if connection.vendor != "postgresql":
        return
    number = int(key.digest[:15], 16)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [number])
        (ours,) = cursor.fetchone()
    if not ours:
        raise ProblemError(
            409,
            "request_in_flight",
            _("The first request with this Idempotency-Key is still being worked on."),
            headers={"Retry-After": "1"},
        )


def _digest(purpose: str, data: bytes) -> str:
    return hashlib.sha256(f"{purpose}\n".encode() + data).hexdigest()

"""Writes that may be sent twice: the same `Idempotency-Key` gets the same answer.

The answer is stored in the write's own transaction, compressed and encrypted with the key. Only
the client knows the key: an answer may hold a token, and tokens are never stored in plain text.
Answers are stored for `STORED_FOR`. A refused write changed nothing, so it is not stored
and simply tried again.

At most `MAX_STORED` bytes are stored of an answer. Of a larger one, only its status and `Location`
are: a repeated request is not carried out again, but answered with what there is now.
"""

from __future__ import annotations

import hashlib
import os
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import timedelta

import brotli
import orjson
from cryptography.exceptions import InvalidTag
from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.attempts import limit_attempts
from accounts.models import StoredAnswer
from rest.problems import FieldError, ProblemError
from store.queries import Parameter, Query
from store.rows import replace
from store.statements import Row, Statement, send

STORED_FOR = timedelta(days=2)
MAX_KEY = 200
# Without an account. Otherwise, anyone who sent "1" would get the answer to somebody else's "1".
MIN_ANONYMOUS_KEY = 16

_FIND = Query(
    lambda: StoredAnswer.objects.filter(
        digest=Parameter("digest"), created_at__gte=Parameter("since")
    ).values_list("request_digest", "answer")
)

# How an answer is stored, as its first byte; Fernet's texts, which were stored before, begin
# with a "g".
COMPRESSED = b"\x01"
NONCE_BYTES = 12
MAX_STORED = 16 * 1024  # bytes: four times as much as a game of 36 rounds takes
SEALING_BYTES = len(COMPRESSED) + NONCE_BYTES + 16  # that AES-GCM adds
LASTING = ("Location",)  # headers that are true whatever has changed since
# A game of 18 rounds becomes a seventh in 20 microseconds. Level 5 takes six times as long, and
# saves another quarter.
BROTLI_LEVEL = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to store: the status, the headers worth repeating, and the body as it is sent.

    The body is None if it was too large to be stored.
    """

    status: int
    headers: dict[str, str]
    body: bytes | None


@dataclass(frozen=True, slots=True)
class Key:
    """An idempotency key of one owner, and the request that it came with."""

    digest: str
    request_digest: str
    secret: bytes
    old_secrets: tuple[bytes, ...] = ()  # with the keys before `SECRET_KEY`


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
        secret=_secret(settings.SECRET_KEY, owned),
        old_secrets=tuple(_secret(key, owned) for key in settings.SECRET_KEY_FALLBACKS),
    )


def _secret(secret_key: str, owned: str) -> bytes:
    return hashlib.sha256(f"{secret_key}\n{owned}".encode()).digest()


class AnswerLost(Exception):
    """The request was carried out; its answer was stored with a `SECRET_KEY` that is not known."""


def answer_lost() -> ProblemError:
    """Return the refusal of a request that was carried out, and whose answer cannot be read."""
    detail = _(
        "This was carried out before, but its answer can no longer be read: the key of the server "
        "has changed. Read what is there now."
    )
    return ProblemError(409, "answer_lost", detail)


def take_turn(key: Key) -> Answer | None:
    """Let one request at a time work on a key, until its transaction ends.

    Returns the answer that is stored by then. Raises AnswerLost, and ProblemError: 409 while
    another request with the key is being processed, 422 if the key was used for a different
    request. On SQLite, which has one writer at a time, the second request has waited for the first
    one already.
    """
    if not connection.features.has_select_for_update:
        return stored_answer(key)
    # Two statements: in one, an answer that is committed while it waits to begin could be missed.
    turn = Statement("SELECT pg_try_advisory_xact_lock(%s)", [int(key.digest[:15], 16)], list)
    [(is_ours,)], stored = send(turn, _finding(key))
    if not is_ours:
        raise ProblemError(
            409,
            "request_in_flight",
            _("The first request with this Idempotency-Key is still being processed."),
            headers={"Retry-After": "1"},
        )
    return _answer(key, stored)


def stored_answer(key: Key) -> Answer | None:
    """Return the answer stored for this key, or None.

    Raises AnswerLost, and ProblemError (422) if the key was used for a different request.
    """
    [stored] = send(_finding(key))
    return _answer(key, stored)


def _finding(key: Key) -> Statement:
    return _FIND(digest=key.digest, since=timezone.now() - STORED_FOR)


def _answer(key: Key, stored: list[Row]) -> Answer | None:
    if not stored:
        return None
    request_digest, sealed = stored[0]
    if request_digest != key.request_digest:
        raise ProblemError(
            422,
            "idempotency_key_reused",
            _("This Idempotency-Key was already used for a different request: use a new one."),
        )
    for secret in (key.secret, *key.old_secrets):
        try:
            return unseal(secret, bytes(sealed))
        except (InvalidTag, InvalidToken):
            continue
    raise AnswerLost


def limit_answers(owner: str) -> None:
    """Count an answer that is about to be stored for an account, a device or a network address.

    Raises ProblemError (429) if there were too many.
    """
    limit_attempts("answer", f"answers {owner}")


def store_answer(key: Key, answer: Answer) -> None:
    """Store the answer; call this in the write's own transaction."""
    sealed = seal(key.secret, answer)
    row = (key.digest, key.request_digest, sealed, timezone.now())
    send(replace(StoredAnswer, ["digest"], ["request_digest", "answer", "created_at"], [row]))


def seal(secret: bytes, answer: Answer) -> bytes:
    """Compress and encrypt an answer, without its body if it would be too large."""
    head = orjson.dumps([answer.status, answer.headers])
    content = head if answer.body is None else head + b"\n" + answer.body
    compressed: bytes = brotli.compress(content, quality=BROTLI_LEVEL)
    if answer.body is not None and len(compressed) > MAX_STORED - SEALING_BYTES:
        headers = {name: answer.headers[name] for name in LASTING if name in answer.headers}
        return seal(secret, Answer(answer.status, headers, None))
    nonce = os.urandom(NONCE_BYTES)  # a key may be used again once its answer is forgotten
    return COMPRESSED + nonce + AESGCM(secret).encrypt(nonce, compressed, None)


def unseal(secret: bytes, sealed: bytes) -> Answer:
    """Decrypt an answer; raise InvalidTag or InvalidToken if the secret is another one's."""
    if not sealed.startswith(COMPRESSED):
        return _unseal_text(secret, sealed)
    start = len(COMPRESSED) + NONCE_BYTES
    nonce = sealed[len(COMPRESSED) : start]
    content: bytes = brotli.decompress(AESGCM(secret).decrypt(nonce, sealed[start:], None))
    head, newline, body = content.partition(b"\n")
    status, headers = orjson.loads(head)
    return Answer(status, headers, body if newline else None)


def _unseal_text(secret: bytes, sealed: bytes) -> Answer:
    """Read an answer as it was stored before: whoever asked for it may ask again."""
    content = orjson.loads(Fernet(urlsafe_b64encode(secret)).decrypt(sealed))
    if content["data"] is None:
        return Answer(content["status"], content["headers"], b"")
    headers = {"Content-Type": "application/json", **content["headers"]}
    return Answer(content["status"], headers, orjson.dumps(content["data"]))


def delete_old_answers() -> int:
    """Delete the answers that are older than `STORED_FOR`; return how many."""
    old = StoredAnswer.objects.filter(created_at__lt=timezone.now() - STORED_FOR)
    deleted, _details = old.delete()
    return deleted


def _digest(purpose: str, data: bytes) -> str:
    return hashlib.sha256(f"{purpose}\n".encode() + data).hexdigest()

"""Writes that may be sent twice: the same `Idempotency-Key` gets the same answer.

The answer is stored in the write's own transaction, compressed and encrypted with the key. Only
the client knows the key: an answer may hold a token, and tokens are never stored in plain text.
A refused write has changed nothing, so it is not stored, and simply tried again.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from datetime import timedelta

import brotli
import orjson
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import StoredAnswer
from rest.problems import ProblemError
from rest.refusals import Refusal, wrong_field
from store.queries import Parameter, Query
from store.rows import replace
from store.statements import Row, Statement, send

STORED_FOR = timedelta(days=2)
MAX_KEY = 200
# Without an account. Otherwise, anyone who sent "1" would get the answer to somebody else's "1".
MIN_ANONYMOUS_KEY = 16
# Bytes: four times as many as a game of 36 rounds takes. Of a larger answer, only the status and
# what is true for good are stored: it is not carried out again, but answered with what there is.
MAX_STORED = 16 * 1024
LASTING = ("Location",)
FORM = b"\x01"  # of what is stored: its first byte
NONCE_BYTES = 12
SEALING_BYTES = len(FORM) + NONCE_BYTES + 16  # that AES-GCM adds
# A game of 18 rounds becomes a seventh in 20 microseconds. Level 5 takes six times as long, and
# saves another quarter.
BROTLI_LEVEL = 1

_FIND = Query(
    lambda: StoredAnswer.objects.filter(
        digest=Parameter("digest"), created_at__gte=Parameter("since")
    ).values_list("request_digest", "answer")
)


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
    old_request_digest: str  # as version 1.1 stored it; to be dropped with version 1.3
    secrets: tuple[bytes, ...]  # for each key of the server, the present one first


def read_key(text: str, *, owner: str, method: str, path: str, body: bytes) -> Key:
    """Make a `Key` from the header; raise Refusal if it is not valid.

    `owner` says whose key it is; it is empty for requests without an account. `path` includes
    the query.
    """
    min_length = 1 if owner else MIN_ANONYMOUS_KEY
    if not min_length <= len(text) <= MAX_KEY or not text.isascii() or not text.isprintable():
        detail = _("Idempotency-Key must be %(min)s to %(max)s printable ASCII characters long.")
        detail %= {"min": min_length, "max": MAX_KEY}
        raise wrong_field("Idempotency-Key", "invalid", detail)
    owned = f"{owner}\n{text}".encode()
    request = b"\n".join([method.encode(), path.encode(), body])
    server_keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return Key(
        digest=_hash("answer", owned).hex(),
        # With the key, which only the client knows: a body may have a password, to be guessed.
        request_digest=_hash("request", owned + b"\n" + request).hex(),
        old_request_digest=_hash("request", request).hex(),
        secrets=tuple(_hash(server_key, owned) for server_key in server_keys),
    )


def _hash(purpose: str, data: bytes) -> bytes:
    return hashlib.sha256(f"{purpose}\n".encode() + data).digest()


class AnswerLost(Refusal):
    """The request was carried out, but its answer was stored with a key that the server forgot."""

    def __init__(self) -> None:
        detail = _(
            "This was carried out before, but its answer can no longer be read: the key of the "
            "server has changed. Read what is there now."
        )
        super().__init__("answer_lost", detail)


def stored_answer(key: Key) -> Answer | None:
    """Return the answer that is stored for a key; None if there is none.

    Raises AnswerLost, and Refusal if the key was used for a different request.
    """
    return _answer(key, send(_finding(key))[0])


def take_turn(key: Key) -> Answer | None:
    """As `stored_answer`, and let nobody else work on the key until the transaction ends.

    Raises ProblemError (409) while another request does. On SQLite, which has one writer at a time,
    the second request has waited for the first one already.
    """
    if not connection.features.has_select_for_update:
        return stored_answer(key)
    # Two statements: in one, an answer that is committed while it waits to begin could be missed.
    turn = Statement("SELECT pg_try_advisory_xact_lock(%s)", [int(key.digest[:15], 16)], list)
    [(is_ours,)], stored = send(turn, _finding(key))
    if not is_ours:
        detail = _("The first request with this Idempotency-Key is still being processed.")
        raise ProblemError(409, "request_in_flight", detail, headers={"Retry-After": "1"})
    return _answer(key, stored)


def _finding(key: Key) -> Statement:
    return _FIND(digest=key.digest, since=timezone.now() - STORED_FOR)


def _answer(key: Key, stored: list[Row]) -> Answer | None:
    if not stored:
        return None
    request_digest, sealed = stored[0]
    if request_digest not in (key.request_digest, key.old_request_digest):
        detail = _("This Idempotency-Key was already used for a different request: use a new one.")
        raise Refusal("idempotency_key_reused", detail)
    for secret in key.secrets:
        try:
            return unseal(secret, bytes(sealed))
        except InvalidTag:
            continue
    raise AnswerLost


def store_answer(key: Key, answer: Answer) -> None:
    """Store the answer; call this in the write's own transaction."""
    row = (key.digest, key.request_digest, seal(key.secrets[0], answer), timezone.now())
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
    return FORM + nonce + AESGCM(secret).encrypt(nonce, compressed, None)


def unseal(secret: bytes, sealed: bytes) -> Answer:
    """Decrypt an answer; raise InvalidTag if the secret is another one's."""
    nonce, encrypted = sealed[len(FORM) :][:NONCE_BYTES], sealed[len(FORM) + NONCE_BYTES :]
    content: bytes = brotli.decompress(AESGCM(secret).decrypt(nonce, encrypted, None))
    head, newline, body = content.partition(b"\n")
    status, headers = orjson.loads(head)
    return Answer(status, headers, body if newline else None)

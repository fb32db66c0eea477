"""One request to the address of a webhook, signed as Standard Webhooks ask for."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import secrets
import ssl
import time
from dataclasses import dataclass
from uuid import UUID

import httpx2

from scoring.webhooks.addresses import AddressRefused, resolve
from scoring.webhooks.kinds import Failure

PATIENCE = 10.0  # seconds for all of it, however slowly the answer trickles
PREFIX = "whsec_"
KEY_BYTES = 24


@dataclass(frozen=True, slots=True)
class Answer:
    """The status that the address answered, or why there is none."""

    status: int | None = None
    error: Failure | None = None

    @property
    def is_success(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


@dataclass(frozen=True, slots=True)
class Message:
    """What to send: `body` is JSON."""

    id: UUID
    url: str
    secret: str
    body: bytes


def new_secret() -> str:
    """Return a secret to sign with, which the receiver knows, too."""
    return PREFIX + base64.b64encode(secrets.token_bytes(KEY_BYTES)).decode()


def signature(secret: str, id: UUID, timestamp: int, body: bytes) -> str:
    """Return the signature of a message: https://www.standardwebhooks.com/."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = b"%s.%d.%s" % (str(id).encode(), timestamp, body)
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()


async def post_all(messages: list[Message], reach: str) -> list[Answer]:
    """Send messages at the same time; return their answers in the same order.

    How far they may go is said by `reach`, a value of `WEBHOOKS`.
    """
    # No proxy, no cookies, no redirects: it connects to the addresses that were checked.
    async with httpx2.AsyncClient(trust_env=False, follow_redirects=False) as client:
        return await asyncio.gather(*(_post(client, one, reach) for one in messages))


async def _post(client: httpx2.AsyncClient, message: Message, reach: str) -> Answer:
    try:
        async with asyncio.timeout(PATIENCE):
            return await _ask(client, message, reach)
    except AddressRefused:
        return Answer(error=Failure.ADDRESS_REFUSED)
    except TimeoutError:
        return Answer(error=Failure.NO_ANSWER)
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError, UnicodeError, ValueError) as error:
        is_about_trust = isinstance(error.__context__, ssl.SSLCertVerificationError) or (
            "CERTIFICATE_VERIFY_FAILED" in str(error)
        )
        return Answer(error=Failure.CERTIFICATE if is_about_trust else Failure.NO_CONNECTION)


async def _ask(client: httpx2.AsyncClient, message: Message, reach: str) -> Answer:
    url = httpx2.URL(message.url)
    host, port = url.host, url.port or (443 if url.scheme == "https" else 80)
    now = int(time.time())
    request = client.build_request(
        "POST",
        url.copy_with(host=await resolve(host, port, reach)),
        content=message.body,
        headers={
            "Host": url.netloc.decode("ascii"),
            "Content-Type": "application/json",
            "User-Agent": "Tableside",
            "webhook-id": str(message.id),
            "webhook-timestamp": str(now),
            "webhook-signature": signature(message.secret, message.id, now, message.body),
        },
        timeout=PATIENCE,
        extensions={"sni_hostname": host},  # the name that its certificate must have
    )
    answer = await client.send(request, stream=True)  # what it says besides is not read
    await answer.aclose()
    return Answer(answer.status_code)

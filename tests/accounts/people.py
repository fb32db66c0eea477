"""What the tests of accounts know about their people, and how they look at answers."""

from __future__ import annotations

import re
from typing import Any

from django.core import mail
from pytest_django import DjangoCaptureOnCommitCallbacks
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from accounts.mail import wait_until_sent
from rest.problems import MEDIA_TYPE

AUTH = "/api/v1/auth"
ME = "/api/v1/me/"
EMAIL = "ben@example.org"
PASSWORD = "seven wild cards"
OTHER_PASSWORD = "a run of nine"


def assert_problem(response: Any, status: int, code: str) -> dict[str, Any]:
    assert response.status_code == status, response.content.decode()
    assert response.headers["Content-Type"] == MEDIA_TYPE
    document: dict[str, Any] = response.json()
    assert document["code"] == code
    return document


def mistakes(response: Any, status: int = 400) -> set[tuple[str, str]]:
    """Field and code of each mistake in a request."""
    assert response.status_code == status, response.content.decode()
    return {(error["field"], error["code"]) for error in response.json()["errors"]}


def holder(token: str) -> APIClient:
    """A client with this token."""
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    return client


class Mailbox:
    """Sends requests, and waits until the mails are there that come of them."""

    def __init__(self, on_commit: DjangoCaptureOnCommitCallbacks) -> None:
        self.on_commit = on_commit

    def send(self, client: APIClient, method: str, path: str, body: Any, **headers: Any) -> Any:
        with self.on_commit(execute=True):
            response = getattr(client, method)(path, body, **headers)
        wait_until_sent()
        return response


def link_in_mail() -> str:
    """The link that stands on a line of its own in the last mail."""
    [link] = re.findall(r"^http\S+$", str(mail.outbox[-1].body), re.MULTILINE)
    return str(link)


def key_in_mail() -> str:
    return link_in_mail().partition("#")[2]


def limited(settings: Settings, **rates: str) -> None:
    """Limit requests, some of them by these rates."""
    settings.THROTTLE = True
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, **rates}


def is_in(client: APIClient) -> bool:
    """Whether the client's token is good."""
    status = client.get(ME).status_code
    assert status in {200, 401}
    return bool(status == 200)


def new_code(client: APIClient) -> str:
    response = client.post(f"{AUTH}/pairing/")
    assert response.status_code == 201, response.content
    code: str = response.json()["code"]
    return code

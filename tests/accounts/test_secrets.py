"""Nothing secret is stored as it is, or gets into a log."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from pytest_django import DjangoCaptureOnCommitCallbacks
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from accounts.mail import wait_until_sent
from accounts.models import User
from tests.accounts.people import AUTH, ME, OTHER_PASSWORD, PASSWORD, holder

pytestmark = pytest.mark.django_db
EMAIL = "annegret@example.org"
KEY = "0b52bd1c-5f5e-4c4c-9d8a-5d4b2a3f6e11"


def database() -> str:
    """All that our tables hold, as text."""
    found = []
    for model in apps.get_app_config("accounts").get_models():
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(model._meta.db_table)}")
            for row in cursor.fetchall():
                found += [
                    bytes(value) if isinstance(value, memoryview | bytes) else value
                    for value in row
                ]
    return repr(found)


def live(on_commit: DjangoCaptureOnCommitCallbacks) -> list[str]:
    """Go through everything, right and wrong; return what was secret in it."""
    api, secrets = APIClient(), [PASSWORD, OTHER_PASSWORD, "not the password", KEY]

    def post(client: APIClient, path: str, body: Any = None, *, key: str = "") -> Any:
        headers: Any = {"HTTP_IDEMPOTENCY_KEY": KEY + key} if key else {}
        with on_commit(execute=True):
            answer = client.post(f"{AUTH}/{path}/", body, **headers)
        return answer.json() if answer.content else None

    guest = post(api, "guests", {"name": "Ann"}, key="guests")
    credentials = {"email": EMAIL, "password": PASSWORD}
    claimed = post(holder(guest["token"]), "claim", credentials, key="claim")
    me = holder(claimed["token"])
    code = post(me, "pairing", key="pairing")["code"]
    paired = post(api, "pair", {"code": code}, key="pair")
    logged_in = post(api, "login", credentials, key="login")
    post(api, "login", {**credentials, "password": "not the password"})
    post(api, "pair", {"code": code})
    post(api, "password-reset", {"email": EMAIL}, key="reset")
    bob = holder(post(api, "guests", {"name": "Bob"})["token"])
    post(bob, "claim", credentials)
    me.patch(ME, {"password": OTHER_PASSWORD, "current_password": PASSWORD})
    me.patch(ME, {"email": EMAIL, "current_password": "not the password"})
    me.get(f"{ME}export/")
    tokens = [answer["token"] for answer in (guest, claimed, paired, logged_in)]
    wait_until_sent()
    hints = [answer["device_hint"] for answer in (claimed, logged_in)]
    return [*secrets, *tokens, *hints, code, code.replace("-", "")]


def test_nothing_secret_is_stored(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    secrets = live(django_capture_on_commit_callbacks)
    stored = database()
    assert EMAIL in stored  # or this test would look at nothing
    assert not [secret for secret in secrets if secret in stored]


def test_nothing_secret_is_logged(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    settings: Settings,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    settings.THROTTLE = True
    with caplog.at_level(logging.DEBUG):
        logging.getLogger("tests").debug("The log is listened to.")
        secrets = live(django_capture_on_commit_callbacks)
    written = caplog.text + "".join(capsys.readouterr())
    assert "listened" in written
    assert not [secret for secret in [*secrets, EMAIL] if secret in written]


def test_a_password_is_hashed_by_a_slow_hash() -> None:
    from config import settings

    assert not hasattr(settings, "PASSWORD_HASHERS")  # Django's own choice, kept up to date
    assert not User(name="Ann").check_password("")

"""The language of an answer: the account's setting, or what the phone asks for."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from django.core import mail
from django.utils import translation
from django.utils.translation import gettext
from pytest_django import DjangoCaptureOnCommitCallbacks
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from accounts.mail import wait_until_sent
from accounts.models import DeviceToken, User
from config.asgi import application
from scoring.jobs import worker
from scoring.jobs.models import Job
from scoring.jobs.queue import start_job
from tests.application import client_of_application
from tests.cast import V1, Cast, client_of

NOWHERE = f"{V1}/nowhere/"
ME = f"{V1}/me/"
ENGLISH = "There is nothing at this address."
with translation.override("de"):
    GERMAN = gettext(ENGLISH)


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ("de", "de"),
        ("DE-at, en;q=0.5", "de"),
        ("it, fr;q=0.8", "fr"),
        ("es-419", "es"),
        ("it", "en"),
        ("en-GB, de;q=0.9", "en"),
        ("", "en"),
        ("*", "en"),
        ("de" * 4000, "en"),
    ],
)
def test_it_answers_in_the_language_that_the_phone_prefers(wanted: str, language: str) -> None:
    response = APIClient().get(NOWHERE, HTTP_ACCEPT_LANGUAGE=wanted)
    assert response["Content-Language"] == language
    assert "Accept-Language" in response["Vary"]
    with translation.override(language):
        assert response.json()["detail"] == gettext(ENGLISH)


def test_without_a_preference_it_speaks_the_language_of_the_server(settings: Settings) -> None:
    settings.LANGUAGE_CODE = "de"
    assert APIClient().get(NOWHERE).json()["detail"] == GERMAN
    english = APIClient().get(NOWHERE, HTTP_ACCEPT_LANGUAGE="en").json()
    assert english["detail"] == ENGLISH


@pytest.mark.django_db
def test_the_setting_of_the_account_comes_before_the_phone() -> None:
    client = client_of(User.objects.create_guest("Ann"))
    assert client.patch(ME, {"language": "de"}).json()["language"] == "de"
    missing = f"{V1}/games/00000000-0000-4000-8000-000000000000/"
    answer = client.get(missing, HTTP_ACCEPT_LANGUAGE="fr")
    assert (answer["Content-Language"], answer.json()["detail"]) == ("de", GERMAN)
    assert {"Accept-Language", "Authorization"} <= set(answer["Vary"].split(", "))
    # The next caller is somebody else.
    assert APIClient().get(NOWHERE)["Content-Language"] == "en"
    assert client.patch(ME, {"language": None}).json()["language"] is None
    assert client.get(missing, HTTP_ACCEPT_LANGUAGE="fr")["Content-Language"] == "fr"


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["it", "de-AT", "", 1, ["de"]])
def test_it_refuses_a_language_that_it_does_not_speak(language: Any) -> None:
    client = client_of(User.objects.create_guest("Ann"))
    response = client.patch(ME, {"language": language})
    assert response.status_code == 400
    [error] = response.json()["errors"]
    assert error["field"] == "language"
    assert error["message"] == "Valid values: en, de, es, fr."


@pytest.mark.django_db(transaction=True)
def test_the_server_uses_the_setting_too() -> None:
    user = User.objects.create_guest("Ann")
    User.objects.filter(pk=user.pk).update(language="es")
    _row, token = DeviceToken.objects.create(user=user)

    async def ask_both() -> tuple[httpx.Response, httpx.Response]:
        async with client_of_application(application) as client:
            client.headers["Accept-Language"] = "de"
            mine = {"Authorization": f"Bearer {token}"}
            return await asyncio.gather(client.get(ME, headers=mine), client.get(ME))

    answers = asyncio.run(ask_both())
    assert [answer.headers["Content-Language"] for answer in answers] == ["es", "de"]


@pytest.mark.django_db
@pytest.mark.parametrize(("setting", "language"), [("de", "de"), ("", "fr")])
def test_a_mail_is_in_the_language_of_its_reader(
    setting: str, language: str, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    User.objects.create(name="Ann", email="ann@example.org", language=setting)
    with django_capture_on_commit_callbacks(execute=True):
        response = APIClient().post(
            f"{V1}/auth/password-reset/",
            {"email": "ann@example.org"},
            HTTP_ACCEPT_LANGUAGE="fr",
        )
    wait_until_sent()
    # The answer must not show that there is such an account.
    assert response["Content-Language"] == "fr"
    with translation.override(language):
        assert mail.outbox[-1].subject == gettext("Set a new password for Tableside")


def test_a_job_speaks_the_language_of_whoever_asked_for_it(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(run: worker.Run) -> worker.Output:
        return worker.Output({"text": gettext(ENGLISH)})

    monkeypatch.setitem(worker.KINDS, "speaking", work)
    actor = cast.users["scorer"]
    with translation.override("de"):
        job = start_job(actor=actor, group=cast.group.pk, kind="speaking", options={})
    with translation.override("fr"):
        worker.work_on(job.pk)
    assert Job.objects.get().result == {"text": GERMAN}

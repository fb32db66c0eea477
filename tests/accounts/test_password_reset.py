"""POST auth/password-reset/ and auth/password-reset/confirm/."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from typing import Any

import pytest
import time_machine
from django.core import mail
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from accounts.mail import wait_until_sent
from accounts.models import User
from tests.accounts.people import (
    AUTH,
    EMAIL,
    ME,
    OTHER_PASSWORD,
    PASSWORD,
    Mailbox,
    assert_problem,
    holder,
    is_in,
    key_in_mail,
    link_in_mail,
    mistakes,
)
from tests.cast import told
from tests.games.races import together

pytestmark = pytest.mark.django_db
ASK = f"{AUTH}/password-reset/"
CONFIRM = f"{AUTH}/password-reset/confirm/"


def ask(box: Mailbox, email: str = EMAIL, **headers: Any) -> Any:
    return box.send(APIClient(), "post", ASK, {"email": email}, **headers)


def new_password() -> dict[str, str]:
    """What confirms the last mail."""
    uid, _dot, token = key_in_mail().partition(".")
    return {"uid": uid, "token": token, "password": OTHER_PASSWORD}


def test_a_new_password_by_mail(ben: APIClient, box: Mailbox, owner: User) -> None:
    assert ask(box, EMAIL.upper()).status_code == 202
    assert [message.to for message in mail.outbox] == [[EMAIL]]
    body = new_password()
    answer = APIClient().post(CONFIRM, {**body, "device": "New phone"}).json()
    assert answer["user"]["id"] == str(owner.pk)
    assert is_in(holder(answer["token"]))
    assert not is_in(ben)
    login = f"{AUTH}/login/"
    assert APIClient().post(login, {"email": EMAIL, "password": OTHER_PASSWORD}).status_code == 200
    assert APIClient().post(login, {"email": EMAIL, "password": PASSWORD}).status_code == 401


@pytest.mark.usefixtures("owner")
def test_it_does_not_tell_who_has_an_account(box: Mailbox) -> None:
    known, unknown = ask(box), ask(box, "nobody@example.org")
    assert (known.status_code, known.content) == (unknown.status_code, unknown.content)
    assert len(mail.outbox) == 1


@pytest.mark.usefixtures("owner")
def test_it_refuses_a_used_link(box: Mailbox) -> None:
    ask(box)
    body = new_password()
    assert APIClient().post(CONFIRM, body).status_code == 200
    assert_problem(APIClient().post(CONFIRM, body), 404, "unknown_link")


@pytest.mark.usefixtures("owner")
def test_it_refuses_what_is_no_link_in_the_same_words(box: Mailbox) -> None:
    ask(box)
    body = new_password()
    wrong = [
        {**body, "uid": "Zm9v"},
        {**body, "uid": "_w"},
        {**body, "uid": "é"},
        {**body, "uid": "NmYxYzBhNTItNmEwZS00YzUzLTlhNmYtMGQwYzZhMWQ3YTEx"},
        {**body, "token": "a-b"},
        {**body, "token": "%"},
        {**body, "token": body["token"][:-1]},
    ]
    answers = [APIClient().post(CONFIRM, one) for one in wrong]
    for answer in answers:
        assert_problem(answer, 404, "unknown_link")
    assert all(told(answer) == told(answers[0]) for answer in answers)


@pytest.mark.usefixtures("owner")
def test_a_weak_password_does_not_use_the_link_up(box: Mailbox) -> None:
    ask(box)
    body = new_password()
    weak = APIClient().post(CONFIRM, {**body, "password": "password"})
    assert mistakes(weak) == {("password", "password_too_common")}
    assert APIClient().post(CONFIRM, body).status_code == 200


@pytest.mark.usefixtures("owner")
def test_the_link_goes_to_no_host_that_the_asker_named(box: Mailbox, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    settings.LAN_ADDRESS = "192.168.1.5"
    ask(box, HTTP_HOST="evil.example")
    assert link_in_mail().startswith("http://192.168.1.5:8000/reset#")
    settings.PUBLIC_URL = "https://cards.example.org"
    ask(box, HTTP_HOST="evil.example")
    assert link_in_mail().startswith("https://cards.example.org/reset#")
    settings.PUBLIC_URL, settings.ALLOWED_HOSTS = "", ["mine.example"]
    ask(box, HTTP_HOST="mine.example")
    assert link_in_mail().startswith("http://mine.example/reset#")


@pytest.mark.parametrize("email", ["ben@localhost", "ben@[10.0.0.1]"])
def test_no_mail_goes_to_a_machine_beside_the_server(
    box: Mailbox, api: APIClient, ben: APIClient, owner: User, email: str
) -> None:
    owner.email = email  # of an account from before this was refused
    owner.save()
    assert mistakes(ask(box, email)) == {("email", "invalid")}
    change = {"email": f"x{email}", "current_password": PASSWORD}
    assert mistakes(ben.patch(ME, change)) == {("email", "invalid")}
    assert mail.outbox == []
    # Whoever has such an address can still come in.
    assert api.post(f"{AUTH}/login/", {"email": email, "password": PASSWORD}).status_code == 200


@pytest.mark.usefixtures("owner")
def test_nobody_is_flooded_with_mails(box: Mailbox, settings: Settings) -> None:
    settings.THROTTLE = True
    with time_machine.travel("2026-01-01T12:00:00Z", tick=False):
        answers = [ask(box, REMOTE_ADDR=f"192.0.2.{turn}") for turn in range(8)]
    assert {answer.status_code for answer in answers} == {202}
    assert len(mail.outbox) == 5


@pytest.mark.usefixtures("owner")
def test_a_mail_server_that_is_down_is_logged_without_the_address(
    box: Mailbox, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    with caplog.at_level(logging.DEBUG):
        assert ask(box).status_code == 202
    assert "ConnectionRefusedError" in caplog.text
    assert EMAIL not in caplog.text


@pytest.mark.parametrize(
    ("environment", "backend"),
    [
        ({}, "dummy"),
        ({"DEBUG": "on"}, "console"),
        ({"EMAIL_URL": "consolemail://"}, "console"),
        ({"EMAIL_URL": "smtp://mail.example.org:25", "DEBUG": "on"}, "smtp"),
    ],
)
def test_mails_are_printed_only_to_who_asks_for_it(
    environment: dict[str, str], backend: str
) -> None:
    code = "from config import settings; print(settings.EMAIL_BACKEND)"
    others = {k: v for k, v in os.environ.items() if k not in ("DEBUG", "EMAIL_URL")}
    printed = subprocess.run(
        [sys.executable, "-c", code],
        env={**others, **environment},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert printed.strip() == f"django.core.mail.backends.{backend}.EmailBackend"


@pytest.mark.usefixtures("owner")
def test_without_a_mail_server_the_log_says_so_once(
    box: Mailbox,
    settings: Settings,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    assert {ask(box).status_code for _turn in range(3)} == {202}
    assert caplog.text.count("No mail server is set") == 1
    for text in (EMAIL, "/reset", "Ben"):
        assert text not in caplog.text + "".join(capsys.readouterr())


@pytest.mark.needs_postgres
@pytest.mark.django_db(transaction=True)
def test_a_link_used_twice_at_once_works_once(owner: User) -> None:
    APIClient().post(ASK, {"email": EMAIL})
    wait_until_sent()
    body = new_password()
    answers = together(
        lambda: APIClient().post(CONFIRM, {**body, "password": PASSWORD}),
        lambda: APIClient().post(CONFIRM, body),
    )
    assert sorted(answer.status_code for answer in answers) == [200, 404]
    assert owner.auth_token_set.count() == 1

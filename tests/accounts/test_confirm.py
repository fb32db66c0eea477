"""POST auth/claim/ and PATCH me/ where addresses are confirmed, and POST auth/email/confirm/."""

from __future__ import annotations

import re
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from accounts.models import PendingEmail, User
from accounts.services.password_reset import reset_key
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
    limited,
)
from tests.cast import client_of, told

pytestmark = pytest.mark.django_db
CLAIM = f"{AUTH}/claim/"
CONFIRM = f"{AUTH}/email/confirm/"
LOGIN = f"{AUTH}/login/"
FREE = "ann@example.org"


@pytest.fixture(autouse=True)
def confirmed(settings: Settings) -> None:
    settings.EMAIL_VERIFICATION = True


def claim(box: Mailbox, client: APIClient, email: str = FREE) -> Any:
    return box.send(client, "post", CLAIM, {"email": email, "password": PASSWORD})


def log_in(email: str, password: str = PASSWORD) -> Any:
    return APIClient().post(LOGIN, {"email": email, "password": password})


def test_an_address_counts_once_its_link_is_opened(
    ann: APIClient, guest: User, box: Mailbox
) -> None:
    answer = claim(box, ann).json()
    assert answer["user"] | {"created_at": ""} == {
        "id": str(guest.pk),
        "name": "Ann",
        "email": None,
        "pending_email": FREE,
        "is_guest": True,
        "time_zone": None,
        "language": None,
        "created_at": "",
    }
    phone = holder(answer["token"])
    assert_problem(log_in(FREE), 401, "wrong_credentials")
    assert is_in(phone)
    assert [message.to for message in mail.outbox] == [[FREE]]
    key = key_in_mail()
    assert APIClient().post(CONFIRM, {"key": key}).json() == {"email": FREE}
    me = phone.get(ME).json()
    assert (me["email"], me["pending_email"], me["is_guest"]) == (FREE, None, False)
    assert log_in(FREE).json()["user"]["id"] == str(guest.pk)


@pytest.mark.usefixtures("owner")
def test_a_claim_does_not_tell_whether_an_address_is_taken(box: Mailbox) -> None:
    answers, statements = [], []
    for email in (FREE, EMAIL):
        client = client_of(User.objects.create_guest("Cleo"))
        with CaptureQueriesContext(connection) as queries:
            answers.append(claim(box, client, email))
        statements.append(
            [re.sub(r"'[^']*'|\b[0-9a-f]{32,}\b|\bs\d+_x\d+", "?", q["sql"]) for q in queries]
        )
    free, taken = answers
    assert free.status_code == taken.status_code == 200
    assert {**free.headers, "X-Request-Id": ""} == {**taken.headers, "X-Request-Id": ""}
    assert told_but_ids(free, FREE) == told_but_ids(taken, EMAIL)
    assert statements[0] == statements[1]
    assert len(mail.outbox) == 2


def told_but_ids(response: Any, email: str) -> Any:
    answer = response.json()
    assert answer["user"]["pending_email"] == email
    for name in ("id", "created_at", "pending_email"):
        del answer["user"][name]
    return {**answer, **{name: len(answer[name]) for name in ("token", "device_hint")}}


def test_the_mailbox_of_a_taken_address_is_told(
    ann: APIClient, ben: APIClient, owner: User, box: Mailbox
) -> None:
    owner.language = "de"
    owner.save()
    phone = holder(claim(box, ann, EMAIL).json()["token"])
    (message,) = mail.outbox
    assert message.to == [EMAIL]
    with translation.override("de"):
        assert message.subject == translation.gettext("You already have a Tableside account")
    assert "Ben" in str(message.body)
    assert "/reset" in str(message.body)
    assert "/confirm" not in str(message.body)
    assert is_in(ben)
    assert phone.get(ME).json()["is_guest"] is True
    assert log_in(EMAIL).json()["user"]["id"] == str(owner.pk)


def test_another_address_of_an_account_is_confirmed(ben: APIClient, box: Mailbox) -> None:
    body = {"email": "Benjamin@Example.org", "current_password": PASSWORD, "name": "Bea"}
    answer = box.send(ben, "patch", ME, body).json()
    assert answer["name"] == "Bea"
    assert answer["email"] == EMAIL
    assert answer["pending_email"] == "benjamin@example.org"
    assert_problem(log_in("benjamin@example.org"), 401, "wrong_credentials")
    assert APIClient().post(CONFIRM, {"key": key_in_mail()}).status_code == 200
    assert is_in(ben)
    assert log_in("benjamin@example.org").status_code == 200
    assert_problem(log_in(EMAIL), 401, "wrong_credentials")


def test_ones_own_address_takes_a_change_back(ben: APIClient, box: Mailbox) -> None:
    box.send(ben, "patch", ME, {"email": "b@example.org", "current_password": PASSWORD})
    key = key_in_mail()
    answer = box.send(ben, "patch", ME, {"email": EMAIL, "current_password": PASSWORD}).json()
    assert answer["pending_email"] is None
    assert len(mail.outbox) == 1
    assert_problem(APIClient().post(CONFIRM, {"key": key}), 404, "unknown_link")


@pytest.mark.parametrize("how", ["changed", "reset"])
def test_a_new_password_ends_what_somebody_else_has_asked_for(
    ben: APIClient, owner: User, box: Mailbox, how: str
) -> None:
    box.send(ben, "patch", ME, {"email": "evil@example.org", "current_password": PASSWORD})
    if how == "changed":
        body = {"password": OTHER_PASSWORD, "current_password": PASSWORD}
        assert ben.patch(ME, body).status_code == 200
    else:
        uid, _dot, token = reset_key(owner).partition(".")
        body = {"uid": uid, "token": token, "password": OTHER_PASSWORD}
        assert APIClient().post(f"{AUTH}/password-reset/confirm/", body).status_code == 200
    assert_problem(APIClient().post(CONFIRM, {"key": key_in_mail()}), 404, "unknown_link")
    assert log_in(EMAIL, OTHER_PASSWORD).json()["user"]["pending_email"] is None


def test_nobody_can_have_the_server_mail_to_many(
    ben: APIClient, box: Mailbox, settings: Settings
) -> None:
    limited(settings, mail="2/day")
    body = {"name": "Prize: https://evil.example", "current_password": PASSWORD}
    for number in range(2):
        asked = {**body, "email": f"victim{number}@example.org"}
        assert box.send(ben, "patch", ME, asked).status_code == 200
    refused = box.send(ben, "patch", ME, {**body, "email": "victim3@example.org"})
    assert_problem(refused, 429, "throttled")
    assert len(mail.outbox) == 2
    assert not any("evil" in str(message.body) for message in mail.outbox)


def test_a_link_works_once_and_for_a_day(ann: APIClient, box: Mailbox) -> None:
    with time_machine.travel("2026-01-01T12:00:00Z", tick=False):
        phone = holder(claim(box, ann).json()["token"])
    first = key_in_mail()
    with time_machine.travel("2026-01-02T12:00:01Z", tick=False):
        assert_problem(APIClient().post(CONFIRM, {"key": first}), 404, "unknown_link")
        assert phone.get(ME).json()["pending_email"] is None
    claim(box, phone)
    second = key_in_mail()
    wrong = [APIClient().post(CONFIRM, {"key": key}) for key in (first, "wrong", second[:-1])]
    for answer in wrong:
        assert_problem(answer, 404, "unknown_link")
    assert len({str(told(answer)) for answer in wrong}) == 1
    assert APIClient().post(CONFIRM, {"key": second}).status_code == 200
    assert_problem(APIClient().post(CONFIRM, {"key": second}), 404, "unknown_link")


def test_a_claim_can_be_corrected(ann: APIClient, box: Mailbox) -> None:
    phone = holder(claim(box, ann, "anne@example.org").json()["token"])
    wrong = key_in_mail()
    claim(box, phone)
    assert_problem(APIClient().post(CONFIRM, {"key": wrong}), 404, "unknown_link")
    assert APIClient().post(CONFIRM, {"key": key_in_mail()}).json() == {"email": FREE}


def test_whoever_opens_the_link_first_has_the_address(ann: APIClient, box: Mailbox) -> None:
    claim(box, client_of(User.objects.create_guest("Eve")))
    eves = key_in_mail()
    claim(box, ann)
    assert APIClient().post(CONFIRM, {"key": key_in_mail()}).status_code == 200
    assert_problem(APIClient().post(CONFIRM, {"key": eves}), 409, "email_taken")
    assert log_in(FREE).json()["user"]["name"] == "Ann"


def test_the_key_is_not_stored(ann: APIClient, box: Mailbox) -> None:
    claim(box, ann)
    pending = PendingEmail.objects.get()
    assert key_in_mail() not in (pending.digest, pending.password)
    assert PASSWORD not in pending.password


def test_nobody_is_flooded_with_mails(box: Mailbox, settings: Settings) -> None:
    settings.THROTTLE = True
    with time_machine.travel("2026-01-01T12:00:00Z", tick=False):
        clients = [client_of(User.objects.create_guest("Ann")) for _turn in range(8)]
        answers = [claim(box, client) for client in clients]
    assert {answer.status_code for answer in answers} == {200}
    assert len(mail.outbox) == 5

"""POST auth/claim/: a guest stays."""

from __future__ import annotations

import pytest
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from accounts.models import DeviceToken, User
from tests.accounts.people import (
    AUTH,
    EMAIL,
    OTHER_PASSWORD,
    PASSWORD,
    assert_problem,
    holder,
    is_in,
    limited,
    mistakes,
    new_code,
)
from tests.cast import client_of
from tests.games.races import together

pytestmark = pytest.mark.django_db
URL = f"{AUTH}/claim/"
BODY = {"email": "ann@example.org", "password": PASSWORD}


def test_a_guest_stays_the_same_person(ann: APIClient, guest: User) -> None:
    answer = ann.post(URL, BODY).json()
    assert answer["user"]["id"] == str(guest.pk)
    assert answer["user"]["name"] == "Ann"
    assert answer["user"]["is_guest"] is False
    login = APIClient().post(f"{AUTH}/login/", BODY)
    assert login.json()["user"] == answer["user"]


def test_all_tokens_end_but_the_new_one(ann: APIClient, guest: User) -> None:
    phone, code = client_of(guest), new_code(ann)
    token = ann.post(URL, BODY).json()["token"]
    assert is_in(holder(token))
    assert not is_in(ann)
    assert not is_in(phone)
    # Nor does a code that was on its way let a further device in.
    assert_problem(APIClient().post(f"{AUTH}/pair/", {"code": code}), 404, "unknown_code")


def test_it_refuses_a_claimed_account(ben: APIClient) -> None:
    assert_problem(ben.post(URL, BODY), 409, "already_claimed")
    assert is_in(ben)


@pytest.mark.usefixtures("owner")
def test_it_refuses_to_hash_passwords_without_end(ann: APIClient, settings: Settings) -> None:
    limited(settings, login="2/day")
    for _turn in range(2):
        assert_problem(ann.post(URL, {**BODY, "email": EMAIL}), 409, "email_taken")
    # What is too weak is not hashed.
    weak = ann.post(URL, {**BODY, "password": "x9#kq"})
    assert mistakes(weak) == {("password", "password_too_short")}
    assert_problem(ann.post(URL, BODY), 429, "throttled")


@pytest.mark.usefixtures("owner")
def test_it_refuses_an_email_that_is_somebody_elses(ann: APIClient, guest: User) -> None:
    problem = assert_problem(ann.post(URL, {**BODY, "email": EMAIL.title()}), 409, "email_taken")
    assert EMAIL not in str(problem).lower()
    guest.refresh_from_db()
    assert guest.is_guest
    assert is_in(ann)


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("short", "password_too_short"),
        ("password", "password_too_common"),
        ("ann@example.org", "password_too_similar"),
        ("x" * 257, "max_length"),
        ("", "blank"),
        (12345678, "invalid"),
    ],
)
def test_it_refuses_a_weak_password(ann: APIClient, password: object, code: str) -> None:
    assert mistakes(ann.post(URL, {**BODY, "password": password})) == {("password", code)}
    assert is_in(ann)


@pytest.mark.parametrize(
    "email",
    [
        *("ann", "ann@", "a b@example.org", "", None, 7, "a@b\n.org"),
        *("ann@localhost", "ann@LocalHost", "ann@mail.localhost"),
        *("ann@[127.0.0.1]", "ann@[IPv6:::1]", "ann@192.168.100.10"),
    ],
)
def test_it_refuses_what_is_no_email(ann: APIClient, email: object) -> None:
    assert {field for field, _code in mistakes(ann.post(URL, {**BODY, "email": email}))} == {
        "email"
    }


@pytest.mark.needs_postgres
@pytest.mark.django_db(transaction=True)
def test_two_claims_at_once_are_one(guest: User) -> None:
    bodies = [BODY, {"email": "ann@example.com", "password": OTHER_PASSWORD}]
    clients = [client_of(guest), client_of(guest)]
    tasks = [lambda c=c, b=b: c.post(URL, b) for c, b in zip(clients, bodies, strict=True)]
    answers = together(*tasks)
    won = [answer for answer in answers if answer.status_code == 200]
    assert len(won) == 1
    # The other came too late to be let in, or found the account claimed.
    assert {answer.status_code for answer in answers} <= {200, 401, 409}
    assert DeviceToken.objects.count() == 1
    assert User.objects.get().email == won[0].json()["user"]["email"]


@pytest.mark.needs_postgres
@pytest.mark.django_db(transaction=True)
def test_two_who_want_one_email_together() -> None:
    clients = [client_of(User.objects.create_guest(name)) for name in ("Ann", "Bob")]
    answers = together(*(lambda c=c: c.post(URL, BODY) for c in clients))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert User.objects.filter(email=BODY["email"]).count() == 1

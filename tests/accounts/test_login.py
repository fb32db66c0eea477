"""POST auth/login/ and auth/logout/."""

from __future__ import annotations

from typing import ClassVar

import pytest
import time_machine
from django.contrib.auth.hashers import MD5PasswordHasher, make_password
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from accounts.models import DeviceToken, User
from accounts.services.devices import MAX_DEVICES
from tests.accounts.people import (
    AUTH,
    EMAIL,
    ME,
    OTHER_PASSWORD,
    PASSWORD,
    assert_problem,
    holder,
    is_in,
    mistakes,
)
from tests.cast import told

pytestmark = pytest.mark.django_db
URL = f"{AUTH}/login/"
RIGHT = {"email": EMAIL, "password": PASSWORD}
WRONG = {"email": EMAIL, "password": "something else"}
HOME, STRANGER = "192.0.2.7", "198.51.100.7"


class CountingHasher(MD5PasswordHasher):
    """How often a password was hashed, which is what takes the time."""

    algorithm = "counting"
    count: ClassVar[int] = 0

    def encode(self, password: str, salt: str) -> str:
        type(self).count += 1
        return super().encode(password, salt)


def test_a_further_device(api: APIClient, ben: APIClient, owner: User) -> None:
    answer = api.post(URL, {**RIGHT, "email": EMAIL.upper(), "device": "Tablet"}).json()
    assert answer["user"]["id"] == str(owner.pk)
    assert is_in(holder(answer["token"]))
    assert is_in(ben)
    assert DeviceToken.objects.filter(user=owner, device="Tablet").exists()


@pytest.mark.usefixtures("owner")
@pytest.mark.parametrize(
    "body",
    [WRONG, {**RIGHT, "email": "nobody@example.org"}, {**RIGHT, "password": PASSWORD + " "}],
)
def test_it_refuses_whatever_is_wrong_in_the_same_words(
    api: APIClient, body: dict[str, str]
) -> None:
    response = api.post(URL, body)
    assert response.headers["WWW-Authenticate"] == "Bearer"
    assert told(response) == told(api.post(URL, WRONG))
    assert_problem(response, 401, "wrong_credentials")


def test_it_refuses_who_is_no_longer_active(api: APIClient, owner: User) -> None:
    User.objects.update(is_active=False)
    assert_problem(api.post(URL, RIGHT), 401, "account_disabled")


@pytest.mark.usefixtures("guest")
def test_it_refuses_a_guest_whatever_the_password(api: APIClient) -> None:
    assert mistakes(api.post(URL, {"email": None, "password": "x"})) == {("email", "null")}


def test_an_unknown_email_takes_as_long(api: APIClient, settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["tests.accounts.test_login.CountingHasher"]
    User.objects.create(name="Ben", email=EMAIL, password=make_password(PASSWORD))
    counts = []
    for email in (EMAIL, "nobody@example.org"):
        CountingHasher.count = 0
        assert api.post(URL, {**WRONG, "email": email}).status_code == 401
        counts.append(CountingHasher.count)
    assert counts == [1, 1]


@pytest.mark.usefixtures("owner")
def test_it_refuses_too_many_guesses_from_one_address(api: APIClient, settings: Settings) -> None:
    settings.THROTTLE = True
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "guess": "3/min"}
    with time_machine.travel("2026-01-01T12:00:10Z", tick=False):
        for turn in range(3):
            assert api.post(URL, {**WRONG, "email": f"{turn}@example.org"}).status_code == 401
        response = api.post(URL, RIGHT)
    assert_problem(response, 429, "throttled")
    assert response.headers["Retry-After"] == "50"


def fail(api: APIClient, email: str = EMAIL, turns: int = 20) -> None:
    for _turn in range(turns):
        response = api.post(URL, {**WRONG, "email": email}, REMOTE_ADDR=STRANGER)
        assert_problem(response, 401, "wrong_credentials")


@pytest.mark.usefixtures("owner")
@pytest.mark.parametrize("email", [EMAIL, "nobody@example.org"])
def test_it_refuses_too_many_guesses_for_one_account(
    api: APIClient, settings: Settings, email: str
) -> None:
    settings.THROTTLE = True
    with time_machine.travel("2026-01-01T12:10:00Z", tick=False):
        fail(api, email)
        response = api.post(URL, {**RIGHT, "email": email}, REMOTE_ADDR=STRANGER)
        assert_problem(response, 429, "throttled")
        assert response.headers["Retry-After"] == "3000"
    with time_machine.travel("2026-01-01T13:00:00Z", tick=False):
        response = api.post(URL, {**RIGHT, "email": email}, REMOTE_ADDR=STRANGER)
        assert response.status_code == (200 if email == EMAIL else 401)


def test_wrong_passwords_of_others_lock_nobody_out(
    api: APIClient, ben: APIClient, settings: Settings
) -> None:
    settings.THROTTLE = True
    with time_machine.travel("2026-01-01T12:10:00Z", tick=False):
        fail(api)
        assert api.post(URL, RIGHT, REMOTE_ADDR=HOME).status_code == 200
        # Nor do they stop who is logged in, even in the network of whoever failed.
        change = {"current_password": PASSWORD, "password": OTHER_PASSWORD}
        assert ben.patch(ME, change, REMOTE_ADDR=STRANGER).status_code == 200
        leave = {"confirm": True, "current_password": OTHER_PASSWORD}
        assert ben.post(f"{ME}delete/", leave, REMOTE_ADDR=STRANGER).status_code == 204


@pytest.mark.usefixtures("owner")
def test_who_has_lately_logged_in_from_there_is_let_through(
    api: APIClient, settings: Settings
) -> None:
    settings.THROTTLE = True
    with time_machine.travel("2026-01-01T12:10:00Z", tick=False):
        assert api.post(URL, RIGHT, REMOTE_ADDR=STRANGER).status_code == 200
    with time_machine.travel("2026-01-07T12:10:00Z", tick=False):
        fail(api, turns=29)
        assert api.post(URL, RIGHT, REMOTE_ADDR=STRANGER).status_code == 200
        # As often as anybody may guess.
        assert_problem(api.post(URL, RIGHT, REMOTE_ADDR=STRANGER), 429, "throttled")
    with time_machine.travel("2026-01-15T12:10:00Z", tick=False):
        fail(api)
        assert_problem(api.post(URL, RIGHT, REMOTE_ADDR=STRANGER), 429, "throttled")


@pytest.mark.usefixtures("owner")
def test_who_is_known_in_a_network_is_not_kept_out_by_others_there(
    api: APIClient, settings: Settings
) -> None:
    settings.THROTTLE = True
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "guess": "3/min"}
    with time_machine.travel("2026-01-01T12:10:00Z", tick=False):
        assert api.post(URL, RIGHT).status_code == 200
        for _turn in range(2):
            assert api.post(URL, {**WRONG, "email": "nobody@example.org"}).status_code == 401
        refused = api.post(URL, {**WRONG, "email": "nobody@example.org"})
        assert assert_problem(refused, 429, "throttled")["limit"] == "guess"
        for body in ({"email": [EMAIL]}, {"email": None}, {}):
            assert_problem(api.post(URL, body), 429, "throttled")
        # Counted apart, and no less strictly.
        for email in (f" {EMAIL.upper()}", EMAIL, EMAIL):
            assert api.post(URL, {**RIGHT, "email": email}).status_code == 200
        assert_problem(api.post(URL, RIGHT), 429, "throttled")


@pytest.mark.usefixtures("owner")
def test_a_login_can_be_repeated_while_it_is_counted(api: APIClient, settings: Settings) -> None:
    settings.THROTTLE = True
    key = "0b52bd1c-5f5e-4c4c-9d8a-5d4b2a3f6e11"
    answers = [api.post(URL, RIGHT, HTTP_IDEMPOTENCY_KEY=key) for _turn in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].content == answers[1].content


@pytest.mark.usefixtures("owner")
def test_who_knows_the_password_begins_anew(api: APIClient, settings: Settings) -> None:
    settings.THROTTLE = True
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "guess": "1000/min"}
    with time_machine.travel("2026-01-01T12:10:00Z", tick=False):
        for _evening in range(3):
            for _turn in range(15):
                assert api.post(URL, WRONG).status_code == 401
            assert api.post(URL, RIGHT).status_code == 200


def test_of_too_many_devices_the_one_unseen_for_longest_goes(api: APIClient, owner: User) -> None:
    with time_machine.travel("2026-01-01T12:00:00Z"):
        oldest, _token = DeviceToken.objects.create(user=owner)
    for _device in range(MAX_DEVICES - 1):
        DeviceToken.objects.create(user=owner)
    token = api.post(URL, RIGHT).json()["token"]
    assert DeviceToken.objects.filter(user=owner).count() == MAX_DEVICES
    assert not DeviceToken.objects.filter(pk=oldest.pk).exists()
    assert is_in(holder(token))


def test_logging_out_ends_this_token_alone(ben: APIClient, api: APIClient) -> None:
    other = holder(api.post(URL, RIGHT).json()["token"])
    assert ben.post(f"{AUTH}/logout/").status_code == 204
    assert not is_in(ben)
    assert is_in(other)


def test_it_refuses_to_log_out_nobody(api: APIClient) -> None:
    assert_problem(api.post(f"{AUTH}/logout/"), 401, "not_authenticated")

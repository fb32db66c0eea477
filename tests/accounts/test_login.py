"""POST auth/login/ and auth/logout/."""

from __future__ import annotations

from typing import ClassVar

import pytest
import time_machine
from django.contrib.auth.hashers import MD5PasswordHasher, make_password
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from accounts.credentials import known_person
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
    limited,
    mistakes,
    new_code,
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
def test_too_many_guesses_from_one_address_take_turns(api: APIClient, settings: Settings) -> None:
    limited(settings, guess="3/min")
    with time_machine.travel("2026-01-01T12:00:10Z", tick=False):
        for turn in range(4):
            assert api.post(URL, {**WRONG, "email": f"{turn}@example.org"}).status_code == 401
        response = api.post(URL, RIGHT)
        assert assert_problem(response, 429, "throttled")["limit"] == "guess"
        assert response.headers["Retry-After"] == "10"
    with time_machine.travel("2026-01-01T12:00:20Z", tick=False):
        assert api.post(URL, RIGHT).status_code == 200


def fail(api: APIClient, email: str = EMAIL, turns: int = 20) -> None:
    for _turn in range(turns):
        response = api.post(URL, {**WRONG, "email": email}, REMOTE_ADDR=STRANGER)
        assert_problem(response, 401, "wrong_credentials")


@pytest.mark.usefixtures("owner")
@pytest.mark.parametrize("email", [EMAIL, "nobody@example.org"])
def test_too_many_guesses_for_one_account_take_turns(
    api: APIClient, settings: Settings, email: str
) -> None:
    settings.THROTTLE = True
    with time_machine.travel("2026-01-01T12:10:00Z", tick=False):
        fail(api, email, turns=21)
        response = api.post(URL, {**RIGHT, "email": email}, REMOTE_ADDR=STRANGER)
        assert assert_problem(response, 429, "throttled")["limit"] == "login"
        assert response.headers["Retry-After"] == "120"
    with time_machine.travel("2026-01-01T12:12:00Z", tick=False):
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


def hint_of(api: APIClient, **body: str) -> str:
    hint: str = api.post(URL, {**RIGHT, **body}, REMOTE_ADDR=HOME).json()["device_hint"]
    return hint


@pytest.mark.usefixtures("owner")
@pytest.mark.parametrize("email", [EMAIL, "nobody@example.org"])
def test_a_neighbour_keeps_nobody_out_whose_device_was_logged_in_before(
    api: APIClient, settings: Settings, email: str
) -> None:
    settings.THROTTLE = True
    with time_machine.travel("2026-01-01T12:10:00Z", tick=False):
        hint = hint_of(api)
        answers = [
            api.post(URL, {**WRONG, "email": email}, REMOTE_ADDR=STRANGER) for _turn in range(60)
        ]
        assert {answer.status_code for answer in answers} == {401, 429}
        assert_problem(api.post(URL, RIGHT, REMOTE_ADDR=STRANGER), 429, "throttled")
        right = {**RIGHT, "email": f" {EMAIL.upper()}", "device_hint": hint}
        assert api.post(URL, right, REMOTE_ADDR=STRANGER).status_code == 200


@pytest.mark.needs_redis
@pytest.mark.usefixtures("owner", "redis_cache")
@pytest.mark.filterwarnings("error")
def test_nor_if_attempts_are_counted_in_redis(api: APIClient, settings: Settings) -> None:
    settings.THROTTLE = True
    with time_machine.travel("2026-01-01T12:10:00Z", tick=False):
        hint = hint_of(api)
        fail(api, turns=21)
        refused = api.post(URL, RIGHT, REMOTE_ADDR=STRANGER)
        assert assert_problem(refused, 429, "throttled")["limit"] == "login"
        right = {**RIGHT, "device_hint": hint}
        # All of the limit, and a turn.
        for _turn in range(31):
            assert api.post(URL, right, REMOTE_ADDR=STRANGER).status_code == 200
        assert api.post(URL, right, REMOTE_ADDR=STRANGER).headers["Retry-After"] == "2"


@pytest.mark.usefixtures("owner")
def test_a_hint_allows_no_more_guesses_than_a_network(api: APIClient, settings: Settings) -> None:
    limited(settings, guess="1000/min")
    with time_machine.travel("2026-01-01T12:10:00Z", tick=False):
        stolen, mine = hint_of(api), hint_of(api)
        for _turn in range(21):
            assert api.post(URL, {**WRONG, "device_hint": stolen}).status_code == 401
        refused = api.post(URL, {**RIGHT, "device_hint": stolen})
        assert assert_problem(refused, 429, "throttled")["limit"] == "login"
        # Nor does it keep out another device of the person.
        assert api.post(URL, {**RIGHT, "device_hint": mine}).status_code == 200


@pytest.mark.usefixtures("owner")
def test_all_devices_of_a_person_share_one_limit(api: APIClient, settings: Settings) -> None:
    limited(settings, guess="3/min")
    with time_machine.travel("2026-01-01T12:10:00Z", tick=False):
        hint = hint_of(api)
        for _turn in range(4):  # one of them a turn
            again = api.post(URL, {**RIGHT, "device_hint": hint})
            assert again.status_code == 200
            hint = again.json()["device_hint"]
        assert_problem(api.post(URL, {**RIGHT, "device_hint": hint}), 429, "throttled")


@pytest.mark.usefixtures("owner")
def test_what_is_no_hint_of_this_person_changes_nothing(api: APIClient, settings: Settings) -> None:
    other = User.objects.create(
        name="Cat", email="cat@example.org", password=make_password(PASSWORD)
    )
    limited(settings, guess="4/min")
    with time_machine.travel("2026-01-01T12:10:00Z", tick=False):
        hint = hint_of(api)
        theirs = hint_of(api, email=str(other.email))
        odd = [theirs, hint[:-1], hint.partition(":")[0], "é:ü", None]
        for value in odd:
            assert api.post(URL, {**WRONG, "device_hint": value}).status_code == 401
        assert_problem(api.post(URL, {**RIGHT, "device_hint": theirs}), 429, "throttled")
        for body in ({"email": [EMAIL]}, {"email": None}, {"email": "\0@x.org"}, {}):
            assert_problem(api.post(URL, body), 429, "throttled")
        assert api.post(URL, {**RIGHT, "device_hint": hint}).status_code == 200


def test_only_who_proves_to_be_the_person_gets_a_hint(
    api: APIClient, ann: APIClient, ben: APIClient
) -> None:
    # A guest could get one after the other, and so could who pairs devices with somebody's token.
    guest = api.post(f"{AUTH}/guests/", {"name": "Dan"}).json()
    paired = api.post(f"{AUTH}/pair/", {"code": new_code(ben)}).json()
    assert guest["device_hint"] is None
    assert paired["device_hint"] is None
    claimed = ann.post(f"{AUTH}/claim/", {"email": "ann@example.org", "password": PASSWORD}).json()
    assert claimed["device_hint"]


@pytest.mark.usefixtures("owner")
def test_a_hint_does_not_say_whose_it_is_and_lets_nobody_in(
    api: APIClient, owner: User, settings: Settings
) -> None:
    hint = hint_of(api)
    assert len(hint) <= 100
    assert not is_in(holder(hint))
    assert_problem(api.post(URL, {**WRONG, "device_hint": hint}), 401, "wrong_credentials")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new one", [settings.SECRET_KEY]
    assert known_person(EMAIL, hint)
    assert known_person("nobody@example.org", hint) is None
    settings.SECRET_KEY_FALLBACKS = []
    assert known_person(EMAIL, hint) is None


@pytest.mark.usefixtures("owner")
def test_whoever_knows_the_password_starts_over(api: APIClient, settings: Settings) -> None:
    limited(settings, guess="1000/min")
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


@pytest.mark.parametrize(
    ("method", "path"), [("delete", f"{ME}tokens/current/"), ("post", f"{AUTH}/logout/")]
)
def test_logging_out_ends_this_token_alone(
    ben: APIClient, api: APIClient, method: str, path: str
) -> None:
    other = holder(api.post(URL, RIGHT).json()["token"])
    assert getattr(ben, method)(path).status_code == 204
    assert not is_in(ben)
    assert is_in(other)

"""GET, PATCH and DELETE me/."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from accounts.account_hooks import delete_hooks
from accounts.models import DeviceToken, User
from games.models import Player
from rest.refusals import Refusal
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
from tests.cast import Cast, client_of

pytestmark = pytest.mark.django_db


def test_who_am_i(ben: APIClient, owner: User) -> None:
    answer = ben.get(ME).json()
    assert answer == {
        "id": str(owner.pk),
        "name": "Ben",
        "email": EMAIL,
        "pending_email": None,
        "is_guest": False,
        "time_zone": None,
        "language": None,
        "created_at": answer["created_at"],
    }


def test_another_time_zone(ann: APIClient, ben: APIClient) -> None:
    for client in (ann, ben):
        answer = client.patch(ME, {"time_zone": "America/Lima"}).json()
        assert answer["time_zone"] == "America/Lima"
        assert client.patch(ME, {"name": "Bea"}).json()["time_zone"] == "America/Lima"
        assert client.patch(ME, {"time_zone": None}).json()["time_zone"] is None
        assert client.get(ME).json()["time_zone"] is None


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Europe/Berln", "Valid names like it: Europe/Berlin"),
        ("berlin", "Valid names like it: Europe/Berlin"),
        ("new york", "Valid names like it: America/New_York"),
        ("+01:00", "Write its name like Europe/Berlin."),
        ("../UTC", "There is no such time zone."),
        ("/etc/localtime", "There is no such time zone."),
        ("localtime", "There is no such time zone."),
        ("Factory", "There is no such time zone."),
        ("UTC\x00", "Valid names like it: UTC"),
        ("E" * 65, "Write its name like Europe/Berlin."),
        ("", "Must not be blank."),
        (1, "Must be text."),
    ],
)
def test_a_time_zone_that_does_not_exist(ben: APIClient, name: Any, told: str) -> None:
    response = ben.patch(ME, {"time_zone": name})
    [error] = assert_problem(response, 400, "invalid_request")["errors"]
    assert error["field"] == "time_zone"
    assert told in error["message"], error
    assert ben.get(ME).json()["time_zone"] is None


def test_another_email(ben: APIClient) -> None:
    body = {"email": "Benjamin@Example.org", "current_password": PASSWORD}
    assert ben.patch(ME, body).json()["email"] == "benjamin@example.org"
    login = {"email": "benjamin@example.org", "password": PASSWORD}
    assert APIClient().post(f"{AUTH}/login/", login).status_code == 200


def test_another_password_logs_the_other_devices_out(ben: APIClient, owner: User) -> None:
    phone = client_of(owner)
    body = {"password": OTHER_PASSWORD, "current_password": PASSWORD}
    assert ben.patch(ME, body).status_code == 200
    assert is_in(ben)
    assert not is_in(phone)
    login = {"email": EMAIL, "password": OTHER_PASSWORD}
    assert APIClient().post(f"{AUTH}/login/", login).status_code == 200


@pytest.mark.parametrize("body", [{"email": "b@example.org"}, {"password": OTHER_PASSWORD}])
def test_it_refuses_to_change_how_to_log_in_without_the_password(
    ben: APIClient, body: dict[str, str]
) -> None:
    assert mistakes(ben.patch(ME, body)) == {("current_password", "required")}
    wrong = ben.patch(ME, {**body, "name": "Bea", "current_password": "something else"})
    assert_problem(wrong, 403, "wrong_credentials")
    assert ben.get(ME).json()["name"] == "Ben"
    assert ben.get(ME).json()["email"] == EMAIL


@pytest.mark.parametrize("body", [{"email": "a@example.org"}, {"password": OTHER_PASSWORD}])
def test_it_refuses_half_a_claim(ann: APIClient, body: dict[str, str]) -> None:
    assert_problem(ann.patch(ME, body), 409, "not_claimed")


@pytest.mark.parametrize(
    ("body", "mistake"),
    [
        ({"name": "a\nb"}, ("name", "control_character")),
        ({"name": None}, ("name", "null")),
        ({"email": None}, ("email", "null")),
        ({"is_guest": True}, ("is_guest", "unknown_field")),
        ({"id": "x"}, ("id", "unknown_field")),
        ({"password": "x", "current_password": PASSWORD}, ("password", "password_too_short")),
    ],
)
def test_it_refuses_a_mistake(
    ben: APIClient, body: dict[str, Any], mistake: tuple[str, str]
) -> None:
    assert mistake in mistakes(ben.patch(ME, body))


def guess_too_often(phone: APIClient) -> None:
    body = {"email": "b@example.org", "current_password": "something else"}
    for _turn in range(3):
        assert_problem(phone.patch(ME, body), 403, "wrong_credentials")
    right = {"current_password": PASSWORD}
    refused = assert_problem(phone.patch(ME, {**body, **right}), 429, "throttled")
    assert (refused["limit"], refused["maximum"]) == ("login", 3)
    assert_problem(phone.post(f"{ME}delete/", {"confirm": True, **right}), 429, "throttled")


def test_it_refuses_too_many_guesses_of_the_password(
    ben: APIClient, owner: User, settings: Settings
) -> None:
    limited(settings, login="3/day")
    phones = [ben, client_of(owner), client_of(owner)]
    DeviceToken.objects.update(created=timezone.now() - timedelta(hours=2))
    guess_too_often(phones[0])
    # Those who have other tokens of the account are not in its way.
    change = {"password": OTHER_PASSWORD, "current_password": PASSWORD}
    guess_too_often(phones[1])
    assert phones[2].patch(ME, change).status_code == 200
    leave = {"confirm": True, "current_password": OTHER_PASSWORD}
    assert phones[2].post(f"{ME}delete/", leave).status_code == 204


def test_pairing_devices_gives_no_more_guesses_of_the_password(
    api: APIClient, ben: APIClient, settings: Settings
) -> None:
    limited(settings, login="3/day")
    DeviceToken.objects.update(created=timezone.now() - timedelta(hours=2))
    login = {"email": EMAIL, "password": PASSWORD}
    with_password = holder(api.post(f"{AUTH}/login/", login).json()["token"])
    one, other = (
        holder(api.post(f"{AUTH}/pair/", {"code": new_code(ben)}).json()["token"])
        for _device in range(2)
    )
    guess_too_often(one)
    right = {"confirm": True, "current_password": PASSWORD}
    assert_problem(other.post(f"{ME}delete/", right), 429, "throttled")
    # Whoever has just logged in with the password is not one of them.
    assert with_password.post(f"{ME}delete/", right).status_code == 204


def test_an_account_is_deleted(ann: APIClient, guest: User) -> None:
    assert ann.post(f"{ME}delete/", {"confirm": True}).status_code == 204
    assert not User.objects.exists()
    assert not DeviceToken.objects.exists()
    assert not is_in(ann)


def test_a_claimed_account_is_deleted_by_its_password(ben: APIClient) -> None:
    assert mistakes(ben.post(f"{ME}delete/", {"confirm": True})) == {
        ("current_password", "required")
    }
    wrong = {"confirm": True, "current_password": "something else"}
    assert_problem(ben.post(f"{ME}delete/", wrong), 403, "wrong_credentials")
    assert is_in(ben)
    assert (
        ben.post(f"{ME}delete/", {"confirm": True, "current_password": PASSWORD}).status_code == 204
    )
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "required"),
        ({"confirm": False}, "not_confirmed"),
        ({"confirm": "true"}, "invalid"),
        ({"confirm": 1}, "invalid"),
    ],
)
def test_it_refuses_to_delete_by_mistake(ann: APIClient, body: dict[str, Any], code: str) -> None:
    assert mistakes(ann.post(f"{ME}delete/", body)) == {("confirm", code)}
    assert is_in(ann)


@pytest.mark.usefixtures("no_other_apps")
def test_it_refuses_where_another_app_does(ann: APIClient, guest: User) -> None:
    def first(user: User) -> None:
        User.objects.filter(pk=user.pk).update(name="Nobody")

    def second(user: User) -> None:
        raise Refusal("last_owner", "Hand the group on first.")

    delete_hooks.extend((first, second))
    assert_problem(ann.post(f"{ME}delete/", {"confirm": True}), 409, "last_owner")
    assert ann.get(ME).json()["name"] == "Ann"


@pytest.mark.usefixtures("no_other_apps")
def test_what_others_have_on_record_stays(cast: Cast) -> None:
    player = cast.players[0]
    player.user = cast.users["scorer"]
    player.save()
    game = cast.game()
    assert cast.scorer.post(f"{ME}delete/", {"confirm": True}).status_code == 204
    assert Player.objects.get(pk=player.pk).user is None
    assert cast.owner.get(f"/api/v1/games/{game['id']}/").status_code == 200


def test_right_passwords_are_counted_too(ben: APIClient, settings: Settings) -> None:
    """Each takes the server as long as a wrong one."""
    limited(settings, login="2/day")
    body = {"email": EMAIL, "current_password": PASSWORD}
    statuses = [ben.patch(ME, body).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]

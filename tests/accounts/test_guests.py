"""POST auth/guests/, and names."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from accounts.models import DeviceToken, User
from tests.accounts.people import AUTH, ME, assert_problem, holder, limited, mistakes

pytestmark = pytest.mark.django_db
URL = f"{AUTH}/guests/"


def test_a_name_is_enough(api: APIClient) -> None:
    response = api.post(URL, {"name": "Ann", "device": "Ann's phone"})
    assert response.status_code == 201
    assert response.headers["Cache-Control"] == "no-store"
    answer = response.json()
    assert answer["user"]["name"] == "Ann"
    assert answer["user"]["email"] is None
    assert answer["user"]["is_guest"] is True
    assert holder(answer["token"]).get(ME).json() == answer["user"]
    assert DeviceToken.objects.get().device == "Ann's phone"


def test_a_guest_can_say_where_they_are(api: APIClient) -> None:
    user = api.post(URL, {"name": "Ann", "time_zone": "Europe/Zurich"}).json()["user"]
    assert user["time_zone"] == "Europe/Zurich"
    assert api.post(URL, {"name": "Ann"}).json()["user"]["time_zone"] is None
    response = api.post(URL, {"name": "Ann", "time_zone": "Zurich/Europe"})
    assert mistakes(response) == {("time_zone", "unknown_time_zone")}


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "x" * 80,
        "Zoë 🂡",
        "👩‍👩‍👧‍👦",  # joined by zero-width joiners
        "می‌خواهم",  # with a zero-width non-joiner
        "שרה",
        "\u2067שרה\u2069 (2)",
        "山田 太郎",
        "O'Neil \u2013 “Bob”",
        "<b>Ann</b>",
    ],
)
def test_a_name_in_any_script(api: APIClient, name: str) -> None:
    response = api.post(URL, {"name": name})
    assert response.status_code == 201, response.content
    assert response.json()["user"]["name"] == name
    assert User.objects.get().name == name


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "blank"),
        ("   ", "blank"),
        ("x" * 81, "max_length"),
        (None, "null"),
        (7, "invalid"),
        ("An\nn", "control_character"),
        ("An\tn", "control_character"),
        ("An\x1bn", "control_character"),
        ("An\u2028n", "control_character"),
        ("Ann\u202egnp", "text_direction"),
        ("\u202dAnn", "text_direction"),
        ("Ann\u2067", "text_direction"),
        ("\u202aAnn", "text_direction"),
        ("Ann\u2069", "text_direction"),
        ("\u2067\u202aAnn\u2069\u202c", "text_direction"),
        ("\u200b\u200d", "invisible"),
        ("\u3164", "invisible"),
        ("\u2800 \u2800", "invisible"),
    ],
)
def test_it_refuses_a_name_that_is_none(api: APIClient, name: object, code: str) -> None:
    assert mistakes(api.post(URL, {"name": name})) == {("name", code)}
    assert not User.objects.exists()


def test_it_refuses_a_device_with_a_line_break(api: APIClient) -> None:
    wrong = api.post(URL, {"name": "Ann", "device": "a\nb"})
    assert mistakes(wrong) == {("device", "control_character")}


def test_it_refuses_too_many_from_one_address(api: APIClient, settings: Settings) -> None:
    limited(settings, guest="2/hour")
    for _turn in range(2):
        assert api.post(URL, {"name": "Ann"}).status_code == 201
    assert_problem(api.post(URL, {"name": "Ann"}), 429, "throttled")


def test_its_queries(api: APIClient, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(5):  # savepoint, person, device, devices, savepoint
        assert api.post(URL, {"name": "Ann"}).status_code == 201


def test_an_address_has_so_many_new_guests_a_day(api: APIClient, settings: Settings) -> None:
    limited(settings, guest="9/hour", guest_day="2/day")
    key = {"Idempotency-Key": "0b52bd1c-5f5e-4c4c-9d8a-5d4b2a3f6e11"}
    for _phone in range(3):  # one phone, again
        assert api.post(URL, {"name": "Ann"}, headers=key).status_code == 201
    assert api.post(URL, {"name": "Ben"}).status_code == 201
    assert_problem(api.post(URL, {"name": "Cleo"}), 429, "throttled")
    assert api.post(URL, {"name": "Cleo"}, REMOTE_ADDR="192.0.2.7").status_code == 201
    assert User.objects.count() == 3

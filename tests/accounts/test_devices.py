"""The devices of a person: listed, and logged out."""

from __future__ import annotations

import uuid

import pytest
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from accounts.models import DeviceToken, User
from tests.accounts.people import ME, assert_problem, holder, is_in

pytestmark = pytest.mark.django_db
URL = f"{ME}tokens/"
OLD = f"{ME}devices/"  # deprecated


def test_the_devices_of_a_person(
    guest: User, ben: APIClient, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first, _token = DeviceToken.objects.create(user=guest, device="Phone")
    second, token = DeviceToken.objects.create(user=guest, device="Tablet")
    with django_assert_num_queries(2):
        rows = holder(token).get(f"{URL}?kind=device").json()
    assert [row.keys() for row in rows] == [
        {"kind", "id", "device", "created", "seen_at", "current"} for _row in rows
    ]
    assert [(row["id"], row["device"], row["current"]) for row in rows] == [
        (str(second.id), "Tablet", True),
        (str(first.id), "Phone", False),
    ]
    assert holder(token).get(OLD).json() == rows
    # Nothing of what is stored of a token is told, not even to its owner.
    assert first.digest not in str(rows)
    assert first.token_key not in str(rows)


@pytest.mark.parametrize("url", [URL, OLD])
def test_a_lost_phone_is_logged_out(ann: APIClient, guest: User, url: str) -> None:
    row, token = DeviceToken.objects.create(user=guest)
    assert ann.delete(f"{url}{row.id}/").status_code == 204
    assert not is_in(holder(token))
    assert is_in(ann)


@pytest.mark.parametrize("way", ["revoked by another", "logged out"])
def test_a_pairing_code_ends_with_any_device(ann: APIClient, guest: User, way: str) -> None:
    row, token = DeviceToken.objects.create(user=guest)
    lost = holder(token)
    code = lost.post("/api/v1/auth/pairing/").json()["code"]
    if way == "logged out":
        assert lost.delete(f"{URL}current/").status_code == 204
    else:
        assert ann.delete(f"{URL}{row.id}/").status_code == 204
    assert_problem(APIClient().post("/api/v1/auth/pair/", {"code": code}), 404, "unknown_code")


def test_it_refuses_a_device_that_is_not_mine(ann: APIClient, owner: User) -> None:
    row, token = DeviceToken.objects.create(user=owner)
    assert_problem(ann.delete(f"{URL}{row.id}/"), 404, "not_found")
    assert is_in(holder(token))


@pytest.mark.parametrize("device", [uuid.uuid4(), "x", "0"])
def test_it_refuses_a_device_that_is_none(ann: APIClient, device: object) -> None:
    for url in (URL, OLD):
        assert_problem(ann.delete(f"{url}{device}/"), 404, "not_found")

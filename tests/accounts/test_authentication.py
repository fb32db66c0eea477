"""What a token is checked for, and what that costs."""

from __future__ import annotations

import pytest
import time_machine
from django.db import connection
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from accounts.models import DeviceToken, User
from tests.accounts.people import ME, assert_problem, holder, limited

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "header",
    [
        None,
        "",
        "Bearer",
        "Bearer x",
        "Bearer " + "0" * 64,
        "Bearer a b",
        "Bearer \xff\xfe",
        "Bearer \x00",
        "Bearer %00",
        "Basic YW5uOmI=",
        "Token " + "0" * 64,
        "Bearer " + "f" * 10_000,
    ],
)
def test_it_refuses_what_is_no_token(api: APIClient, header: str | None) -> None:
    if header is not None:
        api.credentials(HTTP_AUTHORIZATION=header)
    response = api.get(ME)
    assert_problem(response, 401, "not_authenticated")
    assert response.headers["WWW-Authenticate"] == "Bearer"


def test_it_refuses_who_is_no_longer_active(ann: APIClient) -> None:
    User.objects.update(is_active=False)
    assert_problem(ann.get(ME), 401, "account_disabled")


def test_it_is_one_query(ann: APIClient, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(1):
        assert ann.get(ME).status_code == 200


def test_a_device_is_seen_once_an_hour(
    guest: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with time_machine.travel("2026-01-01T12:00:00Z", tick=False):
        row, token = DeviceToken.objects.create(user=guest)
    device = holder(token)
    with time_machine.travel("2026-01-01T13:00:01Z", tick=False):
        with django_assert_num_queries(2):
            device.get(ME)
        with django_assert_num_queries(1):
            device.get(ME)
    row.refresh_from_db()
    assert row.seen_at.isoformat() == "2026-01-01T13:00:01+00:00"


@pytest.mark.django_db(transaction=True)
def test_a_database_that_can_only_be_read_can_be_read(guest: User) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("a file that can only be read is SQLite's")
    with time_machine.travel("2026-01-01T12:00:00Z"):
        _row, token = DeviceToken.objects.create(user=guest)
    device = holder(token)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
    try:
        assert device.get(ME).status_code == 200
        assert_problem(device.patch(ME, {"name": "Anna"}), 503, "database_unavailable")
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = OFF")


def test_wrong_tokens_are_limited_by_address(ann: APIClient, settings: Settings) -> None:
    limited(settings, token="3/day")
    wrong = holder("0" * 64)
    for _attempt in range(3):
        assert wrong.get(ME).status_code == 401
    refused = wrong.get(ME)
    assert_problem(refused, 429, "throttled")
    assert int(refused.headers["Retry-After"]) > 0
    # Whoever shares the address and has a token is not in the way, and neither is another address.
    assert ann.get(ME).status_code == 200
    assert wrong.get(ME, REMOTE_ADDR="192.0.2.7").status_code == 401
    # Without any token, nothing is looked up.
    assert APIClient().get(ME).status_code == 401

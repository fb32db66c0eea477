"""How often one address may ask."""

from collections.abc import Iterator

import pytest
import time_machine
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from rest.throttling import network
from tests.rest.test_problems import assert_problem

pytestmark = pytest.mark.urls("tests.rest.urls")


@pytest.fixture(autouse=True)
def three_a_minute(settings: Settings) -> Iterator[None]:
    settings.THROTTLE = True
    settings.THROTTLE_RATES = {"referee": "3/min"}
    # Ten seconds into a minute, so that no test runs into the next window.
    with time_machine.travel("2026-01-01T12:00:10Z", tick=False):
        yield


def assert_throttled(api: APIClient) -> None:
    for _request in range(3):
        assert api.get("/echo/").status_code == 200
    response = api.get("/echo/")
    document = assert_problem(response, 429, "throttled")
    assert response.headers["Retry-After"] == "50"
    assert "50 seconds" in document["detail"]


def test_too_many_requests(api: APIClient) -> None:
    assert_throttled(api)


@pytest.mark.needs_redis
@pytest.mark.usefixtures("redis_cache")
def test_too_many_requests_counted_in_redis(api: APIClient) -> None:
    assert_throttled(api)


def test_the_next_minute_is_a_new_one(api: APIClient) -> None:
    assert_throttled(api)
    with time_machine.travel("2026-01-01T12:01:00Z", tick=False):
        assert api.get("/echo/").status_code == 200


def test_another_address_is_counted_apart(api: APIClient) -> None:
    assert_throttled(api)
    assert api.get("/echo/", REMOTE_ADDR="192.0.2.7").status_code == 200


def test_a_forwarded_address_is_not_believed(api: APIClient) -> None:
    assert_throttled(api)
    assert api.get("/echo/", HTTP_X_FORWARDED_FOR="192.0.2.7").status_code == 429


def test_the_throttle_can_be_off(api: APIClient, settings: Settings) -> None:
    assert_throttled(api)
    settings.THROTTLE = False
    assert api.get("/echo/").status_code == 200


def test_pages_are_not_throttled(api: APIClient) -> None:
    assert_throttled(api)
    assert api.get("/").status_code == 200
    assert api.get("/api/docs/").status_code == 200


def test_without_its_cache_it_lets_pass(
    api: APIClient, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",  # nobody listens there
        }
    }
    assert api.get("/echo/").status_code == 200
    assert "throttle" in caplog.text


def test_a_home_is_one_address_in_ipv6() -> None:
    assert network("2001:db8:1:2:3::4") == network("2001:db8:1:2:ffff::1")
    assert network("2001:db8:1:2::") != network("2001:db8:1:3::")
    assert network("::ffff:192.0.2.7") == network("192.0.2.7")
    assert network(None) == network("x" * 1000) == "unknown"

"""How often one address may ask."""

import contextvars
import secrets
import time
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import brotli
import pytest
import redis
import time_machine
from django.core.cache.backends.redis import RedisCache
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import reverse
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from rest import counting, throttling
from rest.compression import compression
from rest.counting import ProcessCounters, count
from rest.redis_client import SharedPool
from rest.throttling import network
from tests.rest.test_problems import assert_problem
from tests.services import REDIS_URL

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
    assert (document["limit"], document["maximum"]) == ("referee", 3)


def test_a_forwarded_address_is_not_believed(api: APIClient) -> None:
    assert_throttled(api)
    assert api.get("/echo/", HTTP_X_FORWARDED_FOR="192.0.2.7").status_code == 429


def test_the_throttle_can_be_off(api: APIClient, settings: Settings) -> None:
    assert_throttled(api)
    settings.THROTTLE = False
    assert api.get("/echo/").status_code == 200


def test_the_front_page_is_not_throttled(api: APIClient) -> None:
    assert_throttled(api)
    assert api.get("/").status_code == 200


@pytest.mark.urls("config.urls")
@pytest.mark.parametrize("page", ["docs", "redoc", "schema", "problems"])
def test_documentation_is_throttled_and_may_be_cached(
    api: APIClient, settings: Settings, page: str
) -> None:
    settings.THROTTLE_RATES = {"docs": "2/min"}
    for _request in range(2):
        response = api.get(reverse(page))
        assert response.status_code == 200
        assert response.headers["Cache-Control"] == "public, max-age=300"
    assert api.get(reverse(page)).status_code == 429


def test_what_is_public_is_compressed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    squeezed: list[int] = []
    brotlied = brotli.compress

    def compress(content: bytes, **more: Any) -> bytes:
        squeezed.append(len(content))
        return bytes(brotlied(content, **more))

    monkeypatch.setattr(brotli, "compress", compress)
    content = secrets.token_hex(2_000).encode()

    def answer(cache_control: str) -> bytes:
        request = RequestFactory().get("/", HTTP_ACCEPT_ENCODING="br")
        headers = {"Cache-Control": cache_control}
        kept = HttpResponse(content, content_type="application/json", headers=headers)
        response: Any = compression(lambda _request: kept)(request)
        return bytes(response.content)

    assert {answer("public, max-age=300") for _request in range(3)} == {answer("no-cache")}
    assert len(squeezed) == 2


# --- Proxies ---


@pytest.mark.parametrize("header", ["HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED"])
@pytest.mark.parametrize(("production", "proxies", "lines"), [(1, 0, 1), (0, 0, 0), (1, 1, 0)])
def test_a_proxy_that_nobody_counts_is_told_once(
    api: APIClient,
    settings: Settings,
    caplog: pytest.LogCaptureFixture,
    header: str,
    production: int,
    proxies: int,
    lines: int,
) -> None:
    throttling._tell_once_that_no_proxy_is_trusted.cache_clear()
    settings.PRODUCTION = bool(production)
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": proxies}
    assert api.get("/echo/").status_code == 200
    assert caplog.messages == []
    for _request in range(2):
        assert api.get("/echo/", **{header: "192.0.2.9"}).status_code == 200  # type: ignore[arg-type]
    assert len(caplog.messages) == lines
    assert all("TRUSTED_PROXIES" in message for message in caplog.messages)
    assert "192.0.2.9" not in caplog.text


# --- Without Redis ---


@pytest.fixture
def lost_redis(settings: Settings) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",  # nobody listens there
        }
    }


def test_a_lost_redis_is_told_once_and_left_alone(
    api: APIClient,
    lost_redis: None,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    incr = RedisCache.incr

    def asking(self: Any, key: str, *args: Any) -> int:
        asked.append(key)
        return int(incr(self, key, *args))

    monkeypatch.setattr(RedisCache, "incr", asking)
    assert_throttled(api)  # counted all the same
    assert len(asked) == 1
    assert [record.message for record in caplog.records] == [
        "Redis does not answer: ConnectionError. Each process counts requests for itself, and "
        "phones get events a little later."
    ]
    assert caplog.records[0].exc_info is None
    monkeypatch.setattr(counting, "_pause_until", time.monotonic() - 1)  # ten seconds later
    assert api.get("/echo/").status_code == 429
    assert len(asked) == 2


def test_processes_share_a_limit_without_redis(api: APIClient, settings: Settings) -> None:
    settings.WEB_WORKERS = 2
    settings.THROTTLE_RATES = {"referee": "5/min"}
    for left in (1, 0):
        response = api.get("/echo/")
        assert response.status_code == 200
        assert response.headers["RateLimit"] == f'"referee";r={left};t=50'
    assert api.get("/echo/").status_code == 429
    # More workers than requests: each lets one pass, not none.
    settings.WEB_WORKERS = 100
    assert api.get("/echo/", REMOTE_ADDR="192.0.2.7").status_code == 200
    assert api.get("/echo/", REMOTE_ADDR="192.0.2.7").status_code == 429


@pytest.mark.needs_redis
@pytest.mark.usefixtures("redis_cache")
def test_processes_count_together_in_redis(api: APIClient, settings: Settings) -> None:
    settings.WEB_WORKERS = 3
    assert_throttled(api)


@pytest.mark.needs_redis
def test_threads_share_the_connections_to_redis(settings: Settings) -> None:
    """As in config.settings: whoever asks in a new context does not reconnect."""
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": secrets.token_hex(),
            "OPTIONS": {"pool_class": "rest.redis_client.SharedPool"},
        }
    }
    made: list[int] = []
    make = redis.ConnectionPool.make_connection

    def making(self: Any) -> Any:
        made.append(1)
        return make(self)

    SharedPool.from_url.cache_clear()
    with patch.object(redis.ConnectionPool, "make_connection", making):
        for number in range(20):
            counted = contextvars.Context().run(count, "threads", 100, 60)
            assert counted == (number + 1, 100)
    assert len(made) == 1


def test_counters_of_a_process_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "MAX_COUNTERS", 100)
    counters = ProcessCounters()
    for number in range(50):
        counters.add(f"short {number}", -1)  # their windows have ended
    for number in range(1_000):
        assert counters.add(f"long {number}", 60) == 1
        assert len(counters._counters) <= 100
    assert counters.add("long 999", 60) == 2


def test_a_home_is_one_address_in_ipv6() -> None:
    assert network("2001:db8:1:2:3::4") == network("2001:db8:1:2:ffff::1")
    assert network("2001:db8:1:2::") != network("2001:db8:1:3::")
    assert network("::ffff:192.0.2.7") == network("192.0.2.7")
    assert network(None) == network("x" * 1000) == "unknown"

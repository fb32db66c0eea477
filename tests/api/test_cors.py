"""Pages on other origins: which may use the API, what they may send, and what they may read."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import httpx
import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from config.origins import NATIVE_SHELLS, read_origins
from rest.follow import parts_of
from rest.gateway import Gateway
from tests.api.test_permissions import ROUTES
from tests.application import client_of_application
from tests.cast import V1, Cast
from tests.server import run_python


def names(text: str) -> set[str]:
    return {name.strip().lower() for name in text.split(",")}


CLIENT = "https://cards.example.org"
CORS = "corsheaders.middleware.CorsMiddleware"
A_UUID = "0b6f8c8e-0000-4000-8000-000000000000"
SENT = names(
    "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Accept-Language, "
    "X-Request-Id, Last-Event-ID"
)
READ = names(
    "ETag, Retry-After, Location, Idempotency-Replayed, X-Request-Id, RateLimit, RateLimit-Policy"
)


@pytest.fixture(autouse=True)
def one_origin(settings: Settings) -> None:
    settings.CORS_ALLOWED_ORIGINS = [CLIENT]
    middleware: list[str] = settings.MIDDLEWARE
    settings.MIDDLEWARE = [middleware[0], CORS, *middleware[1:]]


def preflight(path: str, origin: str = CLIENT) -> Any:
    headers = {
        "Origin": origin,
        "Access-Control-Request-Method": "PUT",
        "Access-Control-Request-Headers": "authorization,if-match",
    }
    return APIClient().options(path, headers=headers)


@pytest.mark.parametrize("route", sorted(ROUTES))
def test_a_preflight_needs_no_token_on_any_route(route: str) -> None:
    path = re.sub(
        r"<uuid:\w+>", A_UUID, re.sub(r"<int:\w+>", "1", re.sub(r"<str:\w+>", "x", route))
    )
    response = preflight(f"/{path}")
    assert response.status_code == 200
    assert response["Access-Control-Allow-Origin"] == CLIENT
    assert names(response["Access-Control-Allow-Headers"]) >= SENT
    assert {"GET", "POST", "PUT", "PATCH", "DELETE"} <= set(
        response["Access-Control-Allow-Methods"].split(", ")
    )
    assert response["Access-Control-Max-Age"] == "86400"
    assert "Access-Control-Allow-Credentials" not in response


def test_an_answer_can_be_read_with_its_headers(cast: Cast) -> None:
    path = f"{V1}/games/{cast.game()['id']}/"
    response = cast.viewer.get(path, headers={"Origin": CLIENT})
    assert response["Access-Control-Allow-Origin"] == CLIENT
    assert names(response["Access-Control-Expose-Headers"]) >= READ
    assert "origin" in names(response["Vary"])
    assert response["ETag"]


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        f"{CLIENT}.evil.example",
        "http://cards.example.org",
        "null",
        "http://[",
    ],
)
def test_no_other_origin_is_let_in(origin: str) -> None:
    assert "Access-Control-Allow-Origin" not in preflight("/", origin=origin)
    response = APIClient().get("/", headers={"Origin": origin})
    assert "Access-Control-Allow-Origin" not in response
    assert "origin" in names(response["Vary"])


def test_no_origin_by_default() -> None:
    assert settings_of("CORS_ALLOWED_ORIGINS") == "[]"
    assert CORS not in settings_of("MIDDLEWARE")
    assert settings_of("MIDDLEWARE[1]", CORS_ORIGINS=CLIENT) == CORS


def test_origins_and_native_shells_are_settings() -> None:
    origins = settings_of(
        "CORS_ALLOWED_ORIGINS", CORS_ORIGINS=f"{CLIENT}/, http://localhost:5173", NATIVE_SHELLS="on"
    )
    assert origins == str([CLIENT, "http://localhost:5173", *NATIVE_SHELLS])
    assert NATIVE_SHELLS == ["capacitor://localhost", "https://localhost", "ionic://localhost"]


@pytest.mark.parametrize("origin", NATIVE_SHELLS)
def test_a_native_shell_is_let_in(settings: Settings, origin: str) -> None:
    assert "Access-Control-Allow-Origin" not in preflight("/", origin=origin)
    settings.CORS_ALLOWED_ORIGINS = NATIVE_SHELLS
    assert preflight("/", origin=origin)["Access-Control-Allow-Origin"] == origin


@pytest.mark.parametrize(
    "text",
    [
        "*",
        "https://*.example.org",
        "cards.example.org",
        "https://",
        "https://a.example/path",
        "https://a.example:port",
        "https://user@a.example",
        "null",
    ],
)
def test_what_is_no_origin_is_refused_at_the_start(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="CORS_ORIGINS"):
        read_origins([CLIENT, text])


def test_a_stream_can_be_read(cast: Cast) -> None:
    response = cast.viewer.get(
        f"{V1}/games/{cast.game()['id']}/events/", headers={"Origin": CLIENT}
    )
    assert parts_of(response)
    assert response["Access-Control-Allow-Origin"] == CLIENT


def test_a_refused_body_can_be_read(settings: Settings) -> None:
    settings.MAX_BODY_BYTES = 10

    async def run() -> httpx.Response:
        async with client_of_application(Gateway()) as client:
            return await client.post("/", content=b" " * 11, headers={"Origin": CLIENT})

    response = asyncio.run(run())
    assert response.status_code == 413
    assert response.headers["Access-Control-Allow-Origin"] == CLIENT
    assert response.headers["Connection"] == "close"


def settings_of(name: str, **environment: str) -> str:
    """The value of a setting in a process with these variables."""
    program = f"from config import settings; print(settings.{name})"
    return run_python("-c", program, **environment).stdout.strip()

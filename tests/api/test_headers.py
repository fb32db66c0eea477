"""Headers that responses share: limits, ids of requests, repeated writes; and the entry points."""

from __future__ import annotations

import asyncio
import logging
import re
import tomllib
import uuid
from pathlib import Path
from typing import Any

import httpx
import pytest
import time_machine
from django.conf import settings as django_settings
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from config.asgi import build
from config.entry_points import ENTRY_POINTS
from rest.logs import PrivacyFilter, TextFormatter
from tests.accounts.people import AUTH, EMAIL, PASSWORD, assert_problem, limited
from tests.api.contract import ROOT, assert_valid, operations
from tests.application import client_of_application
from tests.cast import V1, Cast

SETTINGS: Any = django_settings
GUESSES = {"code": "34679CFG"}


def is_uuid(text: str) -> bool:
    return str(uuid.UUID(text)) == text


# --- Limits -----------------------------------------------------------------------------------


@pytest.fixture
def three_guesses(settings: Settings) -> None:
    limited(settings, guess="3/min", login="1/hour")


@pytest.mark.django_db
@pytest.mark.usefixtures("three_guesses")
def test_a_limited_route_tells_what_is_left() -> None:
    api = APIClient()
    with time_machine.travel("2026-01-01T12:00:10.5Z", tick=False):
        for left in (2, 1, 0, 0):
            response = api.post(f"{AUTH}/pair/", GUESSES)
            assert response["RateLimit-Policy"] == '"guess";q=3;w=60'
            assert response["RateLimit"] == f'"guess";r={left};t=50'
    assert_problem(response, 429, "throttled")
    assert response["Retry-After"] == "50"


@pytest.mark.django_db
@pytest.mark.usefixtures("three_guesses")
def test_a_limit_of_an_address_is_told_beside_that_of_the_caller() -> None:
    body = {"email": EMAIL, "password": PASSWORD}
    with time_machine.travel("2026-01-01T12:30:00Z", tick=False):
        for _attempt in range(2):  # the limit of one, and a turn of those who are over it
            assert APIClient().post(f"{AUTH}/login/", body).status_code == 401
        response = APIClient().post(f"{AUTH}/login/", body)
    assert_problem(response, 429, "throttled")
    assert response["RateLimit-Policy"] == '"guess";q=3;w=60, "login";q=1;w=3600'
    assert response["RateLimit"] == '"guess";r=0;t=60, "login";r=0;t=1800'
    assert response["Retry-After"] == "1800"


@pytest.mark.parametrize("path", ["/", f"{V1}/", "/nowhere/"])
@pytest.mark.usefixtures("three_guesses")
def test_what_is_not_limited_says_nothing(path: str) -> None:
    response = APIClient().get(path)
    assert "RateLimit" not in response
    assert "RateLimit-Policy" not in response


def test_live_and_open_views_tell_it_too(cast: Cast, settings: Settings) -> None:
    game = cast.game()
    settings.THROTTLE = True
    for response in (
        cast.viewer.get(f"{V1}/games/{game['id']}/events/?wait=0"),
        cast.viewer.get(f"{V1}/games/{game['id']}/events/"),
        APIClient().get("/join/WRONG", headers={"Accept": "text/html"}),
    ):
        assert re.fullmatch(r'"(account|guess)";r=\d+;t=\d+', response["RateLimit"])


# --- The id of a request ----------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/api/docs/", f"{V1}/", f"{V1}/referee/editions/", "/pair"])
def test_every_response_has_an_id(path: str) -> None:
    first, second = APIClient().get(path), APIClient().get(path)
    assert is_uuid(first["X-Request-Id"])
    assert first["X-Request-Id"] != second["X-Request-Id"]


@pytest.mark.parametrize("given", ["0b6f8c8e", "a" * 128, "phone-7.42:3/x+y=@_"])
def test_a_sane_id_is_kept(given: str) -> None:
    response = APIClient().get("/nowhere/", headers={"X-Request-Id": given})
    assert response["X-Request-Id"] == given
    assert assert_problem(response, 404, "not_found")["request_id"] == given


@pytest.mark.parametrize("given", ["", "a" * 129, "two words", "a\nb", "<b>", "é", '"', "\x00"])
def test_an_odd_id_is_replaced(given: str) -> None:
    response = APIClient().get("/nowhere/", HTTP_X_REQUEST_ID=given)
    assert is_uuid(response["X-Request-Id"])
    assert assert_problem(response, 404, "not_found")["request_id"] == response["X-Request-Id"]


def test_problems_have_the_id_wherever_they_arise(cast: Cast, settings: Settings) -> None:
    game = cast.game()
    problems = [
        APIClient().get(f"{V1}/me/"),  # authentication
        cast.viewer.patch(f"{V1}/games/{game['id']}/", {}),  # a view
        cast.scorer.patch(f"{V1}/games/{game['id']}/", {}),  # a service
        cast.scorer.patch(f"{V1}/me/", {"name": 1}),  # a serializer
        cast.viewer.get(f"{V1}/games/{game['id']}/events/?wait=0&after=99"),  # a database thread
    ]
    settings.ALLOWED_HOSTS = ["cards.example.org"]
    problems.append(APIClient().get("/"))  # before any view
    for response in problems:
        assert response.status_code >= 400
        assert response.json()["request_id"] == response["X-Request-Id"]
        assert_valid(
            {"$ref": "#/components/schemas/Problem"}, response.json(), "a problem with an id"
        )


@pytest.mark.urls("tests.rest.urls")
def test_an_error_in_the_log_has_the_id(caplog: pytest.LogCaptureFixture) -> None:
    caplog.handler.addFilter(PrivacyFilter())
    api = APIClient(raise_request_exception=False)
    response = api.get("/raise/bug/", headers={"X-Request-Id": "find-me"})
    assert response.json()["request_id"] == "find-me"
    # Once where it is handled, and once by Django, after the response.
    assert len(caplog.records) == 2
    assert {record.request_id for record in caplog.records} == {"find-me"}  # type: ignore[attr-defined]
    logging.getLogger("django.request").error("Later.")
    assert caplog.records[-1].request_id == "-"  # type: ignore[attr-defined]
    assert "[find-me]" in TextFormatter().format(caplog.records[0])
    assert SETTINGS.LOGGING["handlers"]["console"]["filters"] == ["privacy"]


def test_the_id_outside_of_django(tmp_path: Path, settings: Settings) -> None:
    """Of a static file, and of a body that is refused before it is read."""
    (tmp_path / "page.css").write_text("body {}")
    settings.MAX_BODY_BYTES = 10
    application = build(tmp_path)

    async def run(method: str, path: str, **more: Any) -> httpx.Response:
        async with client_of_application(application) as client:
            return await client.request(method, path, **more)

    for path in ("/static/page.css", "/static/none.css"):
        found = asyncio.run(run("GET", path, headers={"X-Request-Id": "find-me"}))
        assert found.headers.get_list("X-Request-Id") == ["find-me"]
        assert is_uuid(asyncio.run(run("GET", path)).headers["X-Request-Id"])
    refused = asyncio.run(run("POST", "/", content=b" " * 11))
    assert assert_problem(refused, 413, "body_too_large")
    assert refused.json()["request_id"] == refused.headers["X-Request-Id"]


# --- Repeated writes ----------------------------------------------------------------------------


def test_a_repeated_answer_names_the_language_that_it_is_in(cast: Cast) -> None:
    game = {"edition": "classic", "players": [str(player.pk) for player in cast.players[:2]]}

    def start(language: str) -> Any:
        headers = {"Idempotency-Key": "a key of the test", "Accept-Language": language}
        return cast.owner.post(f"{cast.url}/games/", game, headers=headers)

    german, again = start("de"), start("fr")
    assert again.json()["phases"] == german.json()["phases"]
    assert (german["Content-Language"], again["Content-Language"]) == ("de", "de")


# --- Entry points -------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_entry_points_lead_somewhere(settings: Settings) -> None:
    settings.OLDEST_CLIENT = "0.0.7"
    info = APIClient().get(f"{V1}/").json()
    assert info["oldest_client"] == "0.0.7"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert info["version"] == project["version"]
    assert info["languages"] == [code for code, _name in SETTINGS.LANGUAGES]
    assert info["entry_points"] == ENTRY_POINTS
    for address in ENTRY_POINTS.values():
        assert APIClient().get(address).status_code in (200, 401, 405)


# --- Deprecation ------------------------------------------------------------------------------


@pytest.mark.django_db
def test_answers_of_deprecated_operations_say_so_and_no_others() -> None:
    api = APIClient()
    marked = set()
    for (method, path), operation in operations().items():
        if operation["operationId"] == "logOut":
            continue
        address = re.sub(r"\{[^}]+\}", str(uuid.uuid4()), path.replace("{year}", "2026"))
        response = getattr(api, method)(address, {} if method != "get" else None)
        deprecated = operation.get("deprecated", False)
        for name in ("Deprecation", "Sunset", "Link"):
            assert (name in response) == deprecated, (method, path)
        if deprecated:
            assert "**Deprecated.** Use `" in operation["description"], path
            marked.add(path)
    assert f"{V1}/groups/{{group}}/imports/template/" in marked

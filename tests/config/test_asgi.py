"""What stands before Django: the body limit and the static files."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from django.conf import settings as django_settings
from pytest_django.fixtures import Settings

from config.asgi import build
from rest import bodies
from rest.asgi_types import Application
from tests.application import client_of_application
from tests.rest.test_problems import assert_problem

pytestmark = pytest.mark.urls("tests.rest.urls")

LIMIT = django_settings.MAX_BODY_BYTES
JSON = {"Content-Type": "application/json"}


@pytest.fixture
def application(tmp_path: Path) -> Application:
    (tmp_path / "page.css").write_text("body {}")
    return build(tmp_path)


def send(
    application: Application,
    method: str,
    path: str,
    *,
    content: bytes | AsyncIterator[bytes] | None = None,
    headers: dict[str, str] | None = None,
) -> httpx.Response:
    async def run() -> httpx.Response:
        async with client_of_application(application) as client:
            return await client.request(method, path, content=content, headers=headers)

    return asyncio.run(run())


async def chunks(*parts: bytes) -> AsyncIterator[bytes]:
    for part in parts:
        yield part


def test_an_endless_body_is_cut_off(application: Application) -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while True:
            sent += 1024
            yield b" " * 1024

    response = send(application, "POST", "/echo/", content=endless(), headers=JSON)
    assert_problem(response, 413, "body_too_large")
    assert sent == LIMIT + 1024 + bodies.DISCARDED


IMPORTS = "/api/v1/groups/0b6f8c8e-0000-4000-8000-000000000000/imports/"
LARGER = 32 * 1024 * 1024


def test_an_import_may_be_larger(application: Application) -> None:
    """Refused for another reason than its size: by its length, and in chunks."""
    body = b'{"a": 1}'.ljust(LARGER)
    for content in (body, chunks(*(body[at : at + LIMIT] for at in range(0, LARGER, LIMIT)))):
        response = send(application, "POST", IMPORTS, content=content, headers=JSON)
        assert response.status_code in (401, 404), response.text
    response = send(application, "POST", IMPORTS, content=body + b" ", headers=JSON)
    problem = assert_problem(response, 413, "body_too_large")
    assert problem["detail"] == "The body is larger than 32 MB."


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("PUT", IMPORTS),
        ("POST", IMPORTS + "more/"),
        ("POST", f"/nowhere{IMPORTS}"),
        ("POST", IMPORTS.replace("imports", "games")),
        ("POST", IMPORTS + "%0A"),
    ],
)
def test_nothing_else_may_be_larger(application: Application, method: str, path: str) -> None:
    response = send(application, method, path, content=b" " * (LIMIT + 1), headers=JSON)
    problem = assert_problem(response, 413, "body_too_large")
    assert problem["detail"] == "The body is larger than 64 kB."


@pytest.mark.parametrize(
    "path", ["/", "/nowhere/", "/static/none.js", "/static/../settings.py", "/healthz"]
)
def test_headers_of_every_answer(application: Application, path: str) -> None:
    headers = send(application, "GET", path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] in ("same-origin", "no-referrer")
    assert int(headers["Content-Length"]) > 0


def test_with_https_browsers_come_by_nothing_else(
    application: Application, settings: Settings
) -> None:
    assert "Strict-Transport-Security" not in send(application, "GET", "/").headers
    settings.SECURE_HSTS_SECONDS = 31_536_000
    for path in ("/", "/nowhere/"):
        headers = send(application, "GET", path).headers
        assert headers["Strict-Transport-Security"] == "max-age=31536000"


def test_a_static_file(application: Application) -> None:
    response = send(application, "GET", "/static/page.css")
    assert response.text == "body {}"
    assert response.headers["Content-Type"].startswith("text/css")
    assert "Access-Control-Allow-Origin" not in response.headers
    assert_problem(send(application, "GET", "/static/nothing.css"), 404, "not_found")


def test_a_host_that_is_not_ours(application: Application, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["tableside.example"]
    assert_problem(send(application, "GET", "/"), 400, "invalid_request")

"""The built client: its page at all its addresses, and its files."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.urls import Resolver404, resolve
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from config.asgi import build
from config.client_urls import ADDRESSES
from rest.asgi_types import Application
from rest.https_origins import tell_https_origins
from rest.pages import ClientView, PageView
from tests.accounts.people import limited
from tests.api.contract import ROOT
from tests.application import client_of_application
from tests.cast import Cast
from tests.rest.test_problems import assert_problem

ID = "0b6f8c8e-0000-4000-8000-000000000000"
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
INDEX = "<!doctype html><title>Tableside</title>"
SCREENS = ["/", "/new", f"/new/{ID}", f"/g/{ID}", f"/g/{ID}/rounds/12", f"/group/{ID}", "/me/"]
# Each is a secret, or leads on to one that stands after a `#`.
SECRETS = ["/join/K7PM4XWY", "/watch/watch-me", "/pair", "/pair/K7PM4XWY", "/reset/", "/confirm"]


@pytest.fixture
def client_root(tmp_path: Path, settings: Settings) -> Path:
    """A folder with what a build leaves there."""
    files: dict[str, bytes] = {
        "index.html": INDEX.encode(),
        "sw.js": b"// the service worker",
        "manifest.webmanifest": b"{}",
        "assets/main-B4se64_x.js": b"// the client",
        "assets/main-B4se64_x.js.br": b"br",
        "assets/main-B4se64_x.js.gz": b"gzip",
        "assets/python-abcdefgh.wasm": b"\0asm",
    }
    for name, content in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    settings.CLIENT_ROOT = tmp_path
    return tmp_path


@pytest.fixture
def application(client_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Application:
    return build(tmp_path_factory.mktemp("static"), client_root)


def get(application: Application, path: str, **headers: str) -> httpx.Response:
    async def run() -> httpx.Response:
        async with client_of_application(application) as client:
            return await client.get(path, headers={"Accept-Encoding": "", **headers})

    return asyncio.run(run())


def policy_of(response: Any) -> dict[str, list[str]]:
    """The directives of a Content Security Policy with their values."""
    directives = response.headers["Content-Security-Policy"].split(";")
    return {name: values for name, *values in map(str.split, directives)}


@pytest.mark.usefixtures("client_root")
@pytest.mark.parametrize("path", [*SCREENS, *SECRETS])
def test_a_browser_gets_the_client(path: str) -> None:
    response = APIClient().get(path, headers=BROWSER)
    assert (response.status_code, response.content.decode()) == (200, INDEX)
    assert response["Content-Type"] == "text/html; charset=utf-8"
    assert "Accept" in response["Vary"]
    head = APIClient().head(path, headers=BROWSER)
    assert (head.status_code, head.content) == (200, b"")


@pytest.mark.usefixtures("client_root")
def test_the_policy_allows_what_the_client_does_and_no_more() -> None:
    policy = policy_of(APIClient().get("/", headers=BROWSER))
    assert policy.pop("img-src") == ["'self'", "blob:"]
    assert policy.pop("script-src") == ["'self'", "'wasm-unsafe-eval'"]
    own = {"style-src", "connect-src", "worker-src", "manifest-src"}
    none = {"default-src", "base-uri", "form-action", "frame-ancestors"}
    assert policy.keys() == own | none
    assert all(policy[name] == ["'self'" if name in own else "'none'"] for name in policy)


@pytest.fixture
def https() -> Iterator[list[str]]:
    """A server with HTTPS of its own."""
    origins = ("https://tableside.local:8443", "https://192.168.1.5:8443")
    tell_https_origins(origins)
    yield [*origins]
    tell_https_origins(())


@pytest.mark.usefixtures("client_root")
def test_over_plain_http_the_page_may_look_for_its_own_https(https: list[str]) -> None:
    page = APIClient().get("/", headers=BROWSER)
    assert policy_of(page)["connect-src"] == ["'self'", *https]
    assert policy_of(APIClient().get("/", headers=BROWSER, secure=True))["connect-src"] == [
        "'self'"
    ]
    # A page that was kept does not keep the policy that it had.
    tell_https_origins(())
    again = APIClient().get("/", headers={**BROWSER, "If-None-Match": page["ETag"]})
    assert again.status_code == 200
    assert policy_of(again)["connect-src"] == ["'self'"]


@pytest.mark.usefixtures("client_root")
@pytest.mark.parametrize("path", SCREENS)
def test_the_page_is_kept_but_asked_about(path: str) -> None:
    first = APIClient().get(path, headers=BROWSER)
    assert first["Cache-Control"] == "no-cache"
    again = APIClient().get(path, headers={**BROWSER, "If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.usefixtures("client_root")
@pytest.mark.parametrize("path", SECRETS)
def test_it_is_not_kept_under_a_secret_address(path: str) -> None:
    response = APIClient().get(path, headers=BROWSER)
    assert response["Cache-Control"] == "no-store"
    assert response["Referrer-Policy"] == "no-referrer"
    assert "ETag" not in response


@pytest.mark.usefixtures("client_root")
def test_opening_links_counts_as_no_guess(settings: Settings) -> None:
    limited(settings, guess="1/min")
    for _time in range(3):
        response = APIClient().get("/join/K7PM4XWY", headers=BROWSER)
        assert response.status_code == 200
        assert "RateLimit" not in response


@pytest.mark.usefixtures("client_root")
def test_an_api_client_gets_what_it_got_before(cast: Cast) -> None:
    assert cast.anonymous.get("/").json()["api"] == "/api/v1/"
    assert cast.anonymous.get("/pair").json()["kind"] == "pair"
    assert_problem(cast.anonymous.get("/join/WRONG"), 404, "unknown_code")
    assert_problem(cast.anonymous.get(f"/g/{ID}"), 404, "not_found")


@pytest.mark.usefixtures("client_root")
@pytest.mark.parametrize(
    "path", ["/nowhere/at/all", "/g", "/g/1", f"/g/{ID}/nowhere", "/watch", "/me/nowhere"]
)
def test_a_person_at_an_unknown_address_is_told(path: str) -> None:
    response = APIClient().get(path, headers=BROWSER)
    assert (response.status_code, response["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert response.content.decode() != INDEX


@pytest.mark.parametrize("path", [f"/g/{ID}", "/me"])
def test_without_a_build_there_are_no_screens(path: str) -> None:
    assert APIClient().get(path, headers=BROWSER).status_code == 404


def routed() -> Iterator[str]:
    """The addresses that the client itself knows."""
    source = (ROOT / "client/src/routes.ts").read_text(encoding="utf-8")
    list_of_routes = source.partition("ROUTES")[2].partition("];")[0]
    yield from re.findall(r'^\s*\["(/[^"]*)"', list_of_routes, re.MULTILINE)


def test_every_screen_can_be_opened_by_its_address() -> None:
    routes = [*routed()]
    assert "/" in routes
    missing = []
    for route in routes:
        # A group's and a game's id, the number of a round, a code.
        path = route.replace("{number}", "1").replace("{year}", "2026")
        path = path.replace("{code}", "x").replace("{token}", "x")
        try:
            view = resolve(re.sub(r"\{\w+\}", ID, path)).func.view_class  # type: ignore[attr-defined]
        except Resolver404:
            missing.append(route)
        else:
            assert path == "/" or issubclass(view, ClientView | PageView), route
    assert not missing, "Add them to ADDRESSES in config/client_urls.py"
    assert len(set(ADDRESSES)) == len(ADDRESSES)


def test_files_with_a_hash_are_kept_for_good(application: Application) -> None:
    response = get(application, "/assets/main-B4se64_x.js")
    assert response.text == "// the client"
    assert "immutable" in response.headers["Cache-Control"]
    assert int(response.headers["Cache-Control"].partition("max-age=")[2].split(",")[0]) > 1e7
    assert response.headers["Content-Type"].startswith("text/javascript")


@pytest.mark.parametrize("path", ["/sw.js", "/manifest.webmanifest", "/index.html"])
def test_files_without_one_are_asked_about(application: Application, path: str) -> None:
    first = get(application, path)
    assert (first.status_code, first.headers["Cache-Control"]) == (200, "no-cache")
    again = get(application, path, **{"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(("accepted", "sent"), [("br, gzip", "br"), ("gzip", "gzip")])
def test_files_are_sent_as_they_were_compressed(
    application: Application, accepted: str, sent: str
) -> None:
    async def run() -> bytes:
        path = "/assets/main-B4se64_x.js"
        headers = {"Accept-Encoding": accepted}
        async with (
            client_of_application(application) as client,
            client.stream("GET", path, headers=headers) as response,
        ):
            assert response.headers["Content-Encoding"] == accepted.split(",")[0]
            assert "Accept-Encoding" in response.headers["Vary"]
            return b"".join([chunk async for chunk in response.aiter_raw()])

    assert asyncio.run(run()) == sent.encode()


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("/assets/python-abcdefgh.wasm", "application/wasm"),
        ("/manifest.webmanifest", "application/manifest+json"),
    ],
)
def test_files_have_their_types(application: Application, path: str, media_type: str) -> None:
    response = get(application, path)
    assert response.headers["Content-Type"] == media_type
    assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/sw.js", "/assets/main-B4se64_x.js", "/index.html"])
def test_workers_have_the_policy_of_the_page(application: Application, path: str) -> None:
    page, file = get(application, "/", **BROWSER), get(application, path)
    assert policy_of(file) == policy_of(page)
    for name in ("X-Content-Type-Options", "Referrer-Policy", "Cross-Origin-Opener-Policy"):
        assert file.headers[name] == page.headers[name]


def test_a_file_that_is_not_there(application: Application) -> None:
    for path in ("/assets/none.js", "/assets/main-B4se64_x.js/", "/assets/../sw.js%00"):
        assert_problem(get(application, path), 404, "not_found")

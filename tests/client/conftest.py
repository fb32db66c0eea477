"""Phones for the tests of the client: the system's Chromium against the real server."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.api.contract import ROOT
from tests.client import browsers
from tests.client.build import built
from tests.client.patience import is_answered, until
from tests.client.phone import KeptPhone, Phone, new_phone
from tests.client.seeds import Evening
from tests.databases import database
from tests.server import serve_process
from tests.services import REDIS_URL, absence

FAILURES = ROOT / "var" / "client-failures"
FAILED = pytest.StashKey[bool]()

# Browsers are slow: of many files, the first test of each of these runs, and the rest in CI.
ALWAYS = {
    f"test_{name}.py"
    for name in (
        "evenings",
        "first_minute",
        "joining",
        "live_table",
        "offline",
        "referee",
        "round_entry",
        "two_phones",
        "watch",
    )
}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    begun = set()
    is_one_file = len({item.path for item in items}) == 1
    for item in items:
        if item.nodeid.startswith("tests/client/") and "address" in _fixtures(item):
            is_chosen = item.path.name in ALWAYS and item.path not in begun
            if not (is_one_file or is_chosen or item.path.name == "test_screens.py"):
                item.add_marker("full")
            begun.add(item.path)
            item.add_marker("needs_node")
            item.add_marker("needs_chromium")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


def _fixtures(item: pytest.Item) -> tuple[str, ...]:
    return tuple(getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The server as the run has it: SQLite; or PostgreSQL, Redis and two workers."""
    built()
    FAILURES.mkdir(parents=True, exist_ok=True)
    with (
        database(tmp_path_factory.mktemp("client")) as url,
        (FAILURES / f"server-{os.getpid()}.log").open("wb") as log,
        serve_process(url, log=log, **workers()) as (server, _process),
    ):
        # Packing the rules takes a slow machine longer than a request may take: done beforehand.
        until(lambda: is_answered(f"{server}/api/v1/referee/pocket/"))
        # A name, not a number: for browsers, only `localhost` is as safe as HTTPS.
        yield server.replace("127.0.0.1", "localhost")


def workers() -> dict[str, Any]:
    """How the server of this run is set up."""
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        return {"workers": 1, "REDIS_URL": ""}
    return {"workers": 2, "REDIS_URL": "" if absence("redis") else REDIS_URL}


# For a module and no longer: while it runs, Django believes itself in asynchronous code, and
# other tests of the process could not ask the database.
@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    expect.set_options(timeout=browsers.PATIENCE)
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="module")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """The browser that the phones of a module share."""
    browser = browsers.start(playwright)
    yield browser
    browser.close()


@pytest.fixture
def in_use(request: pytest.FixtureRequest) -> Iterator[list[Phone]]:
    """The phones of a test: what their pages did wrong fails it, and pictures tell why."""
    phones: list[Phone] = []
    yield phones
    failed = request.node.stash.get(FAILED, False)
    complaints = [text for phone in phones for text in phone.complaints.all()]
    for number, phone in enumerate(phones):
        if failed or complaints:
            FAILURES.mkdir(parents=True, exist_ok=True)
            name = re.sub(r"\W+", "-", request.node.name).strip("-")
            phone.picture(FAILURES / f"{name}-{number}.png")
        phone.close()
    assert not complaints


@pytest.fixture
def phone(
    request: pytest.FixtureRequest, chromium: Browser, address: str, in_use: list[Phone]
) -> Callable[..., Phone]:
    """Make a phone that nobody has used yet; options are those of a context.

    Starting the rules and keeping the client takes longer than most tests: those that rule nothing
    on the phone are marked `no_rules`; `phone(client=True)` keeps the client alone.
    """
    rules = request.node.get_closest_marker("no_rules") is None

    def make(**options: Any) -> Phone:
        made = new_phone(chromium, address, **{"rules": rules, **options})
        in_use.append(made)
        return made

    return make


@pytest.fixture
def evening(address: str) -> Evening:
    """A game of Anna's, with Ben and Cleo, that has just begun."""
    return Evening(address)


@pytest.fixture
def anna(phone: Callable[..., Phone]) -> Phone:
    """The phone of the owner, who keeps the score."""
    return phone()


@pytest.fixture
def kept_phone(
    playwright: Playwright, address: str, in_use: list[Phone], tmp_path: Path
) -> Callable[..., KeptPhone]:
    """Make a phone whose browser can be killed and started again."""

    def make(**options: Any) -> KeptPhone:
        made = KeptPhone(playwright, address, tmp_path / f"phone-{len(in_use)}", **options)
        in_use.append(made)
        return made

    return make

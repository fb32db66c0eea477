"""A server in the local network, reached by a name without HTTPS: no service worker, no locks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, expect

from tests.client import browsers
from tests.client.entry import Entry
from tests.client.pad import Pad
from tests.client.phone import Phone, new_phone
from tests.client.table import Table
from tests.services import chromium

pytestmark = [pytest.mark.needs_node, pytest.mark.needs_chromium]

HOST = "tableside.lan"


@pytest.fixture
def plain(playwright: Playwright) -> Iterator[Browser]:
    """A browser in whose network the server has a name."""
    flags = [flag for flag in browsers.FLAGS if not flag.startswith("--host-resolver-rules")]
    rules = f"--host-resolver-rules=MAP {HOST} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    browser = playwright.chromium.launch(executable_path=chromium(), args=[*flags, rules])
    yield browser
    browser.close()


def test_the_first_minute_without_https(plain: Browser, address: str) -> None:
    annas: Phone = new_phone(plain, address.replace("localhost", HOST))
    annas.complaints.accept("Cross-Origin-Opener-Policy header has been ignored")
    page = annas.open()
    assert not page.evaluate("isSecureContext")
    expect(page.get_by_text("Goes on without a network while this page is open.")).to_be_visible()
    Table(annas).first_minute("Anna", ("Ben", "Cleo"))
    pad, entry = Pad(annas), Entry(annas)
    pad.enter()
    entry.round("Anna", Ben=105, Cleo=110)
    pad.shows(Anna=0, Ben=105, Cleo=110)
    annas.until_sent()
    # It goes on without a network.
    annas.offline()
    pad.enter()
    entry.round("Ben", Cleo=105, Anna=110)
    pad.is_round(3)
    annas.online()
    annas.until_sent()
    pad.shows(Anna=110, Ben=105, Cleo=215)
    annas.open("/me")
    expect(page.get_by_text("This phone reaches the server without HTTPS.")).to_be_visible()
    complaints = annas.complaints.all()
    annas.close()
    assert not complaints

"""What is shown above every screen: read by all, at 320 pixels, and in the way of nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.client.banner import told
from tests.client.entry import Entry
from tests.client.pad import Pad
from tests.client.phone import Phone
from tests.client.table import Table

pytestmark = pytest.mark.no_rules

SMALL = {"viewport": {"width": 320, "height": 640}}

# As in a private window of some browsers.
NO_DATABASE = """
indexedDB.open = () => { throw new DOMException("Not in a private window", "SecurityError"); };
"""
# As a browser does that needs the room, or that is told to clear what pages have stored.
CLEAR = """() => new Promise((resolve, reject) => {
  const request = indexedDB.deleteDatabase("tableside");
  request.onsuccess = resolve;
  request.onerror = reject;
})"""
# As another tab with a newer client does.
LATER = """() => new Promise((resolve, reject) => {
  const request = indexedDB.open("tableside", 99);
  request.onsuccess = () => { request.result.close(); resolve(); };
  request.onerror = reject;
})"""


@pytest.mark.release
def test_a_browser_that_keeps_nothing_plays_all_the_same(phone: Callable[..., Phone]) -> None:
    annas = phone(**SMALL)
    annas.page.add_init_script(NO_DATABASE)
    Table(annas).first_minute("Anna", ("Ben", "Cleo"))
    Pad(annas).enter()
    Entry(annas).round("Anna", Ben=105, Cleo=110)
    Pad(annas).shows(Anna=0, Ben=105, Cleo=110)
    told(annas, "This browser keeps nothing")


def test_a_cleared_storage_is_told_at_the_next_start(phone: Callable[..., Phone]) -> None:
    annas = phone(**SMALL)
    Table(annas).first_minute("Anna", ("Ben", "Cleo"))
    annas.until_sent()
    # Another page of this address: the client's own would notice at once.
    other = annas.context.new_page()
    other.goto(annas.address + "/api/v1/")
    annas.page.goto("about:blank")
    other.evaluate(CLEAR)
    other.close()
    annas.open()
    told(annas, "The browser has cleared what was stored here.")
    expect(annas.find("Load again")).to_be_visible()
    # Whoever starts over knows it.
    Table(annas).begin("Anna")
    expect(annas.page.get_by_text("The browser has cleared")).to_have_count(0)


def test_an_older_client_leaves_the_data_of_a_newer_one_alone(phone: Callable[..., Phone]) -> None:
    annas = phone(**SMALL)
    annas.open("/api/v1/")
    annas.page.evaluate(LATER)
    annas.open()
    told(annas, "Another tab uses a newer version of Tableside.")
    expect(annas.find("Load again")).to_be_visible()
    # It plays all the same, as long as the page is open.
    Table(annas).first_minute("Anna", ("Ben", "Cleo"))

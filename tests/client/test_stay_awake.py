"""The screen stays on while a game is looked at, and no longer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.client.entry import Entry
from tests.client.pad import Pad
from tests.client.phone import Phone
from tests.client.seeds import Evening

pytestmark = pytest.mark.no_rules

# Stands for the browser: it gives locks to pages in view, and takes them from hidden ones.
LOCKS = """(() => {
  const held = new Set();
  globalThis.screenLocks = () => held.size;
  globalThis.hide = (hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
    if (hidden) held.clear();
    document.dispatchEvent(new Event("visibilitychange"));
  };
  const request = async () => {
    if (document.hidden) throw new DOMException("The page is hidden", "NotAllowedError");
    const lock = { release: async () => { held.delete(lock); } };
    held.add(lock);
    return lock;
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
})()"""


def stays_on(phone: Phone, locks: int = 1) -> None:
    """Wait until the page keeps the screen on by one lock; or by none."""
    phone.wait_until(lambda: phone.page.evaluate("screenLocks()") == locks)


def hide(phone: Phone, hidden: bool) -> None:
    phone.page.evaluate("(hidden) => globalThis.hide(hidden)", hidden)


@pytest.fixture
def annas(phone: Callable[..., Phone], evening: Evening) -> Phone:
    made = phone()
    made.page.add_init_script(LOCKS)
    made.log_in("Anna", evening.owner.token)
    return made


def test_the_screen_stays_on_at_the_pad_and_in_the_form(annas: Phone, evening: Evening) -> None:
    pad = Pad(annas).open(evening.game)
    stays_on(annas)
    pad.enter()
    stays_on(annas)
    Entry(annas).round("Anna", Ben=105, Cleo=110)
    stays_on(annas)
    annas.tap("Rounds", "link")
    annas.find("Rounds", "heading").wait_for()
    stays_on(annas, 0)
    annas.page.go_back()
    stays_on(annas)


@pytest.mark.release
def test_it_may_go_dark_while_the_page_is_hidden(annas: Phone, evening: Evening) -> None:
    Pad(annas).open(evening.game)
    stays_on(annas)
    for _time in range(2):
        hide(annas, True)
        stays_on(annas, 0)
        hide(annas, False)
        stays_on(annas)
    # Left while it was hidden: nothing is asked for any more.
    annas.tap("Rounds", "link")
    annas.find("Rounds", "heading").wait_for()
    hide(annas, True)
    hide(annas, False)
    stays_on(annas, 0)


@pytest.mark.release
def test_the_scoreboard_stays_on(phone: Callable[..., Phone], evening: Evening) -> None:
    tv = phone()
    tv.page.add_init_script(LOCKS)
    tv.open(evening.share())
    expect(tv.page.get_by_role("table")).to_be_visible()
    stays_on(tv)
    hide(tv, True)
    hide(tv, False)
    stays_on(tv)

"""The rules on the phone: Python in a worker, in a real browser and under the server's policy."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.client.phone import Phone

READY = "performance.getEntriesByName('rules ready').length > 0"
SOON = 120  # seconds; CI's two cores are shared
KEPT = """async () => {
  const kept = await caches.open("tableside-rules");
  const paths = (await kept.keys()).map(({ url }) => new URL(url).pathname);
  return paths.includes("/api/v1/referee/pocket/") && paths.some((path) => /memory-/.test(path));
}"""
SAVES_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });"


def wait_until(page: Page, condition: str) -> None:
    """Wait for something in the page; its policy forbids Playwright's own way, which is `eval`."""
    end = time.monotonic() + SOON
    while not page.evaluate(condition):
        assert time.monotonic() < end, condition
        page.wait_for_timeout(100)


def loaded(page: Page) -> None:
    wait_until(page, READY)


def test_they_load_by_themselves_and_later_without_a_network(phone: Callable[..., Phone]) -> None:
    ann = phone()
    page = ann.open()
    loaded(page)
    wait_until(page, KEPT)
    wait_until(page, "Boolean(navigator.serviceWorker.controller)")
    ann.offline()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    loaded(page)


def test_they_do_not_load_to_save_data(phone: Callable[..., Phone]) -> None:
    ann = phone()
    ann.context.add_init_script(SAVES_DATA)
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    page = ann.open()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_timeout(3_000)  # long after the browser had nothing else to do
    assert not [url for url in asked if "pocket" in url or "python-" in url]


def test_they_load_after_the_first_screen(phone: Callable[..., Phone]) -> None:
    page = phone().open()
    loaded(page)
    painted, began = page.evaluate(
        "['first-contentful-paint', 'rules loading']"
        ".map((name) => performance.getEntriesByName(name)[0].startTime)"
    )
    assert painted <= began

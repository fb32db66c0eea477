"""The rules on the phone: Python in a worker, in a real browser and under the server's policy."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.client.browsers import RULES_PATIENCE
from tests.client.phone import Phone

KEPT = """async () => {
  const kept = await caches.open("tableside-rules");
  const paths = (await kept.keys()).map(({ url }) => new URL(url).pathname);
  return paths.includes("/api/v1/referee/pocket/") && paths.some((path) => /memory-/.test(path));
}"""
SAVES_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });"


def test_they_load_by_themselves_and_later_without_a_network(phone: Callable[..., Phone]) -> None:
    ann = phone()
    page = ann.open()
    ann.wait_until_rules_answer()
    ann.wait_until(lambda: bool(page.evaluate(KEPT)), RULES_PATIENCE)
    ann.wait_until_installed()
    ann.offline()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    ann.wait_until_rules_answer()


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
    ann = phone()
    page = ann.open()
    ann.wait_until_rules_answer()
    painted, began = page.evaluate(
        "['first-contentful-paint', 'rules loading']"
        ".map((name) => performance.getEntriesByName(name)[0].startTime)"
    )
    assert painted <= began

"""The rules on the phone: Python in a worker, in a real browser and under the server's policy."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.client.browsers import RULES_PATIENCE
from tests.client.phone import Phone
from tests.pocket.cases import published

KEPT = """async () => {
  const kept = await caches.open("tableside-rules");
  const paths = (await kept.keys()).map(({ url }) => new URL(url).pathname);
  return paths.includes("/api/v1/referee/pocket/") && paths.some((path) => /memory-/.test(path));
}"""
SAVES_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });"

KEEP_WORKERS = """
globalThis.workers = [];
globalThis.Worker = class extends Worker {
  constructor(...options) {
    super(...options);
    workers.push(this);
  }
};
"""
# Asks the worker of the page, as the page does: the texts of all languages, then all cases.
ASK = """async (cases) => {
  const worker = workers.at(-1);
  const rules = "/api/v1/referee/pocket/";
  for (const { address } of (await (await fetch(rules)).json()).languages) {
    const content = await (await fetch(rules + address)).arrayBuffer();
    worker.postMessage({ kind: "install", archive: new Uint8Array(content) });
  }
  return new Promise((resolve, reject) => {
    const replies = new Map();
    worker.addEventListener("message", ({ data }) => {
      if (data.kind === "broken") reject(new Error(data.reason));
      if (data.kind !== "reply" || data.id >= 0) return; // what the page asks has ids above 0
      replies.set(-1 - data.id, data.reply);
      if (replies.size === cases.length) resolve(cases.map((_, index) => replies.get(index)));
    });
    cases.forEach((each, index) => worker.postMessage({ kind: "ask", id: -1 - index, ...each }));
  });
}"""


def wrong_answers(page: Page) -> list[str]:
    """The published cases that the worker of a page does not answer to the byte."""
    cases = list(published())
    asked = [
        {"name": case.function, "request": case.sent.decode(), "language": case.language}
        for case in cases
    ]
    replies = page.evaluate(ASK, asked)
    assert len(replies) == len(cases) > 800
    return [
        case.line()
        for case, reply in zip(cases, replies, strict=True)
        if (reply["status"], reply["body"]) != (case.status, case.answered.decode())
    ]


def test_they_load_by_themselves_and_later_without_a_network(phone: Callable[..., Phone]) -> None:
    ann = phone()
    ann.context.add_init_script(KEEP_WORKERS)
    page = ann.open()
    ann.wait_until_rules_answer()
    assert wrong_answers(page) == []
    ann.wait_until(lambda: bool(page.evaluate(KEPT)), RULES_PATIENCE)
    ann.wait_until_installed()
    ann.offline()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    ann.wait_until_rules_answer()
    # They began with what they remember of the first time, and answer as then.
    ann.online()
    assert wrong_answers(page) == []


@pytest.mark.release
def test_they_do_not_load_to_save_data(phone: Callable[..., Phone]) -> None:
    ann = phone()
    ann.context.add_init_script(SAVES_DATA)
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    page = ann.open()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_timeout(3_000)  # long after the browser had nothing else to do
    assert not [url for url in asked if "pocket" in url or "python-" in url]


@pytest.mark.release
def test_they_load_after_the_first_screen(phone: Callable[..., Phone]) -> None:
    ann = phone()
    page = ann.open()
    ann.wait_until_rules_answer()
    painted, began = page.evaluate(
        "['first-contentful-paint', 'rules loading']"
        ".map((name) => performance.getEntriesByName(name)[0].startTime)"
    )
    assert painted <= began

"""A phone of the tests: a browser's context with one page, and what hands do with it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright

from tests.client import browsers
from tests.client.complaints import Complaints
from tests.client.local_database import FORGET_TYPED, LOG_IN, TYPED, WAITING
from tests.client.words import translated

RULES = "async () => Boolean(await caches.match('/api/v1/referee/pocket/'))"
RULES_READY = "performance.getEntriesByName('rules ready').length > 0"
INSTALLED = "() => navigator.serviceWorker.controller?.state === 'activated'"

# As on a phone that is to save data: the rules are not downloaded, and the server is asked.
SAVE_DATA = """
Object.defineProperty(Navigator.prototype, "connection", { get: () => ({ saveData: true }) });
"""

# As over plain HTTP: the client is not kept for the time without a network.
NO_SERVICE_WORKER = "delete Navigator.prototype.serviceWorker;"

# Counts what fingers do, and says when: for tests that count taps or measure how long others wait.
FINGERS = """
globalThis.taps = 0;
addEventListener("pointerdown", (event) => {
  if (!event.isTrusted || !event.isPrimary) return;
  globalThis.taps += 1;
  globalThis.tappedAt = Date.now();
}, true);
"""


class Phone:
    """One person's phone. Its page is `page`; `complaints` are what the page did wrong."""

    page: Page

    def __init__(self, context: BrowserContext, address: str, language: str = "en") -> None:
        self.address, self.language = address, language
        self.token = ""
        self.loads = 0
        self._use(context)

    def _use(self, context: BrowserContext) -> None:
        self.context = context
        context.set_default_timeout(browsers.PATIENCE)
        context.add_init_script(FINGERS)
        self.complaints = Complaints(context, self.address)
        self.page = context.pages[0] if context.pages else context.new_page()
        self.page.on("load", lambda _page: self._loaded())
        self.page.on("request", lambda request: self._see(request.headers))

    def says(self, text: str, context: str | None = None, **values: object) -> str:
        """A text of the client in the language of this phone."""
        return translated(self.language, text, context, **values)

    def _loaded(self) -> None:
        self.loads += 1

    def _see(self, headers: dict[str, str]) -> None:
        kind, _, token = headers.get("authorization", "").partition(" ")
        if kind == "Bearer":
            self.token = token

    def open(self, path: str = "/") -> Page:
        """Open an address of the client, as a link or a bookmark would."""
        self.page.goto(self.address + path)
        return self.page

    def log_in(self, name: str, token: str) -> None:
        """Make it the phone of an account that is there already."""
        self.open()
        self.page.get_by_role("heading").first.wait_for()
        self.page.evaluate(LOG_IN, [name, token])

    def forget_typed(self) -> None:
        """Forget rounds that are being entered, for the next time the page is loaded."""
        self.page.evaluate(FORGET_TYPED)

    @property
    def path(self) -> str:
        """The address in view, without the server."""
        return self.page.url.removeprefix(self.address)

    def picture(self, file: Path) -> None:
        """Draw what is in view; nothing if the browser or its page is gone."""
        if not self.page.is_closed() and not self.complaints.crashed:
            self.page.screenshot(path=file)

    def close(self) -> None:
        self.context.close()

    def offline(self) -> None:
        """Cut the network. Screens that were not in view yet come from a client that is kept."""
        self.context.set_offline(True)

    def online(self) -> None:
        self.context.set_offline(False)

    def limit_storage(self, size: int | None) -> None:
        """Have the disk be full at so many bytes, or have room again; before anything is stored."""
        limit = {} if size is None else {"quotaSize": size}
        devtools = self.context.new_cdp_session(self.page)
        devtools.send("Storage.overrideQuotaForOrigin", {"origin": self.address, **limit})

    def wait_until_installed(self) -> None:
        """Wait until the client can be opened without a network: on the page that began it.

        One that is loaded at the very moment when it is ready would have to be loaded again.
        """
        self.wait_until(lambda: bool(self.page.evaluate(INSTALLED)))

    def wait_until_rules(self) -> None:
        """Wait until the rules are on this phone, for the time without a network."""
        self.wait_until(lambda: bool(self.page.evaluate(RULES)), browsers.RULES_PATIENCE)

    def wait_until_rules_answer(self) -> None:
        self.wait_until(lambda: bool(self.page.evaluate(RULES_READY)), browsers.RULES_PATIENCE)

    def waiting(self) -> int:
        """How many actions the server has not answered yet."""
        return int(self.page.evaluate(WAITING))

    def until_sent(self) -> None:
        """Wait until the server has answered everything."""
        self.wait_until(lambda: self.waiting() == 0)

    def until_kept(self, typed: str) -> None:
        """Wait until what was typed is on the disk: a moment later than on the screen."""
        self.wait_until(lambda: typed in self.page.evaluate(TYPED))

    def wait_until(self, done: Callable[[], bool], patience: int = browsers.PATIENCE) -> None:
        """Wait until something is so that no element shows; at most so many milliseconds."""
        until = time.monotonic() + patience / 1000
        while not done():
            assert time.monotonic() < until, "it does not come about"
            self.page.wait_for_timeout(20)

    def tap(self, name: str | re.Pattern[str], role: Any = "button", **options: Any) -> None:
        """Tap what has this name."""
        self.find(name, role, **options).tap()

    def see(self) -> None:
        """Take in what a tap has done: a second one at once, at its place, does nothing."""
        self.page.wait_for_timeout(300)

    def unfold(self, title: str) -> None:
        """Open the part of a screen that is folded away behind this title."""
        self.page.locator("summary").filter(has_text=self.says(title)).tap()

    def find(self, name: str | re.Pattern[str], role: Any = "button", **options: Any) -> Locator:
        """What has this role and name; a name as text is the whole name."""
        return self.page.get_by_role(role, name=name, **{"exact": True, **options})

    @property
    def taps(self) -> int:
        """How often fingers have tapped since the page was loaded."""
        return int(self.page.evaluate("globalThis.taps"))

    def tapped_at(self) -> float:
        """When the last tap was, in milliseconds of this machine's clock."""
        return float(self.page.evaluate("globalThis.tappedAt"))

    def when_seen(self, text: str) -> Callable[[], float]:
        """Watch for a text from now on; the result waits for it, and says when it was there."""
        self.page.evaluate(
            """(text) => {
              const seen = () => document.body.textContent.includes(text);
              globalThis.seenAt = seen() ? Date.now() : new Promise((resolve) => {
                const observer = new MutationObserver(() => {
                  if (!seen()) return;
                  observer.disconnect();
                  resolve(Date.now());
                });
                observer.observe(document.body,
                  { subtree: true, childList: true, characterData: true });
              });
            }""",
            text,
        )
        return lambda: float(self.page.evaluate("globalThis.seenAt"))

    def sideways(self) -> int:
        """By how many pixels the page is wider than the screen."""
        return int(
            self.page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
        )


class KeptPhone(Phone):
    """A phone whose browser can be killed; what it has stored is there when it starts again."""

    def __init__(self, playwright: Playwright, address: str, folder: Path, **options: Any) -> None:
        self.playwright, self.folder, self.options = playwright, folder, options
        super().__init__(browsers.start_with(playwright, folder, **options), address)

    def kill(self) -> list[str]:
        """Kill the browser's processes; give what there was to complain about."""
        with self.context.expect_event("close"):
            browsers.kill(self.folder)
        return self.complaints.all()

    def start(self) -> None:
        """Start the browser again, with what it has stored."""
        earlier = self.complaints
        self._use(browsers.start_with(self.playwright, self.folder, **self.options))
        self.complaints.found[:0] = earlier.all()


def new_phone(
    browser: Browser,
    address: str,
    *,
    rules: bool = True,
    client: bool | None = None,
    **options: Any,
) -> Phone:
    """A phone that nobody has used yet.

    Without `rules`, it asks the server for rulings. Without `client`, which it then does not need,
    its page cannot be loaded without a network. Keeping both takes longer than most tests.
    """
    options = {**browsers.PHONE, **options}
    context = browser.new_context(**options)
    if not rules:
        context.add_init_script(SAVE_DATA)
    if not (rules if client is None else client):
        context.add_init_script(NO_SERVICE_WORKER)
    return Phone(context, address, options["locale"][:2])

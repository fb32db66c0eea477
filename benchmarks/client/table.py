"""A server with the built client, a long game, and phones that show it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import CDPSession, Page, Playwright, sync_playwright

from benchmarks.report import Figure, Target
from tests.client import browsers
from tests.client.build import built
from tests.client.phone import Phone
from tests.client.seeds import Evening
from tests.databases import sqlite_database
from tests.server import serve
from tests.services import chromium

PLAYERS = ("Anna", "Ben", "Cleo", "Dana", "Emil", "Fay")
ROUNDS = 40
BETWEEN_KEYS = 250  # milliseconds: four keys a second
SLOWER = 4  # times: a cheap phone
# Makes a phone that of an account which is there already.
LOG_IN = """async ([name, token]) => {
  const opened = indexedDB.open("tableside");
  await new Promise((resolve) => { opened.onsuccess = resolve; });
  const transaction = opened.result.transaction("facts", "readwrite");
  const value = { name, token, user: null, key: crypto.randomUUID() };
  transaction.objectStore("facts").put({ name: "account", value });
  await new Promise((resolve) => { transaction.oncomplete = resolve; });
  opened.result.close();
}"""
INSTALLED = "navigator.serviceWorker.ready.then(() => true)"
READY = "performance.getEntriesByName('rules ready').length > 0"
DEBUGGING = "--remote-debugging-port=0"


@dataclass(frozen=True)
class Table:
    """A long game on a server, and the browser's maker."""

    playwright: Playwright
    address: str
    evening: Evening
    folder: Path

    @property
    def pad(self) -> str:
        return f"/g/{self.evening.game}"

    @contextmanager
    def phone(self, *, logged_in: bool = True) -> Iterator[tuple[Phone, Path]]:
        """A phone that nobody has used yet, or that of who keeps the score; and its folder."""
        with (
            tempfile.TemporaryDirectory(dir=self.folder) as folder,
            self.playwright.chromium.launch_persistent_context(
                folder,
                executable_path=chromium(),
                args=[*browsers.FLAGS, DEBUGGING],
                **browsers.PHONE,
            ) as context,
        ):
            phone = Phone(context, self.address)
            if logged_in:
                phone.open().get_by_role("heading").first.wait_for()
                phone.page.evaluate(LOG_IN, [PLAYERS[0], self.evening.owner.token])
            yield phone, Path(folder)


def show_pad(page: Page, address: str) -> None:
    """Open a score pad by its address, and wait until it is drawn."""
    page.goto(address, wait_until="commit")
    page.get_by_role("table", name="Standings").wait_for()


def until_ready(phone: Phone) -> None:
    """Wait until the rules have started: only the first seconds of an evening are without them."""
    phone.wait_until(lambda: bool(phone.page.evaluate(READY)))


@contextmanager
def laid() -> Iterator[Table]:
    """Build the client, start a server, and play a long game on it."""
    built()
    with (
        tempfile.TemporaryDirectory() as name,
        serve(sqlite_database(Path(name)), REDIS_URL="") as server,
        sync_playwright() as playwright,
    ):
        # A name, not a number: for browsers, only `localhost` is as safe as HTTPS.
        address = server.replace("127.0.0.1", "localhost")
        evening = Evening(address, PLAYERS)
        evening.rounds(ROUNDS)
        yield Table(playwright, address, evening, Path(name))


def slow_down(page: Page) -> CDPSession:
    """Slow the page's thread down. The threads of workers stay as quick as they are."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return session


def at_most(name: str, value: float, goal: float, unit: str) -> Figure:
    ratio = value / goal if goal else 1 + value  # where the goal is none at all, one is too many
    return Figure(name, unit, value, goal, ratio, "the goal", Target(max_ratio=1))


def at_least(name: str, value: float, goal: float, unit: str) -> Figure:
    return Figure(name, unit, value, goal, value / goal, "the goal", Target(min_ratio=1))

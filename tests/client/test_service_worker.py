"""The service worker: opening without a network, and new versions that interrupt nobody."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.client.banner import told
from tests.client.build import built, next_build
from tests.client.phone import Phone, new_phone
from tests.databases import sqlite_database
from tests.server import free_port, serve_process

pytestmark = [pytest.mark.needs_node, pytest.mark.needs_chromium]

GAME = "0b6f8c8e-0000-4000-8000-000000000000"
SCREEN = f"/g/{GAME}/history"
GO = """(path) => {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}"""
CACHES = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const requests = await (await caches.open(name)).keys();
    found[name] = requests.map(({ url }) => new URL(url).pathname);
  }
  return found;
}"""
# The page finds time to load screens ahead only when somebody taps: the old worker is busy then.
BUSY = """
const waiting = [];
let hasTapped = false;
globalThis.requestIdleCallback = (done) => hasTapped ? setTimeout(done) : waiting.push(done);
addEventListener("pointerdown", () => {
  hasTapped = true;
  for (const done of waiting) setTimeout(done);
}, true);
"""
# As if a round were being entered in some game.
TYPE = """(game) => new Promise((resolve) => {
  const opened = indexedDB.open("tableside");
  opened.onsuccess = () => {
    const store = opened.result.transaction("typed", "readwrite").objectStore("typed");
    const at = { round: 1, lines: {}, order: [], at: null, overrule: "" };
    const written = game ? store.put({ game, round: at }) : store.clear();
    written.transaction.oncomplete = () => { opened.result.close(); resolve(); };
  };
})"""


class Site:
    """A server at one address, which can be given another build of the client."""

    def __init__(self, folder: Path) -> None:
        self.port, self.root, self.database = (
            free_port(),
            folder / "client",
            sqlite_database(folder),
        )
        self.address = f"http://localhost:{self.port}"
        self._running = ExitStack()

    def serve(self, build: Path) -> None:
        self.stop()
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.copytree(build, self.root)
        environment: Any = {"CLIENT_ROOT": str(self.root), "REDIS_URL": ""}
        self._running.enter_context(serve_process(self.database, port=self.port, **environment))

    def stop(self) -> None:
        self._running.close()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    made = Site(tmp_path)
    made.serve(built())
    yield made
    made.stop()


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return next_build(tmp_path_factory.mktemp("next"))


@pytest.fixture
def installed(request: pytest.FixtureRequest, chromium: Browser, site: Site) -> Iterator[Phone]:
    """A phone that has opened the client once."""
    rules = request.node.get_closest_marker("no_rules") is None
    phone = new_phone(chromium, site.address, rules=rules, client=True)
    phone.complaints.accept("503: GET .*/referee/pocket/")  # while they are packed; asked again
    phone.open()
    phone.wait_until_installed()
    yield phone
    complaints = phone.complaints.all()
    phone.close()
    assert not complaints


@pytest.fixture
def has_new_version(installed: Phone, site: Site, newer: Path) -> Callable[[], None]:
    """Serve the newer build, and wait until the phone has downloaded it."""

    def go() -> None:
        site.serve(newer)
        installed.page.evaluate(
            """async () => {
              const registration = await navigator.serviceWorker.ready;
              await registration.update();
              const worker = registration.installing ?? registration.waiting;
              while (worker && !["installed", "activated"].includes(worker.state))
                await new Promise((resolve) => setTimeout(resolve, 20));
            }"""
        )

    return go


def is_new(page: Page) -> None:
    # The old worker first ends its downloads, such as that of the rules.
    expect(page.locator("html")).to_have_attribute("data-build", "next", timeout=60_000)


def is_old(page: Page) -> None:
    expect(page.locator("h1, h2").first).to_be_visible()
    expect(page.locator("html")).not_to_have_attribute("data-build", "next")


@pytest.mark.no_rules
def test_every_screen_opens_without_a_server(installed: Phone, site: Site) -> None:
    site.stop()
    for path in ("/", "/new", f"/g/{GAME}", "/join/K7PM4XWY", "/me/devices"):
        installed.open(path)
        expect(installed.page.locator("h1, h2").first).to_be_visible()


@pytest.mark.release
def test_it_keeps_the_client_and_nothing_else(installed: Phone) -> None:
    kept = installed.page.evaluate(CACHES)
    (name,) = (name for name in kept if name.startswith("tableside-shell-"))
    files = {
        "/" + path.relative_to(built()).as_posix()
        for path in built().rglob("*")
        if path.is_file() and path.suffix not in (".br", ".gz")
    }
    rules = {file for file in files if "/python-" in file}
    icons = {file for file in files if file.startswith("/icons/")}
    assert rules
    assert set(kept.pop(name)) == files - rules - icons - {"/sw.js"}
    # What the rules keep is theirs.
    assert set(kept) <= {"tableside-rules"}


@pytest.mark.no_rules
def test_the_api_and_its_documentation_are_never_its_business(installed: Phone, site: Site) -> None:
    for path in ("/api/v1/", "/api/schema/?format=json"):
        response = installed.page.goto(site.address + path)
        assert response
        assert not response.from_service_worker
        assert response.json()


@pytest.mark.no_rules
def test_a_new_version_waits_while_a_round_is_entered(
    installed: Phone, has_new_version: Callable[[], None]
) -> None:
    page = installed.page
    page.evaluate(TYPE, GAME)
    installed.context.add_init_script(BUSY)
    installed.open()
    has_new_version()
    loads = installed.loads
    page.evaluate(GO, SCREEN)
    expect(page.locator("h1")).to_be_visible()
    is_old(page)
    assert (installed.path, installed.loads) == (SCREEN, loads)
    # Unless somebody wants it now.
    told(installed, "A new version is ready.")
    installed.tap("Use it now")
    is_new(page)


@pytest.mark.release
def test_a_new_version_takes_over_with_the_next_screen(
    installed: Phone, has_new_version: Callable[[], None]
) -> None:
    page = installed.page
    has_new_version()
    is_old(page)
    page.evaluate(GO, SCREEN)
    is_new(page)
    assert installed.path == SCREEN
    names = [name for name in page.evaluate(CACHES) if name.startswith("tableside-shell-")]
    assert len(names) == 1


@pytest.mark.no_rules
@pytest.mark.full
def test_a_new_version_takes_over_at_the_next_start(
    installed: Phone, has_new_version: Callable[[], None]
) -> None:
    page = installed.page
    page.evaluate(TYPE, GAME)
    installed.open()
    has_new_version()
    is_old(page)
    page.reload()
    is_new(page)


# --- Where there is none: over plain HTTP ---------------------------------------------------------


@pytest.fixture
def plain(chromium: Browser, site: Site) -> Iterator[Phone]:
    """A phone whose browser has no service worker."""
    phone = new_phone(chromium, site.address, rules=False)
    yield phone
    phone.close()


@pytest.mark.release
def test_without_it_screens_are_loaded_ahead(plain: Phone, site: Site) -> None:
    with plain.page.expect_response("**/assets/history-*.js") as loaded:
        plain.open()
    loaded.value.finished()
    site.stop()
    plain.page.evaluate(GO, SCREEN)
    expect(plain.page.locator("h1")).to_be_visible()
    expect(plain.page.get_by_text("This screen is not on this phone yet.")).to_have_count(0)


@pytest.mark.release
def test_without_it_a_page_of_an_older_build_is_reloaded(
    plain: Phone, site: Site, newer: Path
) -> None:
    plain.page.route("**/assets/history-*.js", lambda route: route.abort())
    with plain.page.expect_response("**/index.html"):  # has the server another one?
        plain.open()
    site.serve(newer)
    plain.page.unroute_all()
    plain.page.evaluate(GO, SCREEN)
    is_new(plain.page)
    assert plain.path == SCREEN

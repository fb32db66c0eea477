"""HTTPS at home: from plain HTTP to a client that is installed, for who trusts the root."""

from __future__ import annotations

import os
import re
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from playwright.sync_api import Browser, Error, Playwright, expect

from https.certificates import provide, stored_root
from tests.client import browsers, looks
from tests.client.build import built
from tests.client.entry import Entry
from tests.client.pad import Pad
from tests.client.phone import Phone, new_phone
from tests.client.table import Table
from tests.databases import sqlite_database
from tests.server import free_port, serve_process
from tests.services import chromium

pytestmark = [
    pytest.mark.full,
    pytest.mark.needs_node,
    pytest.mark.needs_chromium,
    pytest.mark.needs_certutil,
    pytest.mark.no_rules,
]

PLAIN, NAME, FOREIGN = "tableside.lan", "tableside.local", "bank.example"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1"
)
MEDIA_TYPE = "async (address) => (await fetch(address)).headers.get('Content-Type')"
TABLE = re.compile(r"round \d")  # its line at the start
LOGGED_IN = "This phone is logged in as Anna"
KEPT_ON = "async () => (await navigator.wakeLock.request('screen')).released"


class Server:
    """A server at home that can be stopped; each of its names leads to this machine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "https"
        self.port, self.https_port = free_port(), free_port()
        environment: dict[str, Any] = {
            "HTTPS": "on",
            "HTTPS_PORT": str(self.https_port),
            "BIND": "127.0.0.1",
            "VAR_DIR": str(folder),
            "CLIENT_ROOT": str(built()),
            "REDIS_URL": "",
        }
        self._running = ExitStack()
        self._running.enter_context(
            serve_process(sqlite_database(folder), port=self.port, **environment)
        )
        self.plain = f"http://{PLAIN}:{self.port}"
        self.secure = f"https://{NAME}:{self.https_port}"

    @property
    def root(self) -> x509.Certificate:
        root = stored_root(self.folder)
        assert root is not None
        return root

    def stop(self) -> None:
        self._running.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path)
    yield made
    made.stop()


def start(playwright: Playwright, home: Path) -> Browser:
    """A browser of a person whose certificates are in `home`."""
    names = ", ".join(f"MAP {name} 127.0.0.1" for name in (PLAIN, NAME, FOREIGN))
    rules = f"--host-resolver-rules={names}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    flags = [flag for flag in browsers.FLAGS if not flag.startswith("--host-resolver-rules")]
    return playwright.chromium.launch(
        executable_path=chromium(), args=[*flags, rules], env={**os.environ, "HOME": str(home)}
    )


@pytest.fixture
def stranger(playwright: Playwright, tmp_path: Path) -> Iterator[Browser]:
    """A browser that knows nothing of the server."""
    browser = start(playwright, tmp_path / "stranger")
    yield browser
    browser.close()


@pytest.fixture
def trusting(playwright: Playwright, tmp_path: Path, server: Server) -> Iterator[Browser]:
    """A browser that trusts the root of the server."""
    home = tmp_path / "friend"
    database = home / ".pki" / "nssdb"
    database.mkdir(parents=True)
    file = home / "tableside.pem"
    file.write_bytes(server.root.public_bytes(Encoding.PEM))
    certutil = ["certutil", "-d", f"sql:{database}"]
    subprocess.run([*certutil, "-N", "--empty-password"], check=True)
    subprocess.run([*certutil, "-A", "-n", "Tableside", "-t", "C,,", "-i", file], check=True)
    browser = start(playwright, home)
    yield browser
    browser.close()


def phone_of(browser: Browser, server: Server, **options: Any) -> Phone:
    phone = new_phone(browser, server.plain, rules=False, client=True, **options)
    # Over plain HTTP; and it looks at the other address of the server.
    phone.complaints.accept("Cross-Origin-Opener-Policy header has been ignored")
    phone.complaints.accept(f"a foreign host: https://({NAME}|127.0.0.1):{server.https_port}/")
    return phone


def close(phone: Phone) -> None:
    complaints = phone.complaints.all()
    phone.close()
    assert not complaints


def gone_to(phone: Phone, address: str) -> None:
    phone.wait_until(lambda: phone.page.url == address)


@pytest.mark.release
def test_whoever_does_not_trust_the_root_is_shown_how(stranger: Browser, server: Server) -> None:
    phone = phone_of(stranger, server)
    page = phone.open("/install")
    steps = page.locator(".install-steps").first
    expect(steps.get_by_text("CA certificate", exact=True)).to_be_visible()
    # A link that the browser follows itself, for a file that it is to save.
    with page.expect_download() as download:
        steps.get_by_role("link", name="Download").tap()
    assert download.value.suggested_filename == "tableside.crt"
    content = download.value.path().read_bytes()
    assert x509.load_der_x509_certificate(content) == server.root
    with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
        page.goto(server.secure)
    phone.close()

    iphone = phone_of(stranger, server, user_agent=IPHONE)
    steps = iphone.open("/install").locator(".install-steps").first
    expect(steps.get_by_text("Certificate Trust Settings")).to_be_visible()
    profile = steps.get_by_role("link", name="Download").get_attribute("href")
    assert iphone.page.evaluate(MEDIA_TYPE, profile) == "application/x-apple-aspen-config"
    close(iphone)


@pytest.mark.release
def test_everybody_can_read_the_steps(stranger: Browser, server: Server) -> None:
    for locale in ("en-GB", "de-DE", "es-ES", "fr-FR"):
        phone = phone_of(stranger, server, locale=locale)
        page = phone.open("/install")
        page.locator(".install-steps").first.wait_for()
        for other in page.locator(".disclosure > summary").all():
            other.tap()
        faults = {what: found for what, found in looks.faults(page).items() if found}
        assert faults == {}, locale
        close(phone)


def test_whoever_trusts_it_installs_the_client_and_opens_it_with_the_server_off(
    trusting: Browser, server: Server
) -> None:
    phone = phone_of(trusting, server)
    Table(phone).first_minute("Anna", ("Ben", "Cleo"))
    phone.until_sent()
    assert not phone.page.evaluate("'serviceWorker' in navigator || 'wakeLock' in navigator")
    # It is said once what cannot be done so; the way out is taken with one tap.
    page = phone.open()
    hint = page.get_by_text("does not open without a network on this phone")
    expect(hint).to_be_visible()
    phone.tap("Install it")
    gone_to(phone, f"{server.secure}/pair")
    phone.complaints.origin = phone.address = server.secure
    phone.tap("Go on as Anna")
    expect(page.get_by_text(LOGGED_IN).first).to_be_visible()
    expect(phone.find(TABLE, "link")).to_be_visible()

    # The screen of the game is kept on, and everything opens without the server.
    phone.context.grant_permissions(["screen-wake-lock"])
    assert page.evaluate(KEPT_ON) is False
    phone.wait_until_installed()
    server.stop()
    phone.complaints.accept("")  # nobody answers any more
    phone.open()
    phone.find(TABLE, "link").tap()
    expect(page.get_by_role("table", name="Standings")).to_be_visible()
    phone.close()


def test_what_was_not_sent_goes_along(trusting: Browser, server: Server) -> None:
    phone = phone_of(trusting, server)
    phone.complaints.accept("ERR_FAILED|50[03]: ")
    Table(phone).first_minute("Anna", ("Ben", "Cleo"))
    phone.until_sent()
    # Rounds do not come through, for one reason or another; the next one is being typed.
    phone.page.route("**/rounds/", lambda route: route.abort())
    pad, entry = Pad(phone), Entry(phone)
    pad.enter()
    entry.round("Anna", Ben=105, Cleo=110)
    pad.enter()
    entry.went_out("Ben")
    assert phone.waiting() == 1
    page = phone.open("/install")
    gone_to(phone, f"{server.secure}/pair")
    page.unroute_all()
    phone.complaints.origin = phone.address = server.secure
    expect(page.get_by_text("1 change that was not sent yet")).to_be_visible()
    phone.tap("Go on as Anna")
    phone.find(TABLE, "link").tap()
    phone.until_sent()
    pad.shows(Anna=0, Ben=105, Cleo=110)
    # The round that was being typed is still there.
    phone.tap("Go on entering the round", "link")
    expect(entry.row("Ben")).to_contain_text("went out")
    close(phone)


@pytest.mark.release
def test_whoever_has_gone_there_goes_on_there(trusting: Browser, server: Server) -> None:
    phone = phone_of(trusting, server)
    page = phone.open()
    page.route("**/guests/", lambda _route: None)
    Table(phone).begin("Anna")
    phone.find("Start the game").wait_for()
    # The page goes while it sends; the next one does not wait until its lease has ended.
    page.unroute_all()
    phone.open("/install")
    gone_to(phone, f"{server.secure}/pair")
    phone.address = phone.complaints.origin = server.secure
    phone.tap("Go on as Anna")
    expect(page.get_by_text(LOGGED_IN).first).to_be_visible()
    # The second time, there is nothing to do.
    page.goto(f"{server.plain}/install")
    gone_to(phone, f"{server.secure}/")
    phone.close()


def test_a_certificate_for_a_foreign_name_is_refused(
    trusting: Browser, server: Server, tmp_path: Path
) -> None:
    """Although the root that is trusted has signed it: as if its key had been stolen."""
    stolen = tmp_path / "stolen"
    stolen.mkdir()
    (stolen / "root.pem").write_bytes((server.folder / "root.pem").read_bytes())
    assert provide(stolen, FOREIGN, []).root == server.root
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    provide(stolen, FOREIGN, []).load_into(context)
    page = trusting.new_page()
    with ThreadingHTTPServer(("127.0.0.1", 0), SimpleHTTPRequestHandler) as bank:
        bank.socket = context.wrap_socket(bank.socket, server_side=True)
        thread = Thread(target=bank.serve_forever)
        thread.start()
        try:
            with pytest.raises(Error, match=r"ERR_CERT_(AUTHORITY_)?INVALID"):
                page.goto(f"https://{FOREIGN}:{bank.server_port}/")
        finally:
            bank.shutdown()
            thread.join()
            page.close()

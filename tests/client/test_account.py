"""Who uses a phone: other devices, an e-mail address and a password, taking data along, leaving."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.client.banner import told
from tests.client.build import built
from tests.client.entry import Entry
from tests.client.pad import Pad
from tests.client.patience import until
from tests.client.phone import Phone, new_phone
from tests.client.seeds import Evening
from tests.databases import sqlite_database
from tests.live.phones import Phone as Caller
from tests.live.phones import guest
from tests.server import serve

pytestmark = pytest.mark.no_rules

PASSWORD = "four cards of one colour"


def joined(phone: Phone, evening: Evening, name: str, role: str = "scorer") -> Page:
    """A phone whose owner has come into a group."""
    page = phone.open(f"/join/{evening.invite(role)}")
    page.get_by_label("Your name").fill(name)
    phone.tap("Join")
    expect(page.get_by_role("heading", name="Which of these players are you?")).to_be_visible()
    return page


def keep(phone: Phone) -> str:
    """Give the account of a phone an address and a password; returns the address."""
    email = f"{uuid.uuid4().hex[:10]}@example.org"
    page = phone.open("/me/account")
    page.get_by_label("E-mail address").first.fill(email)
    page.get_by_label("Password", exact=True).first.fill(PASSWORD)
    phone.tap("Keep the account")
    expect(page.get_by_text(email)).to_be_visible()
    return email


def mailed(folder: Path) -> str:
    """The mail that arrives in a folder: it is sent after the request is answered."""
    found: list[str] = []

    def has_come() -> bool:
        found[:] = filter(None, (mail.read_text() for mail in folder.iterdir()))
        return bool(found)

    until(has_come)
    return found[0]


# --- Other devices -----------------------------------------------------------------------


def test_a_tablet_is_paired_by_scanning(phone: Callable[..., Phone], address: str) -> None:
    evening = Evening(address)
    annas, tablet = phone(), phone()
    joined(annas, evening, "Anna")
    page = annas.open("/me/devices")
    annas.tap("Log in another device")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("img", name="QR code: log in another device")).to_be_visible()
    code = dialog.locator(".pairing-code").inner_text()
    new = tablet.open(f"/pair#{code}")
    # Nothing stays in the address, and opening it logs nobody in.
    expect(new.get_by_role("button", name="Log in")).to_be_enabled()
    assert tablet.path == "/pair"
    assert tablet.token == ""
    tablet.tap("Log in")
    expect(new.get_by_text(re.compile("logged in as .*Anna")).first).to_be_visible()
    expect(page.get_by_text(re.compile("is logged in\\."))).to_be_visible()
    annas.tap("Close")
    expect(page.get_by_role("list", name="Devices").get_by_role("listitem")).to_have_count(2)
    # And out again: the tablet notices when it next asks.
    annas.tap("Log out")
    expect(page.get_by_role("list", name="Devices").get_by_role("listitem")).to_have_count(1)
    status, *_ = Caller(evening.owner.server, tablet.token).ask("GET", "/me/")
    assert status == 401


@pytest.mark.release
def test_a_code_lasts_ten_minutes_whatever_the_clock_of_the_phone_says(
    anna: Phone, evening: Evening
) -> None:
    joined(anna, evening, "Anna")
    page = anna.page
    page.clock.install(time=datetime.now(UTC) + timedelta(hours=1))
    anna.open("/me/devices")
    anna.tap("Log in another device")
    code = page.get_by_role("dialog").locator(".pairing-code")
    first = code.inner_text()
    page.clock.fast_forward(590_000)
    assert code.inner_text() == first
    page.clock.fast_forward(13_000)
    expect(page.get_by_text("This code has expired.")).to_be_visible()
    anna.tap("Show a new one")
    expect(code).not_to_have_text(first)


@pytest.mark.release
def test_a_program_gets_a_token_that_is_revoked_with_a_tap(anna: Phone, evening: Evening) -> None:
    joined(anna, evening, "Anna")
    page = anna.open("/me/tokens/new?name=Announcer&scopes=read+score")
    expect(page.get_by_label("What it is for")).to_have_value("Announcer")
    page.get_by_role("switch", name="Keep score").click()
    anna.tap("Create")
    program = Caller(evening.owner.server, page.get_by_label("Announcer").input_value())
    assert program.ask("GET", "/groups/")[0] == 200
    assert program.ask("POST", "/groups/", {"name": "Bots"})[0] == 403
    page.get_by_role("link", name="Done").tap()
    expect(page.get_by_role("listitem").filter(has_text="Announcer")).to_contain_text("Read")
    anna.tap("Revoke")
    expect(page.get_by_text("No program uses your account.")).to_be_visible()
    assert program.ask("GET", "/groups/")[0] == 401


@pytest.mark.release
def test_nobody_is_replaced_while_something_waits(
    phone: Callable[..., Phone], address: str
) -> None:
    evening = Evening(address)
    bens = phone(client=True)
    joined(bens, evening, "Ben")
    page = bens.open("/me")
    bens.offline()
    page.get_by_label("Your name").fill("Benjamin")
    bens.tap("Save")
    expect(page.get_by_text(re.compile("You are called .*Benjamin")).first).to_be_visible()
    page.get_by_role("link", name="Keep your account").tap()
    page.get_by_text("Log in with another account").tap()
    page.get_by_label("E-mail address").last.fill("anna@example.org")
    page.get_by_label("Password", exact=True).last.fill(PASSWORD)
    expect(page.get_by_text("Not everything has been sent yet.")).to_be_visible()
    expect(page.get_by_role("button", name="Log in", exact=True)).to_be_disabled()
    bens.online()
    # Once it is sent, the warning is another one: what leaves this phone.
    expect(page.get_by_text(re.compile("This phone is used by .*Benjamin.* now"))).to_be_visible()
    expect(page.get_by_role("button", name="Log in", exact=True)).to_be_enabled()
    assert Caller(evening.owner.server, bens.token).get("/me/")["name"] == "Benjamin"


# --- Logged out from elsewhere -----------------------------------------------------------


def test_a_phone_that_was_logged_out_keeps_what_waits_until_its_owner_is_back(
    phone: Callable[..., Phone], address: str
) -> None:
    evening = Evening(address)
    bens = phone(client=True, viewport={"width": 320, "height": 640})
    bens.complaints.accept("^401: ")
    page = joined(bens, evening, "Ben")
    tablet = guest(evening.owner.server, "Ben's tablet")
    code = Caller(evening.owner.server, bens.token).post("/auth/pairing/")["code"]
    tablet = Caller(evening.owner.server, tablet.post("/auth/pair/", {"code": code})["token"])
    bens.wait_until_installed()
    Pad(bens).open(evening.game)
    # A round that is entered without a network, while the phone is logged out from the tablet.
    bens.offline()
    Pad(bens).enter()
    Entry(bens).round("Anna", Ben=105, Cleo=110)
    Caller(evening.owner.server, bens.token).ask("DELETE", "/me/tokens/current/")
    bens.online()
    banner = told(bens, "This phone was logged out by another one, or its account was")
    expect(page.get_by_text("Saved here · 1 change waits until you log in")).to_be_visible()
    page.reload()
    expect(banner).to_be_visible()
    assert bens.waiting() == 1
    # Somebody else cannot take it over.
    bens.tap("Log in", "link")
    expect(page.get_by_text("This phone has been logged out.")).to_be_visible()
    bens.tap("Log in by the code of another device", "link")
    code = evening.owner.post("/auth/pairing/")["code"]
    page.get_by_label("Code of the other device").fill(code)
    bens.tap("Log in")
    expect(page.get_by_text("has not sent everything from this phone.")).to_be_visible()
    assert evening.read()["rounds"] == []
    # Its owner can.
    page.get_by_label("Code of the other device").fill(tablet.post("/auth/pairing/")["code"])
    bens.tap("Log in")
    bens.until_sent()
    assert evening.totals() == {"Anna": 0, "Ben": 105, "Cleo": 110}
    expect(banner).to_have_count(0)


# --- An address and a password -----------------------------------------------------------


def test_an_account_is_kept_and_found_again(phone: Callable[..., Phone], address: str) -> None:
    evening = Evening(address)
    annas, other = phone(), phone()
    other.complaints.accept("^401: ")
    joined(annas, evening, "Anna")
    email = keep(annas)
    # On another phone, at first with a mistake.
    page = other.open("/")
    other.tap("Log in", role="link")
    other.tap("Log in with a password", role="link")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password", exact=True).fill("five cards")
    other.tap("Log in")
    expect(page.get_by_role("status").filter(has_text=re.compile("Wrong"))).to_be_visible()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    with page.expect_response("**/auth/login/") as first:
        other.tap("Log in")
    hint = first.value.json()["device_hint"]
    expect(page.get_by_text(re.compile("logged in as .*Anna")).first).to_be_visible()
    # Out, and nothing of hers is left.
    other.open("/me/account")
    other.tap("Log out on this phone")
    other.tap("Log out")
    expect(page.get_by_text("Kitchen table")).to_have_count(0)
    caller = Caller(evening.owner.server, other.token)
    until(lambda: caller.ask("GET", "/me/")[0] == 401)
    # But the server knows the phone again: wrong passwords of others do not keep her out.
    other.open("/me/account")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    with page.expect_response("**/auth/login/") as second:
        other.tap("Log in")
    asked: list[Any] = [answer.value.request.post_data_json for answer in (first, second)]
    assert "device_hint" not in asked[0]
    assert asked[1]["device_hint"] == hint
    expect(page.get_by_text(re.compile("logged in as .*Anna")).first).to_be_visible()


@pytest.mark.needs_node
@pytest.mark.needs_chromium
def test_a_password_is_reset_by_the_mailed_link(chromium: Browser, tmp_path: Path) -> None:
    built()
    mails = tmp_path / "mails"
    mails.mkdir()
    url = sqlite_database(tmp_path)
    with serve(
        url, EMAIL_URL=f"filemail:///{mails}", EMAIL_VERIFICATION="off", PUBLIC_URL=""
    ) as server:
        address = server.replace("127.0.0.1", "localhost")
        evening = Evening(address)
        annas, other = (new_phone(chromium, address, rules=False) for _each in range(2))
        joined(annas, evening, "Anna")
        email = keep(annas)
        page = other.open("/reset")
        page.get_by_label("E-mail address").fill(email)
        other.tap("Send me a link")
        expect(page.get_by_role("status").first).to_be_visible()
        expect(page.get_by_role("button", name="Send me a link")).to_have_count(0)
        text = mailed(mails).replace("=\n", "").replace("=3D", "=")
        key = re.search(r"/reset#(\S+)", text)
        assert key, text
        other.open(f"/reset#{key[1]}")
        expect(page).to_have_url(f"{address}/reset")
        page.get_by_label("New password").fill("another four cards")
        other.tap("Set the password and log in")
        expect(page.get_by_text("You have a new password").first).to_be_visible()
        other.open("/me")
        expect(page.get_by_text(email)).to_be_visible()
        # The link works once.
        annas.complaints.accept("^404: ")
        old = annas.open(f"/reset#{key[1]}")
        old.get_by_label("New password").fill("yet another four cards")
        annas.tap("Set the password and log in")
        annas.tap("Ask for a new link")
        expect(old.get_by_label("E-mail address")).to_be_visible()
        assert annas.complaints.all() == other.complaints.all() == []
        annas.close()
        other.close()


@pytest.mark.release
@pytest.mark.needs_node
@pytest.mark.needs_chromium
def test_an_address_counts_once_the_mailed_link_is_opened(
    chromium: Browser, tmp_path: Path
) -> None:
    built()
    mails = tmp_path / "mails"
    mails.mkdir()
    url = sqlite_database(tmp_path)
    with serve(url, EMAIL_URL=f"filemail:///{mails}", PUBLIC_URL="") as server:
        address = server.replace("127.0.0.1", "localhost")
        evening = Evening(address)
        annas, laptop = (new_phone(chromium, address, rules=False) for _each in range(2))
        page = joined(annas, evening, "Anna")
        email = keep(annas)
        notice = page.get_by_role("status").filter(has_text="We sent you an e-mail")
        expect(notice).to_contain_text(email)
        expect(page.get_by_role("button", name="Keep the account")).to_be_visible()
        # The mail is read elsewhere. Opening the link alone does nothing, and it leaves no trace.
        text = mailed(mails).replace("=\n", "").replace("=3D", "=")
        key = re.search(r"/confirm#(\S+)", text)
        assert key, text
        other = laptop.open(f"/confirm#{key[1]}")
        expect(other).to_have_url(f"{address}/confirm")
        assert Caller(server, annas.token).get("/me/")["is_guest"] is True
        laptop.tap("Confirm the address")
        confirmed = other.get_by_role("status").filter(has_text="Your address is confirmed.")
        expect(confirmed).to_contain_text(email)
        # The phone learns of it, and the laptop can log in.
        annas.open("/me/account")
        expect(page.get_by_role("heading", name="E-mail and password")).to_be_visible()
        expect(notice).to_have_count(0)
        laptop.open("/me/account")
        other.get_by_label("E-mail address").fill(email)
        other.get_by_label("Password", exact=True).fill(PASSWORD)
        laptop.tap("Log in")
        expect(other.get_by_text(re.compile("logged in as .*Anna")).first).to_be_visible()
        # The link works once.
        laptop.complaints.accept("^404: ")
        laptop.open(f"/confirm#{key[1]}")
        laptop.tap("Confirm the address")
        expect(other.get_by_text(re.compile("already used"))).to_be_visible()
        assert annas.complaints.all() == laptop.complaints.all() == []
        annas.close()
        laptop.close()


# --- Taking along, leaving ---------------------------------------------------------------


@pytest.mark.release
def test_all_data_is_taken_along_as_a_file(anna: Phone, address: str) -> None:
    joined(anna, Evening(address), "Anna")
    page = anna.open("/me/account")
    with page.expect_download() as download:
        anna.tap("Download your data")
    known = json.loads(download.value.path().read_text())
    assert known["user"]["name"] == "Anna"
    assert download.value.suggested_filename.startswith("Anna ")


def test_an_account_is_deleted_once_its_groups_have_an_owner(
    phone: Callable[..., Phone], address: str
) -> None:
    annas = phone()
    annas.complaints.accept(
        "^401: DELETE .*/me/tokens/current/"
    )  # there is nobody to log out any more
    joined(annas, Evening(address), "Anna")
    own = Evening(address, token=annas.token, group="Cabin crew")
    own.join("Ben")
    page = annas.open("/me/account")
    annas.tap("Delete the account")
    annas.tap("Delete for good")
    expect(page.get_by_role("link", name="Cabin crew")).to_have_attribute(
        "href", f"/group/{own.group}"
    )
    # Ben becomes an owner, too.
    members = own.owner.get(f"/groups/{own.group}/members/")["results"]
    (ben,) = [member for member in members if not member["is_me"]]
    status, *_ = own.owner.ask(
        "PATCH", f"/groups/{own.group}/members/{ben['id']}/", {"role": "owner"}
    )
    assert status == 200
    annas.tap("Delete for good")
    expect(page.get_by_role("dialog")).to_have_count(0)
    status, *_ = own.owner.ask("GET", "/me/")
    assert status == 401
    annas.open("/me")
    expect(page.get_by_text("Nobody uses this phone yet.")).to_be_visible()


# --- How it looks ------------------------------------------------------------------------

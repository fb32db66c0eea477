"""Inviting others into a group, and showing them a game: codes, links, pictures, sheets."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.client.phone import Phone
from tests.client.seeds import Evening

pytestmark = pytest.mark.no_rules


def opened(phone: Phone, address: str) -> Evening:
    """A group and a game of this phone's own account, which is made by joining."""
    host = Evening(address, ("Zoe", "Yan"), group="First table")
    page = phone.open(f"/join/{host.invite()}")
    page.get_by_label("Your name").fill("Anna")
    phone.tap("Join")
    expect(page.get_by_role("heading", name="Which of these players are you?")).to_be_visible()
    return Evening(address, token=phone.token)


def test_two_phones_meet_by_a_code(phone: Callable[..., Phone], address: str) -> None:
    annas, bens = phone(), phone()
    evening = opened(annas, address)
    page = annas.open(f"/group/{evening.group}/invite")
    page.get_by_text("Viewers").tap()
    annas.tap("Show a code")
    code = page.locator(".invite-code").inner_text()
    (invite,) = evening.owner.get(f"/groups/{evening.group}/invites/")["results"]
    lasts = datetime.fromisoformat(invite["expires_at"]) - datetime.now(UTC)
    assert timedelta(hours=47) < lasts <= timedelta(hours=48)
    link = page.get_by_label("Link").input_value()
    assert link.endswith(f"/join/{code.replace('-', '')}")
    # Large enough to be scanned across a table, dark on white.
    annas.tap("Full screen")
    picture = page.get_by_role("dialog").get_by_role("img", name="QR code: join")
    expect(picture).to_be_visible()
    box = picture.bounding_box()
    assert box
    assert box["width"] > 300
    assert picture.evaluate("image => image.naturalWidth > 0")
    annas.tap("Close")
    # Ben opens what the picture says, and Anna sees him come.
    bens.open(link.removeprefix(address))
    expect(bens.page.get_by_text("You may see all games")).to_be_visible()
    bens.page.get_by_label("Your name").fill("Ben")
    bens.tap("Join")
    expect(page.get_by_text(re.compile("Ben.* joined"))).to_be_visible()
    annas.tap("Switch off")
    expect(page.get_by_role("button", name="Show a code")).to_be_visible()
    late = phone()
    late.complaints.accept("^404: ")
    late.open(f"/join/{code}")
    expect(late.page.get_by_text("There is no such code.")).to_be_visible()


@pytest.mark.release
def test_a_code_for_one_is_used_up_by_one(phone: Callable[..., Phone], address: str) -> None:
    annas, bens = phone(), phone()
    evening = opened(annas, address)
    page = annas.open(f"/group/{evening.group}/invite")
    page.get_by_text("One person").tap()
    annas.tap("Show a code")
    expect(page.get_by_text("for 1 person")).to_be_visible()
    code = page.locator(".invite-code").inner_text()
    bens.open(f"/join/{code}")
    bens.page.get_by_label("Your name").fill("Ben")
    bens.tap("Join")
    # It is of no more use, so the form for the next one is there.
    expect(page.get_by_role("button", name="Show a code")).to_be_visible()


def test_a_game_is_shared_to_be_watched_and_printed(
    phone: Callable[..., Phone], address: str
) -> None:
    annas, tv = phone(), phone(viewport={"width": 1280, "height": 720}, is_mobile=False)
    evening = opened(annas, address)
    page = annas.open(f"/g/{evening.game}/share")
    annas.tap("Make a link")
    link = page.get_by_label("Link to watch").input_value()
    tv.open(link.removeprefix(address))
    expect(tv.page.get_by_role("rowheader", name="Anna")).to_be_visible()
    for button, name in (("To print (PDF)", ".pdf"), ("As a picture", ".png")):
        with page.expect_download() as download:
            annas.tap(button)
        assert download.value.suggested_filename.endswith(name)
        assert download.value.path().stat().st_size > 1000
    annas.tap("Switch off")
    expect(tv.page.get_by_role("heading", name="no longer leads to a game")).to_be_visible()
    expect(page.get_by_role("button", name="Make a link")).to_be_visible()

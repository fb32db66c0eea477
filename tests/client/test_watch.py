"""The scoreboard for a tablet or a television: a link, no account."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.client import looks
from tests.client.phone import Phone
from tests.client.seeds import Evening

pytestmark = pytest.mark.no_rules

TV: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 720},
    "screen": {"width": 1280, "height": 720},
    "is_mobile": False,
    "has_touch": False,
}
NAMES = ("Nora", "Grandma Rosa", "Jonas", "Mia")


def row(page: Page, name: str) -> Any:
    return page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=name))


def test_the_board_follows_the_game_to_its_winner(
    phone: Callable[..., Phone], address: str
) -> None:
    evening = Evening(address, NAMES)
    evening.round("Nora", **{"Grandma Rosa": 35, "Jonas": 65, "Mia": 10})
    tv = phone(**TV)
    page = tv.open(evening.share())
    expect(page.get_by_text("Round 2", exact=True)).to_be_visible()
    expect(row(page, "Jonas")).to_contain_text("+65")
    # What is being entered on phones, line by line.
    entered = {"round": 2, "points": 0, "went_out": True}
    evening.owner.ask("PUT", f"{evening.path}draft/lines/{evening.players['Mia']}/", entered)
    expect(page.get_by_text("Round 2 is being entered")).to_be_visible()
    expect(row(page, "Mia")).to_contain_text("out")
    expect(row(page, "Jonas")).to_contain_text("…")
    # The round is there within a second.
    version = evening.owner.get(f"{evening.path}draft/")["draft"]["version"]
    evening.owner.ask("DELETE", f"{evening.path}draft/", None, **{"If-Match": f'"{version}"'})
    expect(page.get_by_text("Round 2", exact=True)).to_be_visible()
    seen = tv.when_seen("Round 3")
    recorded = evening.round("Mia", **{"Grandma Rosa": 35, "Jonas": 65, "Nora": 10})
    assert recorded["rounds"][-1]["number"] == 2
    at = page.evaluate("Date.now()")
    assert seen() - at < 1000
    # The end.
    version = evening.read()["version"]
    status, *_ = evening.owner.ask(
        "POST", f"{evening.path}end/", None, **{"If-Match": f'"{version}"'}
    )
    assert status == 200
    expect(
        page.get_by_role("main").get_by_text(re.compile("Nora.* and .*Mia.* have won!"))
    ).to_be_visible()
    expect(page.get_by_role("link", name="Score sheet as PDF")).to_be_visible()
    assert tv.token == ""


@pytest.mark.release
def test_it_can_be_read_from_three_metres(phone: Callable[..., Phone], address: str) -> None:
    evening = Evening(address, NAMES)
    evening.rounds(3)
    tv = phone(**TV)
    page = tv.open(evening.share())
    expect(page.get_by_role("table")).to_be_visible()
    # From three metres, a letter must be 1 cm high: on a tablet 22 cm wide, a 22nd of its width.
    for cell in page.locator(".scoreboard-total, .scoreboard-name bdi").all():
        size = cell.evaluate("cell => parseFloat(getComputedStyle(cell).fontSize)")
        assert size * 0.7 > 1280 / 44, size
    assert tv.sideways() == 0
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_it_says_that_the_connection_is_lost_and_recovers(
    phone: Callable[..., Phone], evening: Evening
) -> None:
    tv = phone(**TV)
    page = tv.open(evening.share())
    expect(page.get_by_text("Round 1", exact=True)).to_be_visible()
    tv.offline()
    expect(page.get_by_text(re.compile("Connection lost since"))).to_be_visible()
    evening.round("Anna", Ben=10, Cleo=65)
    expect(page.get_by_text("Round 1", exact=True)).to_be_visible()
    tv.online()
    expect(page.get_by_text("Round 2", exact=True)).to_be_visible()
    expect(page.get_by_text(re.compile("Connection lost since"))).to_be_hidden()


def test_a_link_that_is_switched_off_says_so(phone: Callable[..., Phone], evening: Evening) -> None:
    path = evening.share()
    tv = phone(**TV)
    page = tv.open(path)
    expect(page.get_by_text("Round 1", exact=True)).to_be_visible()
    (link,) = evening.owner.get(f"/share-links/?game={evening.game}")
    evening.owner.ask("DELETE", f"/share-links/{link['id']}/")
    expect(page.get_by_role("heading", name="This link no longer leads to a game")).to_be_visible()
    expect(page.get_by_role("table")).to_have_count(0)


@pytest.mark.release
def test_an_owner_makes_the_link_of_a_scorer_theirs(anna: Phone, address: str) -> None:
    evening = Evening(address, NAMES)
    scorer = evening.join("Ole")
    scorer.post("/share-links/", {"game": evening.game})
    anna.log_in("Nora", evening.owner.token)
    page = anna.open(f"/g/{evening.game}/share")
    expect(page.get_by_text("it ends when")).to_contain_text("Ole")
    anna.tap("Make it mine")
    expect(page.get_by_text("it ends when")).to_have_count(0)
    (link,) = evening.owner.get(f"/share-links/?game={evening.game}")
    assert link["is_mine"]


def test_anybody_looks_at_a_group_by_its_link(phone: Callable[..., Phone], address: str) -> None:
    evening = Evening(address, NAMES)
    assert evening.finished
    watch = evening.share()
    evening.round("Mia", **{"Nora": 35, "Grandma Rosa": 65, "Jonas": 10})
    noras = phone()
    noras.log_in("Nora", evening.owner.token)
    page = noras.open(f"/group/{evening.group}")
    noras.unfold("Name, time zone and seasons")
    noras.tap("Show the group to everybody", "link")
    noras.tap("Make a link")
    link = page.get_by_label("Link to the page").input_value()
    noras.tap("Full screen")
    code = page.get_by_role("dialog").get_by_role("img", name="QR code: see how Kitchen table")
    expect(code).to_be_visible()
    noras.tap("Close")
    # Somebody else, who has no account.
    guest = phone()
    seen = guest.open(link.removeprefix(address))
    expect(seen.get_by_role("heading", name="Kitchen table")).to_be_visible()
    board = seen.get_by_role("list", name="Leaderboard")
    expect(board.get_by_role("listitem").first).to_contain_text("Nora")
    expect(board.get_by_role("link")).to_have_count(0)
    expect(seen.get_by_role("heading", name="Last night")).to_be_visible()
    game = seen.get_by_role("list", name="In progress").get_by_role("link")
    expect(game).to_contain_text(re.compile(r"Round 2.*watch.*Mia\s0", re.DOTALL))
    game.tap()
    expect(row(seen, "Mia")).to_be_visible()
    assert seen.url.endswith(watch)
    assert guest.token == ""
    # It is switched off, and another one is made at will.
    noras.tap("Switch off")
    expect(page.get_by_role("button", name="Make a link")).to_be_visible()
    guest.complaints.accept("^404: ")
    guest.open(link.removeprefix(address))
    expect(seen.get_by_role("heading", name="Group")).to_be_visible()
    expect(seen.get_by_text("This link no longer leads to a group")).to_be_visible()


@pytest.mark.release
def test_no_name_is_torn(phone: Callable[..., Phone], address: str) -> None:
    evening = Evening(address, ("Christopher", "Bernadette", "Alexandra", "Ben"))
    evening.rounds(2)
    page = phone().open(evening.share())
    expect(page.get_by_role("table")).to_be_visible()
    for width, height in ((320, 568), (390, 844), (844, 390), (1024, 768), (1280, 800)):
        looks.set_width(page, width, height)
        assert looks.broken_words(page) == [], width

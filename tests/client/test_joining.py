"""Another phone comes into a group: by the address of a QR code, or by a code that is typed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.client.phone import Phone
from tests.client.seeds import Evening

pytestmark = pytest.mark.no_rules


def test_a_phone_that_nobody_has_used_joins_by_scanning(
    phone: Callable[..., Phone], address: str
) -> None:
    evening = Evening(address)
    evening.round("Anna", Ben=35, Cleo=115)
    bens = phone()
    page = bens.open(f"/join/{evening.invite()}")
    expect(page.get_by_role("heading", name="Kitchen table")).to_be_visible()
    page.get_by_label("Your name").fill("ben")
    seen = bens.when_seen("115")
    bens.tap("Join")
    # The running game is there within a second, with the question who has this phone.
    assert seen() - bens.tapped_at() < 1000
    expect(page.get_by_role("heading", name="Which of these players are you?")).to_be_visible()
    # The namesake is first.
    players = page.get_by_role("list", name="Players").get_by_role("button")
    expect(players.first).to_contain_text("Ben")
    players.first.tap()
    expect(page).to_have_url(f"{address}/g/{evening.game}")
    group = evening.owner.get(f"/groups/{evening.group}/")
    (claimed,) = [player for player in group["players"] if player["user"]]
    assert (claimed["name"], claimed["user"]["name"]) == ("Ben", "ben")
    assert bens.loads == 1


@pytest.mark.release
def test_whoever_has_a_name_already_joins_with_one_button(
    phone: Callable[..., Phone], address: str
) -> None:
    evening = Evening(address)
    bens = phone()
    page = bens.open(f"/join/{evening.invite('viewer')}")
    page.get_by_label("Your name").fill("Dan")
    bens.tap("Join")
    bens.tap("None of them: show the game")
    expect(page).to_have_url(f"{address}/g/{evening.game}")
    other = Evening(address, ("Eve", "Finn"), group="Cabin crew")
    bens.open("/join")
    code = other.invite().lower().replace("-", " ")
    page.get_by_label("Code of the group").fill(code)
    bens.tap("Continue")
    expect(page.get_by_text("You join as")).to_contain_text("Dan")
    expect(page.get_by_label("Your name")).to_have_count(0)
    bens.tap("Join")
    expect(page.get_by_role("heading", name="Which of these players are you?")).to_be_visible()


@pytest.mark.release
def test_a_code_that_leads_nowhere_says_so(phone: Callable[..., Phone], address: str) -> None:
    bens = phone()
    bens.complaints.accept("^404: ")
    page = bens.open("/join/WRNG-CODE")
    expect(page.get_by_text("There is no such code.")).to_be_visible()
    bens.tap("Type another code", role="link")
    expect(page.get_by_label("Code of the group")).to_be_visible()


@pytest.mark.release
def test_a_name_that_was_typed_before_the_code_is_not_asked_again(
    phone: Callable[..., Phone], evening: Evening
) -> None:
    bens = phone()
    page = bens.open("/")
    page.get_by_label("Your name").fill("Ben")
    bens.tap("Join with a code", role="link")
    page.get_by_label("Code of the group").fill(evening.invite())
    bens.tap("Continue")
    expect(page.get_by_label("Your name")).to_have_value("Ben")
    bens.tap("Join")
    expect(page.get_by_role("heading", name="Which of these players are you?")).to_be_visible()


@pytest.mark.release
def test_a_name_is_cleaned_of_what_nobody_sees(
    phone: Callable[..., Phone], evening: Evening
) -> None:
    bens = phone()
    page = bens.open(f"/join/{evening.invite()}")
    field = page.get_by_label("Your name")
    field.fill("\u202e \u3164")
    expect(page.get_by_role("button", name="Join")).to_be_disabled()
    field.fill("  Ben\u202e ")
    bens.tap("Join")
    expect(page.get_by_role("heading", name="Which of these players are you?")).to_be_visible()
    members = evening.owner.get(f"/groups/{evening.group}/members/")["results"]
    assert [member["user"]["name"] for member in members] == ["Anna", "Ben"]


@pytest.mark.release
def test_joining_waits_for_the_network(phone: Callable[..., Phone], evening: Evening) -> None:
    code = evening.invite()
    bens = phone()
    page = bens.open("/join")
    expect(page.get_by_label("Code of the group")).to_be_visible()
    bens.offline()
    page.get_by_label("Code of the group").fill(code)
    bens.tap("Continue")
    expect(page.get_by_text("This needs the network.")).to_be_visible()
    bens.online()
    expect(page.get_by_role("heading", name="Kitchen table")).to_be_visible()


def test_a_viewer_who_says_to_be_a_player_is_approved(
    phone: Callable[..., Phone], evening: Evening
) -> None:
    bens, annas = phone(), phone()
    annas.log_in("Anna", evening.owner.token)
    page = bens.open(f"/join/{evening.invite('viewer')}")
    page.get_by_label("Your name").fill("Ben")
    bens.tap("Join")
    page.get_by_role("list", name="Players").get_by_role("button").first.tap()
    toast = page.get_by_role("contentinfo").get_by_text("has to approve that you are")
    expect(toast).to_be_visible()
    page = bens.open(f"/group/{evening.group}")
    mine = page.get_by_role("list", name="Players").get_by_role("listitem").filter(has_text="Ben")
    expect(mine).to_contain_text("you: waiting for approval")
    # Anna, who keeps the score, sees it, and it reaches Ben's phone at once.
    annas.open(f"/group/{evening.group}")
    notice = annas.page.get_by_role("status").filter(has_text="says: I am")
    expect(notice).to_contain_text("Ben")
    # So she does beside the game, which is what she looks at.
    annas.open(f"/g/{evening.game}")
    expect(notice).to_contain_text("Ben")
    annas.tap("Approve")
    expect(notice).to_have_count(0)
    expect(mine).not_to_contain_text("waiting")
    expect(mine.get_by_text("you", exact=True)).to_be_visible()


@pytest.mark.release
def test_a_viewer_who_says_to_be_a_player_is_refused(
    phone: Callable[..., Phone], evening: Evening
) -> None:
    bens, annas = phone(), phone()
    annas.log_in("Anna", evening.owner.token)
    page = bens.open(f"/join/{evening.invite('viewer')}")
    page.get_by_label("Your name").fill("Mallory")
    bens.tap("Join")
    page.get_by_role("list", name="Players").get_by_role("button").filter(has_text="Cleo").tap()
    page = bens.open(f"/group/{evening.group}")
    line = page.get_by_role("list", name="Players").get_by_role("listitem").filter(has_text="Cleo")
    expect(line).to_contain_text("waiting for approval")
    annas.open(f"/group/{evening.group}")
    annas.tap("Refuse")
    expect(line).not_to_contain_text("waiting for approval")
    line.get_by_role("button").tap()
    expect(page.get_by_role("button", name="This is me")).to_be_visible()

"""What all screens have in common: ways back, what was just done, and screens that are missing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.client.phone import Phone
from tests.client.seeds import Evening
from tests.live.phones import guest

pytestmark = pytest.mark.no_rules


def joined(phone: Phone, evening: Evening, name: str = "Ben") -> None:
    """See the evening's game on a phone."""
    page = phone.open(f"/join/{evening.invite()}")
    page.get_by_label("Your name").fill(name)
    phone.tap("Join")
    phone.tap("None of them: show the game")
    page.wait_for_url("**/g/*")


def test_the_way_back_closes_a_dialog_and_stays(phone: Callable[..., Phone], address: str) -> None:
    bens = phone()
    joined(bens, Evening(address))
    page = bens.open("/")
    page.get_by_role("link", name="Kitchen table").first.tap()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    path = bens.path
    for close in (page.go_back, lambda: page.keyboard.press("Escape")):
        page.get_by_role("button", name="Phase 1").first.tap()
        expect(page.get_by_role("dialog")).to_be_visible()
        close()
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert bens.path == path


def test_the_focus_is_on_the_heading_of_a_new_screen(
    phone: Callable[..., Phone], address: str
) -> None:
    bens = phone()
    joined(bens, Evening(address))
    bens.tap("Rounds", role="link")
    expect(bens.page.get_by_role("heading", level=1)).to_be_focused()
    assert "Tableside" in bens.page.title()


@pytest.mark.full
@pytest.mark.parametrize("path", ["/pair", "/reset", "/confirm"])
def test_a_link_that_was_cut_off_is_no_mistake_of_ours(
    phone: Callable[..., Phone], path: str
) -> None:
    cut = phone()
    page = cut.open(f"{path}#%E0%A4")
    expect(page.locator("h1")).to_be_visible()
    expect(page.get_by_text("Something went wrong on this screen.")).to_have_count(0)
    assert cut.path == path


def test_a_screen_that_cannot_be_loaded_can_be_tried_again(phone: Callable[..., Phone]) -> None:
    bens = phone()
    bens.complaints.accept("")
    page = bens.open()
    expect(page.get_by_label("Your name")).to_be_visible()
    page.route("**/assets/*.js", lambda route: route.abort())
    bens.tap("Join with a code", role="link")
    expect(page.get_by_text("This screen is not on this phone yet.")).to_be_visible()
    page.unroute_all()
    bens.tap("Your tables", role="link")
    expect(page.get_by_label("Your name")).to_be_visible()


def test_the_start_says_that_there_is_no_game_only_once_it_knows(
    phone: Callable[..., Phone], address: str
) -> None:
    bens = phone()
    bens.complaints.accept("")
    bens.log_in("Ben", guest(address.replace("localhost", "127.0.0.1"), "Ben").token)
    asked: list[Route] = []
    home = "**/api/v1/me/home/"
    page = bens.page
    page.route(home, lambda route: asked.append(route))
    bens.open()
    bens.wait_until(lambda: bool(asked))
    expect(bens.find("New game", "link")).to_be_visible()
    expect(page.get_by_text("No game yet.")).to_have_count(0)
    asked.pop().abort()
    expect(page.get_by_text("Your tables are not on this phone yet.")).to_be_visible()
    page.unroute(home)
    bens.open()
    expect(page.get_by_text("No game yet.")).to_be_visible()


# How far the content reaches below the top of what tells of the last action, at the end of a page.
COVERED = """() => {
  scrollTo(0, document.documentElement.scrollHeight);
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  return box("main").bottom - box(".last-action").top;
}"""


def test_what_was_done_is_told_in_a_place_of_its_own_and_goes_with_its_screen(
    phone: Callable[..., Phone], address: str
) -> None:
    bens = phone(viewport={"width": 320, "height": 568})
    joined(bens, Evening(address))
    page = bens.page
    bens.tap("More", role="link")
    bens.tap("Stop without a winner")
    bar = page.locator(".last-action")
    expect(bar).to_contain_text("Game abandoned")
    expect(bens.find("Resume the game")).to_be_visible()
    assert page.evaluate(COVERED) < 1  # of a pixel
    page.go_back()
    expect(page.get_by_text("This game was abandoned.")).to_be_visible()
    expect(bar).to_have_count(0)
    bens.tap("More", role="link")
    bens.tap("Resume the game")
    bens.tap("Undo")
    expect(bens.find("Resume the game")).to_be_visible()
    expect(bar).to_have_count(0)

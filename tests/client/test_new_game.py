"""A new game is put together: names, seats, Phases and house rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.client.phone import Phone
from tests.client.seeds import Evening

HAS_FOCUS = "document.activeElement !== document.body"

pytestmark = pytest.mark.no_rules


@pytest.fixture
def noras(phone: Callable[..., Phone]) -> Phone:
    """The phone of Nora, who is about to deal her first game."""
    noras = phone()
    page = noras.open()
    page.get_by_label("Your name").fill("Nora")
    noras.tap("New game")
    expect(page.get_by_role("heading", name="Who plays?")).to_be_visible()
    return noras


def add(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_label("Name", exact=True).fill(name)
        page.keyboard.press("Enter")


def unfold(page: Page, title: str) -> None:
    page.locator("summary").filter(has_text=title).first.tap()


def seats(page: Page) -> list[str]:
    return page.get_by_role("list", name="Seats").locator("bdi").all_inner_texts()


def game_of(noras: Phone) -> dict[str, Any]:
    """The game in view, as the server has it."""
    noras.page.wait_for_url("**/g/*")
    game = noras.path.removeprefix("/g/")
    address = f"{noras.address}/api/v1/games/{game}/"
    for _attempt in range(300):
        if noras.token:
            headers = {"Authorization": f"Bearer {noras.token}"}
            answer = noras.context.request.get(address, headers=headers)
            if answer.ok:
                found: dict[str, Any] = answer.json()
                return found
        noras.page.wait_for_timeout(100)
    raise AssertionError(f"The server does not know {game}.")


def players(game: dict[str, Any]) -> list[str]:
    return [one["name"] for one in sorted(game["players"], key=lambda one: one["seat"])]


@pytest.mark.release
def test_names_take_seats_and_each_name_is_one_player(noras: Phone) -> None:
    page = noras.page
    add(page, "Jonas", "Mia")
    assert seats(page) == ["Nora", "Jonas", "Mia"]
    add(page, " jonas ")
    expect(page.get_by_text("jonas is at the table already.")).to_be_visible()
    assert seats(page) == ["Nora", "Jonas", "Mia"]
    noras.tap("Remove Nora")
    # The button is gone; the focus is on what is left, not nowhere.
    noras.wait_until(lambda: bool(noras.page.evaluate(HAS_FOCUS)))
    assert seats(page) == ["Jonas", "Mia"]


def test_seats_are_changed_by_a_button_by_keys_and_by_dragging(noras: Phone) -> None:
    page = noras.page
    add(page, "Jonas", "Mia")
    noras.tap("Move Mia up")
    assert seats(page) == ["Nora", "Mia", "Jonas"]
    up = noras.find("Move Mia up")
    up.press("Enter")
    expect(up).to_be_disabled()  # at the top: the focus is on what is near, not nowhere
    noras.wait_until(lambda: bool(page.evaluate(HAS_FOCUS)))
    noras.find("Move Nora up").press("Enter")
    handle = page.get_by_label("Move Nora:")
    handle.focus()
    page.keyboard.press("ArrowDown")
    assert seats(page) == ["Mia", "Nora", "Jonas"]
    start = page.get_by_label("Move Jonas:").bounding_box()
    end = page.get_by_label("Move Mia:").bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 5, steps=8)
    page.mouse.up()
    assert seats(page) == ["Jonas", "Mia", "Nora"]


def test_what_was_put_together_survives_that_the_browser_is_killed(
    kept_phone: Callable[..., Any],
) -> None:
    noras = kept_phone()
    page = noras.open()
    page.get_by_label("Your name").fill("Nora")
    noras.tap("New game")
    add(page, "Jonas")
    page.get_by_label("Name", exact=True).fill("Mi")
    page.get_by_text("Phase 10 Flip!").tap()
    noras.until_kept('"Mi"')
    noras.until_kept('"flip"')
    assert not noras.kill()
    noras.start()
    page = noras.open("/new")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Mi")
    assert seats(page) == ["Nora", "Jonas"]
    expect(page.get_by_role("radio", name="Phase 10 Flip!")).to_be_checked()


def test_phases_house_rules_and_the_end_are_chosen(noras: Phone) -> None:
    page = noras.page
    add(page, "Jonas")
    unfold(page, "How it ends")
    page.get_by_text("After one round for each Phase").tap()
    unfold(page, "House rules")
    page.get_by_label("Whoever can lay down must").check()
    unfold(page, "Official Phases")
    page.get_by_text("Your own", exact=True).tap()
    for number in range(10, 2, -1):
        noras.tap(f"Remove Phase {number}")
    noras.tap("Move Phase 2 up")
    first = page.get_by_role("group", name="Phase 1")
    first.get_by_label("Kind of group").last.select_option(label="Color run")
    first.get_by_label("One card less").last.tap()
    noras.tap("Start the game")
    game = game_of(noras)
    assert game["variant"] == "fixed_rounds"
    assert game["house_rules"]["must_lay_down"] is True
    assert [phase["groups"] for phase in game["phases"]] == [
        [{"kind": "set", "size": 3}, {"kind": "color_run", "size": 3}],
        [{"kind": "set", "size": 3}, {"kind": "set", "size": 3}],
    ]


@pytest.mark.release
def test_phases_that_no_hand_can_make_are_refused_with_the_reason(noras: Phone) -> None:
    page = noras.page
    add(page, "Jonas")
    unfold(page, "Official Phases")
    page.get_by_text("Your own", exact=True).tap()
    first = page.get_by_role("group", name="Phase 1").first
    for _ in range(6):
        first.get_by_label("One card more").first.tap()
    noras.complaints.accept("^400: ")
    expect(first.get_by_text("a hand has at most 11")).to_be_visible()
    noras.tap("Start the game")
    assert noras.path == "/new"


@pytest.mark.release
def test_the_next_game_begins_like_the_last_one(
    phone: Callable[..., Phone], evening: Evening
) -> None:
    bens = phone()
    page = bens.open(f"/join/{evening.invite()}")
    page.get_by_label("Your name").fill("Ben")
    bens.tap("Join")
    bens.tap("None of them: show the game")
    page.wait_for_url("**/g/*")
    bens.open("/new")
    expect(page.get_by_role("list", name="Seats")).to_be_visible()
    assert seats(page) == list(evening.players)

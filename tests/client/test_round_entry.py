"""The tally of a round: typed on one phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.client import looks
from tests.client.hands import (
    checked,
    digits,
    line,
    open_pad,
    press,
    recorded,
    table,
    taken_back,
    went_out,
)
from tests.client.phone import KeptPhone, Phone
from tests.client.seeds import Evening


def test_a_count_that_cannot_be_says_what_can_be(anna: Phone) -> None:
    evening = table(anna)
    went_out(anna, "Anna")
    checked(anna)
    digits(anna, 33)
    expect(anna.page.get_by_text("every card is worth a multiple of 5")).to_be_visible()
    anna.tap("35 points instead")
    expect(line(anna, "Cleo")).to_have_attribute("aria-current", "true")
    press(anna, "+25", "+25", "+25", "+25", "+5")  # 105 in ten cards, or five that were laid down
    anna.tap("Record")
    recorded(anna, evening, 1)
    assert evening.totals() == {"Anna": 0, "Ben": 35, "Cleo": 105}


@pytest.mark.no_rules
def test_points_that_leave_it_open_are_asked_about(anna: Phone) -> None:
    evening = table(anna)
    went_out(anna, "Anna")
    checked(anna)
    digits(anna, 55)
    expect(anna.page.get_by_text("Did Ben lay down Phase 1?")).to_be_visible()
    anna.tap("Laid down")
    expect(line(anna, "Ben")).to_contain_text("laid down")
    expect(anna.find("Points", "heading")).to_be_attached()
    expect(anna.find("Who went out?", "heading")).to_have_count(0)
    line(anna, "Ben").tap()
    anna.tap("No, did not lay down")  # the points cannot decide
    anna.tap("No, laid down")
    anna.tap("Next: Cleo")
    digits(anna, 60)
    anna.tap("Record")  # too early: the question is still open
    anna.tap("Did not")
    anna.tap("Record")
    recorded(anna, evening, 1)
    phases = [each["phase"] for each in evening.read()["players"]]
    assert phases == [2, 2, 1]


@pytest.mark.release
@pytest.mark.no_rules
def test_the_focus_of_a_keyboard_is_seen_once_an_answer_is_gone(anna: Phone) -> None:
    table(anna)
    went_out(anna, "Anna")
    checked(anna)
    anna.page.keyboard.type("55")
    anna.find("Did not").press("Space")
    expect(anna.find("Did not")).to_have_count(0)
    focused = anna.page.locator(":focus-visible")
    expect(focused).to_have_css("outline-style", "solid")
    expect(focused).to_contain_text("Ben")


@pytest.mark.release
@pytest.mark.no_rules
def test_nobody_went_out_if_the_table_says_so(anna: Phone) -> None:
    evening = table(anna)
    anna.tap("Enter points", "link")
    anna.tap("Nobody went out")
    checked(anna)
    for _player in evening.players:
        digits(anna, 105)
    anna.tap("Record")
    expect(anna.page.get_by_text("A round ends when a player goes out.")).to_be_visible()
    anna.tap("Keep it")
    anna.tap("We stopped the round.")
    anna.tap("Overrule")
    anna.tap("Record")
    recorded(anna, evening, 1)
    assert evening.totals() == {"Anna": 105, "Ben": 105, "Cleo": 105}


@pytest.mark.no_rules
def test_cards_count_themselves(anna: Phone) -> None:
    evening = table(anna, edition="flip")
    went_out(anna, "Anna")
    anna.tap("Cards")
    for card in ("Red 5", "Red 12", "Red Star"):
        anna.tap(card)
    expect(line(anna, "Ben")).to_contain_text("35")
    anna.tap("Take out Red 12")
    expect(line(anna, "Ben")).to_contain_text("25")
    anna.tap("Next: Cleo")
    anna.tap("Points")
    digits(anna, 135)
    anna.tap("Record")
    cards = [each["cards"] for each in recorded(anna, evening, 1)["lines"]]
    assert cards == [None, ["R5", "R*"], None]


@pytest.mark.release
def test_too_many_of_a_card_are_refused_with_the_cards_drawn(anna: Phone) -> None:
    table(anna)
    went_out(anna, "Anna")
    anna.tap("Cards")
    for _copy in range(2):
        anna.tap("Red 5")
    anna.tap("Next: Cleo")
    anna.tap("Red 5")
    anna.tap("Record")
    notice = anna.page.get_by_role("status").filter(has_text="the deck has only two")
    expect(notice.get_by_role("img", name="Red 5")).to_have_count(3)


@pytest.mark.release
@pytest.mark.no_rules
def test_an_earlier_line_is_changed_by_tapping_it(anna: Phone) -> None:
    evening = table(anna)
    went_out(anna, "Anna")
    digits(anna, 15)
    anna.tap("Next: Cleo")
    line(anna, "Ben").tap()
    press(anna, "clear")
    digits(anna, 20)
    anna.tap("Next: Cleo")
    line(anna, "Anna").tap()
    anna.tap("Somebody else went out")
    line(anna, "Cleo").tap()
    expect(line(anna, "Anna")).to_have_attribute("aria-current", "true")
    digits(anna, 10)
    anna.tap("Record")
    recorded(anna, evening, 1)
    assert evening.totals() == {"Anna": 10, "Ben": 20, "Cleo": 0}


@pytest.mark.release
@pytest.mark.no_rules
def test_digits_of_a_keyboard_are_typed(anna: Phone) -> None:
    evening = table(anna)
    page = anna.page
    went_out(anna, "Anna")
    page.keyboard.type("15")
    page.keyboard.press("Enter")
    page.keyboard.type("36")
    page.keyboard.press("Backspace")
    page.keyboard.type("5")
    page.keyboard.press("Control+z")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    recorded(anna, evening, 1)
    assert evening.totals() == {"Anna": 0, "Ben": 15, "Cleo": 35}


def test_what_is_typed_survives_a_killed_browser(kept_phone: Callable[..., KeptPhone]) -> None:
    noras = kept_phone()
    evening = table(noras)
    went_out(noras, "Anna")
    digits(noras, 15)
    noras.tap("Next: Cleo")
    press(noras, "+25", "+10")
    expect(line(noras, "Cleo")).to_contain_text("35")
    noras.until_kept('"keys":[25,10]')
    noras.kill()
    noras.start()
    open_pad(noras, evening)
    noras.tap("Go on entering the round", "link")
    expect(line(noras, "Ben")).to_contain_text("15")
    expect(noras.page.get_by_text("25 + 10")).to_be_visible()
    press(noras, "+5")
    noras.tap("Record")
    recorded(noras, evening, 1)
    assert evening.totals() == {"Anna": 0, "Ben": 15, "Cleo": 40}


@pytest.mark.no_rules
def test_a_round_that_another_phone_has_recorded_is_shown_beside_mine(
    phone: Callable[..., Phone],
) -> None:
    noras = phone()
    evening = table(noras)
    went_out(noras, "Anna")
    digits(noras, 15)
    noras.tap("Next: Cleo")
    press(noras, "+5")
    evening.join("Dan").post(
        f"{evening.path}rounds/",
        {
            "number": 1,
            "results": [
                {"player": evening.players["Anna"], "went_out": True},
                {"player": evening.players["Ben"], "points": 15},
                {"player": evening.players["Cleo"], "points": 35},
            ],
        },
    )
    expect(noras.page.get_by_text("Round 1 was recorded on another phone.")).to_be_visible()
    row = noras.page.get_by_role("row").filter(has_text="Cleo")
    expect(row).to_contain_text("35")
    expect(row).to_contain_text("(differs)")
    noras.tap("This is round 2")
    expect(line(noras, "Cleo")).to_contain_text("5")
    noras.tap("Record")
    recorded(noras, evening, 2)
    assert evening.totals() == {"Anna": 0, "Ben": 30, "Cleo": 40}


@pytest.mark.release
@pytest.mark.no_rules
def test_an_undone_round_is_in_the_form_before_the_server_knows(
    anna: Phone,
) -> None:
    """Without the rules, the score pad shows the round until the server has answered."""
    evening = table(anna)
    went_out(anna, "Anna")
    digits(anna, 15)
    anna.tap("Next: Cleo")
    digits(anna, 25)
    anna.tap("Record")
    recorded(anna, evening, 1)
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "DELETE":
            held.append(route)
        else:
            route.continue_()

    anna.page.route("**/rounds/1/", hold)
    anna.tap("Undo")
    anna.wait_until(lambda: bool(held))
    anna.tap("Go on entering the round", "link")
    expect(line(anna, "Ben")).to_contain_text("15")
    held[0].continue_()
    taken_back(anna, evening)
    expect(line(anna, "Ben")).to_contain_text("15")
    anna.tap("Record")
    recorded(anna, evening, 1)


@pytest.mark.release
@pytest.mark.no_rules
def test_in_large_text_what_a_line_says_is_as_wide_as_the_phone(
    phone: Callable[..., Phone], address: str
) -> None:
    evening = Evening(address)
    annas = phone(locale="de-DE", viewport={"width": 320, "height": 568})
    annas.log_in("Anna", evening.owner.token)
    annas.open(f"/g/{evening.game}/enter")
    annas.page.locator(".entry-row").first.tap()
    digits(annas, 5)
    expect(annas.find(annas.says("No, did not lay down"))).to_be_visible()
    looks.resize_text(annas.page, 200)
    assert looks.cut_off(annas.page) == []
    annas.tap(annas.says("Next: {name}", name="Cleo"))
    digits(annas, 15)
    annas.tap(annas.says("Record"))
    told = annas.page.locator(".last-action-text").bounding_box()
    assert told
    assert told["width"] > 160  # beside "Rückgängig", nothing would be left

    looks.resize_text(annas.page, 100)
    undo, close = (annas.find(annas.says(name)).bounding_box() for name in ("Undo", "Close"))
    assert undo
    assert close
    assert undo["y"] == close["y"]  # in the size of most people, one line has room for all

"""The tally of a round: typed on one phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

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


def test_a_count_that_cannot_be_says_what_can_be(phone: Callable[..., Phone]) -> None:
    noras = phone()
    evening = table(noras)
    went_out(noras, "Anna")
    checked(noras)
    digits(noras, 33)
    expect(noras.page.get_by_text("every card is worth a multiple of 5")).to_be_visible()
    noras.tap("35 points instead")
    expect(line(noras, "Cleo")).to_have_attribute("aria-current", "true")
    press(noras, "+25", "+25", "+25", "+25", "+5")  # 105 in ten cards, or five that were laid down
    noras.tap("Record")
    recorded(noras, evening, 1)
    assert evening.totals() == {"Anna": 0, "Ben": 35, "Cleo": 105}


@pytest.mark.no_rules
def test_points_that_leave_it_open_are_asked_about(phone: Callable[..., Phone]) -> None:
    noras = phone()
    evening = table(noras)
    went_out(noras, "Anna")
    checked(noras)
    digits(noras, 55)
    expect(noras.page.get_by_text("Did Ben lay down Phase 1?")).to_be_visible()
    noras.tap("Laid down")
    expect(line(noras, "Ben")).to_contain_text("laid down")
    expect(noras.find("Points", "heading")).to_be_attached()
    expect(noras.find("Who went out?", "heading")).to_have_count(0)
    line(noras, "Ben").tap()
    noras.tap("No, did not lay down")  # the points cannot decide
    noras.tap("No, laid down")
    noras.tap("Next: Cleo")
    digits(noras, 60)
    noras.tap("Record")  # too early: the question is still open
    noras.tap("Did not")
    noras.tap("Record")
    recorded(noras, evening, 1)
    phases = [each["phase"] for each in evening.read()["players"]]
    assert phases == [2, 2, 1]


@pytest.mark.release
@pytest.mark.no_rules
def test_nobody_went_out_if_the_table_says_so(phone: Callable[..., Phone]) -> None:
    noras = phone()
    evening = table(noras)
    noras.tap("Enter points", "link")
    noras.tap("Nobody went out")
    checked(noras)
    for _player in evening.players:
        digits(noras, 105)
    noras.tap("Record")
    expect(noras.page.get_by_text("A round ends when a player goes out.")).to_be_visible()
    noras.tap("Keep it")
    noras.tap("We stopped the round.")
    noras.tap("Overrule")
    noras.tap("Record")
    recorded(noras, evening, 1)
    assert evening.totals() == {"Anna": 105, "Ben": 105, "Cleo": 105}


@pytest.mark.no_rules
def test_cards_count_themselves(phone: Callable[..., Phone]) -> None:
    noras = phone()
    evening = table(noras, edition="flip")
    went_out(noras, "Anna")
    noras.tap("Cards")
    for card in ("Red 5", "Red 12", "Red Star"):
        noras.tap(card)
    expect(line(noras, "Ben")).to_contain_text("35")
    noras.tap("Take out Red 12")
    expect(line(noras, "Ben")).to_contain_text("25")
    noras.tap("Next: Cleo")
    noras.tap("Points")
    digits(noras, 135)
    noras.tap("Record")
    cards = [each["cards"] for each in recorded(noras, evening, 1)["lines"]]
    assert cards == [None, ["R5", "R*"], None]


@pytest.mark.release
def test_too_many_of_a_card_are_refused_with_the_cards_drawn(phone: Callable[..., Phone]) -> None:
    noras = phone()
    table(noras)
    went_out(noras, "Anna")
    noras.tap("Cards")
    for _copy in range(2):
        noras.tap("Red 5")
    noras.tap("Next: Cleo")
    noras.tap("Red 5")
    noras.tap("Record")
    notice = noras.page.get_by_role("status").filter(has_text="the deck has only two")
    expect(notice.get_by_role("img", name="Red 5")).to_have_count(3)


@pytest.mark.release
@pytest.mark.no_rules
def test_an_earlier_line_is_changed_by_tapping_it(phone: Callable[..., Phone]) -> None:
    noras = phone()
    evening = table(noras)
    went_out(noras, "Anna")
    digits(noras, 15)
    noras.tap("Next: Cleo")
    line(noras, "Ben").tap()
    press(noras, "clear")
    digits(noras, 20)
    noras.tap("Next: Cleo")
    line(noras, "Anna").tap()
    noras.tap("Somebody else went out")
    line(noras, "Cleo").tap()
    expect(line(noras, "Anna")).to_have_attribute("aria-current", "true")
    digits(noras, 10)
    noras.tap("Record")
    recorded(noras, evening, 1)
    assert evening.totals() == {"Anna": 10, "Ben": 20, "Cleo": 0}


@pytest.mark.release
@pytest.mark.no_rules
def test_digits_of_a_keyboard_are_typed(phone: Callable[..., Phone]) -> None:
    noras = phone()
    evening = table(noras)
    page = noras.page
    went_out(noras, "Anna")
    page.keyboard.type("15")
    page.keyboard.press("Enter")
    page.keyboard.type("36")
    page.keyboard.press("Backspace")
    page.keyboard.type("5")
    page.keyboard.press("Control+z")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    recorded(noras, evening, 1)
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
    phone: Callable[..., Phone],
) -> None:
    """Without the rules, the score pad shows the round until the server has answered."""
    noras = phone()
    evening = table(noras)
    went_out(noras, "Anna")
    digits(noras, 15)
    noras.tap("Next: Cleo")
    digits(noras, 25)
    noras.tap("Record")
    recorded(noras, evening, 1)
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "DELETE":
            held.append(route)
        else:
            route.continue_()

    noras.page.route("**/rounds/1/", hold)
    noras.tap("Undo")
    noras.wait_until(lambda: bool(held))
    noras.tap("Go on entering the round", "link")
    expect(line(noras, "Ben")).to_contain_text("15")
    held[0].continue_()
    taken_back(noras, evening)
    expect(line(noras, "Ben")).to_contain_text("15")
    noras.tap("Record")
    recorded(noras, evening, 1)

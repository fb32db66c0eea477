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
    player,
    press,
    recorded,
    table,
    taken_back,
    went_out,
)
from tests.client.phone import KeptPhone, Phone

FOUR = ("Nora", "Rosa", "Jonas", "Mia")


def test_a_round_of_four_takes_at_most_twelve_taps(phone: Callable[..., Phone]) -> None:
    """The points are known: a hand laid down, and two that were not."""
    noras = phone()
    evening = table(noras, FOUR)
    evening.rounds(1)
    open_pad(noras, evening)
    expect(noras.find("Round 2", "heading")).to_be_visible()
    before = noras.taps
    went_out(noras, "Nora")
    digits(noras, 15)
    noras.tap("Next: Jonas")
    digits(noras, 105)
    expect(line(noras, "Mia")).to_have_attribute("aria-current", "true")
    digits(noras, 120)
    noras.tap("Record")
    expect(noras.find("Round 3", "heading")).to_be_visible()
    assert noras.taps - before <= 12
    lines = {each["points"]: each["laid_down"] for each in recorded(noras, evening, 2)["lines"]}
    assert lines == {0: True, 15: True, 105: False, 120: False}


@pytest.mark.no_rules
def test_keys_add_up_and_every_tap_can_be_undone(phone: Callable[..., Phone]) -> None:
    noras = phone()
    evening = table(noras)
    went_out(noras, "Anna")
    press(noras, "+25", "+25", "+10", "+5")
    expect(line(noras, "Ben")).to_contain_text("65")
    expect(noras.page.get_by_text("25 + 25 + 10 + 5")).to_be_visible()
    noras.tap("Undo")
    expect(line(noras, "Ben")).to_contain_text("60")
    press(noras, "off")
    expect(line(noras, "Ben")).to_contain_text("50")
    press(noras, "clear")
    expect(line(noras, "Ben")).to_contain_text("–")
    noras.tap("Undo")
    expect(line(noras, "Ben")).to_contain_text("50")
    for _tap in range(5):
        noras.tap("Undo")
    expect(noras.find("Who went out?", "heading")).to_be_visible()
    expect(noras.find("Undo")).to_be_disabled()
    assert evening.read()["rounds"] == []


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
    digits(noras, 60)
    noras.tap("Record")  # too early: the question is still open
    noras.tap("Did not")
    noras.tap("Record")
    recorded(noras, evening, 1)
    phases = [each["phase"] for each in evening.read()["players"]]
    assert phases == [2, 2, 1]


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
def test_the_table_can_overrule_the_referee(phone: Callable[..., Phone]) -> None:
    noras = phone()
    evening = table(noras)
    went_out(noras, "Anna")
    checked(noras)
    digits(noras, 15)
    noras.tap("Next: Cleo")
    digits(noras, 245)
    expect(noras.page.get_by_text("Cleo cannot have 245 points")).to_be_visible()
    noras.tap("Keep it")
    expect(noras.find("Overrule")).to_be_disabled()
    noras.page.get_by_role("radio", name="Did not").locator("..").tap()
    noras.tap("We play it differently.")
    noras.tap("Overrule")
    expect(noras.page.get_by_text("The referee is overruled:")).to_be_visible()
    noras.tap("Record")
    made = recorded(noras, evening, 1)
    assert made["overrule"] == "We play it differently."
    assert [each["laid_down"] for each in made["lines"]] == [True, True, False]


@pytest.mark.no_rules
def test_nobody_went_out_if_the_table_says_so(phone: Callable[..., Phone]) -> None:
    noras = phone()
    evening = table(noras)
    noras.tap("Somebody went out", "link")
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
    notice = noras.page.get_by_role("status").filter(has_text="the deck has only 2")
    expect(notice.get_by_role("img", name="Red 5")).to_have_count(3)


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


def test_only_the_tied_play_a_tie_break(phone: Callable[..., Phone]) -> None:
    noras = phone()
    evening = table(noras, FOUR, phases=[1, 2])
    evening.round("Nora", Rosa=5, Jonas=60, Mia=70)
    evening.round("Rosa", Nora=5, Jonas=60, Mia=70)
    open_pad(noras, evening)
    expect(noras.page.get_by_text("Nora and Rosa play Phase 2 once more.")).to_be_visible()
    expect(player(noras, "Mia")).to_contain_text("not in the tie-break")
    went_out(noras, "Rosa")
    expect(noras.page.get_by_role("listitem").filter(has_text="Mia")).to_contain_text(
        "not in the tie-break"
    )
    digits(noras, 15)
    noras.tap("Record")
    expect(noras.find("Rosa wins!", "heading")).to_be_visible()
    expect(noras.find("Play again", "link")).to_be_visible()
    assert evening.read()["status"] == "over"


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


def test_without_a_network_a_round_is_entered_all_the_same(phone: Callable[..., Phone]) -> None:
    noras = phone()
    evening = table(noras)
    noras.offline()
    went_out(noras, "Anna")
    digits(noras, 15)
    noras.tap("Next: Cleo")
    digits(noras, 35)
    noras.tap("Record")
    expect(noras.find("Round 2", "heading")).to_be_visible()
    expect(noras.page.get_by_text("waits for the network")).to_be_visible()
    noras.online()
    recorded(noras, evening, 1)
    expect(noras.page.get_by_text("waits for the network")).to_have_count(0)
    assert evening.totals() == {"Anna": 0, "Ben": 15, "Cleo": 35}


def test_a_recorded_round_that_is_undone_is_back_in_the_form(phone: Callable[..., Phone]) -> None:
    noras = phone()
    evening = table(noras)
    went_out(noras, "Anna")
    digits(noras, 15)
    noras.tap("Next: Cleo")
    digits(noras, 25)
    noras.tap("Record")
    recorded(noras, evening, 1)
    noras.tap("Undo")
    taken_back(noras, evening)
    noras.tap("Go on entering the round", "link")
    expect(line(noras, "Ben")).to_contain_text("15")
    line(noras, "Cleo").tap()
    press(noras, "off", "0")
    noras.tap("Record")
    recorded(noras, evening, 1)
    assert evening.totals() == {"Anna": 0, "Ben": 15, "Cleo": 20}


@pytest.mark.no_rules
def test_an_undone_round_is_in_the_form_before_the_server_knows(
    phone: Callable[..., Phone],
) -> None:
    """Without the rules, the score pad shows the round until the server has answered."""
    noras = phone(service_workers="block")  # it would see requests before the test does
    noras.complaints.accept("reading 'waiting'")  # registering gives nothing then
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


@pytest.mark.no_rules
def test_keys_are_felt_once_somebody_wants_that(phone: Callable[..., Phone]) -> None:
    noras = phone()
    noras.context.add_init_script(
        "globalThis.buzzes = [];"
        "Navigator.prototype.vibrate = (time) => Boolean(globalThis.buzzes.push(time));"
    )
    evening = table(noras)

    def buzzes() -> int:
        return int(noras.page.evaluate("globalThis.buzzes.length"))

    went_out(noras, "Anna")
    press(noras, "5")
    expect(line(noras, "Ben")).to_contain_text("5")
    assert buzzes() == 0

    noras.open("/me")
    noras.find("Vibrate", "switch").tap()
    expect(noras.find("Vibrate", "switch")).to_be_checked()
    open_pad(noras, evening)
    noras.tap("Go on entering the round", "link")
    press(noras, "clear", "+25")
    expect(line(noras, "Ben")).to_contain_text("25")
    assert buzzes() == 2
    noras.tap("Cards")
    noras.tap("Blue")
    noras.tap("Skip")
    expect(line(noras, "Ben")).to_contain_text("15")
    assert buzzes() == 4

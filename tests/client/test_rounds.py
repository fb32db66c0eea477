"""The score sheet, corrections and the history, as a phone shows them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.client.hands import digits, line, press, table, went_out
from tests.client.patience import until
from tests.client.phone import Phone
from tests.client.seeds import Evening

pytestmark = pytest.mark.no_rules

SIX = ("Anna", "Grandma Rosa", "Cleo", "Dora", "Maximilian", "Finn")


def opened(phone: Phone, evening: Evening, screen: str = "/rounds") -> None:
    phone.open(f"/g/{evening.game}{screen}")


def row(phone: Phone, number: int) -> Locator:
    header = phone.find(f"Round {number}", "rowheader")
    return phone.page.get_by_role("row").filter(has=header)


def tries(evening: Evening) -> None:
    """Three rounds with two Phases: each player has laid down the first one."""
    evening.round("Anna", Ben=105, Cleo=110)
    evening.round("Ben", Anna=105, Cleo=115)
    evening.round("Cleo", Anna=110, Ben=105)


@pytest.mark.release
def test_six_players_and_forty_rounds_fit_a_narrow_phone(
    phone: Callable[..., Phone],
) -> None:
    anna = phone(viewport={"width": 320, "height": 640})
    evening = table(anna, SIX)
    evening.rounds(40)
    opened(anna, evening)

    # The latest round is in view, and so are the names and the totals.
    expect(row(anna, 40)).to_be_in_viewport()
    for name, total in evening.totals().items():
        expect(anna.find(name, "columnheader")).to_be_in_viewport()
        cell = anna.page.get_by_role("row", name="Total").get_by_text(str(total), exact=True)
        expect(cell.first).to_be_in_viewport()
    sheet = anna.find("Score sheet", "region")
    assert sheet.evaluate("(box) => box.scrollWidth - box.clientWidth") == 0
    assert anna.sideways() == 0

    row(anna, 1).scroll_into_view_if_needed()
    expect(anna.find("Finn", "columnheader")).to_be_in_viewport()
    line = evening.read()["rounds"][0]["lines"][2]
    expect(row(anna, 1).get_by_role("cell").nth(2)).to_contain_text(str(line["points"]))


@pytest.mark.release
def test_the_sheet_says_what_happened_in_a_round(phone: Callable[..., Phone]) -> None:
    anna = phone()
    evening = table(anna)
    evening.round("Anna", Ben=40, Cleo=105)
    opened(anna, evening)
    first = row(anna, 1).get_by_role("cell")
    expect(first.nth(0)).to_contain_text("out")
    expect(first.nth(0).get_by_role("img", name="dealt")).to_be_visible()
    expect(first.nth(1).get_by_role("img", name="Phase 1, laid down")).to_be_visible()
    expect(first.nth(2).get_by_role("img", name="Phase 1, not laid down")).to_be_visible()

    # Another phone records: the sheet follows, and shows totals if asked.
    evening.round("Ben", Anna=10, Cleo=110)
    expect(row(anna, 2)).to_be_visible()
    anna.page.get_by_text("Totals", exact=True).tap()
    expect(row(anna, 2).get_by_role("cell").nth(2)).to_contain_text("215")


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(True, id="rules"),
        pytest.param(False, id="no rules", marks=pytest.mark.release),
    ],
)
def test_a_correction_that_ends_the_game_earlier(
    phone: Callable[..., Phone], *, rules: bool
) -> None:
    anna = phone(rules=rules)
    evening = table(anna, phases=[1, 2])
    tries(evening)
    opened(anna, evening)
    if rules:
        anna.wait_until_rules_answer()

    # In round 2, Anna had laid down and had 5 points left.
    anna.tap("Round 2", "link")
    line(anna, "Anna").tap()
    press(anna, "clear")
    digits(anna, 5)
    anna.tap("Correct round 2")
    says = anna.page.get_by_text
    expect(says("The game ends with round 2. It is won by Anna.")).to_be_visible()
    expect(says("Round 3 will be dropped: the game ends before it.")).to_be_visible()
    expect(anna.page.get_by_role("row", name="Anna").get_by_role("cell").first).to_contain_text(
        "215"
    )
    assert len(evening.read()["rounds"]) == 3

    anna.tap("Correct it")
    expect(row(anna, 2)).to_be_visible()
    expect(row(anna, 3)).to_have_count(0)
    until(lambda: evening.read()["status"] == "over")
    assert evening.read()["winners"] == [evening.players["Anna"]]

    anna.tap("History", "link")
    expect(says("Anna corrected round 2.")).to_be_visible()
    expect(says("105, not laid down", exact=True).first).to_be_visible()
    expect(says("dropped")).to_be_visible()


def begin_correction(anna: Phone, evening: Evening) -> None:
    """Ben's 105 points of round 1 are to be 120."""
    evening.round("Anna", Ben=105, Cleo=110)
    opened(anna, evening, "/rounds/1")
    line(anna, "Ben").tap()
    press(anna, "clear")
    digits(anna, 120)


@pytest.mark.release
def test_a_correction_is_left_and_found_again(phone: Callable[..., Phone]) -> None:
    anna = phone()
    evening = table(anna)
    begin_correction(anna, evening)
    anna.until_kept('"digits":"120"')
    anna.page.reload()
    expect(line(anna, "Ben")).to_contain_text("120")
    anna.tap("Correct round 1")
    expect(anna.page.get_by_role("row", name="Ben")).to_contain_text("120")
    anna.tap("Back to the points")
    expect(line(anna, "Ben")).to_contain_text("120")
    assert evening.totals()["Ben"] == 105


@pytest.mark.release
def test_a_correction_stays_when_another_phone_corrects_the_same_round(
    phone: Callable[..., Phone],
) -> None:
    anna = phone()
    evening = table(anna)
    begin_correction(anna, evening)
    anna.tap("Correct round 1")
    expect(anna.find("Correct it")).to_be_visible()
    evening.correct(1, "Anna", Ben=105, Cleo=115)
    expect(anna.page.get_by_text("Round 1 was changed on another phone.")).to_be_visible()
    expect(line(anna, "Ben")).to_contain_text("120")
    anna.tap("Correct round 1")
    expect(anna.page.get_by_role("row", name="Cleo")).to_contain_text("115")
    anna.tap("Back to the points")
    anna.tap("Keep what is recorded")
    expect(row(anna, 1)).to_contain_text("115")
    opened(anna, evening, "/rounds/1")
    expect(line(anna, "Ben")).to_contain_text("105")


def test_a_second_tap_takes_no_second_round_back(phone: Callable[..., Phone]) -> None:
    anna = phone()
    evening = table(anna)
    tries(evening)
    opened(anna, evening)
    anna.tap("Take back round 3")
    anna.tap("Take back round 2")
    asked = anna.page.get_by_role("dialog", name="Take back round 2, too?")
    asked.get_by_role("button", name="Cancel").tap()
    expect(asked).to_have_count(0)
    # The focus is not lost with the dialog.
    expect(anna.find("Take back round 2")).to_be_focused()
    anna.until_sent()
    assert len(evening.read()["rounds"]) == 2


def test_the_last_round_is_taken_back_and_undone(phone: Callable[..., Phone]) -> None:
    anna = phone()
    evening = table(anna)
    tries(evening)
    before = evening.totals()
    opened(anna, evening)
    anna.tap("Take back round 3")
    expect(row(anna, 3)).to_have_count(0)
    until(lambda: len(evening.read()["rounds"]) == 2)

    anna.tap("Undo")
    expect(row(anna, 3)).to_be_visible()
    until(lambda: evening.totals() == before)
    expect(row(anna, 3).get_by_role("img", name="dealt")).to_be_visible()


@pytest.mark.release
def test_it_can_be_undone_however_long_the_server_takes(phone: Callable[..., Phone]) -> None:
    anna = phone()
    evening = table(anna)
    tries(evening)
    before = evening.totals()
    anna.page.clock.install()
    opened(anna, evening)
    held: list[Route] = []
    anna.page.route("**/rounds/3/", lambda route: held.append(route))
    anna.tap("Take back round 3")
    anna.wait_until(lambda: bool(held))
    anna.page.clock.fast_forward(13_000)  # longer than the bar stays after the answer
    expect(anna.find("Undo")).to_be_visible()
    held[0].continue_()
    expect(row(anna, 3)).to_have_count(0)
    anna.tap("Undo")
    expect(row(anna, 3)).to_be_visible()
    until(lambda: evening.totals() == before)


@pytest.mark.release
def test_the_history_is_read_page_by_page_and_offline(
    phone: Callable[..., Phone],
) -> None:
    anna = phone()
    evening = table(anna, SIX)
    evening.rounds(40)
    for number in range(12):
        rules = {"house_rules": {"must_lay_down": number % 2 == 0}}
        status, _answer, _headers = evening.owner.ask(
            "PATCH", evening.path, rules, **{"If-Match": "*"}
        )
        assert status == 200
    opened(anna, evening)
    anna.tap("History", "link")
    says = anna.page.get_by_text
    expect(says("Anna changed the settings.").first).to_be_visible()
    expect(says("Anna started the game.")).to_have_count(0)
    anna.tap("Show earlier changes")
    expect(says("Anna started the game.")).to_be_attached()
    expect(says("Anna recorded round 40.")).to_have_count(1)

    anna.tap("Rounds", "link")
    anna.offline()
    anna.tap("History", "link")
    expect(says("this is as far as this phone knows it")).to_be_visible()
    expect(says("Anna started the game.")).to_be_attached()


def test_a_round_that_another_phone_recorded_is_corrected_to_mine(
    phone: Callable[..., Phone],
) -> None:
    anna = phone()
    evening = table(anna)
    went_out(anna, "Anna")
    digits(anna, 120)
    line(anna, "Cleo").tap()
    digits(anna, 5)
    evening.round("Anna", Ben=105, Cleo=5)
    anna.tap("Correct it to what is typed here")
    expect(line(anna, "Ben")).to_contain_text("120")
    anna.tap("Correct round 1")
    anna.tap("Correct it")
    until(lambda: evening.totals() == {"Anna": 0, "Ben": 120, "Cleo": 5})

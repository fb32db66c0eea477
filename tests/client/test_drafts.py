"""A round in which each phone enters its own line."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.client.hands import digits, line, open_pad, player, press, recorded, table
from tests.client.phone import Phone
from tests.client.screens import drafted, two_lines
from tests.client.seeds import Evening

pytestmark = pytest.mark.no_rules


def joined(phone: Phone, evening: Evening, name: str, role: str = "viewer") -> None:
    """Have somebody else join by their own phone, as one of the players at the table."""
    page = phone.open(f"/join/{evening.invite(role)}")
    page.get_by_label("Your name").fill(name)
    phone.tap("Join")
    expect(page.get_by_role("heading", name="Which of these players are you?")).to_be_visible()
    page.get_by_role("list", name="Players").get_by_role("button", name=name).tap()
    expect(page.get_by_role("heading", name="Which of these players are you?")).to_have_count(0)
    if role == "viewer":
        evening.approve(name)
    open_pad(phone, evening)


def started(phone: Callable[..., Phone]) -> tuple[Phone, Phone, Evening]:
    """Anna's phone, which keeps the score, and Cleo's, with a draft of the first round."""
    annas, cleos = phone(), phone()
    evening = table(annas)
    joined(cleos, evening, "Cleo")
    open_pad(annas, evening)
    annas.tap("Enter points", "link")
    annas.tap("Each phone enters its own")
    expect(annas.page.get_by_text("Still missing: Anna, Ben and Cleo")).to_be_visible()
    return annas, cleos, evening


def test_each_phone_enters_its_own_points(phone: Callable[..., Phone]) -> None:
    annas, cleos, evening = started(phone)
    expect(cleos.page.get_by_text("Round 1 is being entered.")).to_be_visible()
    cleos.tap("Enter points", "link")
    digits(cleos, 15)
    cleos.tap("Enter")
    expect(line(annas, "Cleo")).to_contain_text("15")
    expect(line(annas, "Cleo")).to_contain_text("entered by Cleo")
    # Whoever only plays enters only their own line; whoever keeps the score enters any.
    expect(
        cleos.page.get_by_role("listitem").filter(has_text="Ben").get_by_role("button")
    ).to_have_count(0)
    line(annas, "Anna").tap()
    annas.tap("Anna went out")
    expect(cleos.page.get_by_text("went out", exact=True)).to_be_visible()
    line(annas, "Ben").tap()
    press(annas, "+25", "+10")
    annas.tap("Enter")
    recorded(annas, evening, 1)
    expect(player(cleos, "Ben")).to_contain_text("35")
    assert evening.totals() == {"Anna": 0, "Ben": 35, "Cleo": 15}


@pytest.mark.release
def test_a_viewer_is_told_who_enters_instead_of_the_form(
    phone: Callable[..., Phone], address: str
) -> None:
    evening = Evening(address)
    veras = phone()
    veras.log_in("Vera", evening.join("Vera", "viewer").token)
    veras.open(f"/g/{evening.game}/enter")
    told = veras.page.get_by_text("You are watching: scorers enter the rounds.")
    expect(told).to_be_visible()
    expect(veras.page.get_by_text("Who went out?")).to_have_count(0)


@pytest.mark.release
def test_a_row_that_was_tapped_by_mistake_is_left_again(phone: Callable[..., Phone]) -> None:
    annas, _cleos, _evening = started(phone)
    undo, finish = annas.find("Undo"), annas.find("Finish on this phone")
    expect(undo).to_be_disabled()
    line(annas, "Ben").tap()
    expect(finish).to_have_count(0)
    undo.tap()
    expect(finish).to_be_visible()
    line(annas, "Ben").tap()
    digits(annas, 15)
    annas.tap("Enter")
    expect(line(annas, "Ben")).to_contain_text("entered by Anna")
    expect(undo).to_be_disabled()


def test_what_is_typed_while_a_line_is_stored_stays(phone: Callable[..., Phone]) -> None:
    annas, _cleos, _evening = started(phone)
    line(annas, "Ben").tap()
    digits(annas, 15)
    enter = annas.find("Enter").element_handle()
    row = line(annas, "Cleo").element_handle()
    annas.page.evaluate("([enter, row]) => { enter.click(); row.click(); }", [enter, row])
    expect(line(annas, "Ben")).to_contain_text("entered by Anna")
    expect(line(annas, "Cleo")).to_have_attribute("aria-current", "true")
    expect(annas.find("Cleo went out")).to_be_visible()


@pytest.mark.release
def test_impossible_points_are_shown_to_all_and_corrected_on_one_phone(
    phone: Callable[..., Phone],
) -> None:
    annas, cleos, evening = started(phone)
    for name, points in (("Ben", 15), ("Cleo", 245)):
        line(annas, name).tap()
        digits(annas, points)
        annas.tap("Enter")
    line(annas, "Anna").tap()
    annas.tap("Anna went out")
    expect(annas.page.get_by_text("Cleo cannot have 245 points")).to_be_visible()
    cleos.tap("Enter points", "link")
    expect(cleos.page.get_by_text("Cleo cannot have 245 points")).to_be_visible()
    annas.tap("Finish on this phone")
    line(annas, "Cleo").tap()
    press(annas, "clear")
    digits(annas, 105)
    expect(annas.page.get_by_text("Anna has entered 245 for Cleo.")).to_be_visible()
    annas.tap("Record")
    recorded(annas, evening, 1)
    assert evening.totals() == {"Anna": 0, "Ben": 15, "Cleo": 105}


@pytest.mark.release
def test_what_only_the_plays_on_the_table_contradict_is_told_to_all(
    phone: Callable[..., Phone],
) -> None:
    annas, dans = phone(), phone()
    evening = table(annas, turns_logged=True)
    evening.play("draw", "Ben", pile="draw_pile")
    evening.play("lay_down", "Ben", groups=[["R5", "B5", "G5"], ["G9", "Y9", "R9"]])
    evening.play("discard", "Ben", goes_out=True)  # his hits are missing
    dans.log_in("Dan", evening.join("Dan").token)
    dans.open(f"/g/{evening.game}/enter")
    open_pad(annas, evening)
    annas.tap("Enter points", "link")
    annas.tap("Each phone enters its own")
    line(annas, "Ben").tap()
    annas.tap("Ben went out")
    for name, points in (("Anna", 105), ("Cleo", 110)):
        line(annas, name).tap()
        digits(annas, points)
        annas.tap("Enter")
    for each in (annas, dans):
        told = each.page.get_by_text("Ben must have put 10 cards on the table, not 6")
        expect(told).to_be_visible()


@pytest.mark.release
def test_a_line_that_somebody_else_has_changed_is_decided_where_it_is_asked(
    phone: Callable[..., Phone], address: str
) -> None:
    evening = Evening(address)
    annas = phone()
    annas.log_in("Anna", evening.owner.token)
    annas.complaints.accept("^409: ")
    annas.open(drafted(evening))
    two_lines(annas, evening)
    expect(annas.page.get_by_text("1 change needs your decision")).to_have_count(0)
    annas.tap("Keep mine")
    annas.until_sent()
    expect(line(annas, "Ben")).to_contain_text("25")


def test_two_phones_enter_different_points_for_the_same_player(
    phone: Callable[..., Phone],
) -> None:
    """Ben's points come from Dan's phone, too, while Anna's has no network and records alone."""
    annas, _cleos, evening = started(phone)
    dans = phone()
    dans.log_in("Dan", evening.join("Dan").token)
    open_pad(dans, evening)
    annas.complaints.accept("^409: ")
    annas.tap("Finish on this phone")
    annas.offline()
    line(annas, "Anna").tap()
    for name, points in (("Ben", 15), ("Cleo", 105)):
        line(annas, name).tap()
        digits(annas, points)
    dans.tap("Enter points", "link")
    line(dans, "Ben").tap()
    digits(dans, 25)
    dans.tap("Enter")
    dans.wait_until(lambda: kept_points(evening) == [25])
    annas.tap("Record")
    annas.online()
    annas.tap("1 change needs your decision", "link")
    expect(annas.page.get_by_text("Other lines have been entered for this round.")).to_be_visible()
    versions = annas.page.get_by_role("row").filter(has_text="Ben").get_by_role("cell")
    expect(versions).to_have_text(["25", "15 (differs)"])
    annas.tap("Do it all the same")
    recorded(annas, evening, 1)
    expect(player(dans, "Ben")).to_contain_text("15")
    assert evening.totals() == {"Anna": 0, "Ben": 15, "Cleo": 105}


def kept_points(evening: Evening) -> list[int]:
    """The points of the draft as the server has it."""
    return [each["points"] for each in evening.owner.get(f"{evening.path}draft/")["draft"]["lines"]]

"""The score pad: what it says about a game, and where it leads."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.client.hands import open_pad, player, table
from tests.client.phone import Phone

pytestmark = pytest.mark.no_rules


def test_it_is_a_table_of_who_stands_where(anna: Phone) -> None:
    evening = table(anna)
    evening.round("Anna", Ben=35, Cleo=105)
    standings = anna.page.get_by_role("table", name="Standings")
    expect(standings.get_by_role("row")).to_have_count(4)
    expect(player(anna, "Anna")).to_contain_text("out")
    expect(player(anna, "Ben")).to_contain_text("+35")
    expect(player(anna, "Ben").get_by_role("cell").first).to_have_text("35")
    expect(player(anna, "Ben")).to_contain_text("deals")
    expect(player(anna, "Cleo")).to_contain_text("starts")
    expect(player(anna, "Cleo")).to_contain_text("Set of 3 + set of 3")


@pytest.mark.release
def test_keys_of_a_laptop_lead_past_the_standings(anna: Phone) -> None:
    evening = table(anna)
    evening.round("Anna", Ben=35, Cleo=105)
    open_pad(anna, evening)
    for key in ("Tab", "Enter"):
        anna.page.keyboard.press(key)
    expect(anna.find("Enter points", "link")).to_be_focused()


@pytest.mark.release
def test_the_live_table_is_one_tap_away_where_plays_are_noted(anna: Phone) -> None:
    evening = table(anna)
    expect(anna.find("Referee", "link")).to_be_visible()
    expect(anna.find("Live table", "link")).to_have_count(0)
    evening.play("lay_down", "Ben", groups=[["R5", "B5", "G5"], ["G9", "Y9", "R9"]])
    open_pad(anna, evening)
    anna.tap("Live table", "link")
    expect(anna.find("Ben", "region")).to_be_visible()
    anna.page.go_back()
    evening.round("Anna", Ben=35, Cleo=105)
    expect(anna.find("Round 2", "heading")).to_be_visible()
    expect(anna.find("Live table", "link")).to_be_visible()


@pytest.mark.release
def test_late_joiners_and_leavers_are_greyed_with_the_reason(anna: Phone) -> None:
    evening = table(anna, ("Anna", "Ben", "Cleo", "Dan"))
    evening.round("Anna", Ben=35, Cleo=105, Dan=110)
    _status, _game, headers = evening.owner.ask("GET", evening.path)
    status, answer, _headers = evening.owner.ask(
        "DELETE",
        f"{evening.path}players/{evening.players['Dan']}/",
        **{"If-Match": headers["ETag"]},
    )
    assert status == 200, answer
    expect(player(anna, "Dan")).to_contain_text("has left")
    anna.tap("Enter points", "link")
    gone = anna.page.get_by_role("listitem").filter(has_text="Dan")
    expect(gone).to_contain_text("has left")
    expect(gone.get_by_role("button")).to_have_count(0)
    open_pad(anna, evening)


def test_the_end_of_a_game_is_told_and_sent_as_a_picture(anna: Phone) -> None:
    evening = table(anna)
    anna.open(f"/g/{evening.finished}")
    expect(anna.find("Anna wins!", "heading")).to_be_visible()
    main = anna.page.get_by_role("main")
    expect(main).to_contain_text("Closest rivalBBen1 Phase behind")
    expect(main).to_contain_text("Worst handBBen105 points in round 1")
    expect(anna.find("Play again", "link")).to_be_visible()
    with anna.page.expect_download() as download:
        anna.tap("Send the picture")
    assert download.value.suggested_filename.endswith(".png")

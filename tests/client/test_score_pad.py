"""The score pad: what it says about a game, and where it leads."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.client.hands import open_pad, player, table
from tests.client.phone import Phone
from tests.client.test_drafts import joined

pytestmark = pytest.mark.no_rules


def test_it_is_a_table_of_who_stands_where(phone: Callable[..., Phone]) -> None:
    annas = phone()
    evening = table(annas)
    evening.round("Anna", Ben=35, Cleo=105)
    standings = annas.page.get_by_role("table", name="Standings")
    expect(standings.get_by_role("row")).to_have_count(4)
    expect(player(annas, "Anna")).to_contain_text("out")
    expect(player(annas, "Ben")).to_contain_text("+35")
    expect(player(annas, "Ben").get_by_role("cell").first).to_have_text("35")
    expect(player(annas, "Ben")).to_contain_text("deals")
    expect(player(annas, "Cleo")).to_contain_text("starts")
    expect(player(annas, "Cleo")).to_contain_text("Set of 3 + set of 3")


def test_a_phase_is_shown_with_its_cards(phone: Callable[..., Phone]) -> None:
    annas = phone()
    table(annas, phases=[3], edition="flip")
    player(annas, "Ben").get_by_role("button").tap()
    dialog = annas.find("Phase 1", "dialog")
    expect(dialog.get_by_role("img")).to_have_count(5)
    expect(dialog).to_contain_text("Color run: consecutive numbers of one color.")
    annas.tap("Close")
    expect(dialog).to_have_count(0)


def test_the_live_table_is_one_tap_away_where_plays_are_noted(phone: Callable[..., Phone]) -> None:
    annas = phone()
    evening = table(annas)
    expect(annas.find("Referee", "link")).to_be_visible()
    expect(annas.find("Live table", "link")).to_have_count(0)
    evening.play("lay-downs", "Ben", groups=[["R5", "B5", "G5"], ["G9", "Y9", "R9"]])
    open_pad(annas, evening)
    annas.tap("Live table", "link")
    expect(annas.find("Ben", "region")).to_be_visible()
    annas.page.go_back()
    evening.round("Anna", Ben=35, Cleo=105)
    expect(annas.find("Round 2", "heading")).to_be_visible()
    expect(annas.find("Live table", "link")).to_be_visible()


def test_who_only_watches_is_told_so(phone: Callable[..., Phone]) -> None:
    annas, cleos = phone(), phone()
    evening = table(annas)
    joined(cleos, evening, "Cleo")
    expect(cleos.page.get_by_text("scorers enter the rounds")).to_be_visible()
    expect(cleos.find("Somebody went out", "link")).to_have_count(0)


def test_late_joiners_and_leavers_are_greyed_with_the_reason(phone: Callable[..., Phone]) -> None:
    annas = phone()
    evening = table(annas, ("Anna", "Ben", "Cleo", "Dan"))
    evening.round("Anna", Ben=35, Cleo=105, Dan=110)
    _status, _game, headers = evening.owner.ask("GET", evening.path)
    status, answer, _headers = evening.owner.ask(
        "DELETE",
        f"{evening.path}players/{evening.players['Dan']}/",
        **{"If-Match": headers["ETag"]},
    )
    assert status == 200, answer
    expect(player(annas, "Dan")).to_contain_text("has left")
    annas.tap("Somebody went out", "link")
    gone = annas.page.get_by_role("listitem").filter(has_text="Dan")
    expect(gone).to_contain_text("has left")
    expect(gone.get_by_role("button")).to_have_count(0)
    open_pad(annas, evening)

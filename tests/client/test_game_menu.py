"""The menu of a game: its players, its rules and its end."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.client.hands import table
from tests.client.patience import until
from tests.client.phone import Phone
from tests.client.seeds import Evening

pytestmark = pytest.mark.no_rules


@pytest.fixture
def evening(anna: Phone) -> Evening:
    """A game with a round, and its menu in view."""
    made = table(anna)
    made.round("Anna", Ben=40, Cleo=105)
    expect(anna.find("Round 2", "heading")).to_be_visible()  # or what follows is about round 1
    open_menu(anna, made)
    return made


def open_menu(phone: Phone, evening: Evening) -> None:
    phone.open(f"/g/{evening.game}/menu")
    phone.find("Players", "heading").wait_for()


def listed(phone: Phone, name: str) -> Locator:
    players = phone.find("Players", "list")
    return players.get_by_role("button").filter(has_text=name)


def standing(evening: Evening, name: str) -> Any:
    players = evening.read()["players"]
    return next((player for player in players if player["name"] == name), None)


def test_somebody_joins_late(anna: Phone, evening: Evening) -> None:
    anna.tap("Add a player")
    anna.page.get_by_label("Name").fill("Dora")
    anna.page.get_by_label("Sits to the left of").select_option("Anna")
    anna.tap("average: 50")
    anna.tap("Add Dora")
    expect(listed(anna, "Dora")).to_contain_text("from round 2 on")
    until(lambda: standing(evening, "Dora"))
    dora = standing(evening, "Dora")
    assert (dora["seat"], dora["total"], dora["phase"]) == (1, 50, 1)

    evening.players["Dora"] = dora["id"]
    evening.round("Dora", Anna=105, Ben=110, Cleo=115)
    anna.tap("Rounds", "link")
    note = anna.page.get_by_text("Dora joins in round 2 with 50 points.")
    expect(note).to_be_visible()


@pytest.mark.release
def test_players_come_and_go_without_a_network(anna: Phone, evening: Evening) -> None:
    anna.offline()
    anna.tap("Add a player")
    anna.page.get_by_label("Name").fill("Dora")
    anna.tap("Add Dora")
    expect(listed(anna, "Dora").or_(anna.page.get_by_text("Saved here")).first).to_be_visible()
    assert standing(evening, "Dora") is None
    anna.online()
    until(lambda: (standing(evening, "Dora") or {}).get("at_table"))


def test_a_game_is_ended_early_and_resumed(anna: Phone, evening: Evening) -> None:
    anna.tap("End the game early")
    expect(anna.page.get_by_text("The game is won by Anna.")).to_be_visible()
    anna.tap("End the game")
    expect(anna.find("Anna wins!", "heading")).to_be_visible()
    until(lambda: evening.read()["ended_early"])
    assert evening.read()["winners"] == [evening.players["Anna"]]

    anna.tap("More", "link")
    anna.tap("Resume the game")
    until(lambda: evening.read()["status"] == "playing")
    expect(anna.find("End the game early")).to_be_visible()


@pytest.mark.release
def test_before_the_first_round_seats_and_ending_can_change(
    anna: Phone,
) -> None:
    evening = table(anna)
    open_menu(anna, evening)
    anna.tap("Move Cleo up")
    anna.tap("Remove Ben")
    anna.page.get_by_label("Add somebody new").fill("Dora")
    anna.tap("Add")
    expect(anna.find("Remove Dora")).to_be_visible()
    anna.page.get_by_label("Deals first").select_option("Dora")
    anna.page.get_by_text("After one round for each Phase").tap()
    until(lambda: evening.read()["variant"] == "fixed_rounds")
    game = evening.read()
    names = [player["name"] for player in sorted(game["players"], key=lambda one: one["seat"])]
    assert names == ["Anna", "Cleo", "Dora"]
    assert game["first_dealer"] == standing(evening, "Dora")["id"]


@pytest.mark.release
def test_a_full_table_offers_no_seat(anna: Phone) -> None:
    evening = table(anna, ("Anna", "Ben", "Cleo", "Dora", "Eli", "Fay"))
    open_menu(anna, evening)
    newcomer = anna.page.get_by_label("Add somebody new")
    expect(anna.page.get_by_text("The table is full: at most 6 play.")).to_be_visible()
    expect(newcomer).to_have_count(0)
    anna.tap("Remove Fay")
    expect(newcomer).to_be_visible()
    anna.tap("+ Fay")
    until(lambda: standing(evening, "Fay"))
    evening.round("Anna", Ben=10, Cleo=10, Dora=10, Eli=10, Fay=10)
    expect(anna.page.get_by_label("Deals first")).to_have_count(0)
    expect(anna.find("Add a player")).to_have_count(0)
    expect(anna.page.get_by_text("The table is full: at most 6 play.")).to_be_visible()


@pytest.mark.release
def test_logging_every_turn_is_switched_on_unless_something_is_on_the_table(
    anna: Phone, evening: Evening
) -> None:
    rule = anna.find("Log every turn", "switch")
    rule.tap()
    expect(rule).to_be_checked()
    until(lambda: evening.read()["turns_logged"])
    anna.tap("Undo")
    expect(rule).not_to_be_checked()
    until(lambda: not evening.read()["turns_logged"])

    groups = [["R3", "B3", "G3"], ["R5", "B5", "G5"]]
    play = {"kind": "lay_down", "player": evening.players["Cleo"], "round": 2, "groups": groups}
    anna.offline()  # or the phone hears of it and does not offer the change
    evening.owner.post(f"{evening.path}table/plays/", play)
    anna.complaints.accept("^409: ")
    rule.tap()
    anna.online()
    anna.tap("1 change needs your decision", "link")
    expect(anna.page.get_by_text("The settings of the game were not changed.")).to_be_visible()
    expect(anna.page.get_by_text("plays on the table")).to_be_visible()


def test_a_game_is_deleted_and_restored(anna: Phone, evening: Evening) -> None:
    anna.complaints.accept("^404: GET .*/games/")  # it was just being read
    anna.tap("Delete the game")
    expect(anna.find("Kitchen table", "heading")).to_be_visible()
    until(lambda: evening.owner.ask("GET", evening.path)[0] == 404)
    anna.page.get_by_text("Deleted games").tap()
    anna.tap("Restore")
    expect(anna.find("In progress", "heading")).to_be_visible()
    expect(anna.page.get_by_text("Deleted games")).to_have_count(0)
    until(lambda: evening.owner.ask("GET", evening.path)[0] == 200)
    assert evening.read()["status"] == "playing"


def test_the_next_game_begins_with_the_same_people(anna: Phone, evening: Evening) -> None:
    anna.tap("New game with the same people", "link")
    seats = anna.find("Seats", "list").get_by_role("listitem")
    expect(seats).to_have_count(3)
    expect(seats.nth(0)).to_contain_text("Anna")

"""The screen of a group: its games, its players and its members."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, expect

from tests.client.hands import table
from tests.client.patience import until
from tests.client.phone import Phone
from tests.client.seeds import Evening

pytestmark = pytest.mark.no_rules


@pytest.fixture
def evening(anna: Phone) -> Evening:
    """A game with a round, and its group in view."""
    made = table(anna)
    made.round("Anna", Ben=40, Cleo=105)
    anna.open(f"/group/{made.group}")
    anna.find("This group", "heading").wait_for()
    return made


def entry(phone: Phone, kind: str, name: str) -> Locator:
    """A player or a member in the list of them."""
    return phone.find(kind, "list").get_by_role("button").filter(has_text=name)


def dialog(phone: Phone) -> Locator:
    return phone.page.get_by_role("dialog")


def names(evening: Evening) -> list[str]:
    group: Any = evening.owner.get(f"/groups/{evening.group}/")
    return sorted(player["name"] for player in group["players"])


def test_the_games_of_a_group_the_current_one_first(anna: Phone, evening: Evening) -> None:
    evening.owner.ask("POST", f"{evening.path}end/", None, **{"If-Match": "*"})
    evening.game = evening.start()
    links = anna.page.get_by_role("main").locator('a[href^="/g/"]')
    expect(links.nth(0)).to_contain_text("Round 1")
    expect(links.nth(1)).to_contain_text("Won by Anna")
    expect(links.nth(1)).to_contain_text("Ben 40")
    evening.round("Ben", Anna=15, Cleo=105)
    expect(links.nth(0)).to_contain_text("Round 2")


@pytest.mark.release
def test_of_many_games_the_latest_stand_above_the_people(anna: Phone) -> None:
    made = table(anna)
    assert len(made.history) == 8
    anna.open(f"/group/{made.group}")
    won = anna.page.get_by_role("main").locator('a[href^="/g/"]').filter(has_text="Won by")
    expect(won).to_have_count(5)
    earlier = anna.page.locator("summary").filter(has_text="Earlier games")
    expect(earlier).to_contain_text("3")
    earlier.tap()
    expect(won).to_have_count(8)
    started = [game["id"] for game in made.owner.get(f"/groups/{made.group}/games/")["results"]]
    paths = [str(link.get_attribute("href")) for link in won.all()]
    assert paths == [f"/g/{game}" for game in started if game != made.game]


def test_two_players_who_are_one_are_merged(anna: Phone, evening: Evening) -> None:
    double = evening.owner.post(f"/groups/{evening.group}/players/", {"name": "Benny"})["id"]
    body = {"edition": "classic", "players": [double, evening.players["Anna"]]}
    other = evening.owner.post(f"/groups/{evening.group}/games/", body)["id"]
    entry(anna, "Players", "Benny").tap()
    anna.tap("Is the same person as …")

    # Anna sat at the table with Benny, so they are two.
    same = anna.page.get_by_label("The same person as")
    same.select_option("Anna")
    expect(anna.page.get_by_text("They are not one person.")).to_be_visible()
    expect(anna.find("Merge the two")).to_be_disabled()

    same.select_option("Ben")
    expect(anna.page.get_by_text("This cannot be undone.")).to_be_visible()
    expect(anna.page.get_by_text("1 known game of Benny becomes a game of Ben.")).to_be_visible()
    anna.see()
    anna.tap("Merge the two")
    expect(entry(anna, "Players", "Benny")).to_have_count(0)
    until(lambda: names(evening) == ["Anna", "Ben", "Cleo"])
    seated = evening.owner.get(f"/games/{other}/")["players"]
    assert {player["name"] for player in seated} == {"Ben", "Anna"}


def test_a_player_is_added_leaves_and_is_deleted(anna: Phone, evening: Evening) -> None:
    anna.page.get_by_label("Add a player").fill("Dora")
    anna.tap("Add")
    entry(anna, "Players", "Dora").tap()
    anna.tap("Delete: never played")
    expect(entry(anna, "Players", "Dora")).to_have_count(0)
    until(lambda: names(evening) == ["Anna", "Ben", "Cleo"])

    entry(anna, "Players", "Cleo").tap()
    expect(anna.find("Delete: never played")).to_have_count(0)
    anna.tap("Has left the group")
    until(lambda: names(evening) == ["Anna", "Ben"])
    anna.page.get_by_text("Players who have left").tap()
    anna.page.get_by_role("button", name="Cleo").tap()
    anna.tap("Is back in the group")
    expect(entry(anna, "Players", "Cleo")).to_be_visible()
    until(lambda: names(evening) == ["Anna", "Ben", "Cleo"])


@pytest.mark.release
def test_a_person_says_who_they_are(anna: Phone, evening: Evening) -> None:
    entry(anna, "Players", "Anna").tap()
    anna.tap("This is me")
    expect(entry(anna, "Players", "Anna")).to_contain_text("you")
    entry(anna, "Players", "Anna").tap()
    anna.tap("This is not me")
    expect(entry(anna, "Players", "Anna")).not_to_contain_text("you")

    anna.offline()
    entry(anna, "Players", "Anna").tap()
    anna.tap("This is me")
    expect(anna.page.get_by_text("This needs the network.")).to_be_visible()


@pytest.mark.release
def test_members_get_roles_and_are_removed(anna: Phone, evening: Evening) -> None:
    ben = evening.join("Ben")
    anna.unfold("Members")
    entry(anna, "Members", "Ben").tap()
    anna.page.get_by_text("Watches, and enters their own points.").tap()
    dialog(anna).get_by_role("button", name="Close").tap()
    expect(entry(anna, "Members", "Ben")).to_contain_text("Viewer")
    until(lambda: ben.get(f"/groups/{evening.group}/")["my_role"] == "viewer")

    entry(anna, "Members", "Ben").tap()
    anna.tap("Remove from the group")
    anna.see()
    anna.tap("Remove from the group")
    expect(entry(anna, "Members", "Ben")).to_have_count(0)
    until(lambda: ben.ask("GET", f"/groups/{evening.group}/")[0] == 404)


def test_a_group_is_handed_over_and_left(anna: Phone, evening: Evening) -> None:
    ben = evening.join("Ben")
    anna.unfold("Members")
    entry(anna, "Members", "Anna").tap()
    expect(anna.page.get_by_text("The group needs an owner")).to_be_visible()
    dialog(anna).get_by_role("button", name="Close").tap()
    entry(anna, "Members", "Ben").tap()
    anna.tap("Hand the group over")
    anna.see()
    anna.tap("Hand over to Ben")
    expect(entry(anna, "Members", "Anna")).to_contain_text("Scorer")
    until(lambda: ben.get(f"/groups/{evening.group}/")["my_role"] == "owner")

    entry(anna, "Members", "Anna").tap()
    anna.tap("Leave the group")
    anna.see()
    anna.tap("Leave the group")
    anna.page.wait_for_url(f"{anna.address}/")
    until(lambda: evening.owner.ask("GET", f"/groups/{evening.group}/")[0] == 404)


@pytest.mark.release
def test_an_owner_who_stops_being_one_is_asked_first(anna: Phone, evening: Evening) -> None:
    ben = evening.join("Ben")
    anna.unfold("Members")
    entry(anna, "Members", "Ben").tap()
    anna.page.get_by_text("Everything, also deleting games").tap()
    dialog(anna).get_by_role("button", name="Close").tap()
    entry(anna, "Members", "Anna").tap()
    anna.page.get_by_text("Records, corrects and starts games.").tap()
    expect(entry(anna, "Members", "Anna")).to_contain_text("Owner")
    anna.tap("Stop being an owner")
    expect(entry(anna, "Members", "Anna")).to_contain_text("Scorer")
    expect(anna.page.get_by_role("button", name="Undo")).to_have_count(0)
    until(lambda: evening.owner.get(f"/groups/{evening.group}/")["my_role"] == "scorer")
    assert ben.get(f"/groups/{evening.group}/")["my_role"] == "owner"


@pytest.mark.release
def test_a_group_is_renamed_and_deleted(
    anna: Phone, phone: Callable[..., Phone], evening: Evening
) -> None:
    tablet = phone()
    tablet.log_in("Anna", evening.owner.token)
    tablet.open(f"/group/{evening.group}").get_by_text("In progress").wait_for()
    anna.unfold("Name, time zone and seasons")
    anna.page.get_by_label("Name of the group").fill("Balcony")
    anna.tap("Rename")
    expect(anna.find("Balcony", "heading")).to_be_visible()
    until(lambda: evening.owner.get(f"/groups/{evening.group}/")["name"] == "Balcony")

    anna.tap("Delete the group")
    expect(anna.page.get_by_text("This cannot be undone.")).to_be_visible()
    anna.tap("Delete for good")
    anna.page.wait_for_url(f"{anna.address}/")
    until(lambda: evening.owner.ask("GET", f"/groups/{evening.group}/")[0] == 404)
    for one in (anna, tablet):
        one.complaints.accept("^404: ")
    expect(tablet.page.get_by_text("It was deleted, or you are no longer in it.")).to_be_visible()


@pytest.mark.release
def test_a_face_is_chosen_offline_and_shows_at_once(anna: Phone, evening: Evening) -> None:
    anna.offline()
    entry(anna, "Players", "Ben").tap()
    anna.tap("Color and sign")
    dialog(anna).locator("label").filter(has=anna.find("slate", "radio")).tap()
    dialog(anna).locator("label").filter(has=anna.find("🦊", "radio")).tap()
    anna.tap("Take this face")

    face = entry(anna, "Players", "Ben").locator(".face")
    expect(face).to_have_text("🦊")
    expect(face).to_have_attribute("style", "--own: var(--slate);")
    anna.page.get_by_role("main").locator(f'a[href="/g/{evening.game}"]').tap()
    row = anna.page.get_by_role("row").filter(has_text="Ben")
    expect(row.locator(".face")).to_have_text("🦊")

    anna.online()
    anna.until_sent()
    faces = {each["name"]: each for each in evening.owner.get(evening.path)["players"]}
    assert (faces["Ben"]["color"], faces["Ben"]["sign"]) == ("slate", "🦊")


@pytest.mark.release
def test_letters_are_a_sign_and_whole_names_are_not(anna: Phone, evening: Evening) -> None:
    entry(anna, "Players", "Cleo").tap()
    anna.tap("Color and sign")
    letters = dialog(anna).get_by_label("Or one or two letters, or another emoji")
    letters.fill("Cleo")
    expect(dialog(anna).get_by_role("alert")).to_have_text("Give one emoji, or one or two letters.")
    expect(anna.find("Take this face")).to_be_disabled()
    letters.fill("CL")
    anna.tap("Take this face")
    expect(entry(anna, "Players", "Cleo").locator(".face")).to_have_text("CL")
    anna.tap("Undo")
    expect(entry(anna, "Players", "Cleo").locator(".face")).to_have_text("C")


@pytest.mark.parametrize("screen", ["", "/share", "/invite"])
def test_a_group_that_is_not_there_is_not_looked_for_for_ever(anna: Phone, screen: str) -> None:
    page = anna.open(f"/group/{uuid4()}{screen}")
    expect(page.get_by_text("This group is not here")).to_be_visible()

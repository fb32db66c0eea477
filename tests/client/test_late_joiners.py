"""A player who joins in round 3, and one who leaves after round 2."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.client.entry import Entry
from tests.client.pad import Pad
from tests.client.patience import until
from tests.client.phone import Phone
from tests.client.seeds import Evening


@pytest.fixture
def evening(address: str) -> Evening:
    """Two rounds have been played."""
    made = Evening(address)
    made.round("Anna", Ben=105, Cleo=110)
    made.round("Ben", Anna=105, Cleo=120)
    return made


def change_places(phone: Phone, evening: Evening) -> None:
    """On the menu: Dora joins, and Cleo leaves."""
    phone.tap("More", "link")
    phone.tap("Add a player")
    phone.page.get_by_label("Name").fill("Dora")
    phone.page.get_by_label("Sits to the left of").select_option("Anna")
    phone.tap("Add Dora")
    players = phone.find("Players", "list")
    expect(players.get_by_role("button").filter(has_text="Dora")).to_be_visible()
    players.get_by_role("button").filter(has_text="Cleo").tap()
    phone.tap("Leaves before round 3")
    expect(players.get_by_role("button").filter(has_text="Cleo")).to_contain_text("has left")
    phone.page.get_by_role("banner").get_by_role("link").tap()


# The server knows of the changes, or the phone alone: with the rules, or without.
@pytest.mark.parametrize(
    ("network", "rules"), [(True, False), (False, True), (False, False)], ids=str
)
def test_the_next_round_is_of_those_at_the_table(
    phone: Callable[..., Phone], evening: Evening, *, network: bool, rules: bool
) -> None:
    annas = phone(rules=rules, client=not network)
    annas.log_in("Anna", evening.owner.token)
    pad, entry = Pad(annas).open(evening.game), Entry(annas)
    annas.page.get_by_role("link", name="More").wait_for()
    if rules:
        annas.wait_until_rules()
    if not network:
        annas.wait_until_installed()
        annas.offline()
    change_places(annas, evening)

    expect(pad.row("Dora")).to_be_visible()
    expect(pad.row("Cleo")).to_contain_text("has left")
    pad.enter()
    rows = annas.find("Players", "list").get_by_role("listitem")
    expect(rows).to_have_count(4)
    expect(rows.filter(has_text="Cleo")).to_contain_text("has left")
    expect(entry.row("Cleo")).to_have_count(0)
    entry.round("Dora", Ben=105, Anna=110)
    annas.tap("Rounds", "link")
    expect(annas.page.get_by_text("Dora joins in round 3 with 0 points.")).to_be_visible()
    expect(annas.page.get_by_text("Cleo leaves before round 3.")).to_be_visible()

    annas.online()
    until(lambda: len(evening.read()["rounds"]) == 3)
    assert evening.totals() == {"Anna": 215, "Dora": 0, "Ben": 210, "Cleo": 230}
    annas.page.get_by_role("banner").get_by_role("link").tap()
    pad.shows(Anna=215, Dora=0, Ben=210, Cleo=230)

"""Players who begin at a later Phase, or with points: chosen, suggested, and shown."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.client.entry import Entry
from tests.client.pad import Pad
from tests.client.patience import until
from tests.client.phone import Phone
from tests.client.seeds import Evening


def in_form(phone: Phone) -> Locator:
    """The section of the form of a new game, unfolded."""
    section = phone.page.locator("details").filter(
        has=phone.page.get_by_text("Handicap", exact=True)
    )
    section.locator("summary").tap()
    return section


def test_what_the_ratings_suggest_is_a_tap_away(anna: Phone, evening: Evening) -> None:
    anna.log_in("Anna", evening.owner.token)
    for _game in range(8):
        evening.round_of(evening.start(phases=[1]), "Anna", Ben=15, Cleo=105)
    page = anna.open(f"/new/{evening.group}")
    section = in_form(anna)
    expect(section).to_contain_text("By the ratings: Cleo: Phase 2")
    anna.tap("Use this")
    expect(section.locator("summary")).to_contain_text("Cleo: Phase 2")
    expect(section.get_by_role("group", name="Cleo").get_by_label("Phase")).to_have_value("2")
    expect(anna.find("Chosen")).to_be_disabled()
    # With fixed rounds, the strongest begins with points instead.
    anna.unfold("How it ends")
    page.get_by_text("After one round for each Phase").first.tap()
    expect(section.get_by_label("Phase")).to_have_count(0)
    expect(section).to_contain_text("Suggestions need 5 games of Phase 10 with fixed rounds")


@pytest.mark.release
def test_handicaps_change_before_the_first_round(anna: Phone, evening: Evening) -> None:
    anna.log_in("Anna", evening.owner.token)
    anna.open(f"/g/{evening.game}/menu")
    section = in_form(anna)
    ben, cleo = (section.get_by_role("group", name=name) for name in ("Ben", "Cleo"))

    def begun() -> list[Any]:
        return [player["handicap"] for player in evening.read()["players"]]

    ben.get_by_label("Phase").select_option("4")
    cleo.get_by_label("Points").select_option("20")
    expect(section.locator("summary")).to_contain_text("Ben: Phase 4 · Cleo: 20 points")
    until(lambda: begun() == [None, {"phase": 4, "total": 0}, {"phase": 1, "total": 20}])
    cleo.get_by_label("Points").select_option("0")
    until(lambda: begun()[2] is None)
    anna.tap("Undo")
    until(lambda: begun()[2] == {"phase": 1, "total": 20})
    expect(section.locator("summary")).to_contain_text("Ben: Phase 4 · Cleo: 20 points")
    evening.round("Anna", Ben=60, Cleo=55)
    expect(section).to_have_count(0)


@pytest.mark.release
def test_a_game_without_a_network_begins_with_handicaps(anna: Phone, address: str) -> None:
    evening = Evening(address)
    anna.log_in("Anna", evening.owner.token)
    page = anna.open(f"/new/{evening.group}")
    anna.wait_until_installed()
    anna.wait_until_rules()
    anna.offline()
    section = in_form(anna)
    first, second = (section.get_by_role("group", name=name) for name in ("Ben", "Cleo"))
    first.get_by_label("Phase").select_option("4")
    second.get_by_label("Points").select_option("20")
    expect(section.locator("summary")).to_contain_text("Ben: Phase 4 · Cleo: 20 points")

    anna.tap("Start the game")
    page.wait_for_url("**/g/*")
    pad, entry = Pad(anna), Entry(anna)
    expect(pad.row("Ben")).to_contain_text("handicap: Phase 4")
    expect(pad.row("Cleo")).to_contain_text("handicap: 20 points")
    pad.shows(Anna=0, Ben=0, Cleo=20)
    pad.enter()
    entry.round("Ben", Cleo=110, Anna=105)
    pad.shows(Anna=105, Ben=0, Cleo=130)
    anna.online()
    anna.until_sent()
    game = evening.owner.get(f"{anna.path.replace('/g/', '/games/')}/")
    begun = {player["name"]: (player["handicap"], player["phase"]) for player in game["players"]}
    assert begun == {
        "Anna": (None, 1),
        "Ben": ({"phase": 4, "total": 0}, 5),
        "Cleo": ({"phase": 1, "total": 20}, 1),
    }
    # It is still there at the end; and the next game begins like this one.
    address = f"{anna.path.replace('/g/', '/games/')}/"
    ended = evening.owner.ask("PATCH", address, {"status": "over"}, **{"If-Match": "*"})
    assert ended[0] == 200
    expect(pad.row("Ben")).to_contain_text("won")
    expect(pad.row("Ben")).to_contain_text("handicap: Phase 4")
    anna.open(f"/new/{evening.group}")
    expect(page.get_by_text("Ben: Phase 4 · Cleo: 20 points")).to_be_visible()

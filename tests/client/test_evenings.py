"""Whole games on a phone, from the first round to the winner."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.client.entry import Entry
from tests.client.pad import Pad
from tests.client.phone import Phone
from tests.client.seeds import Evening


# With two counts that can only be whole hands: nobody is asked who laid down.
@pytest.mark.parametrize(
    ("edition", "one", "other"), [("classic", 105, 110), ("flip", 125, 130), ("express", 100, 105)]
)
def test_a_game_with_a_correction_a_tie_break_and_an_overruled_count(
    phone: Callable[..., Phone], address: str, edition: str, one: int, other: int
) -> None:
    evening = Evening(address, edition=edition, phases=[1, 2])
    anna = phone()
    anna.log_in("Anna", evening.owner.token)
    pad, entry = Pad(anna).open(evening.game), Entry(anna)
    pad.is_round(1)
    pad.enter()
    entry.round("Anna", Ben=5, Cleo=one)
    pad.shows(Anna=0, Ben=5, Cleo=one)

    # No hand has 3 points: the table insists.
    pad.enter()
    entry.went_out("Cleo")
    entry.type(other)
    entry.next("Ben")
    entry.type(3)
    anna.tap("Record")
    entry.overrule("We play it differently", laid_down=False)
    entry.record()
    pad.shows(Anna=other, Ben=8, Cleo=one)
    pad.is_round(3)

    # Ben had 10 points in the first round.
    anna.tap("Rounds", "link")
    anna.tap("Round 1", "link")
    entry.row("Ben").tap()
    anna.tap("Clear")
    entry.type(10)
    anna.tap("Correct round 1")
    anna.tap("Correct it")
    expect(anna.find("Rounds", "heading")).to_be_visible()
    pad.open(evening.game)
    pad.shows(Anna=other, Ben=13, Cleo=one)

    # Both complete the last Phase, with the same total.
    pad.enter()
    entry.round("Anna", Ben=one, Cleo=other - one)
    expect(anna.page.get_by_text("Tie-break.")).to_be_visible()
    pad.enter()
    expect(entry.row("Ben")).to_have_count(0)
    entry.round("Cleo", Anna=one)
    expect(anna.find("Cleo wins!", "heading")).to_be_visible()
    expect(anna.page.get_by_text(re.compile(r"3\srounds"))).to_be_visible()
    anna.until_sent()
    game = evening.read()
    assert [player["name"] for player in game["players"] if player["won"]] == ["Cleo"]
    assert [bool(row["overrule"]) for row in game["rounds"]] == [False, True, False, False]

"""Rounds that nobody can check yet: no rules on the phone, and no network."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.client.entry import Entry
from tests.client.pad import Pad
from tests.client.phone import Phone
from tests.client.seeds import Evening

pytestmark = pytest.mark.no_rules


def test_a_round_among_several_that_the_referee_refuses_is_mended(
    phone: Callable[..., Phone], evening: Evening
) -> None:
    annas = phone(client=True)
    annas.complaints.accept("^4(00|09|22): ")
    annas.log_in("Anna", evening.owner.token)
    pad, entry = Pad(annas).open(evening.game), Entry(annas)
    annas.wait_until_installed()
    annas.offline()
    # In round 2, nobody can be left with 245 points.
    for number, points in enumerate((105, 245, 115), start=1):
        pad.enter()
        entry.round("Anna", Ben=110, Cleo=points)
        expect(pad.says(f"Round {number} is saved and will be checked")).to_be_visible()
        pad.is_round(number + 1)
    assert annas.waiting() == 3

    annas.online()
    annas.tap("Decide", "link")
    expect(annas.page.get_by_text("Round 2 as entered here was not taken.")).to_be_visible()
    expect(annas.page.get_by_text("Cleo cannot have 245 points").first).to_be_visible()
    assert [row["number"] for row in evening.read()["rounds"]] == [1]
    annas.tap("Change what I entered")
    entry.row("Cleo").tap()
    annas.tap("Clear")
    entry.type(120)
    annas.tap("Record")
    annas.wait_until(lambda: [row["number"] for row in evening.read()["rounds"]] == [1, 2, 3])
    assert evening.totals() == {"Anna": 0, "Ben": 330, "Cleo": 340}
    pad.shows(Anna=0, Ben=330, Cleo=340)

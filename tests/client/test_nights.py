"""The nights of a group, and the card of one: looked at, and sent to others."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

from rest.pagination import PAGE_SIZE
from tests.client.hands import table
from tests.client.patience import until
from tests.client.phone import Phone
from tests.client.seeds import Evening

pytestmark = pytest.mark.no_rules

SHARING = """
    window.sent = [];
    Navigator.prototype.canShare = ({ files }) => files.every(({ type }) => type === "image/png");
    Navigator.prototype.share = async ({ text, files = [] }) => {
      window.sent.push([text, files.map(({ name, size }) => [name, size > 1000])]);
    };
"""


def one_night(anna: Phone) -> tuple[Evening, dict[str, Any]]:
    """A group that has played eight games on one night, and what the server says of it."""
    evening = table(anna)
    assert evening.history
    path = f"/groups/{evening.group}/nights/"
    until(lambda: not evening.owner.get(path)["counting"])
    (night,) = evening.owner.get(path)["results"]
    return evening, evening.owner.get(f"/groups/{evening.group}/nights/{night['date']}/")


def test_a_night_is_found_from_the_group_and_tells_who_won(anna: Phone) -> None:
    evening, card = one_night(anna)
    page = anna.open(f"/group/{evening.group}")
    anna.tap("Nights", "link")
    line = anna.find("Nights", "list").get_by_role("link")
    expect(line).to_contain_text("Anna")
    expect(line).to_contain_text("8 games · 3 players")
    line.tap()

    expect(page.get_by_role("article")).to_contain_text("Winner of the night")
    expect(page.get_by_role("article")).to_contain_text("Anna")
    expect(page.get_by_role("article")).to_contain_text("4 wins")
    players = anna.find("Players", "list").get_by_role("link")
    expect(players).to_have_count(3)
    expect(players.first).to_contain_text("4 of 8 games won")
    expect(players.first).to_contain_text(f"+{card['players'][0]['rating']['change']}")
    expect(anna.find("New records", "heading")).to_be_visible()
    expect(anna.find("New badges", "heading")).to_be_visible()
    expect(anna.find("Games", "list").get_by_role("link")).to_have_count(8)
    anna.unfold("As a text")
    assert page.locator(".night-text").inner_text() == card["text"]
    # Each leads further.
    players.first.tap()
    page.wait_for_url(f"**/player/{evening.players['Anna']}")


@pytest.mark.release
def test_earlier_nights_are_a_tap_away(anna: Phone) -> None:
    evening = table(anna)
    first = datetime(2024, 1, 1, 20, tzinfo=UTC)
    for day in range(PAGE_SIZE + 1):
        began = first + timedelta(days=day)
        game = evening.start(phases=[1], started_at=began.isoformat())
        evening.round_of(game, "Anna", Ben=105, Cleo=105)
    path = f"/groups/{evening.group}/nights/"
    until(lambda: not evening.owner.get(path)["counting"])
    anna.open(f"/group/{evening.group}/nights")
    nights = anna.find("Nights", "list").get_by_role("link")
    expect(nights).to_have_count(PAGE_SIZE)
    expect(nights.last).to_contain_text("2 January 2024")
    anna.tap("Earlier nights")
    expect(nights).to_have_count(PAGE_SIZE + 1)
    expect(nights.last).to_contain_text("1 January 2024")
    expect(anna.find("Earlier nights")).to_have_count(0)
    nights.last.tap()
    expect(anna.page.get_by_role("article")).to_contain_text("Winner of the night")


@pytest.mark.release
def test_the_night_so_far_is_one_tap_from_a_game_that_is_over(anna: Phone) -> None:
    evening = table(anna)
    page = anna.open(f"/g/{evening.finished}")
    anna.tap("The night so far", "link")
    expect(page.get_by_role("article")).to_contain_text("1 win")
    # Another game that ends shows at once.
    game = evening.start(phases=[1])
    evening.round_of(game, "Cleo", Anna=105, Ben=105)
    expect(page.get_by_role("article")).to_contain_text("Winners of the night")
    expect(page.get_by_role("article")).to_contain_text("Anna and Cleo")


@pytest.mark.release
def test_picture_and_text_are_sent_where_the_phone_can(anna: Phone) -> None:
    anna.context.add_init_script(SHARING)
    evening, card = one_night(anna)
    page = anna.open(f"/group/{evening.group}/nights/{card['date']}")
    anna.tap("Send the picture")
    anna.wait_until(lambda: len(page.evaluate("window.sent")) == 1)
    anna.unfold("As a text")
    anna.tap("Send")
    anna.wait_until(lambda: len(page.evaluate("window.sent")) == 2)
    (nothing, [picture]), (text, files) = page.evaluate("window.sent")
    assert nothing is None
    assert picture == [f"{card['group']} {card['date']}.png", True]
    assert (text, files) == (card["text"], [])

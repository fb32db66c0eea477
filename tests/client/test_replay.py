"""A game once more, round by round, with moving standings."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.client.hands import table
from tests.client.phone import Phone
from tests.client.seeds import Evening

pytestmark = pytest.mark.no_rules


@pytest.fixture
def evening(anna: Phone) -> Evening:
    """A game of three rounds: Anna leads, then Ben, then Anna again."""
    made = table(anna)
    made.round("Anna", Ben=40, Cleo=105)
    made.round("Ben", Anna=105, Cleo=15)
    made.round("Anna", Ben=105, Cleo=105)
    anna.open(f"/g/{made.game}/chart")
    anna.tap("Replay round by round", "link")
    expect(anna.find("Round 1 of 3", "heading")).to_be_visible()
    return made


def order(page: Page) -> list[str]:
    names = page.get_by_role("table").get_by_role("rowheader").locator("bdi")
    return names.all_inner_texts()


def test_standings_move_round_by_round(anna: Phone, evening: Evening) -> None:
    page = anna.page
    assert order(page) == ["Anna", "Ben", "Cleo"]
    expect(page.get_by_text("Anna went out.")).to_be_visible()
    expect(anna.find("Previous")).to_be_disabled()
    anna.tap("Next")
    expect(page.get_by_text("Ben went out.")).to_be_visible()
    assert order(page) == ["Ben", "Anna", "Cleo"]
    ben = page.get_by_role("row").filter(has_text="Ben")
    expect(ben).to_contain_text("▲ up 1 place")
    expect(ben).to_contain_text("Phase 2 laid down")
    anna.tap("Next")
    expect(anna.find("Next")).to_be_disabled()
    anna.tap("Previous")
    expect(page.get_by_text("Ben went out.")).to_be_visible()


@pytest.mark.release
def test_it_follows_keys_and_the_slider(anna: Phone, evening: Evening) -> None:
    page = anna.page
    page.keyboard.press("ArrowRight")
    expect(anna.find("Round 2 of 3", "heading")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(anna.find("Round 1 of 3", "heading")).to_be_visible()
    page.get_by_role("slider", name="Round").fill("3")
    expect(anna.find("Round 3 of 3", "heading")).to_be_visible()
    page.get_by_role("slider", name="Round").press("ArrowLeft")
    expect(anna.find("Round 2 of 3", "heading")).to_be_visible()


@pytest.mark.release
def test_it_plays_by_itself_to_the_end(anna: Phone, evening: Evening) -> None:
    anna.tap("Play")
    expect(anna.find("Pause")).to_be_visible()
    expect(anna.find("Round 3 of 3", "heading")).to_be_visible()
    expect(anna.find("From the start")).to_be_visible()


@pytest.mark.release
def test_without_a_round_it_says_what_to_do(anna: Phone, evening: Evening) -> None:
    page = anna.open(f"/g/{evening.start()}/replay")
    expect(page.get_by_text("It begins with the first round.")).to_be_visible()
    expect(anna.find("To the score pad", "link")).to_be_visible()

"""Files that are sent to others by the phone's own menu: score sheets, and cards of a year."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.client.hands import table
from tests.client.phone import Phone
from tests.client.seeds import Evening

pytestmark = pytest.mark.no_rules

# A phone with a menu that sends files; what was sent is in `sent`.
MENU = """
globalThis.sent = [];
navigator.canShare = ({ files }) => files.length > 0;
navigator.share = async ({ files }) => {
  for (const file of files) {
    const bytes = [...new Uint8Array(await file.arrayBuffer())];
    sent.push({ name: file.name, type: file.type, size: file.size, head: bytes.slice(0, 24) });
  }
};
"""
YEAR = datetime.now(UTC).year


@pytest.fixture
def evening(anna: Phone) -> Evening:
    made = table(anna)
    made.round("Anna", Ben=40, Cleo=105)
    assert made.history
    return made


def sent(phone: Phone, count: int) -> list[dict[str, Any]]:
    """The files that the phone's menu got, as many as there are to be."""
    phone.wait_until(lambda: phone.page.evaluate("sent.length") == count)
    found: list[dict[str, Any]] = phone.page.evaluate("sent")
    return found


def size_of(head: list[int]) -> tuple[int, int]:
    """The width and height of a PNG picture, by its first bytes."""
    assert bytes(head[:8]) == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(head[16:20]), int.from_bytes(head[20:24])


def year(phone: Phone, evening: Evening) -> Page:
    page = phone.open(f"/group/{evening.group}/year/{YEAR}")
    expect(page.get_by_role("heading", name="You played")).to_be_visible()
    return page


@pytest.mark.parametrize("screen", ["share", pytest.param("rounds", marks=pytest.mark.release)])
def test_the_score_sheet_is_sent(anna: Phone, evening: Evening, screen: str) -> None:
    anna.context.add_init_script(MENU)
    anna.open(f"/g/{evening.game}/{screen}")
    if screen == "rounds":
        anna.tap("Score sheet")
    anna.tap("To print (PDF)")
    sent(anna, 1)
    anna.tap("As a picture")
    sheet, picture = sent(anna, 2)
    assert (sheet["type"], picture["type"]) == ("application/pdf", "image/png")
    assert sheet["name"] == f"Kitchen table {datetime.now(UTC):%Y-%m-%d}.pdf"
    assert bytes(sheet["head"]).startswith(b"%PDF")
    assert min(size_of(picture["head"])) > 300


@pytest.mark.release
def test_each_card_of_a_year_is_sent_as_a_picture(anna: Phone, evening: Evening) -> None:
    anna.context.add_init_script(MENU)
    page = year(anna, evening)
    count = 0
    while True:
        anna.tap("As a picture")
        count += 1
        picture = sent(anna, count)[-1]
        assert picture["name"] == f"Kitchen table · {YEAR} {count}.png"
        assert size_of(picture["head"]) == (1080, 1350)
        assert picture["size"] > 10_000
        if not anna.find("Next").count():
            break
        anna.tap("Next")
    assert count > 3
    expect(page.get_by_text(f"{count} of {count}")).to_be_visible()

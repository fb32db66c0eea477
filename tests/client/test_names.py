"""Names may be anything: they are shown, and nothing else comes of them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Dialog, expect

from tests.client import looks
from tests.client.phone import Phone
from tests.client.seeds import Evening

pytestmark = pytest.mark.no_rules

MARKUP = "<img src=x onerror=alert(1)>"
HEBREW = "\u05de\u05e8\u05d9\u05dd \u05d4\u05de\u05dc\u05db\u05d4 (3)"
EMOJI = "\U0001f469\u200d\U0001f680" * 20 + "\U0001f600" * 20  # 80 characters
LONG = "Bartholomäus-Maximilian-von-und-zu-Hohenstein-Hinterzartenwald"

# By how much a text begins to the right of its box.
FROM_THE_LEFT = """(box) => {
  const text = document.createRange();
  text.selectNodeContents(box);
  return text.getBoundingClientRect().left - box.getBoundingClientRect().left;
}"""


def test_hostile_names_do_nothing_and_break_nothing(anna: Phone, address: str) -> None:
    evening = Evening(address, (MARKUP, HEBREW, EMOJI, LONG), group=EMOJI)
    evening.rounds(3)
    anna.log_in(MARKUP, evening.owner.token)
    page = anna.page
    dialogs: list[Dialog] = []
    page.on("dialog", lambda dialog: dialogs.append(dialog))
    looks.set_width(page, 320)
    base = f"/g/{evening.game}"
    group = f"/group/{evening.group}"
    paths = ("/", base, f"{base}/enter", f"{base}/rounds", f"{base}/rounds/1", f"{base}/history")
    for path in (*paths, f"{base}/menu", f"{base}/chart", group, f"/new/{evening.group}"):
        anna.open(path)
        expect(page.get_by_role("heading").first).to_be_visible()
        expect(page.get_by_text(LONG).first).to_be_attached()
        assert looks.cut_off(page) == [], path
        assert page.locator("img[src='x']").count() == 0
    assert dialogs == []
    anna.open(f"{base}/chart")
    hebrew = page.locator(".chart-legend bdi").nth(1)
    assert hebrew.evaluate(FROM_THE_LEFT) < 2

"""The score pad: who leads, who deals, and the way on."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.client.phone import Phone


class Pad:
    """The score pad in view on a phone."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone

    def open(self, game: str) -> Pad:
        """Open the score pad of a game by its address."""
        self.phone.open(f"/g/{game}")
        self.standings.wait_for()
        return self

    @property
    def standings(self) -> Locator:
        return self.phone.page.get_by_role("table", name="Standings")

    def row(self, name: str) -> Locator:
        """The row of a player."""
        header = self.phone.page.get_by_role("rowheader", name=re.compile(f"^{re.escape(name)}"))
        return self.standings.get_by_role("row").filter(has=header)

    def total(self, name: str) -> Locator:
        return self.row(name).get_by_role("cell").first

    def shows(self, **totals: int) -> None:
        """Wait until these are the totals."""
        for name, total in totals.items():
            expect(self.total(name)).to_have_text(str(total))

    def is_round(self, number: int) -> None:
        """Wait until this round is the next one."""
        expect(self.phone.find(f"Round {number}", "heading")).to_be_visible()

    def enter(self) -> None:
        """Begin to enter a round."""
        self.phone.tap("Enter points", "link")
        self.phone.find("Who went out?", "heading").wait_for()

    def says(self, text: str | re.Pattern[str]) -> Locator:
        return self.phone.page.get_by_text(text)

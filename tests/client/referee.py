"""Asking the referee: cards are tapped into groups, and the verdict is there."""

from __future__ import annotations

import re
from collections.abc import Iterable

from playwright.sync_api import Locator

from tests.client.phone import Phone

COLORS = {"R": "Red", "B": "Blue", "G": "Green", "Y": "Yellow"}
NAMES = {"W": "Wild", "S": "Skip"}


class Referee:
    """The referee in view on a phone; a thumb rests so many seconds after each of its taps."""

    def __init__(self, phone: Phone, *, rest: float = 0) -> None:
        self.phone = phone
        self.page = phone.page
        self.rest = rest

    def open(self, game: str = "") -> Referee:
        """Open it by its address, with or without a game."""
        self.phone.open(f"/referee/{game}" if game else "/referee")
        self.page.locator(".picker").wait_for()
        return self

    def asks(self, mode: str) -> Referee:
        """Choose what to ask."""
        modes = self.page.get_by_role("group", name=self.phone.says("What to ask"))
        self.tap(modes.get_by_text(self.phone.says(mode), exact=True))
        return self

    def phase(self, number: int) -> Referee:
        """Choose a Phase by its number."""
        self.tap(self.page.locator(".referee-phase"))
        badge = self.phone.says("Phase {number}", number=number)
        dialog = self.page.get_by_role("dialog")
        self.tap(dialog.get_by_role("button", name=re.compile(rf"^{badge}\b")))
        return self

    def group(self, index: int) -> Referee:
        """Have the next cards go to this group."""
        self.tap(self.page.locator(".slot-name").nth(index))
        return self

    def takes(self, cards: str | Iterable[str]) -> Referee:
        """Tap cards: the color first, if it is another one than before."""
        keys = self.page.locator(".picker")
        for card in cards.split() if isinstance(cards, str) else cards:
            if card in NAMES:
                name = self.phone.says(NAMES[card])
            else:
                color = self.phone.says(COLORS[card[0]])
                key = keys.get_by_role("button", name=color, exact=True)
                if key.get_attribute("aria-pressed") != "true":
                    self.tap(key)
                name = self.phone.says("{color} {number}", color=color, number=card[1:])
            self.tap(keys.get_by_role("button", name=name, exact=True))
        return self

    def tap(self, target: Locator) -> None:
        """Tap, and rest."""
        target.tap()
        if self.rest:
            self.page.wait_for_timeout(self.rest * 1000)

    @property
    def words(self) -> Locator:
        """What the referee says about the cards in view."""
        return self.page.locator(".referee-words:not([data-stale])")

    @property
    def cards(self) -> list[list[str]]:
        """The cards of each group, by their names."""
        return [
            [card.get_attribute("aria-label") or "" for card in group.locator(".card").all()]
            for group in self.page.locator(".slot").all()
        ]

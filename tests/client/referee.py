"""Asking the referee: cards are tapped into groups, and the verdict is there."""

from __future__ import annotations

from collections.abc import Iterable

from playwright.sync_api import Locator

from tests.client.phone import Phone

COLORS = {"R": "Red", "B": "Blue", "G": "Green", "Y": "Yellow"}
NAMES = {"W": "Wild", "S": "Skip", "W*": "Wild-side Star", "*": "Star"}
KINDS = {
    "set": "Set",
    "run": "Run",
    "color_run": "Color run",
    "color": "Cards of one color",
    "odd": "Odd cards",
    "even": "Even cards",
    "odd_run": "Odd run",
    "even_run": "Even run",
    "pair_run": "Run of pairs",
}


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
        phases = self.page.get_by_role("group", name=self.phone.says("Which Phase?"))
        badge = self.phone.says("Phase {number}", number=number)
        self.tap(phases.get_by_role("button", name=badge, exact=True))
        return self

    def edition(self, name: str) -> Referee:
        """Choose an edition, such as `Phase 10 Flip!`."""
        self.tap(self.page.locator(".referee-phase > button"))
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_role("radio", name=name, exact=True).check(force=True)
        self.tap(dialog.get_by_role("button", name=self.phone.says("Close"), exact=True))
        return self

    def lies(self, kind: str) -> Referee:
        """Choose what kind of group lies there."""
        self.page.get_by_label(self.phone.says("What lies there")).select_option(
            self.phone.says(KINDS[kind])
        )
        return self

    def group(self, index: int) -> Referee:
        """Have the next cards go to this group."""
        self.page.locator(".slot-go").nth(index).tap(position={"x": 6, "y": 6})
        self._rest()
        return self

    def takes(self, cards: str | Iterable[str]) -> Referee:
        """Tap cards: first the side and the color, if they are others than before.

        A card such as `7` has no color.
        """
        for card in cards.split() if isinstance(cards, str) else cards:
            self.tap(self._key(card))
        return self

    def _key(self, card: str) -> Locator:
        """The key of a card, brought into reach."""
        keys = self.page.locator(".picker")
        is_wild = card[0] == "W" and card != "W"
        if is_wild != (keys.get_attribute("data-side") == "wild"):
            side = self.phone.says("Wild side" if is_wild else "Color side")
            self.tap(keys.get_by_role("button", name=f"⇄ {side}", exact=True))
        if card in NAMES:
            name = self.phone.says(NAMES[card])
        elif card[0].isdigit():
            name = card
        elif is_wild:
            name = self.phone.says("Wild-side {number}", number=card[1:])
        else:
            color = self.phone.says(COLORS[card[0]])
            key = keys.get_by_role("button", name=color, exact=True)
            if not key.count():
                self.tap(keys.get_by_role("button", name=self.phone.says("Colors"), exact=True))
            if key.get_attribute("aria-pressed") != "true":
                self.tap(key)
            says, number = self.phone.says, card[1:]
            color = says(COLORS[card[0]], "of a card")
            name = (
                says("{color} Star", color=color)
                if number == "*"
                else says("{color} {number}", color=color, number=number)
            )
        return keys.get_by_role("button", name=name, exact=True)

    def tap(self, target: Locator) -> None:
        """Tap, and rest."""
        target.tap()
        self._rest()

    def _rest(self) -> None:
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

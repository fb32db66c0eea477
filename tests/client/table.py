"""Sitting down at a table: who plays, and what is dealt."""

from __future__ import annotations

from collections.abc import Iterable

from tests.client.phone import Phone


class Table:
    """The start and the new game on a phone."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone

    def begin(self, name: str) -> None:
        """Say who this phone belongs to, the first time, and go on to a new game."""
        self.phone.page.get_by_role("textbox", name="Your name").fill(name)
        self.phone.tap("New game")

    def seat(self, names: Iterable[str]) -> None:
        """Add players who have not played before, as one types names on a phone."""
        field = self.phone.page.get_by_role("textbox", name="Name", exact=True)
        for name in names:
            field.fill(name)
            field.press("Enter")

    def choose(self, edition: str) -> None:
        """Choose an edition by its name: `Flip!`."""
        self.phone.page.get_by_role("radio", name=edition).check(force=True)

    def deal(self) -> str:
        """Deal, and wait for the score pad; the game's id."""
        self.phone.tap("Start the game")
        self.phone.page.get_by_role("table", name="Standings").wait_for()
        return self.phone.path.removeprefix("/g/")

    def first_minute(self, name: str, others: Iterable[str], edition: str | None = None) -> str:
        """From nothing to the first score pad; the game's id."""
        self.phone.open()
        self.begin(name)
        if edition is not None:
            self.choose(edition)
        self.seat(others)
        return self.deal()

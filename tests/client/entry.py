"""Entering a round: who went out, then what each of the others is left with."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.client.phone import Phone


class Entry:
    """The form of a round in view on a phone, with the player in turn."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone

    def row(self, name: str) -> Locator:
        """The row of a player, a button."""
        rows = self.phone.page.get_by_role("list", name=self.phone.says("Players"), exact=True)
        return rows.get_by_role("button", name=re.compile(f"^{re.escape(name)}"))

    def went_out(self, name: str) -> None:
        self.row(name).tap()

    def type(self, points: int) -> None:
        """Tap the digits of somebody who has counted."""
        for digit in str(points):
            self.phone.tap(digit)

    def add(self, *points: int) -> None:
        """Tap the keys of these cards."""
        for count in points:
            self.phone.tap(re.compile(rf"^\+{count}\b"))

    def laid_down(self, said: bool) -> None:
        """Answer the question that the points leave open."""
        self.phone.tap("Laid down" if said else "Did not")

    def next(self, name: str) -> None:
        """Go on to this player, unless the form has by itself: a number may be complete."""
        row = self.row(name)
        if row.get_attribute("aria-current") == "true":
            return
        button = self.phone.find(f"Next: {name}")
        (button if button.count() and button.is_enabled() else row).tap()

    def record(self) -> None:
        """Record the round, and wait until the score pad is back."""
        self.phone.tap("Record")
        self.phone.page.get_by_role("table", name="Standings").wait_for()

    def overrule(self, reason: str, laid_down: bool | None = None) -> None:
        """Insist on what the referee refuses."""
        self.phone.tap("Keep it")
        dialog = self.phone.page.get_by_role("dialog")
        if laid_down is not None:
            dialog.get_by_text("Laid down" if laid_down else "Did not", exact=True).tap()
        dialog.get_by_role("textbox", name="Reason").fill(reason)
        dialog.get_by_role("button", name="Overrule").tap()
        expect(dialog).to_have_count(0)

    def round(self, out: str, **points: int | tuple[int, bool]) -> None:
        """Enter a whole round: the points of the others, with what they say if they are asked."""
        self.went_out(out)
        for name, said in points.items():
            count, laid_down = said if isinstance(said, tuple) else (said, None)
            self.next(name)
            self.type(count)
            if laid_down is not None:
                self.laid_down(laid_down)
        self.record()

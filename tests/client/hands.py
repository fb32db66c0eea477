"""What hands do with the score pad and the form for a round."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect

from tests.client.phone import Phone
from tests.client.seeds import NAMES, Evening


def table(phone: Phone, names: tuple[str, ...] = NAMES, **settings: Any) -> Evening:
    """A game that this phone keeps the score of; the first of the names is its owner."""
    page = phone.open("/")
    page.get_by_label("Your name").fill(names[0])
    phone.tap("New game")
    page.wait_for_url("**/new")
    phone.open("/")  # asks for the tables of this person
    phone.wait_until(lambda: bool(phone.token))
    evening = Evening(phone.address, names, token=phone.token, **settings)
    open_pad(phone, evening)
    return evening


def open_pad(phone: Phone, evening: Evening) -> None:
    """Open the score pad of a game, and wait for its players."""
    phone.open(f"/g/{evening.game}")
    expect(player(phone, list(evening.players)[-1])).to_be_visible()


def player(phone: Phone, name: str) -> Locator:
    """A row of the score pad."""
    return phone.page.get_by_role("row").filter(has_text=name)


def went_out(phone: Phone, name: str) -> None:
    """From the score pad: somebody went out, namely this player."""
    phone.tap("Enter points", "link")
    expect(phone.find("Who went out?", "heading")).to_be_visible()
    line(phone, name).tap()


def line(phone: Phone, name: str) -> Locator:
    """A player's row of the form."""
    rows = phone.page.get_by_role("list", name="Players").get_by_role("listitem")
    return rows.filter(has_text=name).get_by_role("button").first


def key(phone: Phone, name: str) -> Locator:
    """A key of the pad: a digit, `+25`, `off` or `clear`."""
    return phone.page.locator(f'[data-key="{name}"]')


def press(phone: Phone, *keys: str) -> None:
    for name in keys:
        key(phone, name).tap()


def digits(phone: Phone, number: int) -> None:
    press(phone, *str(number))


def checked(phone: Phone) -> None:
    """Wait until the referee has said what each line can be: until then it cannot help."""
    press(phone, "9", "9")
    expect(phone.page.get_by_text("not possible", exact=True)).to_be_visible()
    press(phone, "clear")


def recorded(phone: Phone, evening: Evening, number: int) -> Any:
    """Wait until a round is on the pad and on the server; give it."""
    phone.wait_until(lambda: len(evening.read()["rounds"]) >= number)
    expect(phone.page.get_by_role("table", name="Standings")).to_be_visible()
    return evening.read()["rounds"][number - 1]


def taken_back(phone: Phone, evening: Evening) -> None:
    """Wait until the server has no round."""
    phone.wait_until(lambda: not evening.read()["rounds"])

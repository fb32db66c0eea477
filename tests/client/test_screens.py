"""Every screen can be used by everybody: with a thumb, a screen reader, large text, in the dark."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.client import looks
from tests.client.phone import Phone, new_phone
from tests.client.screens import SCREENS, Screen, routes
from tests.client.seeds import Evening
from tests.sampling import FULL


def test_every_address_has_a_picture() -> None:
    assert {screen.route for screen in SCREENS} == set(routes())


@pytest.fixture(scope="module")
def evening(address: str) -> Evening:
    made = Evening(address)
    made.rounds(5)
    return made


@pytest.fixture(scope="module")
def phones(chromium: Browser, address: str, evening: Evening) -> Iterator[dict[bool, Phone]]:
    """The phone of a stranger (True), and of who keeps the score."""
    stranger, annas = (new_phone(chromium, address, rules=False) for _each in range(2))
    annas.log_in("Anna", evening.owner.token)
    yield {True: stranger, False: annas}
    stranger.close()
    annas.close()


@pytest.mark.parametrize(
    "screen", SCREENS if FULL else SCREENS[::12], ids=lambda screen: screen.name
)
def test_everybody_can_use_it(phones: dict[bool, Phone], evening: Evening, screen: Screen) -> None:
    """Looked at in every way at once: to bring a phone to a screen takes longer than to look."""
    phone = phones[screen.stranger]
    page = phone.page
    phone.complaints.found.clear()
    looks.set_width(page, 390)
    looks.set_theme(page, "light")
    screen.show(phone, evening)
    faults = {}
    for theme in looks.THEMES:
        looks.set_theme(page, theme)
        faults[f"axe finds in the {theme} theme"] = looks.obstacles(page)
    faults["too small for a thumb"] = looks.small_targets(page)
    for width in looks.WIDTHS:
        looks.set_width(page, width)
        faults[f"cut off at {width} px"] = looks.cut_off(page)
        faults[f"broken at {width} px"] = looks.broken_words(page)
    looks.set_width(page, 390)
    looks.resize_text(page, 200)
    faults["cut off in text twice as large"] = looks.cut_off(page)
    faults["broken in text twice as large"] = looks.broken_words(page)
    faults["complaints"] = phone.complaints.all()
    assert {what: found for what, found in faults.items() if found} == {}

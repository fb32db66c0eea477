"""Every screen can be used by everybody: with a thumb, a screen reader, large text, in the dark."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

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


@pytest.fixture(
    scope="module", params=SCREENS if FULL else SCREENS[::12], ids=lambda screen: screen.name
)
def shown(
    request: pytest.FixtureRequest, phones: dict[bool, Phone], evening: Evening
) -> Iterator[Page]:
    """A screen, opened once for all tests about it."""
    screen: Screen = request.param
    phone = phones[screen.stranger]
    looks.set_width(phone.page, 390)
    looks.set_theme(phone.page, "light")
    screen.show(phone, evening)
    yield phone.page
    complaints = phone.complaints.all()
    phone.complaints.found.clear()
    assert not complaints


@pytest.mark.parametrize("theme", looks.THEMES)
def test_axe_finds_nothing(shown: Page, theme: str) -> None:
    looks.set_theme(shown, theme)
    assert looks.obstacles(shown) == []


def test_a_thumb_hits_everything(shown: Page) -> None:
    assert looks.small_targets(shown) == []


@pytest.mark.parametrize("width", looks.WIDTHS)
def test_nothing_is_cut_off(shown: Page, width: int) -> None:
    looks.set_width(shown, width)
    assert looks.cut_off(shown) == []


def test_nothing_is_cut_off_in_text_twice_as_large(shown: Page) -> None:
    looks.set_width(shown, 390)
    looks.resize_text(shown, 200)
    assert looks.cut_off(shown) == []

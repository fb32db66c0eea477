"""Every screen can be used by everybody: with a thumb, a screen reader, large text, in the dark."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.client import looks
from tests.client.phone import Phone, new_phone
from tests.client.screens import SCREENS, Screen, routes
from tests.client.seeds import Evening
from tests.sampling import FULL, RELEASE


def test_every_address_has_a_picture() -> None:
    assert {screen.route for screen in SCREENS} == set(routes())


@pytest.fixture(scope="module")
def evening(address: str) -> Evening:
    made = Evening(address)
    made.rounds(5)
    return made


# Most languages are longer than English: where there is much text, German has to fit.
LOCALES = {False: "en-GB", True: "de-DE"}

SMALLEST = 320, 568

Whose = tuple[bool, bool]  # a stranger's, or of who keeps the score; in German


@pytest.fixture(scope="module")
def phones(chromium: Browser, address: str, evening: Evening) -> Iterator[Callable[[Whose], Phone]]:
    made: dict[Whose, Phone] = {}

    def phone(whose: Whose) -> Phone:
        is_stranger, is_german = whose
        if whose not in made:
            locale = LOCALES[is_german]
            made[whose] = new_phone(chromium, address, rules=False, locale=locale)
            if not is_stranger:
                made[whose].log_in("Anna", evening.owner.token)
        return made[whose]

    yield phone
    for each in made.values():
        each.close()


@pytest.mark.parametrize(
    "screen", SCREENS[:: 1 if RELEASE else 3 if FULL else 12], ids=lambda screen: screen.name
)
def test_everybody_can_use_it(
    phones: Callable[[Whose], Phone], evening: Evening, screen: Screen
) -> None:
    """Looked at in every way at once: to bring a phone to a screen takes longer than to look."""
    phone = phones((screen.stranger, screen.wordy))
    page = phone.page
    phone.complaints.found.clear()
    looks.set_width(page, 390)
    looks.set_theme(page, "light")
    screen.show(phone, evening)
    looks.set_width(page, *SMALLEST)
    screens = looks.whole_height(page) / SMALLEST[1]
    looks.set_width(page, 390)
    faults = looks.faults(page)
    if page.locator("details[open]").count() == 0:  # or else somebody wanted to see more
        faults["higher than five screens"] = [f"{screens:.1f}"] if screens > 5 else []
    faults["complaints"] = phone.complaints.all()
    assert {what: found for what, found in faults.items() if found} == {}


@pytest.fixture(scope="module")
def four(address: str) -> Evening:
    """Four players, in the middle of their game."""
    made = Evening(address, ("Anna", "Ben", "Cleo", "Dan"))
    made.rounds(5)
    return made


NAMED = {screen.name: screen for screen in SCREENS}
SIZES = ((844, 390), (320, 568), (390, 844), (768, 1024), (1280, 800))
WITH_MAIN = ("start", "new-game", "group", "round-entry", "game-over", "score-pad")
BESIDE = {
    "score-pad": (".players", ".sheet, .pad-ways"),
    "round-entry": (".entry-rows", ".keypad"),
    "referee": (".slots", ".picker"),
}

OUT_OF_VIEW = """(selector) => [...document.querySelectorAll(selector)].filter((element) => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const at = document.elementFromPoint((left + right) / 2, Math.floor(bottom) - 4);
  return top < 0 || bottom > innerHeight || !(element.contains(at) || element === at);
}).length"""
WRAPPED = """(selector) => [...document.querySelectorAll(selector)].filter((element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  const { fontSize } = getComputedStyle(element);
  return range.getBoundingClientRect().height > 1.5 * parseFloat(fontSize);
}).length"""
IS_BESIDE = """([left, right]) => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  return box(left).right <= box(right).left && box(right).top < box(left).bottom;
}"""


@pytest.fixture(scope="module")
def phone_of_four(chromium: Browser, address: str, four: Evening) -> Iterator[Phone]:
    phone = new_phone(chromium, address, rules=False)
    phone.log_in("Anna", four.owner.token)
    yield phone
    phone.close()


@pytest.mark.parametrize(("width", "height"), SIZES if FULL else SIZES[:1])
def test_the_next_step_is_in_view_at_every_size(
    phone_of_four: Phone, four: Evening, width: int, height: int
) -> None:
    phone, page = phone_of_four, phone_of_four.page
    looks.set_width(page, width, height)
    for name in WITH_MAIN:
        NAMED[name].show(phone, four)
        page.locator(".button[data-kind=main]").first.wait_for()
        assert page.evaluate(OUT_OF_VIEW, ".button[data-kind=main]") == 0, name
        assert page.evaluate(WRAPPED, ".pad-ways > .button") == 0, name
    assert page.evaluate(OUT_OF_VIEW, ".player, .pad-ways > .button") == 0
    for name, both in BESIDE.items() if width >= 768 else ():
        NAMED[name].show(phone, four)
        assert page.evaluate(IS_BESIDE, both), name
    NAMED["pairing"].show(phone, four)
    assert page.evaluate(OUT_OF_VIEW, ".qr-picture, .pairing-code") == 0


ROUTES = tuple({screen.route: screen for screen in SCREENS}.values())
A_LOOK = 1000  # milliseconds: longer than any answer takes


@pytest.mark.parametrize(
    "screen", ROUTES[:: 1 if RELEASE else 6 if FULL else 12], ids=lambda screen: screen.name
)
def test_nothing_jumps_when_it_is_opened_the_first_time(
    chromium: Browser, address: str, evening: Evening, screen: Screen
) -> None:
    phone = new_phone(chromium, address, rules=False)
    if not screen.stranger:
        phone.log_in("Anna", evening.owner.token)
        phone.open().get_by_role("heading", name="Your tables").wait_for()
    looks.watch_shifts(phone.page)
    phone.open(screen.path(evening)).get_by_role("heading").first.wait_for()
    phone.page.wait_for_timeout(A_LOOK)
    shifts = looks.shifts(phone.page)
    phone.close()
    assert shifts == []

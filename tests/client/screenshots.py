"""Draw every screen: `python -m tests.client.screenshots [NAME ...]` writes var/screenshots/.

Both themes at the size of a phone; wordy screens in all languages; important ones narrow, wide
and with text twice as large, too.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.api.contract import ROOT
from tests.client import browsers, looks
from tests.client.build import built
from tests.client.phone import Phone, new_phone
from tests.client.screens import SCREENS, Screen
from tests.client.seeds import Evening
from tests.databases import sqlite_database
from tests.server import serve

FOLDER = ROOT / "var" / "screenshots"
LANGUAGES = ("en-GB", "de-DE", "es-ES", "fr-FR")


@dataclass(frozen=True)
class Look:
    """How a screen is looked at."""

    language: str = LANGUAGES[0]
    theme: str = "light"
    width: int = 390
    percent: int = 100

    @property
    def name(self) -> str:
        parts = [
            self.language[:2] if self.language != LANGUAGES[0] else "",
            self.theme if self.theme != "light" else "",
            str(self.width) if self.width != 390 else "",
            f"{self.percent}-percent" if self.percent != 100 else "",
        ]
        return "-".join(filter(None, parts))


def looks_of(screen: Screen) -> Iterator[Look]:
    """Every look that a screen needs."""
    yield from (Look(theme=theme) for theme in looks.THEMES)
    if screen.wordy:
        yield from (Look(language=language) for language in LANGUAGES[1:])
    if screen.sizes:
        yield from (Look(width=width) for width in looks.WIDTHS if width != 390)
        yield Look(percent=200)


def draw(screen: Screen, look: Look, phone: Phone, evening: Evening) -> None:
    """Write the picture of a screen, as high as it takes to show everything."""
    looks.set_theme(phone.page, look.theme)
    looks.set_width(phone.page, look.width)
    screen.show(phone, evening)
    if look.percent != 100:
        looks.resize_text(phone.page, look.percent)
    name = "-".join(filter(None, (screen.name, look.name)))
    looks.set_width(phone.page, look.width, looks.whole_height(phone.page))
    phone.page.screenshot(path=FOLDER / f"{name}.png")
    print(f"{FOLDER.name}/{name}.png", flush=True)


def draw_all(browser: Browser, address: str, names: list[str]) -> None:
    evening = Evening(address)
    evening.rounds(5)
    for language in LANGUAGES:
        chosen = [
            (screen, look)
            for screen in SCREENS
            for look in looks_of(screen)
            if look.language == language and (not names or screen.name in names)
        ]
        phones = Phones(browser, address, language, evening)
        for screen, look in chosen:
            draw(screen, look, phones.of(screen), evening)


class Phones:
    """The phone of a stranger, and of who keeps the score, in one language."""

    def __init__(self, browser: Browser, address: str, language: str, evening: Evening) -> None:
        self._made: dict[bool, Phone] = {}
        self._new = partial(new_phone, browser, address, locale=language)
        self._token = evening.owner.token

    def of(self, screen: Screen) -> Phone:
        if screen.stranger not in self._made:
            self._made[screen.stranger] = phone = self._new()
            if not screen.stranger:
                phone.log_in("Anna", self._token)
        return self._made[screen.stranger]


def main(names: list[str]) -> int:
    """Return the exit code: 2 if there is no such screen."""
    if unknown := set(names) - {screen.name for screen in SCREENS}:
        print(f"No screen has the name {', '.join(sorted(unknown))}.", file=sys.stderr)
        return 2
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    built()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(sqlite_database(Path(folder))) as server,
        sync_playwright() as playwright,
    ):
        browser = browsers.start(playwright)
        draw_all(browser, server.replace("127.0.0.1", "localhost"), names)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Make the animations of the README: `python -m tests.client.film` writes docs/screenshots/*.svg.

Each is a picture in SVG that shows screens one after the other, without a script; who has asked for
less motion sees the first one.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.api.contract import ROOT
from tests.client import browsers
from tests.client.build import built
from tests.client.screens import SCREENS
from tests.client.screenshots import LANGUAGES, Phones
from tests.client.seeds import Evening
from tests.databases import sqlite_database
from tests.server import serve

FOLDER = ROOT / "docs" / "screenshots"
WIDTH, HEIGHT = 390, 844
SECONDS = 2.5  # for each screen
FILMS = {
    "a-round": ("score-pad", "who-went-out", "round-entry", "rounds"),
    "a-ruling": ("referee-refuses", "referee"),
}


def still(page: Page) -> str:
    """What the page shows, as WebP in Base64."""
    session: Any = page.context.new_cdp_session(page)
    options = {"format": "webp", "quality": 60}
    return str(session.send("Page.captureScreenshot", options)["data"])


def film(stills: list[str]) -> str:
    """An SVG that shows the stills in turn, for ever.

    >>> film(["AAAA", "BBBB"]).count("<image ")
    2
    """
    count = len(stills)
    images = "".join(
        f'<image width="{WIDTH}" height="{HEIGHT}" href="data:image/webp;base64,{data}"'
        f' style="animation-delay:-{(count - at) * SECONDS}s"/>\n'
        for at, data in enumerate(stills)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">\n<style>\n'
        f"image {{ opacity: 0; animation: shown {count * SECONDS}s step-end infinite }}\n"
        "image:first-of-type { opacity: 1 }\n"
        f"@keyframes shown {{ 0% {{ opacity: 1 }} {100 / count:g}%, 100% {{ opacity: 0 }} }}\n"
        "@media (prefers-reduced-motion) { image { animation: none } }\n"
        f"</style>\n{images}</svg>\n"
    )


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    built()
    screens = {screen.name: screen for screen in SCREENS}
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(sqlite_database(Path(folder))) as server,
        sync_playwright() as playwright,
    ):
        address = server.replace("127.0.0.1", "localhost")
        evening = Evening(address)
        evening.rounds(5)
        phone = Phones(browsers.start(playwright), address, LANGUAGES[0], evening).of(SCREENS[1])
        phone.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
        for name, scenes in FILMS.items():
            stills = []
            for scene in scenes:
                if scene == "rounds":  # the round that is entered in the scene before
                    evening.round("Anna", Ben=50, Cleo=70)
                screens[scene].show(phone, evening)
                stills.append(still(phone.page))
            (FOLDER / f"{name}.svg").write_text(film(stills), encoding="utf-8")
            print(f"{name}.svg: {len(stills)} screens")


if __name__ == "__main__":
    main()

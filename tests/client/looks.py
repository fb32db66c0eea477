"""How a page looks and reads: what axe reports, what is too small, what is cut off."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.client.build import axe

THEMES = ("light", "dark")
# What axe says of colors: the one thing in which the themes differ.
OF_COLORS = ("color-contrast", "link-in-text-block")
WIDTHS = (320, 390, 768)
HEIGHT = 844


@cache
def _looks() -> str:
    return Path(__file__).with_name("looks.js").read_text(encoding="utf-8")


def _ask(page: Page, question: str, argument: Any = None) -> Any:
    return page.evaluate(f"(argument) => {_looks().rstrip().rstrip(';')}.{question}", argument)


def small_targets(page: Page) -> list[str]:
    """Buttons, links and fields that are less than 44 pixels high or wide."""
    found: list[str] = _ask(page, "small()")
    return found


def cut_off(page: Page) -> list[str]:
    """What is wider than the screen, or than its own box."""
    found: list[str] = _ask(page, "cut()")
    return found


def broken_words(page: Page) -> list[str]:
    """Words that go on in the next line, without a hyphen."""
    found: list[str] = _ask(page, "broken()")
    return found


def resize_text(page: Page, percent: int) -> None:
    """Show the text in another size, until the page is loaded again."""
    _ask(page, "resize(argument)", percent)


def set_theme(page: Page, theme: str) -> None:
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")


def set_width(page: Page, width: int, height: int = HEIGHT) -> None:
    page.set_viewport_size({"width": width, "height": height})


def whole_height(page: Page) -> int:
    """How high the screen would have to be to show the whole page."""
    return int(page.evaluate("document.documentElement.scrollHeight"))


def obstacles(page: Page, *only: str) -> list[str]:
    """What keeps people from using the page, as axe sees it: by all of its rules, or only these."""
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(axe())  # not a script of the page: its policy would not let it in
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if only:
        options["runOnly"] = only
    report = page.evaluate("(options) => axe.run(options)", options)
    return [
        f"{violation['id']}: {violation['help']}: {', '.join(map(str, node['target']))}: "
        f"{node['failureSummary']}"
        for violation in report["violations"]
        for node in violation["nodes"]
    ]


# Whatever moves without having been touched, from its place to another.
WATCH_SHIFTS = """
globalThis.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    for (const { node, previousRect, currentRect } of sources)
      if (value > 0.001)  // less is nothing that a thumb would miss
        shifts.push(`${node?.className || node?.nodeName}: ${previousRect.y} to ${currentRect.y}`);
}).observe({ type: "layout-shift", buffered: true });
"""


def watch_shifts(page: Page) -> None:
    """Remember what moves by itself on the pages that are loaded from now on."""
    page.add_init_script(WATCH_SHIFTS)


def shifts(page: Page) -> list[str]:
    """What has moved by itself since the page was loaded; out of view is at 0."""
    found: list[str] = page.evaluate("() => globalThis.shifts")
    return found


def faults(page: Page) -> dict[str, list[str]]:
    """What is wrong with the page in each theme, at each width, and in large text."""
    found = {"axe finds": obstacles(page)}
    set_theme(page, "dark")
    found["axe finds in the dark theme"] = obstacles(page, *OF_COLORS)
    found["too small for a thumb"] = small_targets(page)
    for width in WIDTHS:
        set_width(page, width)
        found[f"cut off at {width} px"] = cut_off(page)
        found[f"broken at {width} px"] = broken_words(page)
    set_width(page, 390)
    resize_text(page, 200)
    found["cut off in text twice as large"] = cut_off(page)
    found["broken in text twice as large"] = broken_words(page)
    return found

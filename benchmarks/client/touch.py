"""How soon a touch is answered: keys, screens, scrolling, and a start without a network."""

from __future__ import annotations

import re
import statistics
import time
from itertools import pairwise

from benchmarks.client.table import (
    BETWEEN_KEYS,
    INSTALLED,
    PLAYERS,
    ROUNDS,
    SLOWER,
    Table,
    at_most,
    show_pad,
    slow_down,
    until_ready,
)
from benchmarks.report import Figure
from tests.client.phone import Phone

KEYS = 60
TURNS = 5
A_LOOK = 1000  # milliseconds at the score pad before somebody goes on
FRAME = 1000 / 60  # milliseconds

QUICKEST = 16  # milliseconds: what takes less, the browser leaves out
# How long it takes from the touch of a key to the next frame, as the browser measures it. Keys
# respond when they are touched; the click that follows does nothing more.
WATCH_KEYS = """
  globalThis.waits = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      if (name === "pointerdown") waits.push(duration);
  }).observe({ type: "event", durationThreshold: 16 });
"""
WAITS = "() => globalThis.waits"

# From the tap on a link until its screen is drawn.
FOLLOW = """(path) => new Promise((resolve, reject) => {
  const link = document.querySelector(`a[href="${path}"]`);
  if (!link) return reject(new Error(`No link to ${path} on ${location.pathname}`));
  const before = document.querySelector("main");
  const began = performance.now();
  const drawn = new MessageChannel();
  drawn.port1.onmessage = () => resolve(performance.now() - began);
  const look = () => requestAnimationFrame(() => {
    const main = document.querySelector("main");
    if (main && main !== before && document.querySelector("h1")) drawn.port2.postMessage(null);
    else look();
  });
  link.click();
  look();
})"""

WATCH_FRAMES = """() => {
  globalThis.frames_ = [];
  const note = (time) => { frames_.push(time); requestAnimationFrame(note); };
  requestAnimationFrame(note);
}"""
FRAMES = "() => globalThis.frames_.splice(0)"


def run(table: Table) -> list[Figure]:
    with table.phone() as (phone, _folder):
        slow_down(phone.page)
        keys = _keys(phone, table)
        screens = _screens(phone, table)
        dropped = _dropped(phone, table)
    with table.phone() as (phone, _folder):
        offline = _offline(phone, table)
    slow = f"at {SLOWER} × slowdown"
    return [
        at_most(f"a key until it is drawn, p95, {slow}", keys, 50, "ms"),
        at_most(f"a screen until it is drawn, p95, {slow}", screens, 200, "ms"),
        at_most(f"frames dropped while {ROUNDS} rounds scroll, {slow}", dropped, 0, "frames"),
        at_most("start without a network, to the score pad", offline, 1000, "ms"),
    ]


def _keys(phone: Phone, table: Table) -> float:
    phone.page.add_init_script(WATCH_KEYS)
    phone.open(f"{table.pad}/enter")
    until_ready(phone)
    _press_keys(phone, KEYS)
    phone.page.wait_for_timeout(500)
    waits: list[float] = phone.page.evaluate(WAITS)
    waits += [QUICKEST] * (KEYS - len(waits))
    return p95(waits)


def _press_keys(phone: Phone, times: int) -> None:
    """In the form of a round, say who went out, and type what somebody else has left.

    Where the keys are is looked up before, so that only fingers bother the page.
    """
    page = phone.page
    players = page.get_by_role("list", name="Players", exact=True)
    players.get_by_role("button", name=re.compile(f"^{PLAYERS[0]}")).tap()
    boxes = [phone.find(name).bounding_box() for name in ("5", "5", "Delete")]
    for box in (boxes * times)[:times]:
        assert box
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(BETWEEN_KEYS)


def _screens(phone: Phone, table: Table) -> float:
    """Go to the screens of a game and back, as their links lead."""
    took: list[float] = []
    ways = [f"{table.pad}/{screen}" for screen in ("enter", "rounds", "share", "menu")]
    ways.append(f"/referee/{table.evening.game}")
    for _turn in range(TURNS):
        for way in ways:
            show_pad(phone.page, table.address + table.pad)
            until_ready(phone)
            phone.page.wait_for_timeout(A_LOOK)
            took.append(phone.page.evaluate(FOLLOW, way))
    return p95(took)


def _dropped(phone: Phone, table: Table) -> float:
    """Count the frames that were not drawn while the sheet is scrolled to its end and back."""
    phone.open(f"{table.pad}/rounds")
    phone.page.get_by_role("table").first.wait_for()
    phone.page.wait_for_timeout(1000)
    phone.page.evaluate(WATCH_FRAMES)
    session = slow_down(phone.page)
    dropped = []
    for _turn in range(TURNS):
        phone.page.evaluate(FRAMES)
        for distance in (-1500, 1500):
            gesture = {"x": 195, "y": 500, "yDistance": distance, "speed": 1500}
            session.send("Input.synthesizeScrollGesture", gesture)
        times: list[float] = phone.page.evaluate(FRAMES)
        between = [later - earlier for earlier, later in pairwise(times)]
        dropped.append(sum(round(gap / FRAME) - 1 for gap in between))
    return statistics.median(dropped)


def _offline(phone: Phone, table: Table) -> float:
    address = table.address + table.pad
    show_pad(phone.page, address)
    phone.page.evaluate(INSTALLED)
    phone.page.wait_for_timeout(2000)
    phone.offline()
    took = []
    for _turn in range(TURNS):
        page = phone.context.new_page()
        began = time.perf_counter()
        show_pad(page, address)
        took.append((time.perf_counter() - began) * 1000)
        page.close()
    return statistics.median(took)


def p95(values: list[float]) -> float:
    """The value that 19 of 20 do not exceed."""
    return statistics.quantiles(values, n=20, method="inclusive")[-1]

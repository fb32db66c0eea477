"""How soon the referee's verdict is there after a card was tapped."""

from __future__ import annotations

from statistics import median

from playwright.sync_api import FloatRect

from benchmarks.client.table import BETWEEN_KEYS, SLOWER, Table, at_most, slow_down, until_ready
from benchmarks.client.touch import p95
from benchmarks.report import Figure
from tests.client.phone import Phone
from tests.client.referee import Referee

TAPS = 40
TIMES = 3  # of 40 taps alone, two decide what 95 of 100 are
A_LOOK = 1000  # milliseconds

# From the touch of a key, as the browser dates it, until the cards and their verdict are drawn.
WATCH = """
globalThis.verdicts = [];
let touched = null, changed = false;
const touch = ({ timeStamp }) => { [touched, changed] = [timeStamp, false]; };
addEventListener("pointerdown", touch, true);
new MutationObserver((changes) => {
  const words = document.querySelector(".referee-words");
  changed ||= changes.some(({ target }) => target.closest?.(".slots"));
  if (touched === null || !changed || !words?.childElementCount) return;
  if ("stale" in words.dataset) return;
  const began = touched;
  touched = null;
  requestAnimationFrame(() => {
    const drawn = new MessageChannel();
    drawn.port1.onmessage = () => verdicts.push(performance.now() - began);
    drawn.port2.postMessage(null);
  });
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
# Browsers slow down pages, but not their workers: they wait until they have taken as long.
SLOW_WORKER = """(times) => {
  const [hear, answer] = [onmessage, postMessage];
  let asked = 0;
  globalThis.onmessage = (event) => {
    asked = performance.now();
    hear(event);
  };
  globalThis.postMessage = (...message) => {
    const until = asked + times * (performance.now() - asked);
    while (performance.now() < until);
    answer(...message);
  };
}"""


def run(table: Table) -> list[Figure]:
    """The browser slows down the page, and its worker waits as much longer."""
    verdicts = [each for _time in range(TIMES) for each in _verdicts(table)]
    return [
        at_most(f"a verdict after the tap, median, × {SLOWER}", median(verdicts), 50, "ms"),
        at_most(f"a verdict after the tap, p95, × {SLOWER}", p95(verdicts), 50, "ms"),
    ]


def _verdicts(table: Table) -> list[float]:
    """Return the milliseconds of each tap, on a phone of its own."""
    with table.phone() as (phone, _folder):
        phone.context.add_init_script(WATCH)
        slow_down(phone.page)
        _tap(phone)
        seen: list[float] = phone.page.evaluate("() => globalThis.verdicts")
    assert len(seen) > TAPS / 2, "too few verdicts were seen"
    return seen + [BETWEEN_KEYS] * (TAPS - len(seen))  # later than the next tap


def _tap(phone: Phone) -> None:
    """Add four cards to the second group of a Phase and take them off again, then four others."""
    referee = Referee(phone).open()
    until_ready(phone)
    for worker in phone.page.workers:
        worker.evaluate(SLOW_WORKER, SLOWER)
    referee.phase(1).takes("R3 B3 G3 R5 B5")
    keys = phone.page.locator(".picker")
    names = ("Green", *(f"Blue {number}" for number in range(1, 13)), "Delete the last card")
    green, *numbers, delete = (
        keys.get_by_role("button", name=name, exact=True).bounding_box() for name in names
    )
    phone.page.wait_for_timeout(A_LOOK)
    phone.page.evaluate("() => globalThis.verdicts.splice(0)")
    taps: list[FloatRect | None] = []
    for first in (0, 4, 8, None, 0, 4):
        row = [green] if first is None else [*numbers[first : first + 4], *[delete] * 4]
        taps += row
    for box in taps:
        assert box
        phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        phone.page.wait_for_timeout(BETWEEN_KEYS)
    phone.page.wait_for_timeout(A_LOOK)

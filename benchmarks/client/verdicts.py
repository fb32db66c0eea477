"""How soon the referee's verdict is there after a card was tapped."""

from __future__ import annotations

import statistics

from benchmarks.client.rules import LISTEN
from benchmarks.client.table import BETWEEN_KEYS, SLOWER, Table, at_most, slow_down, until_ready
from benchmarks.client.touch import p95
from benchmarks.report import Figure
from tests.client.phone import Phone
from tests.client.referee import Referee

TAPS = 40

# From the touch of a key until the cards and the verdict on them are drawn.
WATCH = """
globalThis.verdicts = [];
let touched = null, changed = false;
addEventListener("pointerdown", () => { [touched, changed] = [performance.now(), false]; }, true);
new MutationObserver((changes) => {
  const words = document.querySelector(".referee-words");
  changed ||= changes.some(({ target }) => target.closest?.(".slots"));
  if (touched === null || !changed || !words || "stale" in words.dataset) return;
  const began = touched;
  touched = null;
  requestAnimationFrame(() => {
    const drawn = new MessageChannel();
    drawn.port1.onmessage = () => verdicts.push(performance.now() - began);
    drawn.port2.postMessage(null);
  });
}).observe(document, { subtree: true, childList: true, attributes: true });
"""


def run(table: Table) -> list[Figure]:
    """The page is slowed down by the browser, its worker's time multiplied."""
    with table.phone() as (phone, _folder):
        phone.context.add_init_script(LISTEN)
        phone.context.add_init_script(WATCH)
        slow_down(phone.page)
        _tap(phone)
        page = phone.page
        verdicts: list[float] = page.evaluate("() => globalThis.verdicts")
        rulings: list[float] = page.evaluate("() => globalThis.rulings")
    assert len(verdicts) > TAPS / 2, "too few verdicts were seen"
    longer = (SLOWER - 1) * statistics.median(rulings)
    return [at_most(f"a verdict after the tap, p95, × {SLOWER}", p95(verdicts) + longer, 50, "ms")]


def _tap(phone: Phone) -> None:
    """Add a card to the second group of a Phase, and take it off again."""
    referee = Referee(phone).open()
    until_ready(phone)
    referee.phase(1).takes("R3 B3 G3 R5 B5")
    keys = phone.page.locator(".picker")
    boxes = [
        keys.get_by_role("button", name=name, exact=True).bounding_box()
        for name in ("Blue 6", "Delete the last card")
    ]
    for box in (boxes * TAPS)[:TAPS]:
        assert box
        phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        phone.page.wait_for_timeout(BETWEEN_KEYS)
    phone.page.wait_for_timeout(500)

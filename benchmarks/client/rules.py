"""The rules on the phone: how soon they are ready, and how long a ruling takes."""

from __future__ import annotations

import statistics

from benchmarks.client.table import SLOWER, Table, at_most, press_keys
from benchmarks.report import Figure

KEYS = 30

# What the page asks of its worker, and when it is answered.
LISTEN = """
const asked = new Map();
let free = 0; // since when the worker has nothing to do
globalThis.rulings = [];
globalThis.ready = new Promise((resolve) => {
  globalThis.Worker = class extends Worker {
    constructor(...options) {
      super(...options);
      const made = performance.now();
      this.addEventListener("message", ({ data }) => {
        if (data.kind === "ready") resolve(performance.now() - made);
        if (data.kind !== "reply") return;
        const began = Math.max(asked.get(data.id), free);
        free = performance.now();
        rulings.push(free - began);
      });
    }
    postMessage(message, ...rest) {
      if (message.kind === "ask") asked.set(message.id, performance.now());
      super.postMessage(message, ...rest);
    }
  };
});
"""


def run(table: Table) -> list[Figure]:
    """A browser slows down pages, but not their workers: what these take is multiplied."""
    with table.phone() as (phone, _folder):
        phone.context.add_init_script(LISTEN)
        phone.open(f"{table.pad}/enter")
        ready: float = phone.page.evaluate("() => globalThis.ready")
        press_keys(phone, KEYS)
        phone.page.wait_for_timeout(500)
        rulings: list[float] = phone.page.evaluate("() => globalThis.rulings")
    note = f"× {SLOWER}"
    return [
        at_most(f"rules ready after their worker starts, {note}", ready * SLOWER / 1000, 8, "s"),
        at_most(f"a ruling, median, {note}", statistics.median(rulings) * SLOWER, 20, "ms"),
    ]

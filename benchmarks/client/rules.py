"""How soon the rules are ready on the phone."""

from __future__ import annotations

from benchmarks.client.table import SLOWER, Table, at_most
from benchmarks.report import Figure

# How long the worker of the page has been there when it says that it can be asked.
LISTEN = """
globalThis.ready = new Promise((resolve) => {
  globalThis.Worker = class extends Worker {
    constructor(...options) {
      super(...options);
      const made = performance.now();
      this.addEventListener("message", ({ data }) => {
        if (data.kind === "ready") resolve(performance.now() - made);
      });
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
    name = f"rules ready after their worker starts, × {SLOWER}"
    return [at_most(name, ready * SLOWER / 1000, 8, "s")]

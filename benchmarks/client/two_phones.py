"""How soon a round that one phone records is seen on another."""

from __future__ import annotations

import statistics

from benchmarks.client.table import Table, at_most
from benchmarks.report import Figure
from tests.client.browsers import PHONE, start
from tests.client.entry import Entry
from tests.client.pad import Pad
from tests.client.phone import Phone
from tests.client.seeds import Evening

ROUNDS = 8


def run(table: Table) -> list[Figure]:
    """Record rounds on one phone, and watch the totals of the other."""
    evening = Evening(table.address)
    browser = start(table.playwright)
    try:
        phones = []
        for name, caller in (("Anna", evening.owner), ("Ben", evening.join("Ben"))):
            phone = Phone(browser.new_context(**PHONE), table.address)
            phone.log_in(name, caller.token)
            Pad(phone).open(evening.game)
            phone.wait_until_rules()
            phones.append(phone)
        annas, bens = phones
        took = []
        for number in range(1, ROUNDS + 1):
            seen_at = bens.when_seen(f"{165 * number:,}")
            Pad(annas).enter()
            Entry(annas).round("Anna", Ben=105, Cleo=165)
            took.append(seen_at() - annas.tapped_at())
            Pad(bens).is_round(number + 1)
    finally:
        browser.close()
    return [at_most("a round, seen on another phone, median", statistics.median(took), 1000, "ms")]

"""From nothing to a recorded round: no account, no reload, few taps; later without a network."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.client.entry import Entry
from tests.client.pad import Pad
from tests.client.phone import KeptPhone, Phone
from tests.client.table import Table

MINUTE = 60  # seconds
OTHERS = ("Ben", "Cleo", "Dan")


def test_a_phone_that_nobody_has_used_records_a_round(anna: Phone) -> None:
    begun = time.monotonic()
    Table(anna).first_minute("Anna", OTHERS)
    pad = Pad(anna)
    pad.is_round(1)
    # New game, and Deal: names are typed.
    assert anna.taps == 2
    pad.enter()
    Entry(anna).round("Anna", Ben=5, Cleo=10, Dan=15)
    pad.shows(Anna=0, Ben=5, Cleo=10, Dan=15)
    pad.is_round(2)
    assert time.monotonic() - begun < MINUTE
    assert anna.taps <= 2 + 12
    assert anna.loads == 1
    anna.until_sent()


@pytest.mark.no_rules
def test_a_game_can_be_tried_without_a_name(anna: Phone) -> None:
    anna.open()
    anna.tap("Try a game first")
    pad = Pad(anna)
    pad.is_round(1)
    assert anna.taps == 1
    pad.enter()
    Entry(anna).round("Me", Anna=5, Ben=10)
    pad.shows(Me=0, Anna=5, Ben=10)
    anna.until_sent()


@pytest.mark.no_rules
def test_a_round_of_four_takes_twelve_taps_by_keys(anna: Phone) -> None:
    Table(anna).first_minute("Anna", OTHERS)
    pad, entry = Pad(anna), Entry(anna)
    before = anna.taps
    pad.enter()
    entry.went_out("Anna")
    for name, keys in zip(OTHERS, [(10, 25), (15, 15), (5, 10)], strict=True):
        entry.next(name)
        entry.add(*keys)
    entry.record()
    assert anna.taps - before <= 12
    pad.shows(Anna=0, Ben=35, Cleo=30, Dan=15)


def test_it_begins_without_a_network_from_the_second_visit_on(
    kept_phone: Callable[..., KeptPhone],
) -> None:
    annas = kept_phone()
    annas.open()
    annas.wait_until_installed()
    annas.kill()

    annas.start()
    annas.offline()
    Table(annas).first_minute("Anna", OTHERS)
    Pad(annas).enter()
    Entry(annas).round("Dan", Anna=105, Ben=110, Cleo=115)
    # There are no rules on this phone yet: nobody can check the round.
    expect(annas.page.get_by_text("Round 1 is saved and will be checked")).to_be_visible()
    annas.online()
    annas.until_sent()
    Pad(annas).shows(Anna=105, Ben=110, Cleo=115, Dan=0)

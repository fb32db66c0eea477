"""What a phone keeps: a full disk, data from an earlier version, a clock that is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.client.banner import told
from tests.client.entry import Entry
from tests.client.pad import Pad
from tests.client.phone import KeptPhone, Phone
from tests.client.seeds import Evening
from tests.client.stored import FOLDER
from tests.client.table import Table
from tests.live.phones import Phone as Caller

# What a phone kept that had no network: a game, a round nobody has checked, and half of the next.
STORED = sorted(FOLDER.glob("version-*.json"))


def test_a_full_disk_is_said_and_what_is_typed_is_sent(
    kept_phone: Callable[..., KeptPhone], evening: Evening
) -> None:
    annas = kept_phone()
    annas.log_in("Anna", evening.owner.token)
    Pad(annas).open(evening.game)
    annas.kill()

    # Chromium looks at what is left when it begins.
    annas.start()
    annas.limit_storage(1)
    pad = Pad(annas).open(evening.game)
    pad.enter()
    Entry(annas).round("Anna", Ben=105, Cleo=110)
    told(annas, "The storage of this phone is full")
    pad.shows(Anna=0, Ben=105, Cleo=110)
    annas.wait_until(lambda: evening.totals() == {"Anna": 0, "Ben": 105, "Cleo": 110})

    # There is room again.
    annas.limit_storage(None)
    pad.enter()
    Entry(annas).round("Ben", Cleo=105, Anna=110)
    pad.shows(Anna=110, Ben=105, Cleo=215)
    annas.wait_until(lambda: len(evening.read()["rounds"]) == 2)
    annas.kill()
    annas.start()
    annas.limit_storage(None)
    pad.open(evening.game)
    pad.shows(Anna=110, Ben=105, Cleo=215)


@pytest.mark.parametrize("stored", STORED, ids=lambda path: path.stem)
def test_what_an_earlier_version_stored_is_there_and_sent(
    phone: Callable[..., Phone], address: str, stored: Path
) -> None:
    databases = json.loads(stored.read_text(encoding="utf-8"))
    state = {"cookies": [], "origins": [{"origin": address, "localStorage": [], **databases}]}
    annas = phone(storage_state=state)
    annas.open()
    annas.page.get_by_role("link").filter(has_text="Anna, Ben and Cleo").first.tap()
    annas.tap("Go on entering the round", "link")
    entry = Entry(annas)
    expect(entry.row("Ben")).to_contain_text("went out")
    expect(entry.row("Cleo")).to_contain_text("12")
    entry.row("Cleo").tap()
    entry.type(0)
    entry.next("Anna")
    entry.type(105)
    entry.record()
    annas.until_sent()
    Pad(annas).shows(Anna=105, Ben=105, Cleo=230)
    game = Caller(address.replace("localhost", "127.0.0.1"), annas.token).get(
        f"/games/{annas.path.removeprefix('/g/')}/"
    )
    assert [row["number"] for row in game["rounds"]] == [1, 2]


@pytest.mark.no_rules
@pytest.mark.parametrize("years", [-7, pytest.param(9, marks=pytest.mark.release)])
def test_a_clock_that_is_years_off_changes_nothing(anna: Phone, address: str, years: int) -> None:
    now = datetime.now(UTC)
    anna.page.clock.install(time=now.replace(year=now.year + years))
    anna.page.clock.resume()
    game = Table(anna).first_minute("Anna", ("Ben", "Cleo"))
    Pad(anna).enter()
    Entry(anna).round("Anna", Ben=105, Cleo=110)
    anna.until_sent()
    server = Caller(address.replace("localhost", "127.0.0.1"), anna.token)
    read = server.get(f"/games/{game}/")
    (row,) = read["rounds"]
    for said in (row["phone_time"], row["recorded_at"]):
        assert abs(datetime.fromisoformat(said) - now) < timedelta(minutes=5)
    Pad(anna).shows(Anna=0, Ben=105, Cleo=110)

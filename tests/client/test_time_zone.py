"""The time zone of a group, set on its screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.client.hands import table
from tests.client.patience import until
from tests.client.phone import Phone

pytestmark = pytest.mark.no_rules


@pytest.mark.release
def test_it_is_that_of_the_phone_or_another_one(phone: Callable[..., Phone]) -> None:
    anna = phone()
    evening = table(anna)
    anna.open(f"/group/{evening.group}")

    def zone() -> str:
        return str(evening.owner.get(f"/groups/{evening.group}/")["time_zone"])

    before = zone()
    anna.unfold("Name, time zone and seasons")
    chosen = anna.page.get_by_label("Time zone")
    chosen.select_option("America/New York")
    until(lambda: zone() == "America/New_York")
    anna.tap("As this phone: Europe/Berlin")
    expect(chosen).to_have_value("Europe/Berlin")
    expect(anna.find("As this phone: Europe/Berlin")).to_have_count(0)
    until(lambda: zone() == "Europe/Berlin")
    anna.tap("Undo")
    expect(chosen).to_have_value("America/New_York")
    until(lambda: zone() == "America/New_York")

    anna.offline()
    chosen.select_option(before.replace("_", " "))
    anna.online()
    until(lambda: zone() == before)

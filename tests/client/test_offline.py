"""Without a network: nothing is lost, nothing is doubled, whatever happens to the phone."""

from __future__ import annotations

from collections.abc import Callable

from tests.client.entry import Entry
from tests.client.pad import Pad
from tests.client.phone import KeptPhone
from tests.client.seeds import Evening


def test_three_rounds_while_the_browser_is_killed_twice(
    kept_phone: Callable[..., KeptPhone], evening: Evening
) -> None:
    anna = kept_phone()
    anna.log_in("Anna", evening.owner.token)
    pad, entry = Pad(anna).open(evening.game), Entry(anna)
    anna.wait_until_installed()
    anna.wait_until_rules()

    anna.offline()
    pad.enter()
    entry.round("Anna", Ben=110, Cleo=115)
    pad.shows(Anna=0, Ben=110, Cleo=115)
    anna.kill()

    anna.start()
    anna.offline()
    pad.open(evening.game)
    anna.wait_until_rules_answer()  # or else they would ask who has laid down
    pad.shows(Anna=0, Ben=110, Cleo=115)
    pad.enter()
    entry.round("Ben", Cleo=105, Anna=120)
    pad.enter()
    entry.went_out("Cleo")
    entry.type(1)
    anna.until_kept('"digits":"1"')
    anna.kill()

    # What was typed is there, too.
    anna.start()
    anna.offline()
    pad.open(evening.game)
    anna.wait_until_rules_answer()  # or else they would ask who has laid down
    anna.tap("Go on entering the round", "link")
    entry.type(5)
    entry.next("Ben")
    entry.type(105)
    entry.record()
    pad.shows(Anna=135, Ben=215, Cleo=220)
    assert evening.read()["rounds"] == []

    anna.online()
    anna.until_sent()
    rounds = evening.read()["rounds"]
    assert [row["number"] for row in rounds] == [1, 2, 3]
    assert evening.totals() == {"Anna": 135, "Ben": 215, "Cleo": 220}

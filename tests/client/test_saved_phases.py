"""Lists of Phases that a group has saved: played, renamed and deleted."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.client.entry import Entry
from tests.client.hands import table
from tests.client.pad import Pad
from tests.client.patience import until
from tests.client.phone import Phone
from tests.client.seeds import Evening

pytestmark = pytest.mark.no_rules


def choose(phone: Phone, name: str) -> None:
    """Choose these Phases in the form of a new game."""
    phone.page.locator("summary").filter(has_text="Official Phases").tap()
    phone.page.get_by_text(name, exact=True).tap()


@pytest.fixture
def evening(phone: Callable[..., Phone]) -> tuple[Phone, Evening]:
    """A group that has saved two Phases of its own as "Quick", and the form of its next game."""
    annas = phone()
    made = table(annas)
    phases = [[{"kind": "run", "size": 4}], [{"kind": "set", "size": 4}]]
    body = {"name": "Quick", "edition": "classic", "phases": phases}
    made.owner.post(f"/groups/{made.group}/phase-lists/", body)
    annas.open(f"/new/{made.group}")
    choose(annas, "Quick")
    expect(annas.page.get_by_label("Name of the list")).to_have_value("Quick")
    return annas, made


def saved(evening: Evening) -> list[str]:
    """The names of the lists that the group has saved."""
    lists: Any = evening.owner.get(f"/groups/{evening.group}/phase-lists/")
    return [one["name"] for one in lists]


def test_phases_are_saved_and_played(anna: Phone) -> None:
    evening = table(anna)
    anna.open(f"/group/{evening.group}")
    anna.find("Players", "list").wait_for()
    anna.open(f"/new/{evening.group}")
    choose(anna, "Your own")
    for number in range(10, 2, -1):
        anna.tap(f"Remove Phase {number}")
    anna.tap("Move Phase 2 up")
    anna.page.get_by_label("Save these Phases for the group").fill("Quick")
    anna.tap("Save")
    expect(anna.find(re.compile("^Quick"), "radio")).to_be_checked()
    assert saved(evening) == ["Quick"]

    anna.tap("Start the game")
    anna.page.wait_for_url("**/g/*")
    anna.until_sent()
    game: Any = evening.owner.get(f"/games/{anna.path.removeprefix('/g/')}/")
    words = [phase["name"] for phase in game["phases"]]
    assert len(words) == 2
    pad = Pad(anna)
    expect(pad.row("Anna")).to_contain_text(words[0])
    pad.enter()
    Entry(anna).round("Anna", Ben=105, Cleo=110)
    expect(pad.row("Anna")).to_contain_text(words[1])
    expect(pad.row("Ben")).to_contain_text(words[0])
    anna.tap("Rounds", "link")
    expect(anna.find("Phase 1, laid down", "img")).to_have_count(1)


@pytest.mark.release
def test_a_saved_list_is_deleted_but_not_its_phases(evening: tuple[Phone, Evening]) -> None:
    annas, group = evening
    annas.tap("Delete this list")
    expect(annas.find(re.compile("^Quick"), "radio")).to_have_count(0)
    expect(annas.find(re.compile("^Your own"), "radio")).to_be_checked()
    expect(annas.page.get_by_label("Kind of group")).to_have_count(2)
    assert saved(group) == []
    annas.tap("Undo")
    expect(annas.find(re.compile("^Quick"), "radio")).to_be_visible()
    until(lambda: saved(group) == ["Quick"])

"""Two phones at one table: what one records, the other shows; what both record, people decide."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.client.entry import Entry
from tests.client.pad import Pad
from tests.client.phone import Phone
from tests.client.seeds import Evening


@pytest.fixture
def two(phone: Callable[..., Phone], evening: Evening) -> tuple[Phone, Phone]:
    """Anna's phone and Ben's, with the score pad in view."""
    annas, bens = phone(client=True), phone(client=True)
    annas.log_in("Anna", evening.owner.token)
    bens.log_in("Ben", evening.join("Ben").token)
    for one in (annas, bens):
        one.wait_until_installed()
        Pad(one).open(evening.game)
    return annas, bens


@pytest.mark.database
def test_a_round_comes_to_the_other_phone_by_itself(two: tuple[Phone, Phone]) -> None:
    """Ben's phone is told by a stream, and reads nothing else. How soon, a benchmark measures."""
    annas, bens = two
    Pad(annas).enter()
    asked: list[str] = []
    bens.page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    Entry(annas).round("Anna", Ben=105, Cleo=165)
    Pad(bens).shows(Anna=0, Ben=105, Cleo=165)
    Pad(bens).is_round(2)
    games = [request for request in asked if "/games/" in request]
    assert [request for request in games if "/events/?after=" not in request] == []


@pytest.mark.release
@pytest.mark.no_rules
def test_where_streams_are_blocked_a_round_comes_all_the_same(
    phone: Callable[..., Phone], evening: Evening
) -> None:
    """Some networks let no stream through: the phone asks for what is new, and waits for it."""
    bens = phone()
    blocked: list[str] = []
    asked: list[str] = []

    def block(route: Route) -> None:
        blocked.append(route.request.url)
        route.abort()

    bens.context.route(lambda url: "/events/?" in url and "wait=" not in url, block)
    bens.page.on("request", lambda request: asked.append(request.url))
    bens.log_in("Ben", evening.join("Ben").token)
    Pad(bens).open(evening.game)

    def waits() -> bool:
        return any(f"{evening.path}events/" in url and "wait=25" in url for url in asked)

    bens.wait_until(waits)
    assert [url for url in blocked if evening.path in url]
    evening.round("Anna", Ben=105, Cleo=165)
    Pad(bens).shows(Anna=0, Ben=105, Cleo=165)
    Pad(bens).is_round(2)


@pytest.mark.parametrize(
    ("decision", "totals"),
    [
        ("Keep what is recorded", {"Anna": 0, "Ben": 105, "Cleo": 110}),
        pytest.param(
            "Put mine in its place",
            {"Anna": 0, "Ben": 105, "Cleo": 115},
            marks=pytest.mark.no_rules,
        ),
        pytest.param(
            "Mine is round 2",
            {"Anna": 0, "Ben": 210, "Cleo": 225},
            marks=pytest.mark.no_rules,
        ),
    ],
)
def test_the_same_round_is_entered_by_both(
    two: tuple[Phone, Phone], evening: Evening, decision: str, totals: dict[str, int]
) -> None:
    annas, bens = two
    bens.offline()
    Pad(bens).enter()
    Entry(bens).round("Anna", Ben=105, Cleo=115)
    Pad(annas).enter()
    Entry(annas).round("Anna", Ben=105, Cleo=110)
    annas.until_sent()
    bens.online()
    bens.tap("Decide", "link")
    versions = bens.page.get_by_role("table").filter(has_text="Here")
    expect(versions.get_by_role("row").filter(has_text="Cleo")).to_contain_text("110")
    expect(versions.get_by_role("row").filter(has_text="Cleo")).to_contain_text("115")

    bens.tap(decision)
    bens.until_sent()
    Pad(annas).shows(**totals)
    Pad(bens).shows(**totals)
    assert evening.totals() == totals


@pytest.mark.release
@pytest.mark.no_rules
def test_a_round_for_a_game_that_was_abandoned_waits_until_it_goes_on(
    two: tuple[Phone, Phone], evening: Evening
) -> None:
    """The same would be refused again: so that is not offered before the game is resumed."""
    annas, bens = two
    bens.complaints.accept("^409: ")
    bens.offline()
    Pad(bens).enter()
    Entry(bens).round("Anna", Ben=105, Cleo=115)
    annas.tap("More", "link")
    annas.tap("Stop without a winner")
    annas.until_sent()
    bens.online()
    bens.tap("Decide", "link")
    expect(bens.page.get_by_role("row").filter(has_text="Cleo")).to_contain_text("115")
    expect(bens.find("Drop it")).to_be_visible()
    expect(bens.find("Send it again")).to_have_count(0)
    bens.tap("Resume the game")
    bens.tap("Send it again")
    bens.until_sent()
    assert evening.totals() == {"Anna": 0, "Ben": 105, "Cleo": 115}

"""One address does not take the streams of all, and a crowd at one game costs one look."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from pytest_django.fixtures import Settings

from games.live.hub import TURNS, Hub
from games.live.listeners import Listener
from games.live.subscriptions import StreamLimit
from games.models import Game
from tests.cast import Cast
from tests.databases import database
from tests.games.scoresheet import sit_down
from tests.live.conftest import Evening
from tests.live.phones import Listener as ListeningPhone
from tests.live.phones import Phone
from tests.live.test_hub import append, call, counted, in_a_loop, listener
from tests.live.test_hub import asleep as asleep  # a fixture
from tests.server import serve

HOME, BAR = "192.0.2.7", "198.51.100.3"


def somebody() -> Listener:
    return Listener(uuid4(), uuid4(), user=uuid4(), token=uuid4())


def test_places_are_counted_by_address(asleep: None, settings: Settings) -> None:
    settings.THROTTLE = True
    settings.LIVE_STREAMS_PER_ADDRESS = 3

    async def work(hub: Hub) -> None:
        theirs = [hub.subscribe(somebody(), 0, BAR) for _ in range(3)]
        assert all(theirs)
        assert hub.subscribe(somebody(), 0, BAR) is None
        assert hub.limit_reached(somebody(), BAR) == StreamLimit("streams_of_address", 3)
        assert hub.subscribe(somebody(), 0, HOME)  # nobody else's business
        assert theirs[0]
        hub.unsubscribe(theirs[0])
        assert hub.subscribe(somebody(), 0, BAR)
        assert hub.subscribe(somebody(), 0, BAR) is None

    in_a_loop(work)


@pytest.mark.django_db
def test_a_thousand_spectators_of_a_game_cost_what_one_does(cast: Cast, asleep: None) -> None:
    """The hub asks once about each game and each link, whatever number listens to it."""
    game = Game.objects.get(pk=sit_down(cast, "NE").game["id"])
    link = listener(game)

    def statements_with(count: int) -> list[str]:
        async def work(hub: Hub) -> list[str]:
            await call(game.refresh_from_db)
            watching = [
                hub.subscribe(link, game.last_event, f"192.0.2.{place % 200}")
                for place in range(count)
            ]
            for _turn in range(TURNS):
                await hub.look(takes_turn=True)
            [number] = await call(append, game)
            hub._wake(game.pk)
            before = len(asked)
            for _turn in range(TURNS):
                await hub.look(takes_turn=True)
            for one in watching:
                assert one
                assert [event.number for event in one.take()] == [number]
            return asked[before:]

        return in_a_loop(work)  # type: ignore[no-any-return]

    asked: list[str] = []
    with counted(asked):
        one, thousand = statements_with(1), statements_with(1_000)
    # Each turn looks at the end of the log; one of them at the game and at the link; the event is
    # read once.
    assert len(one) == len(thousand) == TURNS + 3
    # No statement has grown with them, either.
    assert sum(map(len, thousand)) < 2 * sum(map(len, one))


@pytest.fixture
def crowded(tmp_path: Path) -> Iterator[str]:
    """A server on which three streams are many, behind a proxy that says where they come from."""
    with (
        database(tmp_path) as url,
        serve(
            url,
            THROTTLE="on",
            TRUSTED_PROXIES="1",
            LIVE_STREAMS_PER_ADDRESS="2",
            LIVE_STREAMS="3",
        ) as address,
    ):
        yield address


class PhoneAt(Phone):
    """A phone with an address."""

    def __init__(self, server: str, token: str, address: str) -> None:
        super().__init__(server, token)
        self.address = address

    def _headers(self, headers: dict[str, str], body: Any) -> dict[str, str]:
        return {**super()._headers(headers, body), "X-Forwarded-For": self.address}


def test_an_address_does_not_take_the_streams_of_others(crowded: str) -> None:
    evening = Evening(crowded)
    url = f"{evening.path}events/"
    bar, home, third = (
        PhoneAt(crowded, evening.owner.token, address) for address in (BAR, HOME, "203.0.113.9")
    )
    listeners = []
    try:
        for phone in (bar, bar, home):
            listeners.append(ListeningPhone(phone, url))
            listeners[-1].await_(lambda: bool(listeners[-1].connections))
        status, problem, headers = third.ask("GET", url)
        assert (status, problem["code"]) == (503, "too_many_streams")
        assert (problem["limit"], problem["maximum"]) == ("streams_in_total", 3)
        assert headers["Retry-After"] == "30"
        listeners.pop().stop()
        listeners.append(ListeningPhone(home, url))  # takes the place that was left
        listeners[-1].await_(lambda: bool(listeners[-1].connections or listeners[-1].refused))
        listeners.pop().stop()
        listeners[0].await_(lambda: third.ask("GET", f"{evening.path}log/")[0] == 200)
        for path in (url, f"{evening.path}log/?wait=5&after={evening.game()['event']}"):
            status, problem, headers = bar.ask("GET", path)
            assert (status, problem["code"]) == (429, "too_many_streams")
            assert (problem["limit"], problem["maximum"]) == ("streams_of_address", 2)
            assert headers["Retry-After"] == "30"
        # What need not wait is answered.
        assert bar.ask("GET", f"{evening.path}log/")[0] == 200
    finally:
        for one in listeners:
            one.stop()

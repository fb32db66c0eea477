"""The hub tells each listener every event once and in its order, however it learns of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager
from typing import Any, TypeVar
from uuid import UUID, uuid4

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import DeviceToken
from games.live.hub import TURNS, Hub
from games.live.listeners import Listener
from games.live.log import Told, last_id, new_events
from games.live.subscriptions import Subscription
from games.live.tail import MAX_MISSING, PATIENCE, Tail
from games.models import Game, Group, GroupLog, Happening, Membership, ShareLink
from tests.cast import Cast
from tests.games.happened import events
from tests.games.scoresheet import sit_down

pytestmark = pytest.mark.django_db

T = TypeVar("T")


@pytest.fixture
def games(cast: Cast) -> list[Game]:
    """Two games of a group."""
    ids = [sit_down(cast, "NE").game["id"] for _ in range(2)]
    return [Game.objects.get(pk=id) for id in ids]


@pytest.fixture
def asleep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a hub look only when a test tells it to, by the connection of the test."""
    monkeypatch.setattr(Hub, "_start", lambda hub: None)
    monkeypatch.setattr("games.live.hub.run_in_database_thread", call)


def counted(asked: list[str]) -> AbstractContextManager[None]:
    """Add every statement to `asked`."""

    def count(execute: Any, statement: str, parameters: Any, *more: Any) -> Any:
        asked.append(f"{statement} {parameters}")
        return execute(statement, parameters, *more)

    return connection.execute_wrapper(count)


def append(game: Game, count: int = 1, *, first_id: int | None = None) -> list[int]:
    """Append events to a game's log; return their numbers."""
    game.refresh_from_db()
    numbers = list(range(game.last_event + 1, game.last_event + count + 1))
    for place, number in enumerate(numbers):
        id = None if first_id is None else first_id + place
        Happening.objects.create(
            id=id,
            game=game,
            number=number,
            version=1,
            kind="game_over",
            content={"events": [["game_over", {"winners": [str(number)]}]]},
        )
    Game.objects.filter(pk=game.pk).update(last_event=numbers[-1])
    return numbers


def tell(group: UUID, kind: str, *, id: int | None = None) -> None:
    """Append an event to a group's log."""
    log, _is_new = GroupLog.objects.get_or_create(group_id=group)
    log.last_event += 1
    log.save()
    Happening.objects.create(
        id=id,
        group_id=group,
        group_number=log.last_event,
        kind=kind,
        content={"told": [kind, {}]},
    )


def membership(cast: Cast, role: str) -> Membership:
    return Membership.objects.select_related("user").get(user=cast.users[role], group=cast.group)


def listener(game: Game, who: Membership | None = None) -> Listener:
    """A member who listens to a game, or to its group's games by a link."""
    if who is None:
        link = ShareLink.objects.create(game=game, token=uuid4().hex)
        return Listener(game.group_id, game.pk, link=link.pk)
    token, _secret = DeviceToken.objects.create(user=who.user)
    return Listener(game.group_id, game.pk, user=who.user_id, token=token.id)


def in_a_loop(work: Callable[[Hub], Coroutine[Any, Any, Any]]) -> Any:
    """Run a test with a hub in an event loop."""

    async def run() -> Any:
        return await work(Hub(asyncio.get_running_loop()))

    return async_to_sync(run)()


async def call(function: Callable[..., T], *arguments: Any, **more: Any) -> T:
    """Use the database by the connection of the test, as another one would not see its rows."""
    return await sync_to_async(function)(*arguments, **more)


def numbers(subscription: Subscription) -> list[int]:
    return [event.number for event in subscription.take()]


ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(["append", "append", "wake", "turn", "look", "subscribe"]), st.booleans()
    ),
    max_size=25,
)


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(actions=ACTIONS)
def test_everybody_gets_everything_once_and_in_its_order(
    games: list[Game], asleep: None, actions: list[tuple[str, bool]]
) -> None:
    async def work(hub: Hub) -> None:
        followed: list[tuple[Game, Subscription, list[int]]] = []

        async def subscribe(game: Game) -> None:
            who = await call(listener, game)
            await call(game.refresh_from_db)
            subscription = hub.subscribe(who, game.last_event)
            assert subscription
            # What was told before is read from the log.
            followed.append((game, subscription, [game.last_event]))
            game.last_event = 0

        for action, is_first in actions:
            game = games[is_first]
            if action == "append":
                await call(append, game)
            elif action == "wake":
                hub._wake(game.pk)
            elif action == "subscribe":
                await subscribe(game)
            else:
                await hub.look(takes_turn=action == "turn")
        for _turn in range(TURNS):
            await hub.look(takes_turn=True)
        for game, subscription, [known] in followed:
            await call(game.refresh_from_db)
            got = [number for number in numbers(subscription) if number > known]
            assert got == list(range(known + 1, game.last_event + 1))
            assert not subscription.lags
            assert not subscription.ended

    in_a_loop(work)


def test_a_turn_that_looks_at_the_ends_of_the_logs_finds_what_is_new(
    games: list[Game], asleep: None
) -> None:
    async def work(hub: Hub) -> None:
        subscriptions = [hub.subscribe(await call(listener, game), 1) for game in games]
        await hub.look(takes_turn=True)
        for game, subscription in zip(games, subscriptions, strict=True):
            await call(append, game)
            await hub.look(takes_turn=True)
            assert subscription
            assert numbers(subscription) == [2]

    in_a_loop(work)


def test_a_restored_database_has_phones_read_again(games: list[Game], asleep: None) -> None:
    async def work(hub: Hub) -> None:
        await call(append, games[0], 3)
        subscription = hub.subscribe(await call(listener, games[0]), 4)
        assert subscription
        await call(Game.objects.filter(pk=games[0].pk).update, last_event=2)
        for _turn in range(TURNS):
            await hub.look(takes_turn=True)
        assert subscription.lags

    in_a_loop(work)


def test_events_that_are_no_longer_there_have_phones_read_again(
    games: list[Game], asleep: None
) -> None:
    async def work(hub: Hub) -> None:
        subscription = hub.subscribe(await call(listener, games[0]), 1)
        assert subscription
        await call(append, games[0], 2)
        await call(Happening.objects.filter(game=games[0], number=2).delete)
        for _turn in range(TURNS):
            await hub.look(takes_turn=True)
        assert subscription.lags
        assert numbers(subscription) == []

    in_a_loop(work)


def test_whoever_has_left_is_told_nothing_that_comes_after(
    cast: Cast, games: list[Game], asleep: None
) -> None:
    """Even those who only listen to a game of the group."""

    def remove(member: Membership) -> None:
        Membership.objects.filter(pk=member.pk).delete()
        tell(member.group_id, "member_removed")
        append(games[0])

    async def work(hub: Hub) -> None:
        viewer, owner = [await call(membership, cast, role) for role in ("viewer", "owner")]
        leaves = hub.subscribe(await call(listener, games[0], viewer), 1)
        stays = hub.subscribe(await call(listener, games[0], owner), 1)
        assert leaves
        assert stays
        await hub.look(takes_turn=True)
        await call(remove, viewer)
        await hub.look(takes_turn=True)
        assert leaves.ended
        assert numbers(leaves) == []
        assert not stays.ended
        assert numbers(stays) == [2]

    in_a_loop(work)


@pytest.mark.parametrize("what", ["membership", "token", "link", "game", "purged", "group"])
def test_whoever_may_no_longer_listen_is_found_within_all_turns(
    cast: Cast, games: list[Game], asleep: None, what: str
) -> None:
    game = games[0]

    def end_access(user: UUID | None) -> None:
        if what == "membership":
            Membership.objects.filter(user_id=str(user)).delete()
        elif what == "token":
            DeviceToken.objects.filter(user_id=str(user)).delete()
        elif what == "link":
            ShareLink.objects.filter(game_id=game.pk).update(revoked_at=timezone.now())
        elif what == "game":
            Game.objects.filter(pk=game.pk).update(deleted_at=timezone.now())
        elif what == "purged":
            game.rounds.all().delete()
            game.delete()
        else:
            Game.objects.filter(group=game.group_id).delete()
            Group.objects.filter(pk=game.group_id).delete()

    async def work(hub: Hub) -> None:
        member = None if what == "link" else await call(membership, cast, "viewer")
        who = await call(listener, game, member)
        other = await call(listener, games[1], await call(membership, cast, "owner"))
        subscription, bystander = hub.subscribe(who, 1), hub.subscribe(other, 1)
        assert subscription
        assert bystander
        await call(end_access, who.user)
        for _turn in range(TURNS):
            await hub.look(takes_turn=True)
        assert subscription.ended
        assert bystander.ended == (what == "group")

    in_a_loop(work)


def test_an_idle_hub_asks_little(games: list[Game], asleep: None) -> None:
    """A turn takes a query for the log, two more if it has something to check."""

    async def work(hub: Hub) -> None:
        for game in games:
            for _phone in range(5):
                assert hub.subscribe(await call(listener, game), 1)
        await hub.look(takes_turn=True)
        before = len(asked)
        for _turn in range(TURNS):
            await hub.look(takes_turn=True)
        await hub.look(takes_turn=False)
        assert len(asked) - before == TURNS + 2 * len(games)

    asked: list[str] = []
    with counted(asked):
        in_a_loop(work)


# --- The ends of the logs ---


def new(tail: Tail) -> list[tuple[UUID | None, str]]:
    return [(row.game or row.group, row.kind) for row in tail.read()]


def test_ids_may_appear_after_higher_ones(games: list[Game]) -> None:
    """As when a transaction takes longer than one that began later."""
    tail = Tail()
    assert new(tail) == []
    last = last_id()
    append(games[0], first_id=last + 3)
    assert new(tail) == [(games[0].pk, "game_over")]
    assert new(tail) == []
    append(games[1], 2, first_id=last + 1)
    assert new(tail) == [(games[1].pk, "game_over")] * 2
    append(games[1], first_id=last + 4)
    tell(games[0].group_id, "group_changed", id=last + 5)
    told = [(games[1].pk, "game_over"), (games[0].group_id, "group_changed")]
    assert new(tail) == told
    assert new(tail) == []


def test_ids_that_never_appear_are_given_up(
    games: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    tail = Tail()
    new(tail)
    last = last_id()
    append(games[0], first_id=last + 10 * MAX_MISSING)
    assert new(tail) == [(games[0].pk, "game_over")]
    assert len(tail._missing) == MAX_MISSING
    now = time.monotonic()
    monkeypatch.setattr("games.live.tail.time.monotonic", lambda: now + PATIENCE + 1)
    assert new(tail) == []
    assert not tail._missing


def test_a_tail_goes_on_after_a_restored_database(games: list[Game]) -> None:
    append(games[0], first_id=5000)
    tail = Tail()
    new(tail)
    Happening.objects.filter(id=5000).delete()
    Game.objects.filter(pk=games[0].pk).update(last_event=1)
    assert new(tail) == []
    append(games[0], first_id=4000)
    assert new(tail) == [(games[0].pk, "game_over")]


def test_events_are_read_as_they_were_stored(games: list[Game]) -> None:
    append(games[0], 3)
    found = new_events({games[0].pk: 2, games[1].pk: 1}, {}, 100)
    assert found == [Told(games[0].pk, event) for event in events(game=games[0], number__gt=2)]
    assert new_events({games[0].pk: 0}, {}, 2)[-1].event["number"] == 2
    others = {uuid4(): 0 for _other in range(1000)}  # all phones come back at once
    assert new_events({**others, games[0].pk: 2, games[1].pk: 1}, {}, 100) == found


@pytest.mark.needs_postgres
def test_new_events_are_found_by_the_index_however_many_were_added(games: list[Game]) -> None:
    """Even before PostgreSQL has counted them."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_happening"
            " (game_id, number, version, is_change, kind, reason, actor_name, at, content)"
            " SELECT %s, number, 1, false, 'table', '', '', now(), ''"
            " FROM generate_series(2, 50000) number",
            [games[0].pk],
        )
    append(games[1])
    with CaptureQueriesContext(connection) as queries:
        [found] = new_events({games[1].pk: 1}, {}, 500)
    assert found.event["number"] == 2
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {queries[0]['sql']}")
        [[[plan]]] = cursor.fetchall()
    [scan] = [
        node for node in nodes(plan["Plan"]) if node.get("Index Name") == "event_of_game_once"
    ]
    assert "number > " in scan["Index Cond"]
    assert scan["Actual Rows"] == 1


def nodes(plan: dict[str, Any]) -> list[dict[str, Any]]:
    """All parts of a plan."""
    return [plan, *(node for part in plan.get("Plans", []) for node in nodes(part))]

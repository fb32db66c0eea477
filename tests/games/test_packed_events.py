"""Old events are packed, and nobody who reads a log can tell."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
import time_machine
from django.db import connection
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.live import packed_events
from games.live.listeners import Listener
from games.live.log import encode_event, events_after
from games.models import Event, Game, GroupEvent, PackedEvents, PackedGroupEvents
from games.services import packing
from games.services.games import purge_deleted_games
from games.services.packing import MAX_LOOKED_AT, OLD_AFTER, pack_old_events
from tests.cast import V1, Cast
from tests.games.livetable import Live
from tests.games.scoresheet import Table, sit_down

pytestmark = pytest.mark.django_db

A_MONTH = OLD_AFTER + timedelta(days=1)


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "MAX_IN_A_BLOCK", 3)


def later(time: timedelta = A_MONTH) -> Any:
    """Live some time later."""
    return time_machine.travel(timezone.now() + time)


def log(table: Table) -> list[bytes]:
    """Every page of a game's log: what is after each event."""
    last = table.look()["event"]
    pages = [table.client.get(f"{table.url}log/?after={number}") for number in range(last + 1)]
    assert {page.status_code for page in pages} == {200}
    return [page.content for page in pages]


def stream(table: Table) -> list[bytes]:
    """What a phone is sent that comes back after having seen each event."""
    game = Game.objects.get(pk=table.game["id"])
    listener = Listener(game.group_id, game.pk)
    return [
        b"".join(encode_event(event).content for event in events_after(listener, number, 201))
        for number in range(game.last_event + 1)
    ]


def blocks(table: Table) -> list[tuple[int, int]]:
    packed = PackedEvents.objects.filter(game=table.game["id"])
    return list(packed.order_by("first").values_list("first", "last"))


def unpacked(table: Table) -> list[int]:
    events = Event.objects.filter(game=table.game["id"])
    return list(events.order_by("number").values_list("number", flat=True))


def numbers(page: Any) -> list[int]:
    return [event["number"] for event in page.json()["events"]]


def test_a_log_reads_the_same_before_and_after(cast: Cast, small_blocks: None) -> None:
    table = sit_down(cast, "NE").play("N=out E=50-", "N=out E=50-")
    before, sent = log(table), stream(table)
    assert len(unpacked(table)) == len(before) - 1 == 5
    assert pack_old_events() == 0
    with later():
        assert pack_old_events() == 5
        assert pack_old_events() == 0
        assert (blocks(table), unpacked(table)) == ([(1, 3), (4, 5)], [])
        assert log(table) == before
        assert stream(table) == sent


def test_what_happens_after_packing_goes_on_in_the_same_log(cast: Cast, small_blocks: None) -> None:
    table = sit_down(cast, "NE").play("N=out E=50-", "N=out E=50-")
    before = log(table)
    with later():
        pack_old_events()
        assert table.correct(1, "N=out E=60-").status_code == 200
        after = log(table)
        assert unpacked(table) == [6]
        assert pack_old_events() == 0
        assert log(table) == after
    known = table.client.get(f"{table.url}log/?after=0").json()["events"]
    assert [event["number"] for event in known] == [1, 2, 3, 4, 5, 6]
    assert len(after) == len(before) + 1
    with later(2 * A_MONTH):
        assert pack_old_events() == 1
        assert blocks(table) == [(1, 3), (4, 5), (6, 6)]
        assert log(table) == after


ACTIONS = st.lists(
    st.sampled_from(["round", "correct", "note", "take back", "wait", "pack", "killed"]),
    max_size=10,
)


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(actions=ACTIONS, size=st.integers(1, 4))
def test_packing_at_any_time_changes_no_answer(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, actions: Sequence[str], size: int
) -> None:
    monkeypatch.setattr(packing, "MAX_IN_A_BLOCK", size)
    table = sit_down(cast, "NE")
    live, passed = Live(table), timedelta()
    for action in [*actions, "wait", "pack"]:
        if action == "wait":
            passed += A_MONTH
        with later(passed):
            known, sent = log(table), stream(table)
            rounds = len(table.game["rounds"])
            match action:
                case "round":
                    table.play("N=out E=50-")
                case "correct" if rounds:
                    assert table.correct(rounds, "N=50- E=out").status_code == 200
                case "take back" if rounds:
                    assert table.take_back().status_code == 200
                case "note":
                    live.round = rounds + 1
                    assert live.note("Tea.").status_code == 201
                case "pack":
                    pack_old_events()
                case "killed":
                    _be_killed()
            table.look()
            new, new_sent = log(table), stream(table)
            if action in ("pack", "killed", "wait"):
                assert (new, new_sent) == (known, sent)
            else:
                assert len(new) >= len(known)
                page = table.client.get(f"{table.url}log/?after=0")
                assert numbers(page) == list(range(1, len(new)))
    assert unpacked(table) == []


def _be_killed() -> None:
    """Pack, and be killed between writing a block and deleting its events."""
    create = PackedEvents.objects.create

    def create_and_die(**columns: Any) -> None:
        create(**columns)
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch, suppress(KeyboardInterrupt):
        patch.setattr(PackedEvents.objects, "create", create_and_die)
        pack_old_events()


def test_a_reader_misses_nothing_that_is_packed_meanwhile(
    cast: Cast, small_blocks: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit_down(cast, "NE").play("N=out E=50-", "N=out E=50-")
    game = UUID(table.game["id"])
    before = [event.number for event in packed_events.game_events_after(game, 0, 100)]
    read = packed_events._whole_log

    def pack_then_read(*arguments: Any) -> Any:
        assert pack_old_events() == 5
        return read(*arguments)

    with later():
        monkeypatch.setattr(packed_events, "_whole_log", pack_then_read)
        after = packed_events.game_events_after(game, 0, 100)
    assert [event.number for event in after] == before


def test_only_quiet_games_are_packed(cast: Cast) -> None:
    quiet, busy, new = (sit_down(cast, "NE") for _ in range(3))
    quiet.play("N=out E=50-")
    with later():
        busy.play("N=out E=50-")
        new.look()
        Event.objects.filter(game=new.game["id"]).update(at=timezone.now())
        pack_old_events()
    assert unpacked(quiet) == []
    assert blocks(busy) == blocks(new) == []


def test_games_are_found_behind_many_others(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "MAX_LOOKED_AT", 2)
    assert MAX_LOOKED_AT > 2
    tables = [sit_down(cast, "NE").play("N=out E=50-") for _ in range(4)]
    with later():
        pack_old_events()
    assert not any(unpacked(table) for table in tables)


def test_packing_breaks_off_when_the_server_stops(cast: Cast, small_blocks: None) -> None:
    table = sit_down(cast, "NE").play("N=out E=50-", "N=out E=50-")
    answers = iter([False, True])
    with later():
        assert pack_old_events(lambda: next(answers)) == 3
        assert (blocks(table), unpacked(table)) == ([(1, 3)], [4, 5])
        assert pack_old_events() == 2


def test_old_events_of_a_group_are_packed_but_the_last_ones(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What somebody has not seen is counted among those."""
    monkeypatch.setattr(packing, "MAX_IN_A_BLOCK", 4)
    monkeypatch.setattr(packing, "MIN_IN_A_BLOCK", 2)
    monkeypatch.setattr(packing, "MAX_UNSEEN", 3)
    monkeypatch.setattr("games.selectors.home.MAX_UNSEEN", 3)
    url = f"{cast.url}/log/"

    def read() -> list[bytes]:
        last = cast.owner.get(cast.url + "/").json()["event"]
        assert last >= 12
        return [cast.viewer.get(f"{url}?after={number}").content for number in range(last + 1)]

    def unseen() -> int:
        [group] = cast.viewer.get(f"{V1}/me/home/").json()["groups"]
        count: int = group["unseen"]
        return count

    for number in range(12):
        cast.owner.patch(f"{cast.url}/", {"name": f"Club {number}"})
    with later():
        counted = unseen()
        new_name = cast.owner.patch(f"{cast.url}/", {"name": "Today"})
        assert new_name.status_code == 200
        before = read()
        assert pack_old_events() >= 8
        packed = PackedGroupEvents.objects.filter(group=cast.group).order_by("first")
        ranges = list(packed.values_list("first", "last"))
        assert ranges[0] == (1, 4)
        assert read() == before
        assert unseen() == counted == 3
        left = GroupEvent.objects.filter(group=cast.group).order_by("number")
        numbers = list(left.values_list("number", flat=True))
        assert numbers == list(range(ranges[-1][1] + 1, len(before)))
        assert 3 <= len(numbers) < 3 + 2 + 1
        assert pack_old_events() == 0
        cast.owner.patch(f"{cast.url}/", {"name": "Tomorrow"})
        assert read()[0] != before[0]
        events = [event["number"] for event in cast.viewer.get(url).json()["events"]]
        assert events == list(range(1, len(before) + 1))


def test_a_game_is_deleted_with_its_packed_events(cast: Cast) -> None:
    tables = [sit_down(cast, "NE") for _ in range(2)]
    with later():
        pack_old_events()
    assert all(blocks(table) for table in tables)
    with later():
        deleted = cast.owner.delete(tables[0].url, headers={"If-Match": "*"})
        assert deleted.status_code == 204
    with later(2 * A_MONTH + timedelta(days=1)):
        assert purge_deleted_games() == 1
    assert not blocks(tables[0])
    assert blocks(tables[1])
    assert cast.owner.delete(f"{V1}/groups/{cast.group.pk}/?confirm=true").status_code == 204
    assert not PackedEvents.objects.exists()


def test_packed_events_take_a_fraction_of_the_space(cast: Cast) -> None:
    """A game of eighteen rounds: what is stored of its events, without the rows' own overhead."""
    table = sit_down(cast, "NESW")
    for number in range(18):
        out, down, *others = [*"NESW"][number % 4 :] + [*"NESW"][: number % 4]
        table.play(f"{out}=out {down}=10+ {others[0]}=65- {others[1]}=90-")
    text = "CAST(data AS text)"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*), sum(length({text})) FROM games_event")
        count, size = cursor.fetchone()
    with later():
        assert pack_old_events() == count
    packed = sum(len(content) for content in PackedEvents.objects.values_list("content", flat=True))
    assert packed / count < 150
    assert packed < size / 8

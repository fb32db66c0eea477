"""`manage.py cleanup` forgets what is no longer kept, and nothing else."""

from __future__ import annotations

import re
import time
from datetime import timedelta
from functools import partial
from io import StringIO
from threading import Barrier
from typing import Any
from uuid import UUID

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import DeviceToken, PairingCode, PendingEmail, StoredAnswer, User
from background.local_worker import local_worker
from config.celery import app
from games.models import (
    CleanupState,
    Game,
    Group,
    Happening,
    Membership,
    Player,
)
from games.services import cleanup as services
from games.services import idle_guests, old_events
from games.services.cleanup import CLEANUPS, Cleaned, clean_up, state
from games.services.idle_guests import delete_idle_guests
from games.tasks import clean_up_if_due
from tests.accounts.people import holder
from tests.cast import V1, Cast
from tests.games.races import ROUNDS, together
from tests.games.scoresheet import Table, phone, sit_down


def cleanup() -> dict[str, int]:
    out = StringIO()
    call_command("cleanup", stdout=out)
    told = (line.rpartition(": ") for line in out.getvalue().splitlines())
    return {name: int(count) for name, _colon, count in told}


def status() -> str:
    out = StringIO()
    call_command("cleanup", "--status", stdout=out)
    return out.getvalue()


pytestmark = pytest.mark.django_db


def test_what_is_old_goes_and_what_is_not_stays(cast: Cast) -> None:
    table = sit_down(cast, "NE")
    kept = sit_down(cast, "NES")
    owner = Table(phone(cast.users["owner"]), table.game)
    response = owner.client.post(
        f"{V1}/groups/", {"name": "Others"}, headers={"Idempotency-Key": "once"}
    )
    assert response.status_code == 201
    assert owner.client.post(f"{V1}/auth/pairing/").status_code == 201
    soon = timezone.now() + timedelta(days=1)
    PendingEmail.objects.create(user=cast.users["owner"], email="ann@x.org", expires_at=soon)
    owner.client.delete(owner.url, headers={"If-Match": owner.etag})
    none = dict.fromkeys(CLEANUPS, 0)
    assert cleanup() == none
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        assert cleanup() == {
            **none,
            "guests who never played": 2,  # those who are not in the group with a game
            "answers to repeated writes": 1,
            "unused pairing codes": 1,
            "unconfirmed e-mail addresses": 1,
            "deleted games": 1,
        }
    assert not StoredAnswer.objects.exists()
    assert not PairingCode.objects.exists()
    assert not PendingEmail.objects.exists()
    assert [str(game.pk) for game in Game.objects.all()] == [kept.game["id"]]


# --- Guests ---


def later(**time: float) -> Any:
    return time_machine.travel(timezone.now() + timedelta(**time))


def test_guests_who_never_played_go_after_30_days(api: APIClient) -> None:
    api.post(f"{V1}/auth/guests/", {"name": "Ann"})
    token = api.post(f"{V1}/auth/guests/", {"name": "Ben"}).json()["token"]
    ben = holder(token)
    assert (
        ben.post(f"{V1}/groups/", {"name": "His", "players": [{"name": "Ben"}]}).status_code == 201
    )
    with later(days=29):
        assert delete_idle_guests() == 0
    with later(days=20):
        assert ben.get(f"{V1}/me/").status_code == 200  # he is there
    with later(days=31):
        assert delete_idle_guests() == 1
        assert User.objects.get().name == "Ben"
    with later(days=51):
        assert delete_idle_guests() == 1
    assert not User.objects.exists()
    assert not Group.objects.exists()
    assert not Player.everything.exists()
    assert not DeviceToken.objects.exists()


def test_whoever_has_a_game_stays(cast: Cast) -> None:
    table = sit_down(cast, "NE")
    claimer = cast.users["outsider"]
    Player.objects.filter(group=cast.group, name="North").update(user=claimer)
    with later(days=400):
        # Only the owner of the group without a game goes.
        assert delete_idle_guests() == 1
        assert not User.objects.filter(pk=cast.users["other_owner"].pk).exists()
        assert not Group.objects.filter(pk=cast.other_group.pk).exists()
        assert User.objects.count() == 4
        assert Game.objects.get().pk == UUID(table.game["id"])


def test_whoever_can_be_reached_or_was_disabled_stays(cast: Cast) -> None:
    User.objects.filter(pk=cast.users["outsider"].pk).update(email="ann@example.org")
    User.objects.filter(pk=cast.users["other_owner"].pk).update(is_active=False)
    Membership.objects.filter(group=cast.group).delete()
    with later(days=400):
        assert delete_idle_guests() == 3
    assert User.objects.count() == 2


def test_the_owner_of_others_stays_until_they_have_gone(cast: Cast) -> None:
    User.objects.filter(pk=cast.users["viewer"].pk).update(email="vi@example.org")
    with later(days=400):
        delete_idle_guests()
        delete_idle_guests()
        assert set(User.objects.values_list("name", flat=True)) == {"owner", "viewer"}
        User.objects.filter(name="viewer").delete()
        assert delete_idle_guests() == 1


def test_guests_go_by_the_hundred(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle_guests, "MAX_LOOKED_AT", 3)
    for number in range(8):
        User.objects.create_guest(f"guest {number}")
    with later(days=31):
        assert delete_idle_guests() == 8


@pytest.mark.django_db(transaction=True)
def test_whoever_begins_to_play_meanwhile_is_not_lost(cast: Cast, race: None) -> None:
    """A group is founded with a game while its founder is being deleted: one of the two happens."""
    game = {"edition": "classic", "players": [{"name": "A"}, {"name": "B"}]}
    body = {"name": "New", "game": game}
    for turn in range(ROUNDS):
        guest = User.objects.create_guest(f"guest {turn}")
        phone_of_guest = phone(guest)
        User.objects.update(created_at=timezone.now() - timedelta(days=60))
        DeviceToken.objects.filter(user=guest).update(seen_at=timezone.now() - timedelta(days=31))
        answers = together(
            partial(phone_of_guest.post, f"{V1}/groups/", body),
            delete_idle_guests,
        )
        there = User.objects.filter(pk=guest.pk).exists()
        assert answers[0].status_code == (201 if there else 401)
        assert Game.objects.filter(group__memberships__user=guest).exists() == there


# --- When and by whom ---


def test_it_is_due_once_a_day(cast: Cast) -> None:
    assert clean_up(if_due_since=timedelta(0)) is None  # just begun
    with later(hours=25):
        assert clean_up(if_due_since=timedelta(hours=2)) is None
        assert clean_up(if_due_since=timedelta(0)) == Cleaned(dict.fromkeys(CLEANUPS, 0), {})
        assert clean_up(if_due_since=timedelta(0)) is None
        assert clean_up() is not None  # somebody asks for it
    with later(hours=50):
        clean_up_if_due.apply()
        assert CleanupState.objects.get().run == 3


def test_beat_asks_every_hour() -> None:
    entry = app.conf.beat_schedule["cleanup"]
    assert (entry["task"], entry["schedule"]) == (clean_up_if_due.name, 60 * 60)


def test_the_thread_of_a_server_cleans_up(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0

    def look(after: timedelta, *, takes_tasks: bool) -> int:
        monkeypatch.setattr(services, "_look_at", 0.0)
        monkeypatch.setattr(local_worker, "takes_tasks", takes_tasks)
        with time_machine.travel(start + after):
            services.clean_up_now_and_then()
            services.clean_up_now_and_then()
        return CleanupState.objects.get().run

    start = timezone.now()
    assert look(timedelta(0), takes_tasks=True) == looks
    assert look(timedelta(hours=25), takes_tasks=True) == 1
    # With workers, it waits for them.
    assert look(timedelta(hours=50), takes_tasks=False) == 1
    assert look(timedelta(hours=52), takes_tasks=False) == 2


@pytest.mark.django_db(transaction=True)
def test_two_servers_do_not_clean_up_at_once(
    cast: Cast, race: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    state()
    began: list[int] = []
    barrier = Barrier(2)

    def slow() -> int:
        began.append(1)
        time.sleep(0.3)
        return 0

    monkeypatch.setattr(services, "CLEANUPS", {"slow": slow})

    def begin() -> Cleaned | None:
        barrier.wait(5)
        return clean_up()

    results = together(begin, begin)
    assert sorted(result is None for result in results) == [False, True]
    assert len(began) == 1
    # One that died is not waited for.
    CleanupState.objects.update(ended_at=None, alive_at=timezone.now())
    assert clean_up() is None
    CleanupState.objects.update(alive_at=timezone.now() - timedelta(minutes=31))
    assert clean_up() is not None


def test_what_fails_is_told_and_tried_again(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, api: APIClient
) -> None:
    def fail() -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(services, "CLEANUPS", {"first": fail, "second": lambda: 7})
    assert "There was no cleanup yet." in status()
    with pytest.raises(CommandError, match="first: ZeroDivisionError"):
        call_command("cleanup")
    told = status()
    assert "first: failed (ZeroDivisionError)" in told
    assert "second: 7" in told
    assert re.search(r"took \d+\.\d s", told)
    assert "State: failed: first" in told
    answer = api.get("/readyz")
    assert answer.status_code == 200
    assert answer.json()["checks"]["cleanup"] == "failed: first"
    monkeypatch.setattr(services, "CLEANUPS", {"first": lambda: 1})
    with later(minutes=61):
        assert clean_up(if_due_since=timedelta(0)) == Cleaned({"first": 1}, {})
        assert status().endswith("State: ok\n")
        assert api.get("/readyz").json()["checks"]["cleanup"] == "ok"
    with later(days=3):
        assert api.get("/readyz").json()["checks"]["cleanup"] == "overdue"


def test_a_server_that_stops_leaves_the_rest_to_the_next(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop() -> int:
        monkeypatch.setattr(type(local_worker), "is_stopping", True)
        return 1

    monkeypatch.setattr(services, "CLEANUPS", {"first": stop, "second": lambda: 2})
    assert clean_up() == Cleaned({"first": 1}, {})
    monkeypatch.setattr(type(local_worker), "is_stopping", False)
    monkeypatch.setattr(services, "CLEANUPS", {"first": lambda: 1, "second": lambda: 2})
    assert clean_up(if_due_since=timedelta(0)) == Cleaned({"first": 1, "second": 2}, {})


# --- Years later ---


@pytest.mark.full
def test_what_grows_is_bounded(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guests come and names change for years: after some of them, all stays as it is."""
    monkeypatch.setattr(old_events, "MIN_DELETED", 10)
    owner = cast.users["owner"]
    counted: list[dict[str, int]] = []
    start = timezone.now()
    for year in range(5):
        for month in range(12):
            with time_machine.travel(start + timedelta(days=365 * year + 30 * month)):
                client = phone(owner)
                User.objects.create_guest("passer-by")
                for turn in range(5):
                    key = {"Idempotency-Key": f"{year} {month} {turn}"}
                    body = {"name": f"Table {turn}"}
                    assert client.patch(f"{cast.url}/", body, headers=key).status_code == 200
                DeviceToken.objects.exclude(user=owner).update(seen_at=start)
                assert clean_up() is not None
        counted.append(
            {
                "guests": User.objects.filter(name="passer-by").count(),
                "answers": StoredAnswer.objects.count(),
                "events": Happening.objects.filter(group=cast.group).count(),
                "states": CleanupState.objects.count(),
            }
        )
    most = {"guests": 1, "answers": 5, "events": 120, "states": 1}
    for after in counted[2:]:  # 60 events in a year, of which the last 50 may be unseen
        assert all(after[name] <= most[name] for name in most), counted

    # Whoever was away for longer is told to reload, and then the rest, without a gap.
    page = phone(owner).get(f"{cast.url}/events/?wait=0&after=0").json()
    first, *rest = page["events"]
    assert (first["kind"], first["data"]) == ("earlier_events_deleted", {"reload": True})
    assert first["number"] > 200
    numbers = [first["number"], *(event["number"] for event in rest)]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    again = phone(owner).get(f"{cast.url}/events/?wait=0&after=7").json()
    assert again == page
    assert (
        phone(owner)
        .get(f"{cast.url}/events/?wait=0&after={numbers[0]}")
        .json()["events"][: len(rest)]
        == rest
    )


def test_a_group_remembers_that_a_game_is_gone(cast: Cast) -> None:
    gone, kept = sit_down(cast, "NE").play("N=out E=5"), sit_down(cast, "NES")
    etag = {"If-Match": gone.etag}
    assert cast.owner.delete(gone.url, headers=etag).status_code == 204
    with later(days=31):
        assert cleanup()["deleted games"] == 1
    events = cast.owner.get(f"{cast.url}/events/?wait=0&after=0").json()["events"]
    assert [event["number"] for event in events] == list(range(1, len(events) + 1))
    of_game = [event for event in events if gone.game["id"] in str(event)]
    assert [event["kind"] for event in of_game] == ["game_removed"] * 3
    assert {str(event["data"]) for event in of_game} == {str({"game": gone.game["id"]})}
    assert {str(game) for game in Game.objects.values_list("pk", flat=True)} == {kept.game["id"]}


def test_old_events_of_a_group_leave_its_games_alone(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(old_events, "MIN_DELETED", 2)
    monkeypatch.setattr(old_events, "MAX_UNSEEN", 1)
    table = sit_down(cast, "NE").play("N=out E=5").play("N=out E=5")
    log, changes = cast.owner.get(f"{table.url}log/").json(), table.changes()
    told = cast.owner.get(f"{cast.url}/events/?wait=0&after=0").json()["events"]
    with later(days=366):
        assert cleanup()["old events of groups"] == len(told) - 1
        assert cleanup()["old events of groups"] == 0
    first, last = cast.owner.get(f"{cast.url}/events/?wait=0&after=0").json()["events"]
    assert (first["kind"], first["number"]) == ("earlier_events_deleted", last["number"] - 1)
    assert last == told[-1]
    assert (cast.owner.get(f"{table.url}log/").json(), table.changes()) == (log, changes)

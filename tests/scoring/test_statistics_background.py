"""Statistics are counted in the background: no request counts, and nothing due is forgotten."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from background import celery_app
from background.local_worker import LocalWorker
from games.models import Game
from scoring.statistics import tasks
from scoring.statistics.models import (
    PendingDigests,
    PendingGame,
    PendingRatings,
    PlayerDigest,
    PlayerTotals,
    StatisticsState,
)
from scoring.statistics.services.catch_up import catch_up, count_next
from tests.cast import Cast
from tests.games.scoresheet import phone, sit_down
from tests.scoring.evening import Evenings

pytestmark = pytest.mark.django_db


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> LocalWorker:
    """The thread of a server, which does not get round to anything before `do_all`."""
    worker = LocalWorker()
    worker.takes_tasks = True
    monkeypatch.setattr(celery_app, "local_worker", worker)
    return worker


def do_all(worker: LocalWorker) -> int:
    """Do what the thread has been asked to; return how much that was."""
    done = 0
    while not worker._tasks.empty():
        task = worker._tasks.get()
        assert task is not None
        task()
        done += 1
    return done


def board(cast: Cast) -> dict[str, Any]:
    response = phone(cast.users["viewer"]).get(f"{cast.url}/statistics/leaderboard/")
    answer: dict[str, Any] = response.json()
    return answer


def games_on(answer: dict[str, Any]) -> list[int]:
    return [line["games"] for line in answer["players"]]


def test_an_answer_says_whether_something_is_still_to_be_counted(
    cast: Cast, worker: LocalWorker, django_capture_on_commit_callbacks: Any
) -> None:
    answer = board(cast)
    assert (answer["counting"], answer["as_of"], games_on(answer)) == (False, None, [])
    with django_capture_on_commit_callbacks(execute=True):
        table = sit_down(cast, "NE", phases=[1])
    assert not board(cast)["counting"]
    with django_capture_on_commit_callbacks(execute=True):
        table.play("N=out E=60-")
    answer = board(cast)
    assert (answer["counting"], answer["as_of"], games_on(answer)) == (True, None, [])
    assert do_all(worker) == 1
    first = board(cast)
    assert (first["counting"], games_on(first)) == (False, [1, 1])
    assert first["as_of"] is not None
    with django_capture_on_commit_callbacks(execute=True):
        table.decide("archive")  # a change of a game that counts
    second = board(cast)
    assert second == {**first, "counting": True}
    do_all(worker)
    third = board(cast)
    assert not third["counting"]
    assert third["as_of"] > first["as_of"]


def test_old_statistics_stay_as_they_were_when_the_group_moves(cast: Cast) -> None:
    table = sit_down(cast, "NE", phases=[1])
    Game.objects.filter(pk=table.game["id"]).update(started_at="2026-01-01T02:00Z")
    table.play("N=out E=60-")
    catch_up(cast.group.pk)

    def years() -> list[int]:
        viewer = phone(cast.users["viewer"])
        urls = [f"{cast.url}/statistics/periods/{year}/" for year in (2025, 2026)]
        return [viewer.get(url).json()["games"] for url in urls]

    assert years() == [1, 0]
    owner = phone(cast.users["owner"])
    assert owner.patch(f"{cast.url}/", {"time_zone": "Asia/Tokyo"}).status_code == 200
    assert board(cast)["counting"]
    assert years() == [1, 0]
    catch_up(cast.group.pk)
    assert not board(cast)["counting"]
    assert years() == [0, 1]


def test_ending_a_game_asks_as_little_in_a_group_with_many(
    cast: Cast, worker: LocalWorker, django_capture_on_commit_callbacks: Any
) -> None:
    taken = []
    for games in (0, 12):
        for _game in range(games):
            sit_down(cast, "NE", phases=[1]).play("N=out E=60-")
        catch_up(cast.group.pk)
        table = sit_down(cast, "NE", phases=[1])
        with (
            CaptureQueriesContext(connection) as queries,
            django_capture_on_commit_callbacks(execute=True),
        ):
            assert table.record("N=out E=60-").status_code == 201
        taken.append([query["sql"] for query in queries])
        assert do_all(worker) == 1
    assert len(taken[0]) == len(taken[1])
    of_statistics = [sql for sql in taken[1] if "statistics_" in sql]
    assert len(of_statistics) == 1
    assert of_statistics[0].startswith('INSERT INTO "statistics_pendinggame"')


# --- What nobody counts ----------------------------------------------------------------------


@pytest.fixture
def evenings() -> Evenings:
    """A game that is due, of which no worker has heard."""
    evenings = Evenings(Random(7))
    evenings.play_out()
    return evenings


def age(seconds: float) -> None:
    """Have everything that is due been so for a while."""
    PendingGame.objects.update(due_at=timezone.now() - timedelta(seconds=seconds))


def test_what_no_worker_counts_is_counted_after_some_seconds(evenings: Evenings) -> None:
    tasks.count_what_nobody_counts()
    assert PendingGame.objects.count() == 1
    age(6)
    tasks.count_what_nobody_counts()
    assert not PendingGame.objects.exists()
    assert PlayerTotals.objects.exists()


def test_a_group_that_somebody_counts_is_left_to_them(evenings: Evenings) -> None:
    age(6)
    counted_at = timezone.now()
    StatisticsState.objects.create(group=evenings.group, counted_at=counted_at, time_zone="UTC")
    tasks.count_what_nobody_counts()
    assert PendingGame.objects.count() == 1
    StatisticsState.objects.update(counted_at=counted_at - timedelta(seconds=6))
    tasks.count_what_nobody_counts()
    assert not PendingGame.objects.exists()


def test_digests_that_a_killed_worker_has_left_are_made(evenings: Evenings) -> None:
    group = evenings.group.pk
    catch_up(group)
    evenings.delete(evenings.open(evenings.games[0]))
    with transaction.atomic():
        count_next(group)
    PendingGame.objects.all().delete()
    PendingRatings.objects.all().delete()
    assert PendingDigests.objects.exists()
    tasks.count_what_nobody_counts()  # they have only just been counted
    assert PendingDigests.objects.exists()
    StatisticsState.objects.update(counted_at=timezone.now() - timedelta(seconds=6))
    tasks.count_what_nobody_counts()
    assert not PendingDigests.objects.exists()
    assert not PlayerDigest.objects.exists()


def test_a_group_that_cannot_be_counted_is_in_nobodys_way(
    evenings: Evenings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    other = Evenings(Random(8))
    other.play_out()
    age(6)

    def broken(group: Any) -> None:
        if group == evenings.group.pk:
            raise KeyError("broken")
        catch_up(group)

    monkeypatch.setattr(tasks, "catch_up", broken)
    tasks.count_what_nobody_counts()
    assert [pending.group for pending in PendingGame.objects.all()] == [evenings.group]
    assert str(evenings.group.pk) in caplog.text


def test_a_database_that_is_away_is_left_alone(
    evenings: Evenings, monkeypatch: pytest.MonkeyPatch
) -> None:
    age(6)

    def gone(_group: Any) -> None:
        raise OperationalError

    monkeypatch.setattr(tasks, "catch_up", gone)
    with pytest.raises(OperationalError):  # the thread logs it, and looks again later
        tasks.count_what_nobody_counts()
    assert PendingGame.objects.count() == 1

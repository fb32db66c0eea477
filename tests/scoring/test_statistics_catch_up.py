"""Statistics are always what the games add up to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import Game
from scoring.jobs.models import Job
from scoring.statistics.models import (
    GroupDigest,
    PairTotals,
    PendingDigests,
    PendingGame,
    PendingRatings,
    PhaseTotals,
    PlayerDigest,
    PlayerResult,
    PlayerTotals,
    RatingCheckpoint,
)
from scoring.statistics.services.catch_up import catch_up
from scoring.statistics.services.recompute import check, recompute
from tests.cast import Cast
from tests.games.scoresheet import phone, sit_down
from tests.sampling import sampled
from tests.scoring.evening import DEEDS, FIRST, Evenings

pytestmark = pytest.mark.django_db

TABLES: tuple[Any, ...] = (
    PlayerResult,
    PlayerTotals,
    PhaseTotals,
    PairTotals,
    PlayerDigest,
    GroupDigest,
    RatingCheckpoint,
)


@contextmanager
def undone() -> Iterator[None]:
    """What is done in here never was."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def stored(group: Any) -> dict[str, Any]:
    """All statistics of a group, but for the ids of their rows."""
    tables = {model.__name__: model.objects.filter(group=group) for model in TABLES}
    return {
        name: sorted((list(row[1:]) for row in rows.values_list()), key=repr)
        for name, rows in tables.items()
    }


@settings(
    max_examples=sampled(40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    seed=st.integers(0, 10**6),
    deeds=st.lists(
        st.tuples(st.sampled_from(DEEDS), st.sampled_from((0, 0, 1, 2, 4, 100))),
        min_size=5,
        max_size=30,
    ),
)
def test_statistics_are_what_recomputing_gives(
    db: None, seed: int, deeds: list[tuple[str, int]]
) -> None:
    with undone():
        evenings = Evenings(Random(seed))
        group = evenings.group.pk
        for deed, transactions in deeds:
            evenings.do(deed)
            catch_up_partly(group, transactions)
        assert check(group) == []
        kept = stored(group)
        recompute(group)
        assert stored(group) == kept
        assert not PendingGame.objects.exists()
        assert not PendingRatings.objects.exists()
        assert not PendingDigests.objects.exists()


class Interrupted(Exception):
    """As when the process ends."""


def catch_up_partly(group: Any, transactions: int) -> None:
    """Catch up, but be interrupted after this many transactions."""
    left = iter(range(1, transactions))

    def go_on() -> None:
        if next(left, None) is None:
            raise Interrupted

    if transactions:
        with suppress(Interrupted):
            catch_up(group, alive=go_on)


@pytest.fixture
def evenings(db: None) -> Evenings:
    """Four players who have played eight games."""
    evenings = Evenings(Random(7))
    for _game in range(8):
        evenings.play_out()
    catch_up(evenings.group.pk)
    return evenings


@pytest.mark.parametrize(
    ("model", "column"),
    [
        (PlayerResult, "total"),
        (PlayerTotals, "points"),
        (PhaseTotals, "attempts"),
        (PairTotals, "ahead"),
        (RatingCheckpoint, "mu"),
    ],
)
def test_check_sees_what_is_wrong(evenings: Evenings, model: Any, column: str) -> None:
    row = model.objects.order_by("pk").last()
    setattr(row, column, getattr(row, column) + 1)
    row.save()
    found = check(evenings.group.pk)
    assert len(found) == 1
    assert found[0].lower().startswith(model.__name__.lower())
    recompute(evenings.group.pk)
    assert check(evenings.group.pk) == []


@pytest.mark.parametrize("model", TABLES)
def test_check_sees_what_is_missing(evenings: Evenings, model: Any) -> None:
    model.objects.order_by("pk").last().delete()
    assert check(evenings.group.pk)


def test_a_game_counts_once_it_is_over(evenings: Evenings) -> None:
    group = evenings.group.pk
    before = stored(group)
    record = evenings.start()
    assert not PendingGame.objects.exists()
    while not record.state.over:
        catch_up(group)
        assert stored(group) == before
        record = evenings.play(record)
    assert PendingGame.objects.filter(game=record.game.id).count() == 1
    catch_up(group)
    assert PlayerResult.objects.filter(game=record.game.id).count() == len(record.seats)
    evenings.delete(evenings.open(record.game.id))
    catch_up(group)
    assert stored(group) == before


def test_an_owner_can_have_statistics_recomputed(
    cast: Cast, django_capture_on_commit_callbacks: Any
) -> None:
    for _game in range(2):
        sit_down(cast, "NE", phases=[1]).play("N=out E=60-")
    catch_up(cast.group.pk)
    kept = stored(cast.group.pk)
    PlayerTotals.objects.update(points=7)
    owner = phone(cast.users["owner"])
    with django_capture_on_commit_callbacks(execute=True):
        job = owner.post(f"{cast.url}/jobs/", {"kind": "recompute"}).json()
    done = owner.get(f"/api/v1/jobs/{job['id']}/").json()
    assert (done["state"], done["result"]) == (
        "done",
        {"kind": "recompute", "games": 2, "rounds": 2},
    )
    assert stored(cast.group.pk) == kept


def test_counting_one_more_game_takes_as_many_queries_as_ever(evenings: Evenings) -> None:
    taken = []
    for games in (1, 30):
        for _game in range(games):
            record = evenings.play_out()
            later = FIRST + timedelta(days=100 + len(evenings.games))
            Game.objects.filter(pk=record.game.id).update(started_at=later)
            with CaptureQueriesContext(
                connection,
            ) as queries:
                catch_up(evenings.group.pk)
        taken.append(len(queries))
    assert taken[0] >= taken[1], taken
    assert taken[0] <= 26, taken


def test_a_group_is_deleted_with_its_statistics(cast: Cast) -> None:
    sit_down(cast, "NE", phases=[1]).play("N=out E=60-")
    catch_up(cast.group.pk)
    sit_down(cast, "NE", phases=[1]).play("N=out E=60-")
    owner = phone(cast.users["owner"])
    job = owner.post(f"{cast.url}/jobs/", {"kind": "recompute"})
    assert job.status_code == 202
    assert PlayerResult.objects.exists()
    assert PendingGame.objects.exists()
    assert owner.delete(f"{cast.url}/?confirm=true").status_code == 204
    for model in (PendingGame, PendingRatings, PendingDigests, Job, *TABLES):
        assert not model.objects.exists(), model


def test_a_game_that_is_purged_leaves_nothing(cast: Cast) -> None:
    table = sit_down(cast, "NE", phases=[1]).play("N=out E=60-")
    catch_up(cast.group.pk)
    owner = phone(cast.users["owner"])
    assert owner.delete(table.url, headers={"If-Match": table.etag}).status_code == 204
    Game.objects.update(deleted_at="2020-01-01T00:00Z")
    call_command("cleanup")
    catch_up(cast.group.pk)
    assert not Game.objects.exists()
    assert not PlayerResult.objects.exists()
    assert check(cast.group.pk) == []

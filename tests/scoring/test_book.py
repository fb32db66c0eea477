"""The book: always what its games add up to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
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
from scoring.statistics.models import Due, PairSum, PhaseSum, PlayerSum, Rating, Result
from scoring.statistics.services import counting
from scoring.statistics.services import recompute as recount
from tests.cast import Cast
from tests.games.scoresheet import phone, sit_down
from tests.scoring.evening import DEEDS, FIRST, Evenings

pytestmark = pytest.mark.django_db


@contextmanager
def undone() -> Iterator[None]:
    """What is done in here never was."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def standing(group: Any) -> dict[str, Any]:
    """All that stands in the book of a group, but for the numbers of its rows."""
    tables = {model.__name__: model.objects.filter(group=group) for model in SUMS}
    tables["Rating"] = Rating.objects.filter(player__group=group)
    return {
        name: sorted((list(row[1:]) for row in rows.values_list()), key=repr)
        for name, rows in tables.items()
    }


SUMS: tuple[Any, ...] = (Result, PlayerSum, PhaseSum, PairSum)


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    seed=st.integers(0, 10**6),
    deeds=st.lists(st.tuples(st.sampled_from(DEEDS), st.booleans()), min_size=5, max_size=30),
)
def test_the_book_is_what_a_recount_makes_it(
    db: None, seed: int, deeds: list[tuple[str, bool]]
) -> None:
    with undone():
        evenings = Evenings(Random(seed))
        group = evenings.group.pk
        for deed, looked_at in deeds:
            evenings.do(deed)
            if looked_at:
                counting.catch_up(group)
        assert recount.check(group) == []
        kept = standing(group)
        recount.recompute(group)
        assert standing(group) == kept
        assert not Due.objects.exists()


@pytest.fixture
def evenings(db: None) -> Evenings:
    """Four players who have played eight games."""
    evenings = Evenings(Random(7))
    for _game in range(8):
        evenings.play_out()
    counting.catch_up(evenings.group.pk)
    return evenings


@pytest.mark.parametrize(
    ("model", "column"),
    [
        (Result, "total"),
        (PlayerSum, "points"),
        (PhaseSum, "tries"),
        (PairSum, "ahead"),
        (Rating, "mu"),
    ],
)
def test_check_sees_what_is_wrong(evenings: Evenings, model: Any, column: str) -> None:
    row = model.objects.order_by("pk").last()
    setattr(row, column, getattr(row, column) + 1)
    row.save()
    found = recount.check(evenings.group.pk)
    assert len(found) == 1
    assert found[0].lower().startswith(model.__name__.lower())
    recount.recompute(evenings.group.pk)
    assert recount.check(evenings.group.pk) == []


@pytest.mark.parametrize("model", [Result, PlayerSum, PhaseSum, PairSum, Rating])
def test_check_sees_what_is_missing(evenings: Evenings, model: Any) -> None:
    model.objects.order_by("pk").last().delete()
    assert recount.check(evenings.group.pk)


def test_a_game_counts_once_it_is_over(evenings: Evenings) -> None:
    group = evenings.group.pk
    before = standing(group)
    record = evenings.start()
    assert not Due.objects.exists()
    while not record.state.over:
        counting.catch_up(group)
        assert standing(group) == before
        record = evenings.play(record)
    assert Due.objects.filter(game=record.game).count() == 1
    counting.catch_up(group)
    assert Result.objects.filter(game=record.game).count() == len(record.seats)
    evenings.delete(evenings.open(record.game.pk))
    counting.catch_up(group)
    assert standing(group) == before


def test_only_what_a_change_touches_is_rated_again(db: None) -> None:
    evenings = Evenings(Random(3))
    north, east, south, west = evenings.players
    games = []
    for day, pair in enumerate([(north, east), (south, west), (north, south), (east, west)]):
        evenings.players = list(pair)
        record = evenings.play_out()
        games.append(record.game.pk)
        Game.objects.filter(pk=record.game.pk).update(started_at=f"2025-01-0{day + 1}T20:00Z")
    group = evenings.group.pk
    recount.recompute(group)
    kept = {game: ids(game) for game in games}
    evenings.delete(evenings.open(games[2]))
    counting.catch_up(group)
    assert ids(games[0]) == kept[games[0]]
    assert ids(games[1]) == kept[games[1]]
    assert ids(games[2]) == set()
    assert ids(games[3]) == kept[games[3]]  # neither of them had met north or south there
    evenings.delete(evenings.open(games[1]))
    counting.catch_up(group)
    assert ids(games[0]) == kept[games[0]]
    assert ids(games[3]) != kept[games[3]]  # west came to it with another rating
    assert recount.check(group) == []


def test_an_owner_can_have_the_book_made_anew(
    cast: Cast, django_capture_on_commit_callbacks: Any
) -> None:
    for _game in range(2):
        sit_down(cast, "NE", phases=[1]).play("N=out E=60-")
    counting.catch_up(cast.group.pk)
    kept = standing(cast.group.pk)
    PlayerSum.objects.update(points=7)
    owner = phone(cast.users["owner"])
    with django_capture_on_commit_callbacks(execute=True):
        job = owner.post(f"{cast.url}/recomputes/").json()
    done = owner.get(f"/api/v1/jobs/{job['id']}/").json()
    assert (done["state"], done["result"]) == ("done", {"games": 2, "rounds": 2})
    assert standing(cast.group.pk) == kept


def ids(game: Any) -> set[int]:
    return set(Rating.objects.filter(game=game).values_list("pk", flat=True))


def test_counting_one_more_game_takes_as_many_queries_as_ever(evenings: Evenings) -> None:
    taken = []
    for games in (1, 30):
        for _game in range(games):
            record = evenings.play_out()
            later = FIRST + timedelta(days=100 + len(evenings.games))
            Game.objects.filter(pk=record.game.pk).update(started_at=later)
            with CaptureQueriesContext(
                connection,
            ) as queries:
                counting.catch_up(evenings.group.pk)
        taken.append(len(queries))
    assert taken[0] >= taken[1], taken
    assert taken[0] <= 26, taken


def test_what_is_much_is_counted_bit_by_bit(
    evenings: Evenings, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = evenings.group.pk
    kept = standing(group)
    monkeypatch.setattr(counting, "AT_ONCE", 3)
    for game in evenings.games:
        evenings.delete(evenings.open(game))
    counting.catch_up(group)
    assert not Result.objects.exists()
    for _game in evenings.games:
        evenings.restore()
    assert Due.objects.count() == len(evenings.games) == 8
    counting.catch_up(group)
    assert standing(group) == kept


def test_a_group_goes_with_its_book(cast: Cast) -> None:
    sit_down(cast, "NE", phases=[1]).play("N=out E=60-")
    counting.catch_up(cast.group.pk)
    sit_down(cast, "NE", phases=[1]).play("N=out E=60-")
    owner = phone(cast.users["owner"])
    job = owner.post(f"{cast.url}/recomputes/")
    assert job.status_code == 202
    assert Result.objects.exists()
    assert Due.objects.exists()
    assert owner.delete(f"{cast.url}/", {"confirm": True}).status_code == 204
    for model in (Due, Job, Rating, *SUMS):
        assert not model.objects.exists(), model


def test_a_game_that_is_purged_leaves_nothing(cast: Cast) -> None:
    table = sit_down(cast, "NE", phases=[1]).play("N=out E=60-")
    counting.catch_up(cast.group.pk)
    owner = phone(cast.users["owner"])
    assert owner.delete(table.url, headers={"If-Match": table.etag}).status_code == 204
    Game.objects.update(deleted_at="2020-01-01T00:00Z")
    call_command("cleanup")
    counting.catch_up(cast.group.pk)
    assert not Game.objects.exists()
    assert not Result.objects.exists()
    assert recount.check(cast.group.pk) == []


def test_workers_are_told_once_of_much(cast: Cast, django_capture_on_commit_callbacks: Any) -> None:
    for _game in range(3):
        sit_down(cast, "NE", phases=[1]).play("N=out E=60-")
    north, *_others, west = cast.players
    connection.run_on_commit.clear()  # the test's own transaction never comes to its end
    with django_capture_on_commit_callbacks() as hooks:
        into = {"into": str(west.pk)}
        assert cast.scorer.post(f"/api/v1/players/{north.pk}/merge/", into).status_code == 200
    assert len([hook for hook in hooks if hasattr(hook, "counts")]) == 1
    assert Due.objects.count() == 6

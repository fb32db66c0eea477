"""Ratings follow a changed game in a short transaction, computed again from its month on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game
from games.services.locking import short_transaction
from scoring.jobs import worker
from scoring.jobs.models import Job, JobState
from scoring.jobs.queue import cancel_job
from scoring.statistics.models import (
    PendingGame,
    PendingRatings,
    PlayerResult,
    PlayerTotals,
    RatingCheckpoint,
)
from scoring.statistics.rating_pools import PoolRatings, ranked_game
from scoring.statistics.selectors.facts import stored_facts
from scoring.statistics.selectors.state import read_state
from scoring.statistics.services import catch_up as catch_up_service
from scoring.statistics.services import ratings as ratings_service
from scoring.statistics.services.catch_up import catch_up
from scoring.statistics.services.ratings import outdate_games
from scoring.statistics.services.recompute import check, recompute
from tests.scoring.evening import FIRST, Evenings

pytestmark = pytest.mark.django_db

GAMES = 12  # one every ten days from 30 December on
MONTHS = (1, 3, 3, 3, 2)  # how many games each month has


class Transactions:
    """How many games each transaction rated."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rated: list[int] = []
        self._games: set[Any] = set()
        monkeypatch.setattr(catch_up_service, "short_transaction", self._watch)
        monkeypatch.setattr(ratings_service, "short_transaction", self._watch)
        rate = PoolRatings.rate

        def counted(pools: Any, game: Any) -> Any:
            self._games.add(game.moment)
            return rate(pools, game)

        monkeypatch.setattr(PoolRatings, "rate", counted)

    @contextmanager
    def _watch(self) -> Iterator[None]:
        with short_transaction():
            yield
        self.rated.append(len(self._games))
        self._games.clear()

    def catch_up(self, group: Any) -> list[int]:
        """Catch up; return how many games were rated for each transaction."""
        self.rated = []
        catch_up(group)
        return self.rated


def play(evenings: Evenings, number: int, winner: int | None = None) -> None:
    """A game of which only the totals are recorded; somebody wins."""
    record = evenings.start()
    won = evenings.chance.randrange(len(record.seats)) if winner is None else winner
    totals = [
        {"completed": None, "total": 10 * place, "won": place == won}
        for place in range(len(record.seats))
    ]
    started_at = FIRST + timedelta(days=10 * number)
    game = Game.objects.filter(pk=record.game.id)
    game.update(totals=totals, outcome="over", started_at=started_at)
    PendingGame.objects.create(group=evenings.group, game_id=record.game.id)


@pytest.fixture
def evenings(db: None) -> Evenings:
    """Twelve games in five months, which all count."""
    evenings = Evenings(Random(7))
    for number in range(GAMES):
        play(evenings, number)
    catch_up(evenings.group.pk)
    return evenings


@pytest.fixture
def transactions(evenings: Evenings, monkeypatch: pytest.MonkeyPatch) -> Transactions:
    return Transactions(monkeypatch)


def delete(evenings: Evenings, number: int) -> None:
    evenings.delete(evenings.open(evenings.games[number]))


def stored() -> list[Any]:
    columns = ("month", "edition", "variant", "player", "mu", "sigma")
    return sorted(RatingCheckpoint.objects.values_list(*columns))


@pytest.mark.parametrize(("number", "rated"), [(0, 11), (1, 10), (5, 7), (9, 4), (11, 1)])
def test_a_change_has_the_games_from_its_month_on_rated_again(
    evenings: Evenings, transactions: Transactions, number: int, rated: int
) -> None:
    delete(evenings, number)
    assert transactions.catch_up(evenings.group.pk) == [0, rated]
    assert check(evenings.group.pk) == []
    evenings.restore()
    assert transactions.catch_up(evenings.group.pk)[-1] == rated + 1 or number == GAMES - 1
    assert check(evenings.group.pk) == []


def test_ratings_stop_where_they_are_what_they_were(
    evenings: Evenings, transactions: Transactions
) -> None:
    group = evenings.group.pk
    outdate_games(group, [_ranked(evenings, 4)], evenings.group.zone)
    kept = stored()
    assert transactions.catch_up(group) == [MONTHS[2]]
    assert stored() == kept


def _ranked(evenings: Evenings, number: int) -> Any:
    [facts] = stored_facts(PlayerResult.objects.filter(game=evenings.games[number]))
    return ranked_game(facts)


@pytest.mark.parametrize("number", [0, 5, 11])
def test_a_change_while_ratings_are_computed(
    evenings: Evenings, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    group = evenings.group.pk
    compute = ratings_service._compute
    computed = []

    def disturbed(due: Any) -> Any:
        changes = compute(due)
        computed.append(due.token)
        if len(computed) == 1:  # another worker counts something meanwhile
            delete(evenings, number)
            catch_up_service.count_next(group)
        return changes

    monkeypatch.setattr(ratings_service, "_compute", disturbed)
    delete(evenings, 1)
    catch_up(group)
    assert len(set(computed)) == 2
    assert check(group) == []


def test_ratings_that_another_worker_has_written(
    evenings: Evenings, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = evenings.group.pk
    compute = ratings_service._compute

    def slow(due: Any) -> Any:
        changes = compute(due)
        monkeypatch.setattr(ratings_service, "_compute", compute)
        catch_up(group)
        play(evenings, GAMES)
        catch_up(group)
        return changes

    monkeypatch.setattr(ratings_service, "_compute", slow)
    delete(evenings, 1)
    catch_up(group)
    assert check(group) == []


def test_a_change_of_the_past_takes_as_many_queries_as_ever(evenings: Evenings) -> None:
    taken = []
    for more in (0, 24):
        for number in range(more):
            play(evenings, GAMES + number)
        catch_up(evenings.group.pk)
        delete(evenings, 0 if more else 1)
        with CaptureQueriesContext(connection) as queries:
            catch_up(evenings.group.pk)
        taken.append(len(queries))
    assert taken[1] <= taken[0], taken


def test_many_changes_are_rated_once(
    evenings: Evenings, transactions: Transactions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An import of old games does not have the later ones rated again with each of its parts."""
    monkeypatch.setattr(catch_up_service, "GAMES_AT_ONCE", 2)
    for number in range(6):
        delete(evenings, number)
    assert transactions.catch_up(evenings.group.pk) == [0, 0, 0, GAMES - 6]
    for _game in range(6):
        evenings.restore()
    assert transactions.catch_up(evenings.group.pk) == [0, 0, 0, GAMES]
    assert check(evenings.group.pk) == []


# --- Recomputing -----------------------------------------------------------------------------


def spoil(evenings: Evenings) -> None:
    """Have every figure wrong."""
    PlayerResult.objects.update(total=7, rank=1)
    PlayerTotals.objects.update(points=1)
    RatingCheckpoint.objects.update(mu=1)


def test_recomputing_writes_in_short_transactions(
    evenings: Evenings, transactions: Transactions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catch_up_service, "GAMES_AT_ONCE", 2)
    spoil(evenings)
    recompute(evenings.group.pk)
    assert len(transactions.rated) > GAMES / 2
    assert check(evenings.group.pk) == []


def test_a_recomputation_shows_progress_and_can_be_cancelled(
    evenings: Evenings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "MIN_SAVE_INTERVAL", 0.0)
    spoil(evenings)
    job = Job.objects.create(group=evenings.group, kind="recompute", created_by=evenings.owner)
    seen = []
    step = worker.Run.step

    def watched(run: worker.Run, done: int, total: int | None = None) -> None:
        step(run, done, total)
        seen.append((done, total))
        if PendingRatings.objects.exists() and not PendingGame.objects.exists():
            cancel_job(job=job)

    monkeypatch.setattr(worker.Run, "step", watched)
    worker.work_on(job.pk)
    job.refresh_from_db()
    assert job.state == JobState.CANCELLED
    assert seen[0] == (GAMES, GAMES)
    assert read_state(evenings.group.pk).counting
    catch_up(evenings.group.pk)
    assert check(evenings.group.pk) == []

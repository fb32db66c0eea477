"""Ratings follow in short transactions, so that nobody at a table waits for those of old games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from games.models import Game
from games.services.locking import short_transaction
from scoring.jobs import worker
from scoring.jobs.models import Job, JobState
from scoring.jobs.queue import cancel_job
from scoring.statistics.models import (
    PendingGame,
    PendingRatings,
    PlayerRating,
    PlayerResult,
    PlayerTotals,
)
from scoring.statistics.selectors.state import read_state
from scoring.statistics.services import catch_up as catch_up_service
from scoring.statistics.services import ratings as ratings_service
from scoring.statistics.services.catch_up import catch_up
from scoring.statistics.services.recompute import check, recompute
from tests.games.scoresheet import phone
from tests.scoring.evening import FIRST, Evenings

pytestmark = pytest.mark.django_db

GAMES = 12
AT_ONCE = 3


class Killed(BaseException):
    """As when the process ends."""


class Transactions:
    """How many games each transaction rated; the process can be killed after some of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rated: list[int] = []
        self.limit: int | None = None
        self._games: set[Any] = set()
        monkeypatch.setattr(ratings_service, "GAMES_AT_ONCE", AT_ONCE)
        monkeypatch.setattr(catch_up_service, "short_transaction", self._watch)
        rate = ratings_service._PoolRatings.rate

        def counted(pool: Any, game: Any) -> Any:
            self._games.add(game.moment)
            return rate(pool, game)

        monkeypatch.setattr(ratings_service._PoolRatings, "rate", counted)

    @contextmanager
    def _watch(self) -> Iterator[None]:
        if self.limit is not None and len(self.rated) >= self.limit:
            raise Killed
        self._games.clear()
        with short_transaction():
            yield
        self.rated.append(len(self._games))

    def catch_up(self, group: Any, killed_after: int | None = None) -> list[int]:
        """Catch up; return how many games were rated in each transaction."""
        self.rated, self.limit = [], killed_after
        if killed_after is None:
            catch_up(group)
        else:
            with pytest.raises(Killed):
                catch_up(group)
            self.limit = None
        return self.rated


def play(evenings: Evenings, day: int) -> None:
    """A game of which only the totals are recorded; somebody wins."""
    record = evenings.start()
    won = evenings.chance.randrange(len(record.seats))
    totals = [
        {"completed": None, "total": 10 * place, "won": place == won}
        for place in range(len(record.seats))
    ]
    started_at = FIRST + timedelta(days=day)
    game = Game.objects.filter(pk=record.game.id)
    game.update(totals=totals, outcome="over", started_at=started_at)
    PendingGame.objects.create(group=evenings.group, game_id=record.game.id)


@pytest.fixture
def evenings(db: None) -> Evenings:
    """Twelve games on as many days, which all count."""
    evenings = Evenings(Random(7))
    for day in range(GAMES):
        play(evenings, day)
    catch_up(evenings.group.pk)
    return evenings


@pytest.fixture
def transactions(evenings: Evenings, monkeypatch: pytest.MonkeyPatch) -> Transactions:
    return Transactions(monkeypatch)


def delete(evenings: Evenings, day: int) -> None:
    evenings.delete(evenings.open(evenings.games[day]))


def first_outdated(evenings: Evenings) -> int:
    """The day from which on ratings are out of date."""
    return (PendingRatings.objects.get(pk=evenings.group.pk).first_played_at - FIRST).days


def test_a_transaction_rates_a_few_games(evenings: Evenings, transactions: Transactions) -> None:
    delete(evenings, 0)
    rated = transactions.catch_up(evenings.group.pk)
    assert sum(rated) == GAMES - 1
    assert max(rated) == AT_ONCE
    assert check(evenings.group.pk) == []


def test_an_interrupted_rating_goes_on_where_it_was(
    evenings: Evenings, transactions: Transactions
) -> None:
    group = evenings.group.pk
    delete(evenings, 0)
    transactions.catch_up(group, killed_after=2)
    assert not PendingGame.objects.exists()
    assert first_outdated(evenings) == 1 + 2 * AT_ONCE
    answer = phone(evenings.owner).get(f"/api/v1/groups/{group}/statistics/leaderboard/")
    assert (answer.status_code, answer.json()["counting"]) == (200, True)
    assert sum(transactions.catch_up(group)) == GAMES - 1 - 2 * AT_ONCE
    assert not read_state(group).counting
    assert not PendingRatings.objects.exists()
    assert check(group) == []


@pytest.mark.parametrize("day", [0, 5, 8, 11])
def test_a_change_while_ratings_are_updated(
    evenings: Evenings, transactions: Transactions, day: int
) -> None:
    group = evenings.group.pk
    delete(evenings, 1)
    transactions.catch_up(group, killed_after=2)
    reached = first_outdated(evenings)
    assert reached == 2 + 2 * AT_ONCE
    delete(evenings, day)
    [rated, *_others] = transactions.catch_up(group)
    # From the changed game on if it is earlier, else from where it was.
    start = min(day, reached)
    assert 0 < rated <= AT_ONCE
    assert sum(transactions.rated) <= GAMES - start
    assert check(group) == []


def test_games_are_counted_first_and_then_rated_once(
    evenings: Evenings, transactions: Transactions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An import of old games does not have the later ones rated again with each of its parts."""
    monkeypatch.setattr(catch_up_service, "GAMES_AT_ONCE", 2)
    for day in range(6):
        delete(evenings, day)
    rated = transactions.catch_up(evenings.group.pk)
    assert rated[:2] == [0, 0]
    assert sum(rated) == GAMES - 6
    for _game in range(6):
        evenings.restore()
    rated = transactions.catch_up(evenings.group.pk)
    assert sum(rated) == GAMES
    assert max(rated) == AT_ONCE
    assert check(evenings.group.pk) == []


def test_a_correction_that_changes_no_place_changes_no_rating(
    evenings: Evenings, transactions: Transactions
) -> None:
    kept = list(PlayerRating.objects.order_by("pk").values())
    game = Game.objects.get(pk=evenings.games[0])
    assert game.totals is not None
    game.totals = [{**line, "total": line["total"] + 5} for line in game.totals]
    game.save()
    PendingGame.objects.create(group=evenings.group, game=game)
    assert transactions.catch_up(evenings.group.pk) == [0]
    assert list(PlayerRating.objects.order_by("pk").values()) == kept
    assert check(evenings.group.pk) == []


def test_a_merge_is_rated_in_short_transactions(
    evenings: Evenings, transactions: Transactions
) -> None:
    others = evenings.players[1:3]
    twins = [evenings.newcomer() for _ in range(2)]
    for day, twin in enumerate(twins):  # they never meet
        evenings.players = [*others, twin]
        play(evenings, -1 - day)
        assert transactions.catch_up(evenings.group.pk)
    evenings.players = twins
    evenings.do("merge")
    rated = transactions.catch_up(evenings.group.pk)
    assert GAMES // 2 < sum(rated) <= GAMES + 2
    assert max(rated) <= AT_ONCE
    assert check(evenings.group.pk) == []


# --- Recomputing -----------------------------------------------------------------------------


def spoil(evenings: Evenings) -> None:
    """Have every figure wrong."""
    PlayerResult.objects.update(total=7, rank=1)
    PlayerTotals.objects.update(points=1)
    PlayerRating.objects.update(mu=1)


def test_recomputing_writes_in_short_transactions(
    evenings: Evenings, transactions: Transactions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catch_up_service, "GAMES_AT_ONCE", 2)
    spoil(evenings)
    recompute(evenings.group.pk)
    assert len(transactions.rated) > GAMES / 2
    assert max(transactions.rated) == AT_ONCE
    assert check(evenings.group.pk) == []


def test_recomputing_writes_nothing_if_nothing_is_wrong(
    evenings: Evenings, transactions: Transactions
) -> None:
    recompute(evenings.group.pk)
    assert transactions.rated == []


@pytest.mark.parametrize("transaction", [0, 4])
def test_whoever_looks_next_finishes_a_recomputation(
    evenings: Evenings, transactions: Transactions, transaction: int
) -> None:
    group = evenings.group.pk
    spoil(evenings)
    transactions.limit = transaction
    with pytest.raises(Killed):
        recompute(group)
    transactions.limit = None
    assert read_state(group).counting
    catch_up(group)
    assert check(group) == []


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
        if PendingRatings.objects.exists():
            cancel_job(job=job)

    monkeypatch.setattr(worker.Run, "step", watched)
    worker.work_on(job.pk)
    job.refresh_from_db()
    assert job.state == JobState.CANCELLED
    assert seen[0] == (GAMES, GAMES)
    catch_up(evenings.group.pk)
    assert check(evenings.group.pk) == []

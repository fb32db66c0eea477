"""Keeping statistics up to date with the games.

A game counts once it is over, unless it is abandoned or deleted. Every change of a game that
counts, or did before, adds a `PendingGame` in its own transaction. `catch_up` counts the pending
games: in a worker, soon after the commit (`scoring.statistics.tasks`). So no request waits for
statistics, and none fails because of them; an answer says whether something is still to be counted.
Ratings follow in transactions of their own, because a change of an old game changes all those
after it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Case, Exists, OuterRef, Q, When
from django.utils import timezone

from games.models import Game, Group
from games.services.locking import short_transaction
from scoring.statistics.facts import GameFacts
from scoring.statistics.ledger import Ledger
from scoring.statistics.models import (
    PendingGame,
    PendingRatings,
    PlayerRating,
    PlayerResult,
    StatisticsState,
)
from scoring.statistics.selectors.facts import COUNTED, read_facts, stored_facts
from scoring.statistics.services.ranked_games import Place, ranked_game
from scoring.statistics.services.ratings import outdate_ratings, rate_next
from scoring.statistics.services.results import store_facts
from scoring.statistics.services.totals import add_to_totals, add_up_again

GAMES_AT_ONCE = 10  # counted in one transaction, so that others need not wait long
BATCH = 2_000  # rows in one statement


def add_pending(*, game: UUID | None, group: UUID) -> PendingGame:
    """Record that a game must be counted again; None for all totals of the group."""
    return PendingGame.objects.create(group_id=group, game_id=game)


def add_many_pending(*, games: Sequence[UUID], group: UUID) -> None:
    """Record that games must be counted, in this order."""
    rows = [PendingGame(group_id=group, game_id=game) for game in games]
    PendingGame.objects.bulk_create(rows, batch_size=BATCH)


def catch_up(group: UUID, alive: Callable[[], None] = lambda: None) -> None:
    """Count the pending games of a group and update ratings; one query if there is nothing to do.

    `alive` is called after each of the transactions.
    """
    while Group.objects.filter(_is_behind(), pk=group).exists():
        with short_transaction():
            locked = lock_statistics(group)
            if locked is None:
                return
            # Read these before the games: what changes later adds a row that is kept.
            pending = _next_pending(group)
            changed = _count(locked, pending[:GAMES_AT_ONCE])
            if len(pending) > GAMES_AT_ONCE:
                outdate_ratings(group, changed)
            else:
                rate_next(group, changed)
            _note_counted(locked)
        alive()


def _is_behind() -> Q:
    """Groups whose statistics are not up to date."""
    return Q(
        Exists(PendingGame.objects.filter(group=OuterRef("pk")))
        | Exists(PendingRatings.objects.filter(group=OuterRef("pk")))
    )


def _next_pending(group: UUID) -> list[PendingGame]:
    """What to count in this transaction, and if there is more, one more.

    First the totals in the group's time zone, to which games can then be added.
    """
    totals_first = Case(When(game=None, then=0), default=1)
    rows = PendingGame.objects.filter(group=group).order_by(totals_first, "id")
    return list(rows[: GAMES_AT_ONCE + 1])


def _note_counted(group: Group) -> None:
    """Note that somebody counts, and in which time zone."""
    StatisticsState.objects.bulk_create(
        [StatisticsState(group=group, counted_at=timezone.now(), time_zone=group.time_zone)],
        update_conflicts=True,
        unique_fields=["group"],
        update_fields=["counted_at", "time_zone"],
    )


def count_before_purge(group: UUID, game: UUID) -> None:
    """Subtract a deleted game that nobody has counted since; it is about to be gone for good.

    The caller has locked the group.
    """
    pending = PendingGame.objects.filter(game=game)
    if pending.exists():
        locked = lock_statistics(group)
        assert locked is not None
        state = StatisticsState.objects.filter(pk=group).first()
        zone = ZoneInfo(state.time_zone) if state else locked.zone  # of the totals as they are
        outdate_ratings(group, _count_games(group, zone, {game}))
        pending.delete()


def lock_statistics(group: UUID) -> Group | None:
    """Lock the statistics of a group until the transaction ends; None if the group is gone.

    This is the group's row, locked before any of its games, as deleting a group and merging
    its players do.
    """
    return Group.objects.select_for_update(no_key=True).filter(pk=group).first()


def _count(group: Group, pending: Collection[PendingGame]) -> list[Place]:
    """Count what is pending; return which ratings that changes."""
    if any(row.game_id is None for row in pending):
        add_up_again(group.pk, group.zone)
    games = {row.game_id for row in pending if row.game_id}
    changed = _count_games(group.pk, group.zone, games) if games else []
    PendingGame.objects.filter(pk__in=[row.pk for row in pending]).delete()
    return changed


def _count_games(group: UUID, zone: ZoneInfo, games: Collection[UUID]) -> list[Place]:
    """Replace the stored facts of these games with their current ones."""
    # FOR UPDATE, or the rounds of a game could be read in two versions.
    locked = Game.objects.select_for_update(no_key=True).filter(COUNTED, pk__in=games)
    new = {facts.game_id: facts for facts in read_facts(locked.order_by("pk"))}
    results = PlayerResult.objects.filter(game__in=games)
    old = {facts.game_id: facts for facts in stored_facts(results)}
    changed = [game for game in games if old.get(game) != new.get(game)]
    if not changed:
        return []
    removed = [old[game] for game in changed if game in old]
    added = [new[game] for game in changed if game in new]
    ledger = Ledger(zone, added)
    for facts in removed:
        ledger.add(facts, sign=-1)
    PlayerResult.objects.filter(game__in=changed).delete()
    store_facts(group, added)
    add_to_totals(group, ledger)
    return _delete_ratings(removed, added)


def _delete_ratings(removed: Collection[GameFacts], added: Collection[GameFacts]) -> list[Place]:
    """Delete the ratings of games that give others now; return those and the others."""
    before, after = (
        {facts.game_id: ranked_game(facts) for facts in each} for each in (removed, added)
    )
    changed = [game for game in {**before, **after} if before.get(game) != after.get(game)]
    PlayerRating.objects.filter(game__in=[game for game in changed if game in before]).delete()
    ranked = [games[game] for games in (before, after) for game in changed if game in games]
    return [place for game in ranked for place in game.places]

"""Keeping statistics up to date with the games.

A game counts once it is over, unless it is abandoned or deleted. Every change of a game that
counts, or did before, adds a `PendingGame` in its own transaction. `catch_up` counts the pending
games: in a worker, soon after the commit (`scoring.statistics.tasks`). So no request waits for
statistics, and none fails because of them; an answer says whether something is still to be counted.
Ratings of later games and digests of what is past follow in transactions of their own
(`services.ratings`, `services.digests`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Max, Min, Q

from background.local_worker import short_turns
from games.models import Game
from games.services.locking import short_transaction
from scoring.statistics.facts import FACT_COLUMNS, GameFacts
from scoring.statistics.ledger import Ledger
from scoring.statistics.models import PendingGame, PlayerResult
from scoring.statistics.periods import month_of, night_of
from scoring.statistics.rating_pools import RankedGame, ranked_game
from scoring.statistics.ratings import pools_of
from scoring.statistics.selectors.facts import COUNTED, read_facts, stored_facts
from scoring.statistics.selectors.state import Due, what_is_due
from scoring.statistics.services.digests import (
    count_in_digests,
    outdate_all_digests,
    outdate_merged_digests,
    update_digests,
)
from scoring.statistics.services.locking import (
    lock_statistics,
    note_counted,
    zone_of_statistics,
)
from scoring.statistics.services.ratings import (
    change_ratings,
    outdate,
    outdate_all,
    update_ratings,
)
from scoring.statistics.services.totals import add_to_totals, add_up_again, move_totals

GAMES_AT_ONCE = 10  # counted in one transaction, so that others need not wait long
BATCH = 2_000  # rows in one statement


def add_pending(group: UUID, games: Iterable[UUID | None]) -> None:
    """Record that games must be counted again, in this order; None for all totals of the group."""
    rows = [PendingGame(group_id=group, game_id=game) for game in games]
    PendingGame.objects.bulk_create(rows, batch_size=BATCH)


def add_pending_merge(*, gone: UUID, kept: UUID, group: UUID) -> None:
    """Record that what counts for one player must count for another."""
    PendingGame.objects.create(group_id=group, gone_id=gone, kept_id=kept)


def catch_up(group: UUID, alive: Callable[[], None] = lambda: None) -> None:
    """Count the pending games of a group and all that follows; one query if there is nothing to do.

    `alive` is called after each of the transactions.
    """
    while due := what_is_due(group):
        if due is Due.GAMES:
            with short_transaction():
                count_next(group)
        elif due is Due.DIGESTS:
            update_digests(group)
        else:
            with short_turns():  # of all games since the one that has changed
                update_ratings(group)
        alive()


def count_next(group: UUID) -> None:
    """Count some of the pending games of a group, in the caller's transaction."""
    # These are read before the games: what changes later adds a row that is kept. First come the
    # totals in the group's time zone, to which games can then be added. Merges come last: in a game
    # that is not counted again yet, both players may still sit.
    locked = lock_statistics(group)
    if locked is None:
        return
    zone = locked.zone
    rows = PendingGame.objects.filter(group=group).alias(
        is_merge=Q(gone__isnull=False), is_game=Q(game__isnull=False)
    )
    pending = list(rows.order_by("is_merge", "is_game", "pk")[:GAMES_AT_ONCE])
    if any(row.game_id is row.gone_id is None for row in pending):
        _count_in(zone, group)
    games = {row.game_id for row in pending if row.game_id}
    if games:
        _count_games(group, zone, games)
    for row in pending:
        if row.gone_id and row.kept_id:
            _merge(group, zone, gone=row.gone_id, kept=row.kept_id)
    PendingGame.objects.filter(pk__in=[row.pk for row in pending]).delete()
    note_counted(group, zone)


def _count_in(zone: ZoneInfo, group: UUID) -> None:
    """Add everything up again that depends on when nights begin: all but the results."""
    add_up_again(group, zone)
    outdate_all_digests(group)
    outdate_all(group)


def _merge(group: UUID, zone: ZoneInfo, *, gone: UUID, kept: UUID) -> None:
    """Move all that is stored for a player to another one; no game is read again.

    The two have no game in common.
    """
    results = PlayerResult.objects.filter(player=gone)
    rated = results.filter(throughout=True).order_by()
    kinds = list(rated.values_list("edition", "variant").distinct())
    if kinds:
        ends = rated.aggregate(first=Min("played_at"), last=Max("played_at"))
        first, last = (month_of(night_of(ends[end], zone)) for end in ("first", "last"))
        outdate(group, first, last, (pool for kind in kinds for pool in pools_of(*kind)))
    outdate_merged_digests(group, gone=gone, kept=kept)
    results.update(player=kept)
    move_totals(group, gone=gone, kept=kept)


def count_before_purge(group: UUID, game: UUID) -> None:
    """Subtract a deleted game that nobody has counted since; it is about to be gone for good.

    The caller has locked the group.
    """
    pending = PendingGame.objects.filter(game=game)
    if pending.exists():
        locked = lock_statistics(group)
        assert locked is not None
        # Not the group's present zone: the totals are still in the one they were counted in.
        _count_games(group, zone_of_statistics(locked), {game})
        pending.delete()


def _count_games(group: UUID, zone: ZoneInfo, games: Collection[UUID]) -> None:
    """Replace the stored facts of these games with their current ones."""
    # Locked, so that what is counted is still so at the end.
    over = Game.everything.filter(COUNTED, pk__in=games)
    locked = dict(over.select_for_update(no_key=True).order_by("pk").values_list("pk", "has_plays"))
    new = {facts.game_id: facts for facts in read_facts(locked)}
    results = PlayerResult.objects.filter(game__in=games)
    old = {facts.game_id: facts for facts in stored_facts(results, are_few=True)}
    changed = [game for game in games if old.get(game) != new.get(game)]
    if not changed:
        return
    removed = [old[game] for game in changed if game in old]
    added = [new[game] for game in changed if game in new]
    ledger = Ledger(zone, added)
    for facts in removed:
        ledger.add(facts, sign=-1)
    if removed:
        PlayerResult.objects.filter(game__in=[facts.game_id for facts in removed]).delete()
    _store(group, added)
    add_to_totals(group, ledger)
    count_in_digests(group, zone, removed, added)
    before, after = _ranked(removed), _ranked(added)
    change_ratings(group, zone, gone=before - after, new=after - before)


def _store(group: UUID, games: Collection[GameFacts]) -> None:
    """Store the facts of games that have none stored."""
    PlayerResult.objects.bulk_create(
        PlayerResult(group_id=group, **{name: getattr(facts, name) for name in FACT_COLUMNS})
        for game in games
        for facts in game.players
    )


def _ranked(games: Collection[GameFacts]) -> set[RankedGame]:
    return {ranked for facts in games if (ranked := ranked_game(facts))}

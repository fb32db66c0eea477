"""Keeping statistics up to date with the games.

A game counts once it is over, unless it is abandoned or deleted. Every change of a game that
counts, or did before, adds a `PendingGame` in its own transaction. `catch_up` counts the pending
games: after the commit, and before statistics are read. So statistics are never out of date, and
recording a round neither waits for them nor fails because of them.
"""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db import transaction

from games.models import Game, Group
from scoring.statistics.ledger import Ledger
from scoring.statistics.models import PendingGame, PlayerResult
from scoring.statistics.selectors.facts import COUNTED, read_facts, stored_facts
from scoring.statistics.services.ratings import update_ratings
from scoring.statistics.services.results import store_facts
from scoring.statistics.services.totals import add_to_totals

MAX_GAMES = 1000  # counted in one transaction


def add_pending(*, game: UUID, group: UUID) -> PendingGame:
    """Record that a game must be counted again."""
    return PendingGame.objects.create(group_id=group, game_id=game)


def catch_up(group: UUID) -> None:
    """Count the pending games of a group; one query if there are none."""
    while PendingGame.objects.filter(group_id=group).exists():
        with transaction.atomic():
            if not lock_statistics(group):
                return
            # Read these before the games: what changes later adds a row that is kept.
            rows = PendingGame.objects.filter(group_id=group).order_by("id")
            pending = dict(rows.values_list("id", "game_id")[:MAX_GAMES])
            _count(group, set(pending.values()))
            PendingGame.objects.filter(pk__in=pending).delete()


def lock_statistics(group: UUID) -> bool:
    """Lock the statistics of a group until the transaction ends; False if the group is gone.

    This is the group's row, locked before any of its games, as deleting a group and merging
    its players do.
    """
    return Group.objects.select_for_update(no_key=True).filter(pk=group).first() is not None


def _count(group: UUID, games: Collection[UUID]) -> None:
    """Replace the stored facts of these games with their current ones."""
    # FOR UPDATE, or the rounds of a game could be read in two versions.
    locked = Game.objects.select_for_update(no_key=True).filter(COUNTED, pk__in=games)
    new = {facts.game_id: facts for facts in read_facts(locked.order_by("pk"))}
    results = PlayerResult.objects.filter(game__in=games)
    old = {facts.game_id: facts for facts in stored_facts(results)}
    changed = [game for game in games if old.get(game) != new.get(game)]
    if not changed:
        return
    removed = [old[game] for game in changed if game in old]
    added = [new[game] for game in changed if game in new]
    ledger = Ledger(added)
    for facts in removed:
        ledger.add(facts, sign=-1)
    PlayerResult.objects.filter(game__in=changed).delete()
    store_facts(group, added)
    add_to_totals(group, ledger)
    update_ratings(group, {(facts.played_at, facts.game_id) for facts in removed + added})

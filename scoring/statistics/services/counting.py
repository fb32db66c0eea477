"""Keeping the book: what games add up to, counted anew where a game has changed.

A game counts once it is over, and as long as it is neither abandoned nor deleted. Every change
of one that counts, or did, leaves a `Due` in the change's own transaction. `catch_up` does what
is due: after the commit, and before anything is read, so that no figure is ever behind, and
no round waits for its figures or is lost with them.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any
from uuid import UUID

import redis
from django.db import transaction
from django.db.models import Q
from kombu.exceptions import KombuError

from games.domain.record import load_all
from games.models import Game, Group, Outcome, Play
from scoring.statistics.facts import GameFacts, facts_of
from scoring.statistics.ledger import Ledger
from scoring.statistics.models import Due, Result
from scoring.statistics.rows import read_results, write_results
from scoring.statistics.services.rating import rate_anew
from scoring.statistics.services.totals import add_to_sums

logger = logging.getLogger(__name__)

AT_ONCE = 1000  # games, after an import of years
COUNTS = Q(outcome=Outcome.OVER, deleted_at=None)


def put_due(*, game: Game, was_over: bool, **_signal: Any) -> None:
    """Note that a game must be counted anew, where it counts now or did before."""
    if was_over or game.outcome == Outcome.OVER:
        Due.objects.create(group_id=game.group_id, game=game)
        _count_after_commit(game.group_id)


def settle(*, game: Game, **_signal: Any) -> None:
    """Count a game out while it can still be told what it was."""
    catch_up(game.group_id)


def catch_up(group: UUID) -> None:
    """Count what is due in a group; one query where nothing is."""
    while Due.objects.filter(group_id=group).exists():
        with transaction.atomic():
            if not open_book(group):
                return
            # Read before the games are: a change that comes later leaves a row that stays.
            rows = Due.objects.filter(group_id=group).order_by("id")
            due = dict(rows.values_list("id", "game_id")[:AT_ONCE])
            _count(group, set(due.values()))
            Due.objects.filter(pk__in=due).delete()


def open_book(group: UUID) -> bool:
    """Keep everybody else from counting in this group until the transaction ends.

    The group's row is locked, before any of its games is, as by whoever deletes it or merges
    its players. False where it is gone.
    """
    return Group.objects.select_for_update(no_key=True).filter(pk=group).first() is not None


def read_facts(games: Collection[Game]) -> Iterator[GameFacts]:
    """The facts of games that count; three queries at most, however many they are."""
    overruled: dict[UUID, Counter[int]] = {}
    if with_plays := [game.pk for game in games if game.has_plays]:
        plays = Play.objects.filter(game__in=with_plays, taken_back_at=None, seat__isnull=False)
        for game, place in plays.exclude(overrule="").values_list("game_id", "seat__place"):
            overruled.setdefault(game, Counter())[place] += 1
    for record in load_all(list(games)):
        yield facts_of(record, overruled.get(record.game.pk, {}))


def _count(group: UUID, due: Collection[UUID]) -> None:
    """Put the facts of these games in the place of what was known of them."""
    # Locked, so that a game's rounds are all of one version.
    locked = Game.objects.select_for_update(no_key=True).filter(COUNTS, pk__in=due)
    new = {facts.game: facts for facts in read_facts(locked.order_by("pk"))}
    old = {facts.game: facts for facts in read_results(Result.objects.filter(game__in=due))}
    changed = [game for game in due if old.get(game) != new.get(game)]
    if not changed:
        return
    ledger = Ledger()
    for game in changed:
        if game in old:
            ledger.add(old[game], sign=-1)
        if game in new:
            ledger.add(new[game])
    if old:
        Result.objects.filter(game__in=changed).delete()
    write_results(group, [new[game] for game in changed if game in new])
    add_to_sums(group, ledger)
    known = (facts[game] for facts in (old, new) for game in changed if game in facts)
    rate_anew(group, {(facts.played_at, facts.game) for facts in known})


def _count_after_commit(group: UUID) -> None:
    """Have the group counted once the transaction is committed, however much it changes."""
    hooks = transaction.get_connection().run_on_commit
    if any(getattr(hook, "counts", None) == group for _savepoints, hook, _robust in hooks):
        return

    def count() -> None:
        from scoring.statistics.tasks import catch_up_with  # which calls `catch_up` in turn

        try:
            catch_up_with.delay(str(group))
        except (KombuError, redis.RedisError, OSError) as error:
            # What is due stays so: whoever looks next counts it.
            logger.warning("Nobody could be told to count the group %s: %s", group, error)

    count.counts = group  # type: ignore[attr-defined]
    # Robust: the change is committed, whatever becomes of its figures.
    transaction.on_commit(count, robust=True)

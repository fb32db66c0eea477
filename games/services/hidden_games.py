"""Games and players that an import is still writing: nobody sees them until it has finished.

An import writes in many short transactions, so that it keeps nobody waiting, and yet appears as a
whole or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from games.domain.game_record import Outcome
from games.models import Game, Player
from games.services.group_events import tell_group
from games.services.locking import short_transaction
from games.services.row_writer import BATCH
from games.signals import games_imported
from games.wire import group_events
from rest.refusals import Refusal

GAMES_AT_ONCE = 10  # deleted in each transaction


def show_import(*, actor: User, group: UUID, hidden_by: UUID) -> None:
    """Show everybody what an import wrote, as part of the caller's transaction.

    Games that are over are announced to other apps by a signal.
    """
    games = Game.everything.filter(hidden_by=hidden_by)
    over = games.filter(outcome=Outcome.OVER.value, deleted_at=None).order_by("started_at", "id")
    ids = list(over.values_list("pk", flat=True))
    games.update(hidden_by=None)
    Player.everything.filter(hidden_by=hidden_by).update(hidden_by=None)
    tell_group(group, [group_events.games_imported], actor=actor)
    games_imported.send(Game, games=ids, group=group)


def write_players(players: Sequence[Player]) -> None:
    """Create these hidden players, unless they exist already."""
    Player.everything.bulk_create(players, batch_size=BATCH, ignore_conflicts=True)


def lock_players(group: UUID, ids: Collection[UUID], *, hidden_by: UUID) -> dict[UUID, Player]:
    """Lock the players with these ids, so that nobody can merge or delete them; return them.

    They may be hidden by the import `hidden_by`. Raises Refusal if one is gone.
    """
    seen = Q(hidden_by=None) | Q(hidden_by=hidden_by)
    unmerged = Player.everything.filter(seen, group_id=group, merged_into=None)
    players = unmerged.select_for_update(no_key=True).order_by("pk").in_bulk(list(ids))
    if len(players) < len(ids):
        text = _("A player in these games has just been merged or deleted: check the games again.")
        raise Refusal("players_changed", text)
    return players


def hiding_imports() -> set[UUID]:
    """The imports that are hiding something."""
    rows = (model.everything.exclude(hidden_by=None).order_by() for model in (Game, Player))
    return {
        hidden_by
        for hidden in rows
        for hidden_by in hidden.values_list("hidden_by", flat=True).distinct()
        if hidden_by is not None
    }


def delete_hidden(
    hidden_by: UUID, writing: Callable[[], AbstractContextManager[None]] = short_transaction
) -> int:
    """Delete what an import hides, in short transactions; return how many games."""
    deleted = 0
    while True:
        with writing():
            hidden = Game.everything.filter(hidden_by=hidden_by).values_list("pk", flat=True)
            games = list(hidden[:GAMES_AT_ONCE])
            Game.everything.filter(pk__in=games).delete()
            if not games:
                players = Player.everything.filter(hidden_by=hidden_by)
                players.update(merged_into=None)
                players.delete()
                return deleted
        deleted += len(games)

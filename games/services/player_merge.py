"""Merging two players who are one person."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.live.wake import wake
from games.models import Game, Player, Role
from games.selectors.groups import player_for
from games.services.group_events import tell_group
from games.services.locking import lock_group
from games.services.players import claims_of
from games.signals import players_merged
from games.wire.events import ReloadKind
from games.wire.group_events import player_changed, player_removed
from games.wire.history import MergedPlayer
from rest.problems import FieldError, ProblemError
from store.merging import Merge, latest_games_of, lock_games_of, merge_games

# Games whose phones are told at once: those that changed last. Others are seen a moment later.
MAX_WOKEN = 20


@transaction.atomic
def merge_players(*, actor: User, player: UUID, into: UUID) -> Player:
    """Merge `player` into another one, who gets the seats and the claim; return that one.

    The row of `player` is kept and refers to the other. Nothing changes if they were merged
    before. Raises ProblemError: 400 if `into` is not another player of the group; 409 if the two
    sat in one game, are claimed by two people, or `player` was merged into somebody else.
    """
    gone, kept = _lock_both(actor, player, into)
    if gone.merged_into_id == kept.pk:
        return kept
    if gone.merged_into is not None or kept == gone:
        text = _("%(name)s has already been merged: merge the player who was kept instead.")
        raise ProblemError(409, "merged", text % {"name": gone.name})
    if gone.user is not None and kept.user is not None:
        text = _("Two people have claimed these players: %(first)s and %(second)s.")
        params = {"first": gone.user.name, "second": kept.user.name}
        raise ProblemError(409, "two_people", text % params)
    lock_games_of(gone.pk)
    # Locked, so that a request that seats one of them waits, and then finds the one kept.
    both = Player.objects.select_for_update().filter(pk__in=[gone.pk, kept.pk]).order_by("pk")
    list(both.values_list("pk"))
    _refuse_shared_games(gone, kept)
    _move_seats(actor, gone, kept)
    _move_claim(gone, kept)
    Player.everything.filter(merged_into=gone).update(merged_into=kept)
    gone.merged_into = kept
    gone.save(update_fields=["merged_into"])
    events = [player_removed(gone, merged_into=kept), player_changed(kept)]
    events += claims_of(gone, now=kept)
    if kept.user is not None:
        events += claims_of(kept)
    tell_group(kept.group_id, events, actor=actor)
    players_merged.send(Player, group=kept.group_id, gone=gone.pk, kept=kept.pk)
    return kept


def _lock_both(actor: User, player: UUID, into: UUID) -> tuple[Player, Player]:
    """The player with the id `player`, and who `into` is now, with their group locked."""
    group = player_for(actor, player)[0].group_id
    lock_group(actor, group, Role.SCORER)
    gone, _current = player_for(actor, player)
    if not Player.objects.filter(group_id=group, pk=into).exclude(pk=player).exists():
        text = _("The group has no other player with this id.")
        error = FieldError("into", "unknown_player", text)
        raise ProblemError(400, "invalid_request", text, errors=[error])
    return gone, player_for(actor, into)[1]


def _refuse_shared_games(gone: Player, kept: Player) -> None:
    shared = Game.everything.filter(seats__player=gone).filter(seats__player=kept)
    games = list(shared.order_by("started_at").values("id", "edition", "started_at"))
    if games:
        text = _("%(first)s and %(second)s played in the same game, so they are two people.")
        raise ProblemError(
            409,
            "sat_in_one_game",
            text % {"first": gone.name, "second": kept.name},
            extra={"games": [{**game, "id": str(game["id"])} for game in games]},
        )


def _move_seats(actor: User, gone: Player, kept: Player) -> None:
    lock_games_of(gone.pk)  # again: a game may have started before the players were locked
    for game in latest_games_of(gone.pk, MAX_WOKEN):
        transaction.on_commit(partial(wake, game))
    kind: ReloadKind = "players_merged"
    merge_games(
        Merge(
            gone=gone.pk,
            kept=kept.pk,
            kind=kind,
            actor_id=actor.pk,
            actor_name=actor.name,
            before=_player_in_history(gone),
            after=_player_in_history(kept),
            at=timezone.now(),
        )
    )


def _move_claim(gone: Player, kept: Player) -> None:
    """Move the claim; the player who is kept has left only if both have."""
    user = kept.user or gone.user
    gone.user = None
    gone.save(update_fields=["user"])
    kept.user = user
    kept.has_left = gone.has_left and kept.has_left
    kept.save(update_fields=["user", "has_left"])


def _player_in_history(player: Player) -> MergedPlayer:
    return {"player": str(player.pk), "name": player.name}

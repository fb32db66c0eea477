"""Merging two players who are one person."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.locking import hold_others
from games.live.wake import wake
from games.models import Game, Happening, Player, Role, Seat
from games.selectors.groups import player_for
from games.services.group_events import tell_group
from games.services.locking import lock_group
from games.services.players import claims_of
from games.services.row_writer import BATCH
from games.signals import players_merged
from games.wire.events import ReloadKind
from games.wire.group_events import player_changed, player_removed
from games.wire.history import MergedPlayer
from rest.refusals import Refusal, wrong_field

# How many games, the latest changed first, wake their phones at once. Others notice a bit later.
MAX_WOKEN = 20


@transaction.atomic
def merge_players(*, actor: User, player: UUID, into: UUID, field: str = "into") -> Player:
    """Merge `player` into another one, who takes over the seats and the claim; return that one.

    The row of `player` stays, and refers to the other. Nothing changes if the two were merged
    before. Raises Refusal if `into`, which the request calls `field`, is not another player of the
    group, if both sat in the same game or are claimed by two people, or if `player` was merged into
    somebody else.
    """
    gone, kept = _lock_both(actor, player, into, field)
    if gone.merged_into_id == kept.pk:
        return kept
    if gone.merged_into is not None or kept == gone:
        text = _("%(name)s has already been merged: merge the player who was kept instead.")
        raise Refusal("merged", text % {"name": gone.name})
    if gone.user is not None and kept.user is not None:
        text = _("Two people have claimed these players: %(first)s and %(second)s.")
        params = {"first": gone.user.name, "second": kept.user.name}
        raise Refusal("two_people", text % params)
    _lock_games_of(gone)
    # Locked, so that a request that seats either of them waits, and then finds the one who is kept.
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


def _lock_both(actor: User, player: UUID, into: UUID, field: str) -> tuple[Player, Player]:
    """Lock the group; return the player with the id `player`, and whoever `into` stands for now."""
    group = player_for(actor, player)[0].group_id
    hold_others(User.objects.filter(players=player))
    lock_group(actor, group, Role.SCORER)
    gone, _current = player_for(actor, player)
    if not Player.objects.filter(group_id=group, pk=into).exclude(pk=player).exists():
        text = _("The group has no other player with this id.")
        raise wrong_field(field, "unknown_player", text)
    return gone, player_for(actor, into)[1]


def _refuse_shared_games(gone: Player, kept: Player) -> None:
    shared = Game.everything.filter(seats__player=gone).filter(seats__player=kept)
    games = list(shared.order_by("started_at").only("edition", "started_at"))
    if games:
        text = _("%(first)s and %(second)s played in the same game, so they are two people.")
        raise Refusal(
            "sat_in_one_game",
            text % {"first": gone.name, "second": kept.name},
            games=games,
        )


def _games_of(player: Player) -> QuerySet[Game]:
    """The games of a player, except hidden ones: these have no history yet."""
    return Game.objects.filter(pk__in=Seat.objects.filter(player=player).values("game"))


def _lock_games_of(player: Player) -> list[tuple[UUID, int, int]]:
    """Lock a player's games in the order of ids; return id, version and last event of each."""
    games = _games_of(player).select_for_update().order_by("pk")
    return list(games.values_list("pk", "version", "last_event"))


def _move_seats(actor: User, gone: Player, kept: Player) -> None:
    """Give a player's seats to another; each game gets a new version, as for any change."""
    games = _lock_games_of(gone)  # again: one may have started just before the players were locked
    latest = _games_of(gone).order_by("-changed_at").values_list("pk", flat=True)
    for game in latest[:MAX_WOKEN]:
        transaction.on_commit(partial(wake, game))
    kind: ReloadKind = "players_merged"
    now = timezone.now()
    history = {"before": _player_in_history(gone), "after": _player_in_history(kept)}
    Happening.objects.bulk_create(
        (
            Happening(
                game_id=game,
                number=last_event + 1,
                version=version + 1,
                is_change=True,
                kind=kind,
                actor=actor,
                actor_name=actor.name,
                at=now,
                content={
                    "events": [[kind, {"reload": True, "event": last_event + 1}]],
                    **history,
                },
            )
            for game, version, last_event in games
        ),
        BATCH,
    )
    _games_of(gone).update(version=F("version") + 1, last_event=F("last_event") + 1, changed_at=now)
    Seat.objects.filter(player=gone).update(player=kept)


def _move_claim(gone: Player, kept: Player) -> None:
    """Move the claim; the player who is kept counts as having left only if both have."""
    user = kept.user or gone.user
    gone.user = None
    gone.save(update_fields=["user"])
    kept.user = user
    kept.has_left = gone.has_left and kept.has_left
    kept.save(update_fields=["user", "has_left"])


def _player_in_history(player: Player) -> MergedPlayer:
    return {"player": str(player.pk), "name": player.name}

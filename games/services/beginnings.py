"""Creating players together with a group or a game, in one transaction."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.models import User
from games.domain.creation import AddedPlayer
from games.domain.game_record import GameRecord
from games.models import Player, Role
from games.selectors.groups import player_for
from games.services.chosen_ids import existing
from games.services.games import start_game
from games.services.group_events import tell_group
from games.services.groups import create_group
from games.services.players import check_claim, colors_of_new, own_player
from games.wire.group_events import player_changed

Seated = UUID | AddedPlayer  # a player of the group, or one to create


@transaction.atomic
def begin_group(
    *,
    actor: User,
    id: UUID,
    name: str,
    time_zone: str = "",
    players: Sequence[Seated],
    game: dict[str, Any] | None,
) -> GameRecord | None:
    """Create a group with its players; start and return its first game, if there is one.

    `game` has the arguments of `begin_game`; by default, all players of the group take part.
    """
    create_group(actor=actor, id=id, name=name, time_zone=time_zone)
    ids = add_players(actor=actor, group=id, players=players)
    if game is None:
        return None
    return begin_game(
        actor=actor, group=id, role=Role.OWNER, path="game.", **{"players": ids, **game}
    )


@transaction.atomic
def begin_game(
    *,
    actor: User,
    group: UUID,
    players: Sequence[Seated],
    repeated: Collection[UUID] = (),
    **settings: Any,
) -> GameRecord:
    """Start a game (`start_game`) with existing and new players of the group, in this order.

    `add_players` explains `repeated`.
    """
    ids = add_players(actor=actor, group=group, players=players, repeated=repeated)
    return start_game(actor=actor, group=group, players=ids, **settings)


def add_players(
    *,
    actor: User,
    group: UUID,
    players: Sequence[Seated],
    repeated: Collection[UUID] = (),
) -> list[UUID]:
    """Create the players who are new; return the ids of all, in their order.

    Part of the caller's transaction, which has created the group, or has locked its row and checked
    that the actor may create players. Players in `repeated` were created by an earlier request, and
    are taken as they are now. If the actor already has a player of the same name in the group and
    no id was chosen, that player is used.

    Raises Refusal if a player cannot be the actor's or has been deleted since, or if the group
    would have too many players.
    """
    mine = own_player(actor, group)
    ids, new, claimed = [], [], []
    for one in players:
        if isinstance(one, UUID):
            ids.append(one)
            continue
        if one.creation.id in repeated:
            player = _existing(actor, one)
        elif one.is_me and mine and mine.name == one.name and not one.creation.digest:
            player = mine
        else:
            player = Player(pk=one.creation.id, group_id=group, name=one.name)
            new.append(player)
        if one.is_me and player.user_id != actor.pk:
            check_claim(player, mine, one.path)
            player.user = actor
            claimed.append(player)
        ids.append(player.pk)
    older = [player for player in claimed if player not in new]
    if changed := [*new, *older]:
        # Players before the group's log: the order in which a change of seats locks them, too.
        there = Player.objects.select_for_update(no_key=True).filter(pk__in=ids)
        list(there.order_by("pk").values_list("pk"))
        if new:
            for player, color in zip(new, colors_of_new(group, len(new)), strict=True):
                player.color = color
        Player.objects.bulk_create(new)
        Player.objects.bulk_update(older, ["user"])
        tell_group(group, [player_changed(player) for player in changed], actor=actor)
    return ids


def _existing(actor: User, one: AddedPlayer) -> Player:
    return existing(lambda: player_for(actor, one.creation.id)[1], one.creation.field)

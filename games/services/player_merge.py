"""Two players who turn out to be one person."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game, Player, Role, Seat
from games.selectors.groups import player_for
from games.selectors.records import load_all
from games.services.changes import record_change
from games.services.groups import lock
from rest.problems import FieldError, ProblemError


@transaction.atomic
def merge_players(*, actor: User, player: UUID, into: UUID) -> Player:
    """Make `player` one with `into`, who gets the seats and the claim; return that one.

    The row of `player` stays and says whom it became. Harmless when they are one already.
    Raises ProblemError: 400 where `into` is nobody else of the group; 409 where the two
    sat in one game, are claimed by two people, or were merged with others before.
    """
    gone, stays = _the_two(actor, player, into)
    if gone.merged_into_id == stays.pk:
        return stays
    if gone.merged_into is not None or stays == gone:
        text = _("%(name)s was merged before: merge the player that is left.")
        raise ProblemError(409, "merged", text % {"name": gone.name})
    if gone.user is not None and stays.user is not None:
        text = _("These players are two people: %(one)s and %(other)s.")
        params = {"one": gone.user.name, "other": stays.user.name}
        raise ProblemError(409, "two_people", text % params)
    _lock_games(gone)
    # Who would seat one of them now waits, and then finds the one that is left.
    both = Player.objects.select_for_update().filter(pk__in=[gone.pk, stays.pk]).order_by("pk")
    list(both.values_list("pk"))
    _refuse_those_who_met(gone, stays)
    _move_seats(actor, gone, stays)
    _move_claim(gone, stays)
    Player.objects.filter(merged_into=gone).update(merged_into=stays)
    gone.merged_into = stays
    gone.save(update_fields=["merged_into"])
    return stays


def _the_two(actor: User, player: UUID, into: UUID) -> tuple[Player, Player]:
    """The player as asked for, and who `into` is now, in a group that is locked."""
    group = player_for(actor, player)[0].group_id
    lock(actor, group, Role.SCORER)
    gone, _who = player_for(actor, player)
    other = Player.objects.filter(group_id=group, pk=into).exclude(pk=player)
    if not other.exists():
        text = _("The group has no other player with this id.")
        error = FieldError("into", "unknown_player", text)
        raise ProblemError(400, "invalid_request", text, errors=[error])
    return gone, player_for(actor, into)[1]


def _lock_games(player: Player) -> list[Game]:
    """Lock the games that a player sat in, in one order for everybody."""
    played = Seat.objects.filter(player=player).values("game")
    return list(Game.objects.select_for_update().filter(pk__in=played).order_by("pk"))


def _refuse_those_who_met(gone: Player, stays: Player) -> None:
    shared = Game.objects.filter(seats__player=gone).filter(seats__player=stays)
    met = list(shared.order_by("started_at").values("id", "edition", "started_at"))
    if met:
        text = _("%(one)s and %(other)s sat in one game, so they are not one person.")
        raise ProblemError(
            409,
            "sat_in_one_game",
            text % {"one": gone.name, "other": stays.name},
            extra={"games": [{**game, "id": str(game["id"])} for game in met]},
        )


def _move_seats(actor: User, gone: Player, stays: Player) -> None:
    games = _lock_games(gone)  # again: a game may have started before the players were locked
    Seat.objects.filter(player=gone).update(player=stays)
    for record in load_all(games):
        record_change(
            old=record,
            new=record,
            actor=actor,
            kind="players_merged",
            before=_named(gone),
            after=_named(stays),
        )


def _move_claim(gone: Player, stays: Player) -> None:
    """Whoever was the one is now the other; they play on if either did."""
    user = stays.user or gone.user
    gone.user = None
    gone.save(update_fields=["user"])
    stays.user = user
    stays.has_left = gone.has_left and stays.has_left
    stays.save(update_fields=["user", "has_left"])


def _named(player: Player) -> dict[str, Any]:
    return {"player": str(player.pk), "name": player.name}

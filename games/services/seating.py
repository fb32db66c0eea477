"""Who may sit down to a game, in which seats, and what they begin with.

`path` says where in the request the game is, with a dot at its end; it is empty if the request is
the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from django.utils.translation import gettext as _

from games.domain.game_record import GameRecord, SeatRecord
from games.domain.handicaps import handicap_problems
from games.models import Player
from games.services.merged_players import kept_players
from referee.api.errors import in_words
from referee.editions import Edition
from referee.stints import Handicap, with_handicap
from rest.refusals import FieldError, Refusal, wrong_field


def lock_players(
    group: UUID, edition: Edition, ids: Sequence[UUID], path: str = ""
) -> list[Player]:
    """Lock the players, and return them in this order; raise Refusal if they cannot play.

    Their rows stay locked until the caller's transaction ends, so that nobody deletes or merges one
    before they have their seats.
    """
    errors = []
    minimum, maximum = edition.min_players, edition.max_players
    if not minimum <= len(ids) <= maximum:
        text = _("This edition is for %(minimum)s to %(maximum)s players.")
        params = {"minimum": minimum, "maximum": maximum}
        errors.append(FieldError(f"{path}players", "wrong_player_count", text % params))
    unmerged = Player.objects.filter(group_id=group, merged_into=None)
    unlocked = unmerged.select_for_update(no_key=True).order_by("pk")
    players = unlocked.in_bulk(list(ids))
    if kept := kept_players(group, ids, players):
        ids = [kept.get(id, id) for id in ids]
        players |= unlocked.in_bulk(list(kept.values()))
    for index, id in enumerate(ids):
        problem = cannot_sit(players.get(id))
        if id in ids[:index]:
            problem = "duplicate_player", _("This player already has a seat.")
        if problem:
            errors.append(FieldError(f"{path}players.{index}", *problem))
    if errors:
        text = _("These players cannot play. See the errors.")
        raise Refusal("invalid_request", text, errors=errors)
    return [players[id] for id in ids]


def cannot_sit(player: Player | None) -> tuple[str, str] | None:
    """Why somebody cannot play, as a code and words; `player` is None for an unknown id."""
    if player is None:
        return "unknown_player", _("The group has no such player.")
    if player.has_left:
        text = _("%(player)s has left the group: mark them as back first.")
        return "player_has_left", text % {"player": player.name}
    return None


def seats_of(players: Sequence[Player]) -> tuple[SeatRecord, ...]:
    """Seat players in this order."""
    return tuple(
        SeatRecord(player_id=player.pk, name=player.name, place=place, face=player.face)
        for place, player in enumerate(players)
    )


def place_of(group: UUID, dealer: UUID | None, seats: Sequence[SeatRecord], path: str = "") -> int:
    """The seat of the first dealer, 0 by default; raise Refusal if `dealer` has no seat."""
    if dealer is None:
        return 0
    players = [seat.player_id for seat in seats]
    dealer = kept_players(group, [dealer], players).get(dealer, dealer)
    if dealer not in players:
        text = _("The first dealer must be one of the players.")
        raise wrong_field(f"{path}first_dealer", "unknown_player", text)
    return players.index(dealer)


def with_handicaps(
    seats: Sequence[SeatRecord], handicaps: Sequence[Handicap | None], path: str = ""
) -> tuple[SeatRecord, ...]:
    """The seats with these handicaps; raise Refusal if there is not one for each."""
    if len(handicaps) != len(seats):
        text = _("Give a handicap for each player, in the order of the seats; null for none.")
        raise wrong_field(f"{path}handicaps", "wrong_player_count", text)
    return tuple(
        replace(seat, stints=with_handicap(seat.stints, handicap))
        for seat, handicap in zip(seats, handicaps, strict=True)
    )


def refuse_handicaps(record: GameRecord, path: str = "") -> None:
    """Raise Refusal if a handicap does not fit the game."""
    errors = [
        FieldError(
            f"{path}handicaps.{problem.seat}.{problem.field}", problem.code, in_words(problem.text)
        )
        for problem in handicap_problems(record.plan)
    ]
    if errors:
        text = _("These handicaps do not fit the game. See the errors.")
        raise Refusal("invalid_request", text, errors=errors)

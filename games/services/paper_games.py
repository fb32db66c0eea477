"""Putting games on record that were played before, on paper or elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.domain.paper_check import Judgement
from games.domain.record import GameRecord
from games.models import Change, Game, Line, Outcome, Player, Round, Seat
from games.services.games import settings_of
from games.signals import game_changed
from rest.problems import FieldError, ProblemError

BATCH = 2_000  # rows a statement


def import_games(
    *, actor: User, group: UUID, games: Sequence[Judgement], whom: Mapping[UUID, UUID]
) -> list[Game]:
    """Put whole games on record, in the caller's transaction; all of them or none.

    They were judged before (`games.domain.paper_check.judge`), with players who may have been made
    up: `whom` has the group's own player for each. Who has left may well have sat in an old
    game. Nobody listens to a game that was not there a moment ago, so no event is told.
    Raises ProblemError: 409 where a player is no longer one of the group's, 422 where a game
    cannot have been played so.
    """
    _refuse_flaws(games)
    players = _lock_players(group, set(whom.values()))
    now = timezone.now()
    records = [_record(one, group, players, whom, now) for one in games]
    Game.objects.bulk_create([record.game for record in records], BATCH)
    Seat.objects.bulk_create([seat for record in records for seat in record.seats], BATCH)
    _store_rounds(actor, records, now)
    Change.objects.bulk_create(
        [
            Change(
                game=record.game,
                version=record.game.version,
                kind="game_imported",
                actor=actor,
                actor_name=actor.name,
                after={**settings_of(record), "source": one.paper.source},
                reason=one.paper.overrule,
                at=now,
            )
            for record, one in zip(records, games, strict=True)
        ],
        BATCH,
    )
    for record in records:
        if record.game.outcome == Outcome.OVER:
            game_changed.send(Game, game=record.game, was_over=False)
    return [record.game for record in records]


def _refuse_flaws(games: Sequence[Judgement]) -> None:
    errors = [
        FieldError(f"games.{index}", flaw.code, flaw.message)
        for index, one in enumerate(games)
        for flaw in one.flaws
    ]
    if errors:
        text = _("These games cannot have been played so: see errors.")
        raise ProblemError(422, "paper_refused", text, errors=errors)


def _lock_players(group: UUID, ids: Collection[UUID]) -> dict[UUID, Player]:
    """Everybody who sat in these games, their rows locked: nobody merges or deletes them now."""
    here = Player.objects.filter(group_id=group, merged_into=None)
    found = here.select_for_update(no_key=True).order_by("pk").in_bulk(list(ids))
    if len(found) < len(ids):
        text = _("A player of these games was merged or deleted meanwhile: look at them again.")
        raise ProblemError(409, "players_changed", text)
    return found


def _record(
    one: Judgement,
    group: UUID,
    players: Mapping[UUID, Player],
    whom: Mapping[UUID, UUID],
    now: datetime,
) -> GameRecord:
    """The game as it is to be stored, with the group's players at the table."""
    game = one.record.game
    game.group_id, game.changed_at = group, now
    seated = [players[whom[seat.player_id]] for seat in one.record.seats]
    if len({player.pk for player in seated}) < len(seated):
        text = _("Two names of one game cannot be one player.")
        raise ProblemError(422, "duplicate_player", text)
    seats = [Seat(game=game, player=player, place=place) for place, player in enumerate(seated)]
    return replace(one.record, seats=seats)


def _store_rounds(actor: User, records: Sequence[GameRecord], now: datetime) -> None:
    played = [(record, one) for record in records for one in record.rounds]
    rows = Round.objects.bulk_create(
        [
            Round(
                game=record.game,
                number=one.number,
                overrule=one.overrule,
                recorded_by=actor,
                recorded_at=now,
            )
            for record, one in played
        ],
        BATCH,
    )
    Line.objects.bulk_create(
        [
            Line(
                round=row,
                seat=record.seats[line.seat],
                points=line.points,
                cards=line.cards,
                laid_down=line.laid_down,
                went_out=line.went_out,
            )
            for (record, one), row in zip(played, rows, strict=True)
            for line in one.lines
        ],
        BATCH,
    )

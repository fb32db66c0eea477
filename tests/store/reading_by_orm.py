"""Reading a game by the ORM, as it was done before there were statements: the reference."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import F
from django.db.models.functions import Coalesce

from accounts.models import User
from games.domain.game_record import GameRecord, LineRecord, RoundRecord, SeatRecord, read_stint
from games.models import Draft, Game, Line, ShareLink
from games.selectors.records import game_values


def game_for(user: User, game: UUID, *, deleted: bool = False) -> GameRecord | None:
    """A game of one of the user's groups, with the user's role; None for any other one."""
    games = Game.objects.filter(group__memberships__user=user, deleted_at__isnull=not deleted)
    row: Any = games.annotate(role=F("group__memberships__role")).filter(pk=game).first()
    return row and record_of(row, row.role)


def watched(token: str) -> GameRecord | None:
    """The game that a share link shows; None if it shows none."""
    links = ShareLink.objects.select_related("game")
    link = links.filter(token=token, revoked_at=None, game__deleted_at=None).first()
    return record_of(link.game) if link else None


def record_of(game: Game, role: str = "") -> GameRecord:
    """A game with its seats and rounds."""
    revision = Game.everything.filter(pk=game.pk).values_list(
        Coalesce(F("group__log__revision"), 0), flat=True
    )
    return GameRecord(
        game=game_values(game),
        seats=tuple(
            SeatRecord(
                id=seat.pk,
                player_id=seat.player_id,
                name=seat.player.name,
                place=seat.place,
                stints=tuple(map(read_stint, seat.stints)),
            )
            for seat in game.seats.select_related("player").order_by("place")
        ),
        rounds=tuple(
            RoundRecord(
                number=row.number,
                lines=tuple(
                    _line(line) for line in row.lines.select_related("seat").order_by("seat__place")
                ),
                overrule=row.overrule,
                recorded_by=(row.recorded_by and row.recorded_by.name) or row.recorder_name or None,
                imported=row.recorded_by is None and bool(row.recorder_name),
                recorded_at=row.recorded_at,
                phone_time=row.phone_time,
                id=row.public_id,
            )
            for row in game.rounds.select_related("recorded_by").order_by("number")
        ),
        role=role,
        revision=revision.get(),
        has_draft=Draft.objects.filter(game=game).exists(),
    )


def _line(row: Line) -> LineRecord:
    return LineRecord(row.seat.place, row.points, row.laid_down, row.went_out, row.cards)

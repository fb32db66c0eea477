"""Putting games on record that were played before, on paper or elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from config.problems import FieldError, ProblemError
from games.models import Change, Game, Line, Outcome, Player, Round, Seat
from games.paper import PaperGame
from games.paper_judge import judge
from games.record import Record
from games.services.games import settings_of
from games.signals import game_changed

BATCH = 2_000  # rows a statement


def import_games(*, actor: User, group: UUID, games: Sequence[PaperGame]) -> list[Game]:
    """Put whole games on record, in the caller's transaction; all of them or none.

    A player who has left may well have sat in an old game. Nobody listens to a game that was
    not there a moment ago, so no event is told. Raises ProblemError: 409 where a player is
    no longer one of the group's, 422 for a game that cannot have been played so.
    """
    players = _players(group, games)
    records = _judged(group, games, players)
    now = timezone.now()
    for record in records:
        record.game.changed_at = now
    Game.objects.bulk_create([record.game for record in records], BATCH)
    seats = chain.from_iterable(record.seats for record in records)
    Seat.objects.bulk_create(seats, BATCH)
    _store_rounds(actor, records)
    Change.objects.bulk_create(
        [
            Change(
                game=record.game,
                version=record.game.version,
                kind="game_imported",
                actor=actor,
                actor_name=actor.name,
                after={**settings_of(record), "source": paper.source},
                reason=paper.overrule,
                at=now,
            )
            for record, paper in zip(records, games, strict=True)
        ],
        BATCH,
    )
    for record in records:
        if record.game.outcome == Outcome.OVER:
            game_changed.send(Game, game=record.game, was_over=False)
    return [record.game for record in records]


def _players(group: UUID, games: Sequence[PaperGame]) -> dict[UUID, Player]:
    """Everybody who sat in these games, their rows locked: nobody merges or deletes them now."""
    ids = sorted({player for paper in games for player in paper.players})
    here = Player.objects.filter(group_id=group, merged_into=None)
    found = here.select_for_update(no_key=True).order_by("pk").in_bulk(ids)
    if len(found) < len(ids):
        text = _("A player of these games was merged or deleted meanwhile: look at them again.")
        raise ProblemError(409, "players_changed", text)
    return found


def _judged(group: UUID, games: Sequence[PaperGame], players: dict[UUID, Player]) -> list[Record]:
    records, errors = [], []
    for index, paper in enumerate(games):
        judgement = judge(paper, players, group)
        records.append(judgement.record)
        for flaw in judgement.flaws:
            where = f"games.{index}" + (f".rounds.{flaw.round - 1}" if flaw.round else "")
            errors.append(FieldError(where, flaw.code, flaw.message))
    if errors:
        text = _("These games cannot have been played so: see errors.")
        raise ProblemError(422, "paper_refused", text, errors=errors)
    return records


def _store_rounds(actor: User, records: Sequence[Record]) -> None:
    now = timezone.now()
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

"""Recording games that were played before, on paper or elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import User
from games.domain.game_record import GameRecord, Outcome
from games.domain.paper_check import CheckedPaper
from games.models import Change, Game, Player
from games.services.games import settings_of
from games.services.row_writer import BATCH, insert_games, insert_rounds, insert_seats
from games.signals import game_changed
from rest.problems import FieldError, ProblemError


@transaction.atomic
def import_games(
    *, actor: User, group: UUID, games: Sequence[CheckedPaper], player_ids: Mapping[UUID, UUID]
) -> list[Game]:
    """Record all of these games, or none.

    The games were checked (`games.domain.paper_check`) with ids of players that may have been
    made up: `player_ids` has the group's own player for each. Players who have left may well
    have sat in an old game. Nobody follows a game that did not exist a moment ago, so there are
    no events.

    Raises ProblemError: 409 if a player is no longer in the group, 422 for games that cannot
    have been played as they stand.
    """
    _refuse_problems(games)
    players = _lock_players(group, set(player_ids.values()))
    now = timezone.now()
    records = [_record(checked, group, players, player_ids, now) for checked in games]
    rows = insert_games(records)
    insert_seats(records)
    rounds = [(record, played) for record in records for played in record.rounds]
    insert_rounds(rounds, recorded_by=actor)
    changes = [
        Change(
            game_id=record.game.id,
            version=record.game.version,
            kind="game_imported",
            actor=actor,
            actor_name=actor.name,
            after={**settings_of(record), "source": checked.paper.source},
            reason=checked.paper.overrule,
            at=now,
        )
        for record, checked in zip(records, games, strict=True)
    ]
    Change.objects.bulk_create(changes, BATCH)
    for record in records:
        if record.outcome is Outcome.OVER:
            game_changed.send(Game, game=record.game.id, group=group, was_over=False, is_over=True)
    return rows


def _refuse_problems(games: Sequence[CheckedPaper]) -> None:
    errors = [
        FieldError(f"games.{index}", problem.code, problem.text.render(translation))
        for index, checked in enumerate(games)
        for problem in checked.problems
    ]
    if errors:
        text = _("These games cannot have been played as entered. See the errors.")
        raise ProblemError(422, "paper_refused", text, errors=errors)


def _lock_players(group: UUID, ids: Collection[UUID]) -> dict[UUID, Player]:
    """The players of these games, their rows locked: nobody merges or deletes them now."""
    unmerged = Player.objects.filter(group_id=group, merged_into=None)
    players = unmerged.select_for_update(no_key=True).order_by("pk").in_bulk(list(ids))
    if len(players) < len(ids):
        text = _("A player in these games has just been merged or deleted: check the games again.")
        raise ProblemError(409, "players_changed", text)
    return players


def _record(
    checked: CheckedPaper,
    group: UUID,
    players: Mapping[UUID, Player],
    player_ids: Mapping[UUID, UUID],
    now: datetime,
) -> GameRecord:
    """The game as it will be stored, with the group's own players."""
    seated = [players[player_ids[seat.player_id]] for seat in checked.record.seats]
    if len({player.pk for player in seated}) < len(seated):
        text = _("Two names in one game cannot be the same player.")
        raise ProblemError(422, "duplicate_player", text)
    seats = [
        replace(seat, player_id=player.pk, name=player.name)
        for seat, player in zip(checked.record.seats, seated, strict=True)
    ]
    record = checked.record.with_columns(group_id=group, changed_at=now)
    return replace(record, seats=tuple(seats))

"""Recording games from the past, kept on paper or in another app."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.domain.game_record import GameRecord
from games.domain.paper_check import CheckedPaper
from games.models import Happening, Player
from games.services.events import happening
from games.services.games import settings_of
from games.services.hidden_games import lock_players
from games.services.row_writer import BATCH, insert_games, insert_rounds, insert_seats
from games.wire.history import ImportedSettings, NewChange
from referee.api.errors import in_words
from rest.refusals import FieldError, Refusal


@transaction.atomic
def import_games(
    *,
    actor: User,
    group: UUID,
    games: Mapping[UUID, CheckedPaper],
    player_ids: Mapping[UUID, UUID],
    hidden_by: UUID,
) -> None:
    """Record all of these games under the given ids, or none; the import `hidden_by` hides them.

    The games have been checked (`games.domain.paper_check`), possibly with made-up ids of players:
    `player_ids` maps these to players of the group, some of whom the import may be hiding, too.
    Players who have since left the group may well have sat in an old game. There are no events:
    nobody follows a game that did not exist a moment ago.

    Raises Refusal if a player is no longer in the group, or a game cannot have been played as it
    stands.
    """
    _refuse_problems(list(games.values()))
    players = lock_players(group, set(player_ids.values()), hidden_by=hidden_by)
    now = timezone.now()
    records = [
        _record(id, checked, group, players, player_ids, now) for id, checked in games.items()
    ]
    insert_games(records, hidden_by=hidden_by)
    insert_seats(records)
    rounds = [(record, played) for record in records for played in record.rounds]
    insert_rounds(rounds, recorded_by=actor)
    changes = [
        happening(
            record.game,
            actor=actor,
            at=now,
            change=_imported({**settings_of(record), "source": checked.paper.source}),
            reason=checked.paper.overrule,
        )
        for record, checked in zip(records, games.values(), strict=True)
    ]
    Happening.objects.bulk_create(changes, BATCH)


def _imported(settings: ImportedSettings) -> NewChange:
    return lambda head: {**head, "kind": "game_imported", "before": None, "after": settings}


def _refuse_problems(games: Sequence[CheckedPaper]) -> None:
    errors = [
        FieldError(f"games.{index}", problem.code, in_words(problem.text))
        for index, checked in enumerate(games)
        for problem in checked.problems
    ]
    if errors:
        text = _("These games cannot have been played as entered. See the errors.")
        raise Refusal("paper_refused", text, errors=errors)


def _record(
    id: UUID,
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
        raise Refusal("duplicate_player", text)
    seats = [
        replace(seat, player_id=player.pk, name=player.name)
        for seat, player in zip(checked.record.seats, seated, strict=True)
    ]
    record = checked.record.with_columns(id=id, group_id=group, changed_at=now)
    return replace(record, seats=tuple(seats))
